// Elements of the result at indices along axis `ct_arg(0)`, joined with those of a source by `ct_put`. Operands: idx, src, y. A thread
// walks the axis in order at one place of the others, and joins what goes to its `ct_arg(1)` elements of the result.
// `ct_arg(2)` is the number of places, and `ct_arg(3)` to `ct_arg(4)` are the indices of one launch.

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let point = (block.x + block.y * blocks.x) * 256u + thread;
    let along = ct_arg(0u);
    let size = ct_dim(2u, along);
    let first = point / ct_arg(2u) * ct_arg(1u);
    if first >= max(size, 1u) {
        return;
    }
    let end = min(first + ct_arg(1u), size);
    var rest = point % ct_arg(2u);
    var at = ct_offset(0u);
    var source = ct_offset(1u);
    var to = ct_offset(2u);
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
    for (var j = ct_arg(3u); j < ct_arg(4u); j += 1u) {
        let index = u32(ct_load0(at + j * ct_stride(0u, along)));
        if index >= first && index < end {
            let place = to + index * ct_stride(2u, along);
            ct_keep2(place, ct_put(ct_load2(place), ct_load1(source + j * ct_stride(1u, along))));
        } else if index >= size && first == 0u {
            ct_fail(index, size, ct_position(0u, number + j * step));
        }
    }
}
