// The items of `bits.wgsl` for kernels that compute in f64, which are written as those in f32. Two functions
// are in `wgsl.cu`: what stands here in their place does not run, and is refused where it would.

alias CtBits = u64;

const CT_DIGITS = 52u;
const CT_BIAS = 1023i;
const CT_BITS_WORDS = 2u;
const CT_SIGN: CtBits = 0x8000000000000000lu;
const CT_INFINITE: CtBits = 0x7ff0000000000000lu;
const CT_ALL_BITS: CtBits = 0xfffffffffffffffflu;

fn ct_bits_of(x: f32) -> CtBits {
    return u64(bitcast<u32>(x));
}

fn ct_of_bits(bits: CtBits) -> f32 {
    return bitcast<f32>(u32(bits));
}

fn ct_magnitude(x: f32) -> CtBits {
    return ct_bits_of(x) & 0x7ffffffffffffffflu;
}

fn ct_exponent(x: f32) -> i32 {
    return i32(ct_magnitude(x) >> CT_DIGITS);
}

fn ct_power(e: i32) -> f32 {
    return ct_of_bits(u64(e + CT_BIAS) << CT_DIGITS);
}

fn ct_low_word(bits: CtBits) -> u32 {
    return u32(bits & 0xfffffffflu);
}

fn ct_high_word(bits: CtBits) -> u32 {
    return u32(bits >> 32u);
}

fn ct_of_words(high: u32, low: u32) -> CtBits {
    return (u64(high) << 32u) | u64(low);
}

fn ct_number(word: u32, high: u32, low: u32) -> f32 {
    return ct_of_bits(ct_of_words(high, low));
}
