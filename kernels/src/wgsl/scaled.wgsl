// Matrices of `ct_arg(3)` rows and `ct_arg(4)` columns, zero behind those of operand 0, times powers of 2 that bring the largest magnitude near 1.
// Of what is not finite all is zero, and the inverse of the power is NaN. `ct_arg(2)` is the number of exponents of a matrix. Operands: matrices,
// exponents, scaled matrices, inverses of the powers.

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {
    let point = (block.x + block.y * blocks.x) * 256u + thread;
    if point >= ct_numel(2u) {
        return;
    }
    let columns = ct_arg(4u);
    let matrix = point / columns / ct_arg(3u);
    var largest = -1i;
    for (var i = 0u; i < ct_arg(2u); i += 1u) {
        largest = max(largest, ct_load1(matrix * ct_arg(2u) + i));
    }
    let finite = largest <= 2i * CT_BIAS;
    // At the ends of the range the power or its inverse would be no number.
    let exponent = select(clamp(largest, 1i, 2i * CT_BIAS - 1i), CT_BIAS, largest < 0i);
    let r = point / columns % ct_arg(3u);
    let c = point % columns;
    let lead = ct_arg(0u) - 2u;
    var value = 0.0f;
    if finite && r < ct_dim(0u, lead) && c < ct_dim(0u, lead + 1u) {
        value = ct_element(ct_batch(0u, lead, matrix), r, c) * ct_power(CT_BIAS - exponent);
    }
    ct_keep2(point, value);
    if r == 0u && c == 0u {
        ct_keep3(matrix, select(ct_nan(), ct_power(exponent - CT_BIAS), finite));
    }
}
