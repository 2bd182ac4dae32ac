// The first `ct_arg(9)` results of a row as pairs. The first has no imaginary part where `ct_arg(13)` is 1.

fn ct_out(row: u32, k: u32, x: vec2<f32>) {
    if k < ct_arg(9u) {
        let at = 2u * (row * ct_arg(9u) + k);
        ct_keep2(at, x.x);
        ct_keep2(at + 1u, select(x.y, 0.0f, k == 0u && ct_arg(13u) == 1u));
    }
}
