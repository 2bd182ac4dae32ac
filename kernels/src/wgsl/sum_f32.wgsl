// A sum with what its rounding lost.

struct CtSum {
    high: f32,
    low: f32,
}

// The same number, of which a compiler knows nothing: one that takes floats for real numbers finds that nothing is lost.
fn ct_opaque(x: f32) -> f32 {
    return bitcast<f32>(bitcast<u32>(x) | ct_arg(15u));
}

fn ct_plus(sum: CtSum, x: f32) -> CtSum {
    let high = ct_opaque(sum.high + x);
    let part = ct_opaque(high - sum.high);
    return CtSum(high, sum.low + ((sum.high - ct_opaque(high - part)) + (x - part)));
}

// What is lost of an infinite sum is NaN.
fn ct_joined(a: CtSum, b: CtSum) -> CtSum {
    return ct_plus(ct_plus(a, b.high), select(0.0f, b.low, ct_is_finite(b.high)));
}

// What is lost of an infinite sum is NaN.
fn ct_total(sum: CtSum) -> f32 {
    return select(sum.high, sum.high + sum.low, ct_is_finite(sum.high));
}
