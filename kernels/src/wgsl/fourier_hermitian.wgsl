// The first half of a row of `ct_arg(11)` numbers, of which those behind it are the conjugates, behind `ct_arg(8)` axes. What is its own conjugate has no
// imaginary part, whatever is there.

fn ct_begin(row: u32, k: u32) -> vec2<f32> {
    let lead = ct_arg(8u);
    let at = ct_batch(0u, lead, row) + k * ct_stride(0u, lead);
    if k == 0u || 2u * k == ct_arg(11u) {
        return vec2<f32>(ct_load0(at), 0.0f);
    }
    return vec2<f32>(ct_load0(at), ct_load0(at + ct_stride(0u, lead + 1u)));
}
