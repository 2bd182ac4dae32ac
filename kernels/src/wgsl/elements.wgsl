// Elements of matrices, operand 0 of rank `ct_arg(0)`, or of their symmetric parts where `ct_arg(1)` is 1.

fn ct_element(base: u32, r: u32, c: u32) -> f32 {
    let down = ct_stride(0u, ct_arg(0u) - 2u);
    let across = ct_stride(0u, ct_arg(0u) - 1u);
    let x = ct_load0(base + r * down + c * across);
    if ct_arg(1u) == 0u {
        return x;
    }
    let y = ct_load0(base + c * down + r * across);
    // Halves first: a sum could overflow. Equal ones stay as they are.
    return select(0.5f * x + 0.5f * y, x, x == y);
}
