// Standard normal numbers, two of a block, by the method of Box and Muller.

// (word + 1/2) / 2^32, rounded once, as on the processor: near 1 its logarithm shows every bit.
fn ct_between_words(word: u32) -> f32 {
    let shift = 8u - min(countLeadingZeros(word), 8u);
    if shift == 0u {
        return (f32(word) + 0.5) * 2.3283064e-10;
    }
    let rounded = (word >> shift) + ((word >> (shift - 1u)) & 1u);
    return f32(rounded) * bitcast<f32>((95u + shift) << 23u);
}

fn ct_drawn(block: u32, words: vec2<u32>) {
    let r = sqrt(-2.0 * ct_log(ct_between_words(words.x)));
    let t = 6.2831853 * ct_between_words(words.y);
    let at = 2u * block;
    ct_keep0(at, r * ct_cos(t));
    if at + 1u < ct_numel(0u) {
        ct_keep0(at + 1u, r * ct_sin(t));
    }
}
