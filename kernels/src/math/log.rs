//! The logarithm family: x = 2^e m with m in [√½, √2), then ln m through s = f/(2+f), f = m - 1.

use super::double::{Pair, fast_two_sum, product, two_product, two_sum};
use super::{c, exp};
use crate::isa::Isa;
use crate::real::{Int, Real};

/// Exponent (as float and as bits) and mantissa of a positive normal number.
#[inline(always)]
fn split<R: Real>(x: R) -> (R, R::Int, R) {
    let one = R::Int::of(R::BIAS).shl(R::MANTISSA);
    let root = R::Int::of(R::SQRT_HALF);
    let bits = x.to_bits().plus(one.minus(root));
    let biased = bits.shr(R::MANTISSA);
    let mantissa = bits & R::Int::of((1 << R::MANTISSA) - 1);
    // An integer conversion that AVX2 lacks for i64.
    let e = R::from_bits(R::MAGIC.to_bits().plus(biased)) - (R::MAGIC + c(R::BIAS as f64));
    (e, biased.minus(R::Int::of(R::BIAS)), R::from_bits(mantissa.plus(root)))
}

/// `split` that accepts subnormals.
#[inline(always)]
fn split_any<R: Real>(x: R) -> (R, R) {
    let small = x < R::MIN_POSITIVE;
    let (e, _, m) = split(if small { x / R::EPSILON } else { x });
    (if small { e - c(f64::from(R::MANTISSA)) } else { e }, m)
}

/// -∞ at 0, NaN below, ∞ at ∞.
#[inline(always)]
fn ends<R: Real>(x: R, y: R) -> R {
    let y = if x > R::ZERO { y } else { R::NAN };
    let y = if x == R::ZERO { -R::INFINITY } else { y };
    if x == R::INFINITY { x } else { y }
}

/// `f²/2` and `r` with `ln(1+f) = f - f²/2 + r`.
#[inline(always)]
fn parts<S: Isa, R: Real>(s: S, f: R) -> (R, R) {
    let t = f / (f + c(2.0));
    let z = t * t;
    let half_square = f * f * c(0.5);
    (half_square, t * z.mul_add(s, z.log_tail(s), half_square))
}

/// `e ln 2 + ln(1+f) + low`.
#[inline(always)]
fn combine<S: Isa, R: Real>(s: S, e: R, f: R, low: R) -> R {
    let (half_square, r) = parts(s, f);
    let low = e.mul_add(s, R::LN2.1, low) + r;
    e.mul_add(s, R::LN2.0, f - (half_square - low))
}

/// Natural logarithm.
#[inline(always)]
pub fn ln<S: Isa, R: Real>(s: S, x: R) -> R {
    let (e, m) = split_any(x);
    ends(x, combine(s, e, m - R::ONE, R::ZERO))
}

/// `-x ln x`, its limit 0 at 0, -∞ below; within 3 ulp.
#[inline(always)]
pub fn entr<S: Isa, R: Real>(s: S, x: R) -> R {
    let y = -x * ln(s, x);
    let y = if x == R::ZERO { R::ZERO } else { y };
    if x < R::ZERO { -R::INFINITY } else { y }
}

/// `ln((x + low) 2^shift)` for a positive normal finite `x` and a small `low`.
#[inline(always)]
pub(super) fn ln_sum<S: Isa, R: Real>(s: S, x: R, low: R, shift: R) -> R {
    let (e, _, m) = split(x);
    combine(s, e + shift, m - R::ONE, low / x)
}

/// `ln(1 + x)`, accurate near 0.
#[inline(always)]
pub fn log1p<S: Isa, R: Real>(s: S, x: R) -> R {
    let y = log1p_sum(s, x, R::ZERO);
    let y = if x > -R::ONE { y } else { R::NAN };
    let y = if x == -R::ONE { -R::INFINITY } else { y };
    let same = (x.magnitude() < R::EPSILON * c(0.25)) | (x == R::INFINITY);
    if same { x } else { y }
}

/// `ln(1 + x + low)` for `-1 < x < ∞`.
#[inline(always)]
pub(super) fn log1p_sum<S: Isa, R: Real>(s: S, x: R, low: R) -> R {
    let (u, rest) = two_sum(R::ONE, x);
    let (e, _, m) = split(u);
    let near = e == R::ZERO;
    // Where no power of two is taken out, f is x itself and nothing was rounded.
    let f = if near { x } else { m - R::ONE };
    let rest = if near { low } else { rest + low };
    combine(s, e, f, rest / u)
}

/// Logarithm to base `b`, `ln_b` the reciprocal of its natural logarithm, `two` the logarithm of 2 to it.
#[inline(always)]
fn log_base<S: Isa, R: Real>(s: S, x: R, ln_b: (R, R), two: (R, R)) -> R {
    let (e, m) = split_any(x);
    let f = m - R::ONE;
    let (half_square, r) = parts(s, f);
    let (high, low) = fast_two_sum(f, -half_square);
    let (high, low) = fast_two_sum(high, low + r);
    let (high, low) = product(s, (high, low), ln_b);
    let (sum, rest) = two_sum(e * two.0, high);
    ends(x, sum + (e.mul_add(s, two.1, rest) + low))
}

/// Logarithm to base 2; exact at powers of two.
#[inline(always)]
pub fn log2<S: Isa, R: Real>(s: S, x: R) -> R {
    log_base(s, x, R::LOG2_E, (R::ONE, R::ZERO))
}

/// Logarithm to base 10.
#[inline(always)]
pub fn log10<S: Isa, R: Real>(s: S, x: R) -> R {
    log_base(s, x, R::LOG10_E, R::LOG10_2)
}

/// `log₂ x` of a positive finite `x` to about 1.5 times the precision of the type.
#[inline(always)]
pub(super) fn log2_pair<S: Isa, R: Real>(s: S, x: R) -> Pair<R> {
    let (e, m) = split_any(x);
    let f = m - R::ONE;
    let d = f + c(2.0);
    let d_low = f - (d - c(2.0));
    let t = f / d;
    let (high, low) = two_product(s, t, d);
    let t_low = (((f - high) - low) - t * d_low) / d;
    let z = product(s, (t, t_low), (t, t_low));
    // ⅔ must be a pair, its followers need not.
    let tail = z.0 * z.0.log_tail_after_cube(s);
    let cube = fast_two_sum(R::TWO_THIRDS.0, R::TWO_THIRDS.1 + tail);
    let rest = product(s, product(s, z, cube), (t, t_low));
    let (high, low) = fast_two_sum(t + t, rest.0);
    let ln = fast_two_sum(high, low + (rest.1 + (t_low + t_low)));
    let (high, low) = product(s, ln, R::LOG2_E);
    let (sum, rest) = two_sum(e, high);
    fast_two_sum(sum, rest + low)
}

/// Largest argument for which `x²` neither overflows nor loses the 1 beside it to anything but rounding.
#[inline(always)]
pub(super) fn huge<R: Real>(x: R) -> bool {
    x > exp::power_of_two(R::Int::of(i64::from(R::MANTISSA) / 2 + 4))
}
