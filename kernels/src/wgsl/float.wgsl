fn ct_void(x: f32) -> bool {
    return ct_is_nan(x);
}

// An integer that orders as the value does. Zeros of both signs are equal, NaN is above all.
fn ct_key(x: f32) -> u32 {
    var bits = bitcast<u32>(x);
    if ct_is_nan(x) {
        bits = 0x7fc00000u;
    }
    if bits == 0x80000000u {
        bits = 0u;
    }
    return select(bits | 0x80000000u, ~bits, bits >> 31u == 1u);
}
