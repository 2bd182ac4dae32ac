// Numbers of a row, of pairs behind `ct_arg(8)` axes.

fn ct_raw(row: u32, j: u32) -> vec2<f32> {
    let lead = ct_arg(8u);
    let at = ct_batch(0u, lead, row) + j * ct_stride(0u, lead);
    return vec2<f32>(ct_load0(at), ct_load0(at + ct_stride(0u, lead + 1u)));
}
