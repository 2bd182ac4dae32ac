//! Sine, cosine, tangent.

use super::arith::is_odd;
use super::c;
use crate::isa::Isa;
use crate::real::{Int, Real};

/// `x = q π/2 + r + low` with |r| <= π/4; `q` modulo 4 counts.
#[inline(always)]
fn reduce<S: Isa, R: Real>(s: S, x: R) -> (R::Int, R, R) {
    let (q, r, low) = x.quarter_turns(s);
    ((q + R::MAGIC).to_bits(), r, low)
}

#[inline(always)]
fn sin_reduced<S: Isa, R: Real>(s: S, r: R, low: R) -> R {
    let z = r * r;
    r + (r * z).mul_add(s, z.sin_tail(s), low)
}

#[inline(always)]
fn cos_reduced<S: Isa, R: Real>(s: S, r: R, low: R) -> R {
    let z = r * r;
    let half = z * c(0.5);
    let first = R::ONE - half;
    first + (((R::ONE - first) - half) + (z * z).mul_add(s, z.cos_tail(s), -(r * low)))
}

/// Sine of `r + low + q π/2`.
#[inline(always)]
fn sin_quadrant<S: Isa, R: Real>(s: S, q: R::Int, r: R, low: R) -> R {
    let swapped = q & R::Int::of(1) != R::Int::of(0);
    let y = if swapped { cos_reduced(s, r, low) } else { sin_reduced(s, r, low) };
    let sign = (q & R::Int::of(2)).shl(R::BITS - 2);
    R::from_bits(y.to_bits() ^ sign)
}

/// Sine, of arguments of any size.
#[inline(always)]
pub fn sin<S: Isa, R: Real>(s: S, x: R) -> R {
    let (q, r, low) = reduce(s, x);
    let y = sin_quadrant(s, q, r, if R::LOW_COUNTS { low } else { R::ZERO });
    if x.magnitude() < R::MIN_POSITIVE { x } else { y }
}

/// Cosine, of arguments of any size.
#[inline(always)]
pub fn cos<S: Isa, R: Real>(s: S, x: R) -> R {
    let (q, r, low) = reduce(s, x);
    sin_quadrant(s, q.plus(R::Int::of(1)), r, if R::LOW_COUNTS { low } else { R::ZERO })
}

/// Tangent, of arguments of any size.
#[inline(always)]
pub fn tan<S: Isa, R: Real>(s: S, x: R) -> R {
    let (q, r, low) = reduce(s, x);
    let z = r * r;
    let rest = (r * z).mul_add(s, z.tan_tail(s), z.mul_add(s, low, low));
    let (t, t_low) = super::double::fast_two_sum(r, rest);
    // -1/(t + t_low) with the remainder of the division.
    let inverse = -R::ONE / t;
    let (high, error) = super::double::two_product(s, inverse, t);
    let remainder = (R::ONE + high) + error + inverse * t_low;
    let turned = inverse.mul_add(s, remainder, inverse);
    let swapped = q & R::Int::of(1) != R::Int::of(0);
    let y = if swapped { turned } else { t };
    if x.magnitude() < R::MIN_POSITIVE { x } else { y }
}

/// `sin(πx)/(πx)`; 1 at 0.
#[inline(always)]
pub fn sinc<S: Isa, R: Real>(s: S, x: R) -> R {
    let n = x.round(s);
    let r = x - n;
    let z = r * r;
    let ratio = if n == R::ZERO { R::ONE } else { r / x };
    let y = ratio.mul_add(s, z * z.sin_pi_tail(s), ratio);
    let y = if is_odd(s, n) { -y } else { y };
    if x.magnitude() == R::INFINITY { R::ZERO } else { y }
}
