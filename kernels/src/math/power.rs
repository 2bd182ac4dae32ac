//! Powers and roots.

use super::arith::is_odd;
use super::double::{halves, two_product};
use super::{c, exp, log};
use crate::isa::Isa;
use crate::real::{Int, Real};

/// Square root, correctly rounded.
#[inline(always)]
pub fn sqrt<S: Isa, R: Real>(_: S, x: R) -> R {
    x.sqrt()
}

/// `1/√x`.
#[inline(always)]
pub fn rsqrt<S: Isa, R: Real>(_: S, x: R) -> R {
    R::ONE / x.sqrt()
}

/// Cube root, of negative numbers too.
#[inline(always)]
pub fn cbrt<S: Isa, R: Real>(s: S, x: R) -> R {
    let a = x.magnitude();
    let small = a < R::MIN_POSITIVE;
    // 8^lift makes every subnormal normal.
    let lift = i64::from(R::MANTISSA / 3 + 1);
    let bits = (if small { a * c((1_u64 << (3 * lift)) as f64) } else { a }).to_bits();
    let mantissa = bits & R::Int::of((1 << R::MANTISSA) - 1);
    let one: R = R::from_bits(mantissa | R::Int::of(R::BIAS).shl(R::MANTISSA));
    // |x| = m 8^q with m in [½, 4): the exponent is 3 q + rest.
    let e = R::from_bits(R::MAGIC.to_bits().plus(bits.shr(R::MANTISSA))) - (R::MAGIC + c(R::BIAS as f64));
    let (q, q_bits) = exp::nearest(e.mul_add(s, c(1.0 / 3.0), R::MAGIC));
    let rest = q.mul_add(s, c(-3.0), e);
    let (up, down) = (rest > R::ZERO, rest < R::ZERO);
    let m = one
        * if down {
            c(0.5)
        } else if up {
            c(2.0)
        } else {
            R::ONE
        };
    let root = if down {
        c(0.7937005259840998)
    } else if up {
        c(1.2599210498948732)
    } else {
        R::ONE
    };
    // Each step cubes the error of the 12-bit seed; in the last t² is exact.
    let t = one.cbrt_seed(s) * root;
    let t = if R::MANTISSA > 30 { cube_step(m, t) } else { t };
    let t = cube_step(m, halves(t).0);
    let q_bits = if small { q_bits.minus(R::Int::of(lift)) } else { q_bits };
    let y = t * exp::power_of_two(q_bits);
    let ordinary = (a > R::ZERO) & (a < R::INFINITY);
    if ordinary { y.copysign(x) } else { x }
}

/// One step towards ∛m.
#[inline(always)]
fn cube_step<R: Real>(m: R, t: R) -> R {
    let r = m / (t * t);
    t + t * ((r - t) / (t + t + r))
}

/// `√(a² + b²)` without overflow or underflow on the way; infinite if either is.
#[inline(always)]
pub fn hypot<S: Isa, R: Real>(s: S, a: R, b: R) -> R {
    let (a, b) = (a.magnitude(), b.magnitude());
    let swap = a < b;
    let (large, small) = if swap { (b, a) } else { (a, b) };
    // Squares of what is left are normal numbers wherever they count.
    let (half, digits) = (R::BIAS / 2, i64::from(R::MANTISSA));
    let power = |n: i64| exp::power_of_two::<R>(R::Int::of(n));
    let (up, down) = (power(half + digits), power(-half - digits));
    let (much, little) = (large > power(half - 1), large < power(digits - half));
    let factor = if much {
        down
    } else if little {
        up
    } else {
        R::ONE
    };
    let back = if much {
        up
    } else if little {
        down
    } else {
        R::ONE
    };
    let (large, small) = (large * factor, small * factor);
    let y = large.mul_add(s, large, small * small).sqrt() * back;
    let infinite = (a == R::INFINITY) | (b == R::INFINITY);
    if infinite { R::INFINITY } else { y }
}

/// `x^y` as IEEE 754's `pow`: 1 for `x^0` and `1^y` even with NaN, NaN for a negative base with a fractional exponent.
#[inline(always)]
pub fn pow<S: Isa, R: Real>(s: S, x: R, y: R) -> R {
    let integral = y.round(s) == y;
    power(s, x, (y, R::ZERO), integral, integral & is_odd(s, y))
}

/// `x^n`.
#[inline(always)]
pub fn powi<S: Isa, R: Real>(s: S, x: R, n: i32) -> R {
    // f32 does not hold every i32.
    let y: R = c(f64::from(n));
    let y_low: R = c(f64::from(n) - y.to_f64());
    let x2 = x * x;
    let general = power(s, x, (y, y_low), true, n & 1 == 1);
    let exact = if n == 2 { x2 } else { general };
    let exact = if n == 3 { x2 * x } else { exact };
    let exact = if n == 1 { x } else { exact };
    if n == -1 { R::ONE / x } else { exact }
}

/// `x^(y.0 + y.1)`.
#[inline(always)]
fn power<S: Isa, R: Real>(s: S, x: R, y: (R, R), integral: bool, odd: bool) -> R {
    let a = x.magnitude();
    let log = log::log2_pair(s, a);
    let (high, low) = two_product(s, y.0, log.0);
    let low = y.0.mul_add(s, log.1, y.1.mul_add(s, log.0, low));
    let magnitude = exp::exp2_sum(s, high, low);
    // Only the directions count once a factor is 0 or infinite.
    let limit = (a == R::ZERO) | (a == R::INFINITY) | (y.0.magnitude() == R::INFINITY);
    let grows = (a > R::ONE) == (y.0 > R::ZERO);
    let magnitude = if limit { if grows { R::INFINITY } else { R::ZERO } } else { magnitude };
    let magnitude = if a == R::ONE { R::ONE } else { magnitude };
    let signed = if odd { magnitude.copysign(x) } else { magnitude };
    let undefined = (x < R::ZERO) & (a < R::INFINITY) & !integral;
    let nan = undefined | a.is_nan() | y.0.is_nan();
    let value = if nan { R::NAN } else { signed };
    let one = (y.0 == R::ZERO) | (x == R::ONE);
    if one { R::ONE } else { value }
}
