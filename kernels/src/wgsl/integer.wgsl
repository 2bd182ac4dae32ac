fn ct_void(x: i32) -> bool {
    return false;
}

// An integer that orders as the value does.
fn ct_key(x: i32) -> CtBits {
    return bitcast<u32>(x) ^ CT_SIGN;
}
