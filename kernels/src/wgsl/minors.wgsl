// Matrices without row `i` and column `j`, for each of both. Operands: a, whose rank is `ct_arg(0)`, and y.

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let point = (block.x + block.y * blocks.x) * 256u + thread;
    if point >= ct_numel(1u) {
        return;
    }
    let n = ct_dim(0u, ct_arg(0u) - 1u);
    let column = point % (n - 1u);
    let row = point / (n - 1u) % (n - 1u);
    let rest = point / (n - 1u) / (n - 1u);
    let j = rest % n;
    let i = rest / n % n;
    let r = row + u32(row >= i);
    let c = column + u32(column >= j);
    ct_keep1(point, ct_load0(ct_place(0u, (rest / n / n * n + r) * n + c)));
}
