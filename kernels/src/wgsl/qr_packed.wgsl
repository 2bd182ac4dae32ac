// `Q` and below it `Rᵀ` of matrices of `ct_arg(0)` rows and `ct_arg(1)` columns, with nothing negative on the diagonal. Operands: inverses of scales,
// columns with reflectors, rows of Qᵀ, diagonals, results.

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let point = (block.x + block.y * blocks.x) * 256u + thread;
    if point >= ct_numel(4u) {
        return;
    }
    let m = ct_arg(0u);
    let n = ct_arg(1u);
    let matrix = point / n / (m + n);
    let r = point / n % (m + n);
    let j = point % n;
    let inverse = ct_load0(matrix);
    let diagonal = ct_load3(matrix * n + j);
    var value = 0.0f;
    if r < m {
        value = ct_load2((matrix * n + j) * m + r);
    } else if r - m == j {
        value = diagonal * inverse;
    } else if r - m > j {
        value = ct_load1((matrix * n + r - m) * m + j) * inverse;
    }
    value = select(value, -value, diagonal < 0.0f);
    ct_keep4(point, select(value, ct_nan(), ct_is_nan(inverse)));
}
