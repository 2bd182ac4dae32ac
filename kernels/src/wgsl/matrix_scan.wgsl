// `y[.., l, ..] = a[.., l, ..] y[.., l - 1, ..] + b[.., l, ..]`, a workgroup for `ct_arg(1)` columns of each of `ct_arg(2)` batches, of
// rank `ct_arg(0)`, for `l` of `ct_arg(3)..ct_arg(4)`. Operands: a, b, y.

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let group = block.x + block.y * blocks.x;
    let lead = ct_arg(0u) - 3u;
    let rows = ct_dim(2u, lead + 1u);
    let columns = ct_dim(2u, lead + 2u);
    let parts = (columns + ct_arg(1u) - 1u) / ct_arg(1u);
    let batch = group / parts;
    if batch >= ct_arg(2u) {
        return;
    }
    let begin = group % parts * ct_arg(1u);
    let width = min(ct_arg(1u), columns - begin);
    let a = ct_batch(0u, lead, batch);
    let b = ct_batch(1u, lead, batch);
    let y = ct_batch(2u, lead, batch);
    for (var l = ct_arg(3u); l < ct_arg(4u); l += 1u) {
        for (var i = thread; i < rows * width; i += 256u) {
            let row = i / width;
            let column = begin + i % width;
            var sum = ct_load1(b + l * ct_stride(1u, lead) + row * ct_stride(1u, lead + 1u) + column * ct_stride(1u, lead + 2u));
            if l > 0u {
                let line = a + l * ct_stride(0u, lead) + row * ct_stride(0u, lead + 1u);
                let state = y + (l - 1u) * ct_stride(2u, lead) + column;
                var product = 0.0f;
                for (var k = 0u; k < rows; k += 1u) {
                    product = fma(ct_load0(line + k * ct_stride(0u, lead + 2u)), ct_load2(state + k * columns), product);
                }
                sum += product;
            }
            ct_keep2(y + l * ct_stride(2u, lead) + row * columns + column, sum);
        }
        storageBarrier();
    }
}
