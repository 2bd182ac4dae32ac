// Uniform numbers, of the bits of a word behind `ct_arg(3)` times `ct_arg(4)`: as many as the type has at 1. They are stretched by
// `ct_arg(6)` from `ct_arg(5)` on. Beyond `ct_arg(7)` rounding has reached the end, which is not part of the range.
fn ct_of_word(word: u32) -> f32 {
    let unit = f32(word >> ct_arg(3u)) * bitcast<f32>(ct_arg(4u));
    // `ct_arg(8)` is 0, which no compiler knows: product and sum are rounded apart, as on the processor.
    let product = bitcast<f32>(bitcast<u32>(unit * bitcast<f32>(ct_arg(6u))) ^ ct_arg(8u));
    let low = bitcast<f32>(ct_arg(5u));
    let y = low + product;
    return select(low, y, y <= bitcast<f32>(ct_arg(7u)));
}
