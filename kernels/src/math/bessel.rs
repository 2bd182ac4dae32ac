//! Modified Bessel functions of orders 0 and 1: the series up to 12, a polynomial in 1/x beyond, both in f64.

use super::{c, exp, fits};
use crate::isa::Isa;
use crate::real::{Arith, Real};

/// Where the polynomial takes over.
const FAR: f64 = 12.0;
/// `exp(END / 2)` is infinite.
const END: f64 = 1500.0;

/// `I(a)` for `near` in `a²/4` and `far` with `√a eᵃ` taken out, or `e⁻ᵃ I(a)` if it is `scaled`.
#[inline(always)]
fn even<S: Isa>(s: S, a: f64, scaled: bool, near: impl Fn(f64) -> f64, far: impl Fn(f64) -> f64) -> f64 {
    let large = a > FAR;
    let low = if large { FAR } else { a };
    let high = if large { a } else { FAR };
    let near = near(low * low * 0.25);
    let ratio = far(1.0 / high - 1.0 / 24.0) * 0.3989422804014327 / high.sqrt();
    if scaled {
        let near = near * exp(s, -low);
        return if large { ratio } else { near };
    }
    // Half of the exponential twice: the whole overflows first.
    let half = exp(s, 0.5 * if high > END { END } else { high });
    let far = half * (half * ratio);
    let far = if a == f64::INFINITY { a } else { far };
    if large { far } else { near }
}

/// `I₀(x)`, within 4 ulp, in f64 6.
#[inline(always)]
pub fn i0<S: Isa, R: Real>(s: S, x: R) -> R {
    c(even(s, x.to_f64().magnitude(), false, |z| fits::i0_near(s, z), |w| fits::i0_far(s, w)))
}

/// `e^-|x| I₀(x)`, within 4 ulp, in f64 6.
#[inline(always)]
pub fn i0e<S: Isa, R: Real>(s: S, x: R) -> R {
    c(even(s, x.to_f64().magnitude(), true, |z| fits::i0_near(s, z), |w| fits::i0_far(s, w)))
}

/// `I₁(x)`, within 4 ulp, in f64 6.
#[inline(always)]
pub fn i1<S: Isa, R: Real>(s: S, x: R) -> R {
    odd(s, x, false)
}

/// `e^-|x| I₁(x)`, within 4 ulp, in f64 6.
#[inline(always)]
pub fn i1e<S: Isa, R: Real>(s: S, x: R) -> R {
    odd(s, x, true)
}

#[inline(always)]
fn odd<S: Isa, R: Real>(s: S, x: R, scaled: bool) -> R {
    let a = x.to_f64().magnitude();
    let half = 0.5 * if a > FAR { FAR } else { a };
    let y = even(s, a, scaled, |z| half * fits::i1_near(s, z), |w| fits::i1_far(s, w));
    c::<R>(y).copysign(x)
}
