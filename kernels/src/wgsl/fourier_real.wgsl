// Numbers of a row, which are real, behind `ct_arg(8)` axes.

fn ct_raw(row: u32, j: u32) -> vec2<f32> {
    let lead = ct_arg(8u);
    return vec2<f32>(ct_load0(ct_batch(0u, lead, row) + j * ct_stride(0u, lead)), 0.0f);
}
