// The lower triangles of the symmetric parts of matrices. `ct_arg(0)` is the rank of x. Operands: x, matrices.

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let point = (block.x + block.y * blocks.x) * 256u + thread;
    if point >= ct_numel(1u) {
        return;
    }
    let lead = ct_arg(0u) - 2u;
    let n = ct_dim(0u, lead);
    let x = ct_batch(0u, lead, point / n / n);
    let row = point / n % n;
    let column = point % n;
    let a = ct_load0(x + row * ct_stride(0u, lead) + column * ct_stride(0u, lead + 1u));
    let b = ct_load0(x + column * ct_stride(0u, lead) + row * ct_stride(0u, lead + 1u));
    // A sum of large numbers may be infinite, and half of a subnormal number may not be one.
    let mean = select(0.5f * a + 0.5f * b, 0.5f * (a + b), abs(a) < 1.0f);
    ct_keep1(point, select(mean, 0.0f, column > row));
}
