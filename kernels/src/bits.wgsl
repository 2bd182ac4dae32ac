// What kernels of opaque ops know of the floats that they compute in. `bits_of_f64.wgsl` has the same items for kernels that compute
// in f64.

alias CtBits = u32;

// Bits behind the exponent, and what stands in it for 1.
const CT_DIGITS = 23u;
const CT_BIAS = 127i;
// Words that bits take in memory.
const CT_BITS_WORDS = 1u;
const CT_SIGN: CtBits = 0x80000000u;
const CT_INFINITE: CtBits = 0x7f800000u;
const CT_ALL_BITS: CtBits = 0xffffffffu;

fn ct_bits_of(x: f32) -> CtBits {
    return bitcast<u32>(x);
}

fn ct_of_bits(bits: CtBits) -> f32 {
    return bitcast<f32>(bits);
}

// Magnitudes are ordered as these bits, and what is not finite is the largest.
fn ct_magnitude(x: f32) -> CtBits {
    return bitcast<u32>(x) & 0x7fffffffu;
}

// From 0 on, of zeros and of what is below normal numbers.
fn ct_exponent(x: f32) -> i32 {
    return i32(ct_magnitude(x) >> CT_DIGITS);
}

// A power of 2, from 1 - CT_BIAS to CT_BIAS.
fn ct_power(e: i32) -> f32 {
    return bitcast<f32>(u32(e + CT_BIAS) << CT_DIGITS);
}

fn ct_low_word(bits: CtBits) -> u32 {
    return bits;
}

fn ct_high_word(bits: CtBits) -> u32 {
    return 0u;
}

fn ct_of_words(high: u32, low: u32) -> CtBits {
    return low;
}

// A host number, by its word and by those of its 64 bits.
fn ct_number(word: u32, high: u32, low: u32) -> f32 {
    return bitcast<f32>(word);
}
