// A batch of matrices with their rows in given orders. `ct_arg(0)` is the rank of x. Operands: x, matrices, orders.

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let point = (block.x + block.y * blocks.x) * 256u + thread;
    if point >= ct_numel(1u) {
        return;
    }
    let lead = ct_arg(0u) - 2u;
    let rows = ct_dim(0u, lead);
    let columns = ct_dim(0u, lead + 1u);
    let batch = point / columns / rows;
    let row = u32(ct_load2(ct_batch(2u, lead, batch) + point / columns % rows));
    ct_keep1(point, ct_load0(ct_batch(0u, lead, batch) + row * ct_stride(0u, lead) + point % columns * ct_stride(0u, lead + 1u)));
}
