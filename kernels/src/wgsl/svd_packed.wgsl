// Singular values, and below them `U` and `V`, of matrices of `ct_arg(0)` rows and `ct_arg(1)` columns. Operands: inverses of scales, values, rows as
// long as the longer side, rows as long as the shorter one, their factors 1 or -1 by sign, what makes `U` positive, results.

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let point = (block.x + block.y * blocks.x) * 256u + thread;
    if point >= ct_numel(6u) {
        return;
    }
    let rows = ct_arg(0u);
    let columns = ct_arg(1u);
    let short = min(rows, columns);
    let long = max(rows, columns);
    let matrix = point / short / (1u + rows + columns);
    let r = point / short % (1u + rows + columns);
    let line = matrix * short + point % short;
    let inverse = ct_load0(matrix);
    let turned = ct_load4(line) < 0.0f;
    // The signs are those of the rows that `U` is made of.
    var sign = ct_load5(line);
    if rows < columns && turned {
        sign = -sign;
    }
    var value = ct_load1(line) * inverse;
    if r > 0u {
        let of_u = r <= rows;
        let at = select(r - 1u - rows, r - 1u, of_u);
        if of_u == (rows >= columns) {
            value = sign * ct_load2(line * long + at);
        } else {
            value = sign * ct_load3(line * short + at);
            value = select(value, -value, turned);
        }
    }
    ct_keep6(point, select(value, ct_nan(), ct_is_nan(inverse)));
}
