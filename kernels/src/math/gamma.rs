//! Logarithms of the gamma and beta functions, and the derivative of the first.
//!
//! All compute in f64, for f32 too: beside zeros and in reflections f64 has the digits that cancel.

use std::f64::consts::PI;

use super::{c, cancelled, fits, ln, log1p, mul_add};
use crate::isa::Isa;
use crate::math::poly::Minimax;
use crate::real::{Arith, Real};

/// `½ ln 2π`.
pub(super) const HALF_LN_TWO_PI: f64 = 0.9189385332046728;
/// From here on the series in 1/z serve.
pub(super) const FAR: f64 = 8.0;
/// The zero of `digamma` above 0, less 1, and what rounding left.
const ROOT: (f64, f64) = (0.46163214496836225, 9.549995429965697e-17);

/// `ln |Γ(x)|`, within 4 ulp. In f64 the bound below 0 is 4 units of the larger of the result and `lgamma(-x)`, as the
/// function has zeros there.
#[inline(always)]
pub fn lgamma<S: Isa, R: Real>(s: S, x: R) -> R {
    c(lgamma_wide(s, x.to_f64()))
}

/// `lgamma` in f64.
#[inline(always)]
pub(super) fn lgamma_wide<S: Isa>(s: S, x: f64) -> f64 {
    let a = x.magnitude();
    let up = lgamma_positive(s, a);
    // Γ(x) Γ(-x) = -π / (x sin πx). Next to 0 the product underflows and the two are one.
    let sine = sin_cos_pi(s, a).0.magnitude();
    let below = ln(s, PI / (a * sine)) - up;
    let below = if a < 1e-17 { up } else { below };
    // Numbers from 2⁵² on are integers.
    let pole = (a >= 4503599627370496.0) | (sine == 0.0);
    let below = if pole { f64::INFINITY } else { below };
    if x < 0.0 { below } else { up }
}

/// `lgamma` of `a >= 0`: a polynomial on 1..2, recurrence up to 8, Stirling's series beyond.
#[inline(always)]
pub(super) fn lgamma_positive<S: Isa>(s: S, a: f64) -> f64 {
    let (far, small) = (a >= FAR, a < 1.0);
    let from_one = from_one(s, a);
    let near = lgamma_one_plus(s, from_one);
    let product = steps(a).1;
    let z = if far { a } else { FAR };
    let ln = ln(s, if far | small { a } else { product });
    let near = if small { near - ln } else { near + ln };
    let large = mul_add(s, z - 0.5, ln - 1.0, stirling(s, z) + (HALF_LN_TWO_PI - 0.5));
    if far { large } else { near }
}

/// `lgamma(1 + t)` for `t` of 0..1, accurate at both zeros.
#[inline(always)]
pub(super) fn lgamma_one_plus<S: Isa>(s: S, t: f64) -> f64 {
    t * (t - 1.0) * fits::lgamma_near(s, t - 0.5)
}

/// `lgamma(z) - (z - ½) ln z + z - ½ ln 2π` from z = 8.
#[inline(always)]
pub(super) fn stirling<S: Isa>(s: S, z: f64) -> f64 {
    let r = 1.0 / z;
    r * fits::stirling(s, r * r)
}

/// How far above 1 the number of 1..2 lies that recurrence leads to; `a` itself below 1.
#[inline(always)]
fn from_one<S: Isa>(s: S, a: f64) -> f64 {
    if a < 1.0 { a } else { a - Real::floor(a, s) }
}

/// `(a - 1)(a - 2)..` down to 1..2, as the sum of the reciprocals times the product and the product.
#[inline(always)]
fn steps(a: f64) -> (f64, f64) {
    let (mut sum, mut product) = (0.0, 1.0);
    for k in 1..7 {
        let k = f64::from(k);
        let factor = a - k;
        let there = a >= k + 1.0;
        sum = if there { sum * factor + product } else { sum };
        product = if there { product * factor } else { product };
    }
    (sum, product)
}

/// `sin πa` and `cos πa` but for the sign that both have, from the distance to the nearest integer, which is exact.
#[inline(always)]
pub(super) fn sin_cos_pi<S: Isa>(s: S, a: f64) -> (f64, f64) {
    let d = a - Real::round(a, s);
    let e = 0.5 - d.magnitude();
    let sine = |d: f64| PI * mul_add(s, d * d * d, (d * d).sin_pi_tail(s), d);
    (sine(d), sine(e))
}

/// The derivative of `lgamma`, within 4 ulp. In f64 the bound below 0 is 4 units of the larger of 1, the result and
/// `π cot πx`, as the function has zeros there.
#[inline(always)]
pub fn digamma<S: Isa, R: Real>(s: S, x: R) -> R {
    c(digamma_wide(s, x.to_f64()))
}

/// `digamma` in f64.
#[inline(always)]
pub(super) fn digamma_wide<S: Isa>(s: S, x: f64) -> f64 {
    let a = x.magnitude();
    let negative = x < 0.0;
    let (far, small) = (a >= FAR, a < 1.0);
    let t = from_one(s, a);
    let (sum, product) = steps(a);
    // Below 0 the first step, 1/a, is what the reflection takes back.
    let sum = if small { if negative { 0.0 } else { -1.0 } } else { sum };
    let product = if small { a } else { product };
    let ratio = if sum == 0.0 { 0.0 } else { sum / product };
    let near = ((t - ROOT.0) - ROOT.1) * fits::digamma_near(s, t - 0.5) + ratio;
    let z = if far { a } else { FAR };
    let r = 1.0 / z;
    let w = r * r;
    let large = ln(s, z) - mul_add(s, r, 0.5, w * fits::digamma_far(s, w));
    let up = if far { large } else { near };
    let (sine, cosine) = sin_cos_pi(s, a);
    let first = if small { 0.0 } else { 1.0 / a };
    let below = (up + first) + PI * cosine / sine;
    let pole = (a >= 4503599627370496.0) | (sine == 0.0);
    let below = if pole { f64::NAN } else { below };
    let y = if negative { below } else { up };
    if a == 0.0 { (-f64::INFINITY).copysign(-x) } else { y }
}

/// `ln z - digamma(z)` of `z > 0`.
#[inline(always)]
pub(super) fn ln_less_digamma<S: Isa>(s: S, z: f64) -> f64 {
    let r = 1.0 / if z < FAR { FAR } else { z };
    let w = r * r;
    let large = mul_add(s, r, 0.5, w * fits::digamma_far(s, w));
    if z < FAR { ln(s, z) - digamma_wide(s, z) } else { large }
}

/// `ln B(a, b)` of operands above 0, within 4 ulp, in f64 of the larger of the result and 8: the function has zeros.
#[inline(always)]
pub fn betaln<S: Isa, R: Real>(s: S, a: R, b: R) -> R {
    let (a, b) = (a.to_f64(), b.to_f64());
    let y = betaln_wide(s, a, b);
    let cancels = (R::MANTISSA == f32::MANTISSA) & (y.abs() < 1e-7);
    if S::LEAVES {
        s.leave(cancels);
        return c(y);
    }
    c(if cancels { cancelled::betaln(a.max(b), a.min(b)) } else { y })
}

#[inline(always)]
fn betaln_wide<S: Isa>(s: S, a: f64, b: f64) -> f64 {
    let swap = a < b;
    let (a, b) = if swap { (b, a) } else { (a, b) };
    let (both, one) = (b >= FAR, a >= FAR);
    let sum = a + b;
    let (lift_a, lift_b) = (if one { a } else { FAR }, if both { b } else { FAR });
    let rest = stirling(s, lift_a) - stirling(s, if one { sum } else { FAR });
    let first = (a - 0.5) * log1p(s, b / a);
    let ln_b = ln(s, b);
    // Stirling's formula for all three, or for the larger and the sum: what is large cancels on paper.
    let large = (HALF_LN_TWO_PI - 0.5 * ln_b) + (rest + stirling(s, lift_b)) - (first + b * log1p(s, a / b));
    let single = lgamma_positive(s, b);
    let mixed = single + ((b - first) - b * ln(s, sum)) + rest;
    let small = (single - lgamma_positive(s, sum)) + lgamma_positive(s, a);
    let y = if one { mixed } else { small };
    let y = if both { large } else { y };
    let y = if a == f64::INFINITY { -f64::INFINITY } else { y };
    let y = if b == 0.0 { f64::INFINITY } else { y };
    let undefined = (b < 0.0) | b.is_nan() | a.is_nan() | ((a == f64::INFINITY) & (b == 0.0));
    if undefined { f64::NAN } else { y }
}
