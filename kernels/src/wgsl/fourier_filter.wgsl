// What a difference is multiplied by, from the largest below 0 to the largest, in a circle of `ct_arg(0)` points. Divided by as many, for the
// way back.

fn ct_get(row: u32, j: u32) -> vec2<f32> {
    let gap = min(j, ct_arg(0u) - j);
    if gap >= ct_arg(10u) {
        return vec2<f32>(0.0f, 0.0f);
    }
    let x = ct_chirp(gap) / f32(ct_arg(0u));
    return vec2<f32>(x.x, -x.y);
}
