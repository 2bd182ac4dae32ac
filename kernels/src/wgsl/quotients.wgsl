// Eigenvalues of symmetric matrices as `v A v / v v`, for `ct_arg(0)` rows `v`: what rotations rounded counts only by its square. Operands: rows,
// rows times matrices, values.

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let point = (block.x + block.y * blocks.x) * 256u + thread;
    if point >= ct_numel(2u) {
        return;
    }
    let n = ct_arg(0u);
    let row = point / n * ct_stride(0u, 0u) + point % n * ct_stride(0u, 1u);
    var sums = vec2<f32>(0.0f);
    for (var i = 0u; i < n; i += 1u) {
        let v = ct_load0(row + i);
        sums = fma(vec2<f32>(v), vec2<f32>(ct_load1(point * n + i), v), sums);
    }
    ct_keep2(point, sums.x / sums.y);
}
