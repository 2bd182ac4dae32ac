// Numbers of a row times those of a filter. Operands: rows, a filter.

fn ct_get(row: u32, j: u32) -> vec2<f32> {
    let n = ct_arg(0u);
    let at = 2u * (row * n + j);
    let factor = vec2<f32>(ct_load1(2u * j), ct_load1(2u * j + 1u));
    return ct_complex(vec2<f32>(ct_load0(at), ct_load0(at + 1u)), factor);
}
