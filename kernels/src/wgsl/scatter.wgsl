// Elements of the result at indices along axis `ct_arg(0)`, joined with those of a source by `ct_put`. Operands: idx, src, y. A thread
// walks a chunk of the axis in order at one place of the others, and joins what goes to its `ct_arg(1)` elements of the result.
// `ct_arg(2)` is the number of places. A chunk has `ct_arg(5)` indices, and a result of its own `ct_arg(6)` elements behind the one before.
// `ct_arg(3)` to `ct_arg(4)` are the indices of a chunk that one launch takes.

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let point = (block.x + block.y * blocks.x) * 256u + thread;
    let along = ct_arg(0u);
    let size = ct_dim(2u, along);
    let parts = (max(size, 1u) + ct_arg(1u) - 1u) / ct_arg(1u);
    let chunk = point / ct_arg(2u) / parts;
    let begin = chunk * ct_arg(5u);
    if begin >= ct_dim(0u, along) {
        return;
    }
    let first = point / ct_arg(2u) % parts * ct_arg(1u);
    let end = min(first + ct_arg(1u), size);
    var rest = point % ct_arg(2u);
    var at = ct_offset(0u);
    var source = ct_offset(1u);
    var to = ct_offset(2u) + chunk * ct_arg(6u);
    // The number of an index in its tensor.
    var number = 0u;
    var weight = 1u;
    var step = 0u;
    for (var axis = 8u; axis > 0u; axis -= 1u) {
        let d = axis - 1u;
        let dim = ct_dim(0u, d);
        if d == along {
            step = weight;
        } else {
            let i = rest % dim;
            rest /= dim;
            at += i * ct_stride(0u, d);
            source += i * ct_stride(1u, d);
            to += i * ct_stride(2u, d);
            number += i * weight;
        }
        weight *= dim;
    }
    let last = min(begin + min(ct_arg(4u), ct_arg(5u)), ct_dim(0u, along));
    for (var j = begin + ct_arg(3u); j < last; j += 1u) {
        let index = u32(ct_load0(at + j * ct_stride(0u, along)));
        if index >= first && index < end {
            let place = to + index * ct_stride(2u, along);
            ct_keep2(place, ct_put(ct_load2(place), ct_load1(source + j * ct_stride(1u, along))));
        } else if index >= size && first == 0u {
            ct_fail(index, size, ct_position(0u, number + j * step));
        }
    }
}
