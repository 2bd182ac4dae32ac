//! The error function: a series near 0, 1 - exp(polynomial) beyond; its complement scaled by exp(x²).

use super::double::{two_product, two_sum};
use super::{c, exp};
use crate::isa::Isa;
use crate::real::Real;

/// `2/√π ∫₀ˣ exp(-t²) dt`.
#[inline(always)]
pub fn erf<S: Isa, R: Real>(s: S, x: R) -> R {
    let end = R::ERF_END;
    let a = x.magnitude();
    let b = if a > end { end } else { a };
    let large = R::ONE - exp(s, -(b - R::ONE).erf_exponent(s));
    (if a < R::ONE { erf_series(s, x) } else { large }).copysign(x)
}

#[inline(always)]
fn erf_series<S: Isa, R: Real>(s: S, x: R) -> R {
    let z = x * x;
    x.mul_add(s, z.mul_add(s, z.erf_tail(s), R::ERF_SLOPE), x)
}

/// `1 - erf(x)`, accurate where it is small; 2.5 ulp without fused multiply-add.
#[inline(always)]
pub fn erfc<S: Isa, R: Real>(s: S, x: R) -> R {
    let (k, end) = R::ERFC;
    let a = x.magnitude();
    let b = if a > end { end } else { a };
    let (square, low) = two_product(s, b, b);
    let q = (b - k) / (b + k);
    // scaled / (1 + 2b) with its remainder, and exp(-low) = 1 - low.
    let scaled = q.erfc_scaled(s);
    let (d, d_low) = two_sum(b + b, R::ONE);
    let ratio = scaled / d;
    let (high, error) = two_product(s, ratio, d);
    let ratio_low = ((scaled - high) - error - ratio * d_low) / d;
    let tail = exp::exp_times(s, -square, (ratio, ratio_low - ratio * low));
    let far = if x < R::ZERO { c::<R>(2.0) - tail } else { tail };
    let near = R::ONE - erf_series(s, x);
    if a < c(0.5) { near } else { far }
}
