// Of the transform of `n / 2` pairs of real numbers, results number `k` of the transform of `n`: of evens and odds, which are its symmetric parts.
// `x` is number `k`, and `y` the one that mirrors it. Results are of rows of `n / 2 + 1`.

fn ct_write(row: u32, k: u32, x: vec2<f32>, y: vec2<f32>) {
    let n = ct_arg(11u);
    let at = 2u * (row * (n / 2u + 1u) + k);
    let even = 0.5f * vec2<f32>(x.x + y.x, x.y - y.y);
    let odd = 0.5f * vec2<f32>(x.y + y.y, y.x - x.x);
    let z = even + ct_complex(odd, ct_turn(k, n, 0u));
    ct_keep2(at, z.x);
    ct_keep2(at + 1u, select(z.y, 0.0f, k == 0u || 2u * k == n));
}
