//! The exponential family: x = n ln 2 + r, a polynomial in r, and 2^n put together from bits.

use super::double::fast_two_sum;
use super::{c, cancelled, log};
use crate::isa::Isa;
use crate::real::{Int, Real};

/// Rounds to an integer, as float and as bits; for |x| < 2^(MANTISSA - 1).
#[inline(always)]
pub(super) fn nearest<R: Real>(x_plus_magic: R) -> (R, R::Int) {
    (x_plus_magic - R::MAGIC, x_plus_magic.to_bits().minus(R::MAGIC.to_bits()))
}

/// 2^n for a normal result.
#[inline(always)]
pub(super) fn power_of_two<R: Real>(n: R::Int) -> R {
    R::from_bits(n.plus(R::Int::of(R::BIAS)).shl(R::MANTISSA))
}

/// `x 2^n` in two steps, so that subnormal and infinite results round once; |n| < 4096 in sum with the exponent.
#[inline(always)]
pub(super) fn scale<R: Real>(x: R, n: R::Int) -> R {
    let half = n.plus(R::Int::of(4096)).shr(1).minus(R::Int::of(2048));
    x * power_of_two(half) * power_of_two(n.minus(half))
}

/// `lo <= x <= hi`, NaN stays.
#[inline(always)]
pub(super) fn within<R: Real>(x: R, lo: R, hi: R) -> R {
    let x = if x > hi { hi } else { x };
    if x < lo { lo } else { x }
}

/// For a clamped `x = n ln 2 + r`: n, r, the exact leading part of r, and `exp(r) - 1` less that part.
#[inline(always)]
fn reduce<S: Isa, R: Real>(s: S, x: R) -> (R::Int, R, R) {
    let (n, bits) = nearest(x.mul_add(s, R::LOG2_E.0, R::MAGIC));
    let high = n.mul_add(s, -R::LN2.0, x);
    let low = n * R::LN2.1;
    let r = high - low;
    (bits, high, (r * r).mul_add(s, r.exp_tail(s), -low))
}

/// `exp(x) 2^shift`, without overflow on the way.
#[inline(always)]
pub(super) fn exp_shifted<S: Isa, R: Real>(s: S, x: R, shift: i64) -> R {
    let (n, high, tail) = reduce(s, within(x, R::EXP_MIN, R::EXP_MAX));
    scale(R::ONE + (high + tail), n.plus(R::Int::of(shift)))
}

/// `exp(x) (factor.0 + factor.1)` for a factor near 1, without underflow on the way.
#[inline(always)]
pub(super) fn exp_times<S: Isa, R: Real>(s: S, x: R, factor: (R, R)) -> R {
    let (n, high, tail) = reduce(s, within(x, R::EXP_MIN, R::EXP_MAX));
    let p = high + tail;
    scale(factor.0 + factor.0.mul_add(s, p, factor.1.mul_add(s, p, factor.1)), n)
}

/// `eˣ`.
#[inline(always)]
pub fn exp<S: Isa, R: Real>(s: S, x: R) -> R {
    exp_shifted(s, x, 0)
}

/// `2ˣ`; exact at integers.
#[inline(always)]
pub fn exp2<S: Isa, R: Real>(s: S, x: R) -> R {
    exp2_sum(s, x, R::ZERO)
}

/// `2^(x + low)` for a small `low`.
#[inline(always)]
pub(super) fn exp2_sum<S: Isa, R: Real>(s: S, x: R, low: R) -> R {
    let clamped = within(x, R::EXP2_MIN, R::EXP2_MAX);
    let (n, bits) = nearest(clamped + R::MAGIC);
    let r = (clamped - n) + if clamped == x { low } else { R::ZERO };
    scale(r.mul_add(s, r.exp2_tail(s), R::ONE), bits)
}

/// `eˣ - 1`, accurate near 0.
#[inline(always)]
pub fn expm1<S: Isa, R: Real>(s: S, x: R) -> R {
    // Below -MANTISSA the result is -1 anyway; the clamp keeps the halved power of two normal.
    let (n, high, tail) = reduce(s, within(x, c(-f64::from(R::MANTISSA)), R::EXP_MAX - R::ONE));
    let half = power_of_two::<R>(n.minus(R::Int::of(1)));
    // (2^n high + (2^n - 1)) + 2^n tail, all halved: 2^n itself may be infinite.
    let y = half.mul_add(s, tail, half.mul_add(s, high, half - c(0.5)));
    let tiny = x.magnitude() < R::EPSILON * c(0.25);
    if tiny { x } else { y + y }
}

/// `1 / (1 + e⁻ˣ)`.
#[inline(always)]
pub fn sigmoid<S: Isa, R: Real>(s: S, x: R) -> R {
    let e = exp(s, -x.magnitude());
    let negative = x < R::ZERO;
    let top = if negative { e } else { R::ONE };
    // What rounding 1 + e left still counts; 1/(1 + e) is the sigmoid of |x|.
    let (bottom, low) = fast_two_sum(R::ONE, e);
    let y = top / bottom;
    let inverse = if negative { R::ONE - y } else { y };
    (y * low).mul_add(s, -inverse, y)
}

/// `ln(1 + eˣ)` without overflow or cancellation.
#[inline(always)]
pub fn softplus<S: Isa, R: Real>(s: S, x: R) -> R {
    let positive = if x < R::ZERO { R::ZERO } else { x };
    positive + log::log1p(s, exp(s, -x.magnitude()))
}

/// `ln sigmoid(x) = -softplus(-x)`.
#[inline(always)]
pub fn log_sigmoid<S: Isa, R: Real>(s: S, x: R) -> R {
    let negative = if x > R::ZERO { R::ZERO } else { x };
    negative - log::log1p(s, exp(s, -x.magnitude()))
}

/// `ln(eᵃ + eᵇ)` without overflow, within 4 ulp; in f64 of the larger of the result and the larger operand, which it may cancel.
#[inline(always)]
pub fn logaddexp<S: Isa, R: Real>(s: S, a: R, b: R) -> R {
    if R::MANTISSA > f32::MANTISSA {
        return sum_of_exponentials(s, a, b);
    }
    let (a, b) = (a.to_f64(), b.to_f64());
    let y = sum_of_exponentials(s, a, b);
    let cancels = y.abs() < 1e-7 * a.max(b).abs();
    if S::LEAVES {
        s.leave(cancels);
        return c(y);
    }
    c(if cancels { cancelled::logaddexp(a, b) } else { y })
}

#[inline(always)]
fn sum_of_exponentials<S: Isa, R: Real>(s: S, a: R, b: R) -> R {
    let above = a > b;
    let (high, low) = if above { (a, b) } else { (b, a) };
    let y = high + log::log1p(s, exp(s, low - high));
    let y = if high.magnitude() == R::INFINITY { high } else { y };
    if a.is_nan() | b.is_nan() { R::NAN } else { y }
}
