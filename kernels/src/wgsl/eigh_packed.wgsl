// Eigenvalues of matrices of `ct_arg(0)` rows by their places, and below them, where `ct_arg(1)` is 1, eigenvectors times factors. Operands: inverses of
// scales, eigenvalues, eigenvectors, places, factors, results.

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let point = (block.x + block.y * blocks.x) * 256u + thread;
    let n = ct_arg(0u);
    let vectors = ct_arg(1u) == 1u;
    let long = select(1u, n, vectors);
    let line = point / long;
    if line >= ct_numel(3u) {
        return;
    }
    let matrix = line / n;
    let r = point % long;
    let inverse = ct_load0(matrix);
    let finite = !ct_is_nan(inverse);
    let to = matrix * n * select(1u, n + 1u, vectors) + u32(ct_load3(line));
    if r == 0u {
        let value = ct_load1(ct_offset(1u) + matrix * ct_stride(1u, 0u) + line % n * ct_stride(1u, 1u));
        ct_keep5(to, select(ct_nan(), value * inverse, finite));
    }
    if vectors {
        let x = ct_load2(matrix * ct_stride(2u, 0u) + line % n * ct_stride(2u, 1u) + r);
        ct_keep5(to + (r + 1u) * n, select(ct_nan(), x * ct_load4(line), finite));
    }
}
