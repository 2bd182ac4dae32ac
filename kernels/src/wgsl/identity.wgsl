// The columns of the identity that an order of rows makes of it, `ct_arg(0)` rows a matrix. Operands: a matrix that is not read, matrices, orders.

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let point = (block.x + block.y * blocks.x) * 256u + thread;
    if point >= ct_numel(1u) {
        return;
    }
    let n = ct_arg(0u);
    let row = ct_load2(point / n / n * (n + 1u) + point / n % n);
    ct_keep1(point, select(0.0f, 1.0f, u32(row) == point % n));
}
