// Standard normal numbers, each of a word.

// The high word of a product.
fn ct_high(a: u32, b: u32) -> u32 {
    let low = (a & 0xffffu) * (b & 0xffffu);
    let first = (a >> 16u) * (b & 0xffffu) + (low >> 16u);
    let second = (a & 0xffffu) * (b >> 16u) + (first & 0xffffu);
    return (a >> 16u) * (b >> 16u) + (first >> 16u) + (second >> 16u);
}

fn ct_zeros(x: u32) -> u32 {
    return countLeadingZeros(x);
}

fn ct_if(condition: bool, yes: u32, no: u32) -> u32 {
    return select(no, yes, condition);
}

fn ct_of_word(word: u32) -> f32 {
    return bitcast<f32>(ct_normal(word));
}
