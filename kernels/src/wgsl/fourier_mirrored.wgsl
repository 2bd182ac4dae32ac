// All numbers of a row of which `ct_begin` has the first.

fn ct_raw(row: u32, j: u32) -> vec2<f32> {
    let n = ct_arg(11u);
    let x = ct_begin(row, min(j, n - j));
    return vec2<f32>(x.x, select(x.y, -x.y, 2u * j > n));
}
