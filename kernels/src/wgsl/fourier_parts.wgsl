// The real parts of the first `ct_arg(9)` results of a row.

fn ct_out(row: u32, k: u32, x: vec2<f32>) {
    if k < ct_arg(9u) {
        ct_keep2(row * ct_arg(9u) + k, x.x);
    }
}
