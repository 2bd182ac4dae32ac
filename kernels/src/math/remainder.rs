//! Remainders, exact for all arguments.

use super::c;
use super::double::two_product;
use crate::isa::Isa;
use crate::real::Real;

/// Truncated remainder, Rust's `%` and C's `fmod`: the sign of `a`, exact.
#[inline(always)]
pub fn rem<S: Isa, R: Real>(s: S, a: R, b: R) -> R {
    let (x, y) = (a.magnitude(), b.magnitude());
    let quotient = x / y;
    // Below 2^MANTISSA the nearest integer of the quotient is exact, and so is the product with it in two parts.
    let limit = R::ONE / R::EPSILON;
    // The upper part alone may overflow.
    let top = if S::FMA { R::INFINITY } else { R::MAX * c(0.5) };
    let is_far = (quotient >= limit) | (x > top);
    if S::LEAVES {
        s.leave(is_far);
    } else if is_far {
        return R::from_f64(far(a.to_f64(), b.to_f64()));
    }
    let q = quotient.round(s);
    // A multiple of the spacing at `y` and no larger than that: exact.
    let r = if S::FMA {
        (-q).mul_add(s, y, x)
    } else {
        let (high, low) = two_product(s, q, y);
        (x - high) - low
    };
    let r = if r < R::ZERO { r + y } else { r };
    (if x < y { x } else { r }).copysign(a)
}

/// Remainder of floored division: the sign of `b`, as `%` in Python.
#[inline(always)]
pub fn floor_mod<S: Isa, R: Real>(s: S, a: R, b: R) -> R {
    let r = rem(s, a, b);
    let other = if (r < R::ZERO) == (b < R::ZERO) { r } else { r + b };
    if r == R::ZERO { r.copysign(b) } else { other }
}

/// The remainder in integers, for large quotients and what is not a number: with `a = m 2^e` and `b = n 2^d` it is
/// `m (2^(e - d) mod n) mod n`, and the power takes a few squarings.
#[cold]
#[inline(never)]
fn far(a: f64, b: f64) -> f64 {
    let (x, y) = (a.abs(), b.abs());
    if !x.is_finite() || y.is_nan() || y == 0.0 {
        return f64::NAN;
    }
    if x < y {
        return a;
    }
    let ((m, e), (n, d)) = (parts(x), parts(y));
    let (shift, n) = (e - d, u128::from(n));
    // The leading bits of the exponent at once; n has 53 bits, so that nothing here has more than 118.
    let squarings = (u64::BITS - shift.leading_zeros()).saturating_sub(6);
    let mut power = (1 << (shift >> squarings)) % n;
    for i in (0..squarings).rev() {
        power = (power * power % n) << (shift >> i & 1);
    }
    let r = (u128::from(m) * power % n) as f64;
    // 2^(d - 1074) is subnormal below 2^-1022.
    let unit = if d < 52 { 1 << d } else { (d - 51) << 52 };
    (r * f64::from_bits(unit)).copysign(a)
}

/// A finite number as an integer below 2^53 times 2^(e - 1074).
fn parts(x: f64) -> (u64, u64) {
    let (mantissa, exponent) = (x.to_bits() & ((1 << 52) - 1), x.to_bits() >> 52);
    if exponent == 0 { (mantissa, 0) } else { (mantissa | 1 << 52, exponent - 1) }
}
