//! The zeta function of Hurwitz and the higher derivatives of `lgamma` that it gives.
//!
//! Both run a bounded loop of powers, in functions that no kernel inlines. So elements are computed one by one, and alike on
//! every instruction set. Unrolled, the loop would be eleven copies of a power in each kernel.

use super::{c, gamma, pow};
use crate::isa::{Baseline, Isa};
use crate::real::Real;

/// Terms that are added one by one, after which the series in 1/z has converged.
const TERMS: i32 = 10;

/// `B₂ⱼ / (2j)!`.
const BERNOULLI: [f64; 10] = [
    0.08333333333333333,
    -0.001388888888888889,
    3.306878306878307e-5,
    -8.267195767195768e-7,
    2.08767569878681e-8,
    -5.284190138687493e-10,
    1.3382536530684679e-11,
    -3.389680296322583e-13,
    8.586062056277845e-15,
    -2.174868698558062e-16,
];

/// `Σ (x + k)^-e` for `x > 0` and `e > 1`, by Euler and Maclaurin.
fn sum(e: f64, x: f64) -> f64 {
    let mut head = 0.0;
    for k in 0..TERMS {
        head += pow(Baseline, x + f64::from(k), -e);
    }
    let z = x + f64::from(TERMS);
    let r = 1.0 / z;
    let (mut tail, mut rising) = (0.5, e * r);
    for (j, b) in BERNOULLI.iter().enumerate() {
        tail += b * rising;
        let k = e + 2.0 * j as f64;
        rising *= (k + 1.0) * (k + 2.0) * r * r;
    }
    let scale = pow(Baseline, z, 1.0 - e);
    // For a large e the series may diverge where nothing is left to add.
    if scale == 0.0 { head } else { head + scale * (1.0 / (e - 1.0) + tail * r) }
}

/// `Σ (x + k)^-e` over k = 0, 1, ..: the zeta function of Hurwitz.
///
/// Within 4 ulp; in f64 within `e + 6` ulp above 0, and of the largest term below. Below 0 it is defined for integers `e`. NaN
/// for `e < 1`.
#[inline]
pub fn zeta<S: Isa, R: Real>(_: S, x: R, e: R) -> R {
    c(zeta_wide(x.to_f64(), e.to_f64()))
}

fn zeta_wide(x: f64, e: f64) -> f64 {
    if e.is_nan() || x.is_nan() || e < 1.0 {
        return f64::NAN;
    }
    if e == 1.0 {
        return f64::INFINITY;
    }
    if x > 0.0 {
        return sum(e, x);
    }
    let integral = e.floor() == e;
    let even = (e * 0.5).floor() == e * 0.5;
    let d = x - x.round_ties_even();
    if d == 0.0 && x.is_finite() {
        return if x == 0.0 || even { f64::INFINITY } else { f64::NAN };
    }
    if !integral || !d.is_finite() {
        return f64::NAN;
    }
    // The sum over all integers less the part that is not in this one. `d` is exact, so that poles are sharp.
    let (above, below) = if d > 0.0 { (d, 1.0 - d) } else { (1.0 + d, -d) };
    let mirrored = sum(e, below) - sum(e, 1.0 - x);
    sum(e, above) + if even { mirrored } else { -mirrored }
}

/// The `n`-th derivative of `digamma`: `(-1)^(n+1) n! zeta(x, n + 1)`.
///
/// Within 4 ulp; in f64 within `n + 8` ulp above 0, and of the largest term below. NaN for `n < 0` and `n > 170`, where `n!`
/// overflows.
#[inline]
pub fn polygamma<S: Isa, R: Real>(_: S, x: R, n: i32) -> R {
    c(polygamma_wide(x.to_f64(), n))
}

pub(super) fn polygamma_wide(x: f64, n: i32) -> f64 {
    if n == 0 {
        return gamma::digamma_wide(Baseline, x);
    }
    if !(1..=170).contains(&n) {
        return f64::NAN;
    }
    let factorial = (1..=n).fold(1.0, |f, k| f * f64::from(k));
    let even = n % 2 == 0;
    let y = factorial * zeta_wide(x, f64::from(n) + 1.0);
    // One side of 0 by the sign of the zero.
    let y = if even && x == 0.0 { f64::INFINITY.copysign(x) } else { y };
    if even { -y } else { y }
}
