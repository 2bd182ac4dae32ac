//! `gelu_tanh` and its derivative: a product with the sigmoid of a polynomial.

use super::c;
use super::double::fast_two_sum;
use super::exp::{exp, within};
use crate::isa::Isa;
use crate::real::Real;

/// `2 sqrt(2 / π)`.
const FIRST: f64 = 1.595_769_121_605_730_8;
/// That times 0.044715.
const THIRD: f64 = 0.071_354_816_272_600_25;

/// What is multiplied with `x`, and its derivative.
struct Gate<R> {
    /// `x` cut to ±64, beyond which the sigmoid is 0 or 1: its cube stays finite.
    u: R,
    /// `u²`.
    square: R,
    /// The sigmoid `s` at `v = u (FIRST + THIRD u²)`.
    sigmoid: R,
    /// `s (1 - s)`, without cancellation.
    density: R,
}

#[inline(always)]
fn gate<S: Isa, R: Real>(s: S, x: R) -> Gate<R> {
    let u = within(x, c(-64.0), c(64.0));
    let square = u * u;
    let v = u * square.mul_add(s, c(THIRD), c(FIRST));
    let e = exp(s, -v.magnitude());
    // What rounding 1 + e left still counts.
    let (bottom, low) = fast_two_sum(R::ONE, e);
    let near = R::ONE / bottom;
    let near = (near * low).mul_add(s, -near, near);
    let far = e * near;
    Gate { u, square, sigmoid: if v < R::ZERO { far } else { near }, density: far * near }
}

/// `x Φ(x)` with the tanh approximation of `Φ`. The exponent has the rounding of `v`: in the lower tail errors are within 3 ulp and 2
/// ulp more for each power of e that the sigmoid is below 1.
#[inline(always)]
pub fn gelu_tanh<S: Isa, R: Real>(s: S, x: R) -> R {
    x * gate(s, x).sigmoid
}

/// The derivative of `gelu_tanh`, as near as that, in ulp of the larger of its two terms.
#[inline(always)]
pub fn gelu_tanh_slope<S: Isa, R: Real>(s: S, x: R) -> R {
    let Gate { u, square, sigmoid, density } = gate(s, x);
    (u * density).mul_add(s, square.mul_add(s, c(3.0 * THIRD), c(FIRST)), sigmoid)
}
