// Whether a matrix of order `ct_arg(1)` has a diagonal that makes it none with an inverse, for `first.wgsl`: where `ct_arg(2)` is 0 a pivot that is
// not positive, where it is 1 a zero, from 2 on a zero beside finite ones alone. `ct_arg(3)` is the rank. Operands: matrices, a result that is not
// written.

fn ct_fails(matrix: u32) -> bool {
    let lead = ct_arg(3u) - 2u;
    let a = ct_batch(0u, lead, matrix);
    let step = ct_stride(0u, lead) + ct_stride(0u, lead + 1u);
    var zero = false;
    var finite = true;
    for (var i = 0u; i < ct_arg(1u); i += 1u) {
        let x = ct_load0(a + i * step);
        if ct_arg(2u) == 0u {
            zero = zero || ct_is_nan(x) || !(x > 0.0f);
        } else {
            zero = zero || (!ct_is_nan(x) && x == 0.0f);
            finite = finite && ct_is_finite(x);
        }
    }
    return zero && (ct_arg(2u) == 0u || ct_arg(2u) == 1u || finite);
}
