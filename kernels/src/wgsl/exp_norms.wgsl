// The sums of magnitudes of columns of matrices of `ct_arg(0)` rows: a thread for each column. Operands: matrices, sums.

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let point = (block.x + block.y * blocks.x) * 256u + thread;
    if point >= ct_numel(1u) {
        return;
    }
    let n = ct_arg(0u);
    let column = point / n * n * n + point % n;
    var sum = 0.0f;
    for (var r = 0u; r < n; r += 1u) {
        sum += abs(ct_load0(column + r * n));
    }
    ct_keep1(point, sum);
}
