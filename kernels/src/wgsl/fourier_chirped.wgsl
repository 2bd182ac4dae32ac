// Times chirps, with zeros behind them.

fn ct_get(row: u32, j: u32) -> vec2<f32> {
    if j >= ct_arg(10u) {
        return vec2<f32>(0.0f, 0.0f);
    }
    return ct_complex(ct_raw(row, j), ct_chirp(j));
}
