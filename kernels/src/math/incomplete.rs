//! The incomplete gamma functions and their derivatives: moments of the logarithm of a gamma variable below a bound.
//!
//! `W_n(a, x)` is the integral of `(ln t - ψ(a))^n t^(a-1) e^-t / Γ(a)` over `t` of 0..x. `W₀` is `P(a, x)` and `W₁` its derivative
//! by `a`. The derivative of `W_n` by `a` is `W_(n+1) - n ψ'(a) W_(n-1)`. So one family has the derivatives of every order.
//!
//! In `v = ln(t/a)` the integrand is `v^n exp(-a (e^v - 1 - v))` times a number: one hump, steep on both sides. A formula of
//! Gauss with 64 nodes over where it counts serves all `a` from 2. Below 2 the power series serves up to `x = 3/2`.
//!
//! All run bounded loops, so elements are computed one by one: the nodes of the formula are 64 exponentials.

use super::{c, exp, expm1, fits, gamma, ln, log1p};
use crate::isa::Isa;
use crate::math::poly::Minimax;
use crate::real::Real;

/// What lies below `e^-REACH` of the greatest density is left out.
const REACH: f64 = 42.0;
/// The series serves below both.
const SMALL: (f64, f64) = (2.0, 1.5);
/// The terms of the series.
const TERMS: i32 = 24;

/// What integrals over `v` of one `a` have in common.
#[derive(Clone, Copy)]
struct Hump {
    a: f64,
    /// `ln(x/a)`.
    end: f64,
    /// `ln` of `a^a e^-a / Γ(a)`.
    height: f64,
    /// `ln a - ψ(a)`.
    centre: f64,
}

/// `e^v - 1 - v` without cancellation.
#[inline]
fn gap<S: Isa>(s: S, v: f64) -> f64 {
    if v.abs() < 0.34 { v * v * v.exp_tail(s) } else { expm1(s, v) - v }
}

impl Hump {
    #[inline]
    fn new<S: Isa>(s: S, a: f64, x: f64) -> Self {
        let near = (x - a) / a;
        let end = if near.abs() < 0.5 { log1p(s, near) } else { ln(s, x / a) };
        // The quotient may leave the range of f64.
        let end = if end.is_finite() { end } else { ln(s, x) - ln(s, a) };
        let height = if a < gamma::FAR {
            a * ln(s, a) - a - gamma::lgamma_positive(s, a)
        } else {
            0.5 * ln(s, a) - gamma::HALF_LN_TWO_PI - gamma::stirling(s, a)
        };
        Self { a, end, height, centre: gamma::ln_less_digamma(s, a) }
    }

    /// `x` times the density at `x`.
    #[inline]
    fn density<S: Isa>(self, s: S) -> f64 {
        exp(s, self.height - self.a * gap(s, self.end))
    }

    /// The moment between two bounds of `v`.
    #[inline]
    fn between<S: Isa>(self, s: S, low: f64, high: f64, n: i32) -> f64 {
        let (mid, half) = (0.5 * (low + high), 0.5 * (high - low));
        let at = |v: f64| {
            let w = exp(s, self.height - self.a * gap(s, v));
            let mut power = 1.0;
            for _ in 0..n {
                power *= v + self.centre;
            }
            w * power
        };
        let pair = |&(node, weight): &(f64, f64)| weight * (at(mid - half * node) + at(mid + half * node));
        if half > 0.0 { half * fits::LEGENDRE.iter().map(pair).sum::<f64>() } else { 0.0 }
    }

    /// How far below `v` the density counts.
    #[inline]
    fn below<S: Isa>(self, s: S, v: f64) -> f64 {
        // The root of `L - e^v (1 - e^-L) = t`, which is convex: steps of Newton from above stay above.
        let t = REACH / self.a;
        let e = exp(s, v);
        let mut l = t + 1.0;
        if 3.0 * t <= 1.0 {
            l = (3.0 * t).sqrt();
        }
        l = l.min(t / (1.0 - e));
        for _ in 0..4 {
            let drop = l - e * -expm1(s, -l);
            l -= (drop - t) / (1.0 - e * exp(s, -l));
        }
        l
    }

    /// How far above `v` the density counts.
    #[inline]
    fn above<S: Isa>(self, s: S, v: f64) -> f64 {
        // The root of `e^v (e^L - 1) - L = t`, by bounds from above.
        let t = REACH / self.a;
        let e = exp(s, v);
        let mut l = (2.0 * t).sqrt().min(t / (e - 1.0));
        for _ in 0..6 {
            l = l.min(log1p(s, (t + l) / e));
        }
        l
    }

    /// The moment below the end.
    #[inline]
    fn lower<S: Isa>(self, s: S, n: i32) -> f64 {
        let peak = self.end.min(0.0);
        let top = self.end.min(self.above(s, 0.0));
        self.between(s, peak - self.below(s, peak), top, n)
    }

    /// The moment above the end.
    #[inline]
    fn upper<S: Isa>(self, s: S, n: i32) -> f64 {
        let peak = self.end.max(0.0);
        let bottom = self.end.max(-self.below(s, 0.0));
        self.between(s, bottom, peak + self.above(s, peak), n)
    }

    /// Whether the end lies above the mean of the logarithm, where the upper moments of orders 0 and 1 are the smaller.
    #[inline]
    fn is_high(self) -> bool {
        self.end + self.centre > 0.0
    }
}

/// `x^a / Γ(1 + a)` as the logarithm of it.
#[inline]
fn series_scale<S: Isa>(s: S, a: f64, x: f64) -> f64 {
    let lgamma = if a < 1.0 { gamma::lgamma_one_plus(s, a) } else { gamma::lgamma_positive(s, 1.0 + a) };
    a * ln(s, x) - lgamma
}

/// `a Σ (-x)^k / (k! (a + k))` from k = 1.
#[inline]
fn series_rest(a: f64, x: f64) -> f64 {
    let (mut sum, mut term) = (0.0, 1.0);
    for k in 1..TERMS {
        let k = f64::from(k);
        term *= -x / k;
        sum += term / (a + k);
    }
    a * sum
}

/// The moment below `x` by the power series.
#[inline]
fn series_moment<S: Isa>(s: S, a: f64, x: f64, n: i32) -> f64 {
    let end = ln(s, x) - gamma::digamma_wide(s, 1.0 + a);
    let centred = end + 1.0 / a;
    let (mut sum, mut term) = (0.0, 1.0);
    for k in 0..TERMS {
        let b = a + f64::from(k);
        if k > 0 {
            term *= -x / f64::from(k);
        }
        // The integral of v^n e^(b v), by parts; the first step of the first term cancels on paper.
        let (mut moment, mut power) = (1.0 / b, 1.0);
        for m in 1..=n {
            power *= centred;
            let first = m == 1 && k == 0;
            moment = if first { end / b } else { (power - f64::from(m) * moment) / b };
        }
        sum += term * moment;
    }
    a * exp(s, series_scale(s, a, x)) * sum
}

/// What has no integral: NaN where it is undefined, `at_zero` and `at_infinity` at the ends of `x`.
#[inline]
fn ends(a: f64, x: f64, at_zero: f64, at_infinity: f64) -> Option<f64> {
    if !(a >= 0.0 && x >= 0.0) || (a == 0.0 && x == 0.0) || (a == f64::INFINITY && x == f64::INFINITY) {
        return Some(f64::NAN);
    }
    if x == 0.0 || a == f64::INFINITY {
        return Some(at_zero);
    }
    (x == f64::INFINITY || a == 0.0).then_some(at_infinity)
}

/// `P(a, x)`, the lower incomplete gamma function by `Γ(a)`.
///
/// Within 4 ulp; in f64 within 1e-13 of the result where it is above 1e-30. NaN for negative operands.
#[inline]
pub fn gammainc<S: Isa, R: Real>(s: S, a: R, x: R) -> R {
    let (a, x) = (a.to_f64(), x.to_f64());
    if let Some(end) = ends(a, x, 0.0, 1.0) {
        return c(end);
    }
    if a < SMALL.0 && x < SMALL.1 {
        return c(exp(s, series_scale(s, a, x)) * (1.0 + series_rest(a, x)));
    }
    let hump = Hump::new(s, a, x);
    c(if hump.is_high() { 1.0 - hump.upper(s, 0) } else { hump.lower(s, 0) })
}

/// `Q(a, x) = 1 - P(a, x)`, accurate where it is small: bounds as of `gammainc`.
#[inline]
pub fn gammaincc<S: Isa, R: Real>(s: S, a: R, x: R) -> R {
    let (a, x) = (a.to_f64(), x.to_f64());
    if let Some(end) = ends(a, x, 1.0, 0.0) {
        return c(end);
    }
    if a < SMALL.0 && x < SMALL.1 {
        let scale = series_scale(s, a, x);
        return c(-expm1(s, scale) - exp(s, scale) * series_rest(a, x));
    }
    let hump = Hump::new(s, a, x);
    c(if hump.is_high() { hump.upper(s, 0) } else { 1.0 - hump.lower(s, 0) })
}

/// `x^(a-1) e^-x / Γ(a)`, the derivative of `gammainc` by `x`: bounds as of `gammainc`.
#[inline]
pub fn gamma_density<S: Isa, R: Real>(s: S, a: R, x: R) -> R {
    let (a, x) = (a.to_f64(), x.to_f64());
    let at_zero = if a > 1.0 { 0.0 } else { f64::INFINITY };
    if let Some(end) = ends(a, x, if a == 1.0 { 1.0 } else { at_zero }, 0.0) {
        return c(end);
    }
    c(if a < SMALL.0 && x < SMALL.1 {
        let power = exp(s, series_scale(s, a, x) - x);
        power * (a / x)
    } else {
        Hump::new(s, a, x).density(s) / x
    })
}

/// `W_n(a, x)` of the head of this file; NaN for negative `n`.
#[inline]
pub fn gamma_moment<S: Isa, R: Real>(s: S, a: R, x: R, n: i32) -> R {
    let (a, x) = (a.to_f64(), x.to_f64());
    if n <= 0 {
        return if n == 0 { gammainc(s, c::<R>(a), c(x)) } else { R::NAN };
    }
    // At a = 0 the distribution degenerates; at the far end the whole moment is left.
    if let Some(end) = ends(a, x, 0.0, if n == 1 && a > 0.0 { 0.0 } else { f64::NAN }) {
        let whole = n > 1 && a > 0.0 && x == f64::INFINITY && a < f64::INFINITY;
        return c(if whole { Hump::new(s, a, 1e3 * (a + 1.0)).lower_of_all(s, n) } else { end });
    }
    let small = a < SMALL.0;
    if small && x < SMALL.1 {
        return c(series_moment(s, a, x, n));
    }
    let hump = Hump::new(s, a, x);
    c(if n == 1 && hump.is_high() { -hump.upper(s, n) } else { hump.lower_of_all(s, n) })
}

impl Hump {
    /// `lower`, with the series for the part that a small `a` makes long.
    #[inline]
    fn lower_of_all<S: Isa>(self, s: S, n: i32) -> f64 {
        if self.a >= SMALL.0 {
            return self.lower(s, n);
        }
        let from = ln(s, SMALL.1 / self.a);
        let peak = from.max(0.0);
        let top = self.end.min(peak + self.above(s, peak));
        series_moment(s, self.a, SMALL.1, n) + self.between(s, from, top, n)
    }
}
