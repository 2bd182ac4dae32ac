//! The normal distribution: its function, the logarithm of that, and the logarithm's derivative, a ratio. Beside them the inverse of the
//! error function. All in f64, as arguments lose digits by their squares.

use std::f64::consts::{FRAC_1_SQRT_2, FRAC_2_SQRT_PI};

use super::double::two_product;
use super::{c, erf, erfc, exp, fits, ln, log1p, mul_add};
use crate::isa::Isa;
use crate::math::poly::Minimax;
use crate::real::{Arith, Real};

/// What rounding left of `√½`.
const ROOT_HALF_LOW: f64 = -4.833646656726457e-17;
/// `1/√2π`.
const DENSITY: f64 = 0.3989422804014327;
/// `½ ln 2π`.
const HALF_LN_TWO_PI: f64 = 0.9189385332046728;
/// Below minus this, Φ underflows, and its series in `1/x²` has converged after six terms.
const TAIL: f64 = 38.0;

/// The inverse of `erf`, within 4 ulp.
#[inline(always)]
pub fn erfinv<S: Isa, R: Real>(s: S, x: R) -> R {
    let x = x.to_f64();
    let a = x.magnitude();
    let inside = if a < 1.0 { a } else { 0.5 };
    let rest = 1.0 - inside;
    let w = -ln(s, rest * (1.0 + inside));
    let near = fits::erfinv_near(s, w - 2.5);
    let seed = if w < 5.0 { near } else { fits::erfinv_far(s, w.sqrt() - 4.168033988749895) };
    let y = inside * seed;
    // One step of Halley's cubes the error. The residual is that of the smaller of erf and its complement.
    let error = if inside < 0.5 { erf(s, y) - inside } else { rest - erfc(s, y) };
    let u = error / (FRAC_2_SQRT_PI * exp(s, -y * y));
    let y = y - u / mul_add(s, y, u, 1.0);
    let y = if a == 1.0 { f64::INFINITY } else { y };
    let y = if a <= 1.0 { y } else { f64::NAN };
    c(y.copysign(x))
}

/// `Φ(x) = ½ erfc(-x/√2)`, within 4 ulp.
#[inline(always)]
pub fn ndtr<S: Isa, R: Real>(s: S, x: R) -> R {
    c(ndtr_wide(s, x.to_f64()))
}

#[inline(always)]
fn ndtr_wide<S: Isa>(s: S, x: f64) -> f64 {
    let x = exp::within(x, -39.0, 39.0);
    let (z, low) = two_product(s, x, FRAC_1_SQRT_2);
    // What rounding x/√2 left counts times 2z.
    let low = low + x * ROOT_HALF_LOW;
    0.5 * erfc(s, -z) + (0.5 * FRAC_2_SQRT_PI) * low * exp(s, -z * z)
}

/// `½ exp(x²/2) erfc(-x/√2)` for x of `-TAIL`..-0.7.
#[inline(always)]
fn scaled<S: Isa>(s: S, x: f64) -> f64 {
    let z = -x * FRAC_1_SQRT_2;
    0.5 * ((z - 4.0) / (z + 4.0)).erfc_scaled(s) / (1.0 + 2.0 * z)
}

/// `-(1 - |x| √2π exp(x²/2) Φ(x))` far below 0: `-1/x² + 3/x⁴ - 15/x⁶ + ..`.
#[inline(always)]
fn tail<S: Isa>(s: S, x: f64) -> f64 {
    let t = 1.0 / (x * x);
    let p = mul_add(s, t, -10395.0, 945.0);
    let p = mul_add(s, t, mul_add(s, t, mul_add(s, t, p, -105.0), 15.0), -3.0);
    -t * mul_add(s, t, p, 1.0)
}

/// `ln Φ(x)`, within 4 ulp, without underflow.
#[inline(always)]
pub fn log_ndtr<S: Isa, R: Real>(s: S, x: R) -> R {
    let x = x.to_f64();
    let (far, low) = (x < -TAIL, x < -0.75);
    let mid = exp::within(x, -TAIL, -0.7);
    let ln = ln(s, if far { -x } else { scaled(s, mid) });
    let square = 0.5 * x * x;
    let below = ln - square;
    let farthest = log1p(s, tail(s, if far { x } else { -TAIL })) - HALF_LN_TWO_PI - ln - square;
    let above = log1p(s, -ndtr_wide(s, -x));
    let y = if low { below } else { above };
    let y = if far { farthest } else { y };
    c(if x == -f64::INFINITY { x } else { y })
}

/// `φ(x) / Φ(x)`, the derivative of `log_ndtr`: close to `-x` far below 0. Within 4 ulp.
#[inline(always)]
pub fn ndtr_ratio<S: Isa, R: Real>(s: S, x: R) -> R {
    c(ratio_and_excess(s, x.to_f64()).0)
}

/// `x + φ(x) / Φ(x)`: close to `-1/x` far below 0. Within 4 ulp; in f64 of the larger of the result and `|x|`.
#[inline(always)]
pub fn ndtr_excess<S: Isa, R: Real>(s: S, x: R) -> R {
    c(ratio_and_excess(s, x.to_f64()).1)
}

#[inline(always)]
fn ratio_and_excess<S: Isa>(s: S, x: f64) -> (f64, f64) {
    let (far, low) = (x < -TAIL, x < -0.75);
    let below = DENSITY / scaled(s, exp::within(x, -TAIL, -0.7));
    // What rounding the square left counts by itself.
    let b = exp::within(x, -39.0, 39.0);
    let (square, rest) = two_product(s, b, b);
    let density = exp::exp_times(s, -0.5 * square, (DENSITY, -0.5 * DENSITY * rest));
    let above = density / ndtr_wide(s, if low { 0.0 } else { x });
    let near = if low { below } else { above };
    let t = tail(s, if far { x } else { -TAIL });
    let farthest = -x / (1.0 + t);
    let end = x == -f64::INFINITY;
    let excess = if far { x * (t / (1.0 + t)) } else { x + near };
    (if far { farthest } else { near }, if end { 0.0 } else { excess })
}
