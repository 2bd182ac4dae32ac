// Half as many numbers, whose transform has the transform of those that `ct_begin` begins with, two by two: real and imaginary parts.

fn ct_raw(row: u32, k: u32) -> vec2<f32> {
    let n = ct_arg(11u);
    let x = ct_begin(row, k);
    let other = ct_begin(row, n / 2u - k);
    let y = vec2<f32>(other.x, -other.y);
    let odd = ct_complex(x - y, ct_turn(k, n, 1u));
    return x + y + vec2<f32>(-odd.y, odd.x);
}
