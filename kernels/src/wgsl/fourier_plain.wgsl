// As they are.

fn ct_get(row: u32, j: u32) -> vec2<f32> {
    return ct_raw(row, j);
}
