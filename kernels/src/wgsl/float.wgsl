fn ct_void(x: f32) -> bool {
    return ct_is_nan(x);
}

// An integer that orders as the value does. Zeros of both signs are equal, NaN is above all.
fn ct_key(x: f32) -> CtBits {
    var bits = ct_bits_of(x);
    if ct_is_nan(x) {
        bits = CT_INFINITE | CtBits(1u);
    }
    if bits == CT_SIGN {
        bits = CtBits();
    }
    return select(bits | CT_SIGN, ~bits, (bits & CT_SIGN) != CtBits());
}
