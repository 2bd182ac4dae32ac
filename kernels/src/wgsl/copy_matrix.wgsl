// Copies a batch of matrices, which are dense then. `ct_arg(0)` is the rank of x. Operands: x, matrices.

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let point = (block.x + block.y * blocks.x) * 256u + thread;
    if point >= ct_numel(1u) {
        return;
    }
    let lead = ct_arg(0u) - 2u;
    let rows = ct_dim(0u, lead);
    let columns = ct_dim(0u, lead + 1u);
    let x = ct_batch(0u, lead, point / columns / rows);
    ct_keep1(point, ct_load0(x + point / columns % rows * ct_stride(0u, lead) + point % columns * ct_stride(0u, lead + 1u)));
}
