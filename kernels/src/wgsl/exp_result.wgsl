// Where the squares of matrices of `ct_arg(0)` rows have ended, by how often each was halved; NaN where that is negative. Operands: halvings, matrices,
// others as large, results.

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let point = (block.x + block.y * blocks.x) * 256u + thread;
    if point >= ct_numel(3u) {
        return;
    }
    let halvings = ct_load0(point / ct_arg(0u) / ct_arg(0u));
    var value = ct_load1(point);
    if halvings % 2i == 1i {
        value = ct_load2(point);
    }
    ct_keep3(point, select(value, ct_nan(), halvings < 0i));
}
