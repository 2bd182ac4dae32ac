//! Hyperbolic functions and their inverses: an odd polynomial near 0, exponentials or logarithms elsewhere.

use super::double::{sqrt, two_product, two_sum};
use super::exp::exp_shifted;
use super::{c, exp, log};
use crate::isa::Isa;
use crate::real::Real;

/// `(eˣ - e⁻ˣ)/2`.
#[inline(always)]
pub fn sinh<S: Isa, R: Real>(s: S, x: R) -> R {
    let a = x.magnitude();
    let half = exp_shifted(s, a, -1);
    let large = half - c::<R>(0.25) / half;
    let z = x * x;
    let small = x.mul_add(s, z * z.sinh_tail(s), x);
    (if a < R::ONE { small } else { large }).copysign(x)
}

/// `(eˣ + e⁻ˣ)/2`.
#[inline(always)]
pub fn cosh<S: Isa, R: Real>(s: S, x: R) -> R {
    let half = exp_shifted(s, x.magnitude(), -1);
    half + c::<R>(0.25) / half
}

/// Hyperbolic tangent.
#[inline(always)]
pub fn tanh<S: Isa, R: Real>(s: S, x: R) -> R {
    let a = x.magnitude();
    let e = exp(s, a + a);
    let large = R::ONE - c::<R>(2.0) / (e + R::ONE);
    let z = x * x;
    let small = x.mul_add(s, z * z.tanh_tail(s), x);
    (if a < c(0.6) { small } else { large }).copysign(x)
}

/// Inverse of `sinh`.
#[inline(always)]
pub fn asinh<S: Isa, R: Real>(s: S, x: R) -> R {
    let a = x.magnitude();
    // Where 1 beside x² no longer counts, ln(2 a) = ln(a 2^1).
    let huge = log::huge(a);
    let b = if huge { R::ONE } else { a };
    let (square, square_low) = two_product(s, b, b);
    let (sum, sum_low) = two_sum(square, R::ONE);
    let (root, root_low) = sqrt(s, (sum, sum_low + square_low));
    let (total, total_low) = two_sum(root, b);
    let u = if huge { a } else { total };
    let low = if huge { R::ZERO } else { total_low + root_low };
    let large = log::ln_sum(s, u, low, if huge { R::ONE } else { R::ZERO });
    let large = if a < R::INFINITY { large } else { a };
    let z = x * x;
    let small = x.mul_add(s, z * z.asinh_tail(s), x);
    (if a < c(0.5) { small } else { large }).copysign(x)
}

/// Inverse of `cosh`; NaN below 1.
#[inline(always)]
pub fn acosh<S: Isa, R: Real>(s: S, x: R) -> R {
    // With t = x - 1: ln(1 + t + √(t (t + 2))), exact near 1.
    let huge = log::huge(x);
    let t = if huge { R::ONE } else { x - R::ONE };
    let t_low = if huge { R::ZERO } else { (x - t) - R::ONE };
    let (plus, plus_low) = two_sum(t, c(2.0));
    let (square, square_low) = two_product(s, t, plus);
    let low = t.mul_add(s, plus_low + t_low, square_low);
    let (root, root_low) = sqrt(s, (square, low));
    let (total, total_low) = two_sum(root, t);
    let near = log::log1p_sum(s, total, total_low + root_low + t_low);
    let far = log::ln_sum(s, if huge { x } else { R::ONE }, R::ZERO, R::ONE);
    let y = if huge { far } else { near };
    let y = if x < R::INFINITY { y } else { x };
    if x < R::ONE { R::NAN } else { y }
}

/// Inverse of `tanh`; NaN beyond ±1.
#[inline(always)]
pub fn atanh<S: Isa, R: Real>(s: S, x: R) -> R {
    let a = x.magnitude();
    let large = log::ln(s, (R::ONE + a) / (R::ONE - a)) * c(0.5);
    let z = x * x;
    let small = x.mul_add(s, z * z.atanh_tail(s), x);
    (if a < c(0.5) { small } else { large }).copysign(x)
}
