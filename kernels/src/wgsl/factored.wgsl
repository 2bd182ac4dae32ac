// Where a library found no positive pivot in one of `ct_arg(0)` matrices of order `ct_arg(1)`, the pivot becomes 0. Operands: a matrix that is not
// read, matrices, for each the row of that pivot, from 1 on, or 0.

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let point = (block.x + block.y * blocks.x) * 256u + thread;
    if point >= ct_arg(0u) {
        return;
    }
    let found = ct_load2(point);
    let n = ct_arg(1u);
    if found > 0 {
        ct_keep1(point * n * n + u32(found - 1) * (n + 1u), 0.0f);
    }
}
