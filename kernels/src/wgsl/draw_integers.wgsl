// Integers from `ct_arg(3)` on, so many as `ct_arg(4)`: the upper word of both words' product by that number.
fn ct_drawn(at: u32, words: vec2<u32>) {
    let count = ct_arg(4u);
    let low = words.x * count;
    let carry = select(0u, 1u, low + ct_mul_high(words.y, count) < low);
    ct_keep0(at, bitcast<i32>(ct_arg(3u) + ct_mul_high(words.x, count) + carry));
}
