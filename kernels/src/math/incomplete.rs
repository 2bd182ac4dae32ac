//! The incomplete gamma functions and their derivatives: moments of the logarithm of a gamma variable below a bound.
//!
//! `W_n(a, x)` is the integral of `(ln t - ψ(a))^n t^(a-1) e^-t / Γ(a)` over `t` of 0..x. `W₀` is `P(a, x)` and `W₁` its derivative
//! by `a`. The derivative of `W_n` by `a` is `W_(n+1) - n ψ'(a) W_(n-1)`. So one family has the derivatives of every order.
//!
//! In `v = ln(t/a)` the integrand is `v^n exp(-a (e^v - 1 - v))` times a number: one hump, steep on both sides. A formula of
//! Gauss with 64 nodes over where it counts serves all `a` from 2. Below 2 the power series serves up to `x = 3/2`.
//!
//! All run bounded loops, in functions that no kernel inlines: the nodes of the formula are 64 exponentials. So elements are
//! computed one by one, and alike on every instruction set.

use super::{c, exp, expm1, fits, gamma, ln, log1p};
use crate::isa::{Baseline, Isa};
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
fn gap(v: f64) -> f64 {
    if v.abs() < 0.34 { v * v * v.exp_tail(Baseline) } else { expm1(Baseline, v) - v }
}

impl Hump {
    fn new(a: f64, x: f64) -> Self {
        let near = (x - a) / a;
        let end = if near.abs() < 0.5 { log1p(Baseline, near) } else { ln(Baseline, x / a) };
        // The quotient may leave the range of f64.
        let end = if end.is_finite() { end } else { ln(Baseline, x) - ln(Baseline, a) };
        let height = if a < gamma::FAR {
            a * ln(Baseline, a) - a - gamma::lgamma_positive(Baseline, a)
        } else {
            0.5 * ln(Baseline, a) - gamma::HALF_LN_TWO_PI - gamma::stirling(Baseline, a)
        };
        Self { a, end, height, centre: gamma::ln_less_digamma(Baseline, a) }
    }

    /// `x` times the density at `x`.
    fn density(self) -> f64 {
        exp(Baseline, self.height - self.a * gap(self.end))
    }

    /// The moment between two bounds of `v`.
    fn between(self, low: f64, high: f64, n: i32) -> f64 {
        let (mid, half) = (0.5 * (low + high), 0.5 * (high - low));
        let at = |v: f64| {
            let w = exp(Baseline, self.height - self.a * gap(v));
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
    fn below(self, v: f64) -> f64 {
        // The root of `L - e^v (1 - e^-L) = t`, which is convex: steps of Newton from above stay above.
        let t = REACH / self.a;
        let e = exp(Baseline, v);
        let mut l = t + 1.0;
        if 3.0 * t <= 1.0 {
            l = (3.0 * t).sqrt();
        }
        l = l.min(t / (1.0 - e));
        for _ in 0..4 {
            let drop = l - e * -expm1(Baseline, -l);
            l -= (drop - t) / (1.0 - e * exp(Baseline, -l));
        }
        l
    }

    /// How far above `v` the density counts.
    fn above(self, v: f64) -> f64 {
        // The root of `e^v (e^L - 1) - L = t`, by bounds from above.
        let t = REACH / self.a;
        let e = exp(Baseline, v);
        let mut l = (2.0 * t).sqrt().min(t / (e - 1.0));
        for _ in 0..6 {
            l = l.min(log1p(Baseline, (t + l) / e));
        }
        l
    }

    /// The moment below the end.
    fn lower(self, n: i32) -> f64 {
        let peak = self.end.min(0.0);
        let top = self.end.min(self.above(0.0));
        self.between(peak - self.below(peak), top, n)
    }

    /// `lower`, with the series for the part that a small `a` makes long.
    fn lower_of_all(self, n: i32) -> f64 {
        if self.a >= SMALL.0 {
            return self.lower(n);
        }
        let from = ln(Baseline, SMALL.1 / self.a);
        let peak = from.max(0.0);
        let top = self.end.min(peak + self.above(peak));
        series_moment(self.a, SMALL.1, n) + self.between(from, top, n)
    }

    /// The moment above the end.
    fn upper(self, n: i32) -> f64 {
        let peak = self.end.max(0.0);
        let bottom = self.end.max(-self.below(0.0));
        self.between(bottom, peak + self.above(peak), n)
    }

    /// Whether the end lies above the mean of the logarithm, where the upper moments of orders 0 and 1 are the smaller.
    fn is_high(self) -> bool {
        self.end + self.centre > 0.0
    }
}

/// `x^a / Γ(1 + a)` as the logarithm of it.
fn series_scale(a: f64, x: f64) -> f64 {
    let lgamma =
        if a < 1.0 { gamma::lgamma_one_plus(Baseline, a) } else { gamma::lgamma_positive(Baseline, 1.0 + a) };
    a * ln(Baseline, x) - lgamma
}

/// `a Σ (-x)^k / (k! (a + k))` from k = 1.
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
fn series_moment(a: f64, x: f64, n: i32) -> f64 {
    let end = ln(Baseline, x) - gamma::digamma_wide(Baseline, 1.0 + a);
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
    a * exp(Baseline, series_scale(a, x)) * sum
}

/// What has no integral: NaN where it is undefined, `at_zero` and `at_infinity` at the ends of `x`.
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
/// Within 4 ulp; in f64 within `50 + 4 |ln y|` ulp of a result `y`. NaN for negative operands.
#[inline]
pub fn gammainc<S: Isa, R: Real>(_: S, a: R, x: R) -> R {
    c(gammainc_wide(a.to_f64(), x.to_f64()))
}

fn gammainc_wide(a: f64, x: f64) -> f64 {
    if let Some(end) = ends(a, x, 0.0, 1.0) {
        return end;
    }
    if a < SMALL.0 && x < SMALL.1 {
        return exp(Baseline, series_scale(a, x)) * (1.0 + series_rest(a, x));
    }
    let hump = Hump::new(a, x);
    if hump.is_high() { 1.0 - hump.upper(0) } else { hump.lower(0) }
}

/// `Q(a, x) = 1 - P(a, x)`, accurate where it is small: bounds as of `gammainc`.
#[inline]
pub fn gammaincc<S: Isa, R: Real>(_: S, a: R, x: R) -> R {
    c(gammaincc_wide(a.to_f64(), x.to_f64()))
}

fn gammaincc_wide(a: f64, x: f64) -> f64 {
    if let Some(end) = ends(a, x, 1.0, 0.0) {
        return end;
    }
    if a < SMALL.0 && x < SMALL.1 {
        let scale = series_scale(a, x);
        return -expm1(Baseline, scale) - exp(Baseline, scale) * series_rest(a, x);
    }
    let hump = Hump::new(a, x);
    if hump.is_high() { hump.upper(0) } else { 1.0 - hump.lower(0) }
}

/// `x^(a-1) e^-x / Γ(a)`, the derivative of `gammainc` by `x`: bounds as of `gammainc`.
#[inline]
pub fn gamma_density<S: Isa, R: Real>(_: S, a: R, x: R) -> R {
    c(gamma_density_wide(a.to_f64(), x.to_f64()))
}

fn gamma_density_wide(a: f64, x: f64) -> f64 {
    let at_zero = if a > 1.0 { 0.0 } else { f64::INFINITY };
    if let Some(end) = ends(a, x, if a == 1.0 { 1.0 } else { at_zero }, 0.0) {
        return end;
    }
    if a < SMALL.0 && x < SMALL.1 {
        let power = exp(Baseline, series_scale(a, x) - x);
        power * (a / x)
    } else {
        Hump::new(a, x).density() / x
    }
}

/// `W_n(a, x)` of the head of this file; NaN for negative `n`.
#[inline]
pub fn gamma_moment<S: Isa, R: Real>(_: S, a: R, x: R, n: i32) -> R {
    c(moment_wide(a.to_f64(), x.to_f64(), n))
}

fn moment_wide(a: f64, x: f64, n: i32) -> f64 {
    if n <= 0 {
        return if n == 0 { gammainc_wide(a, x) } else { f64::NAN };
    }
    // At a = 0 the distribution degenerates; at the far end the whole moment is left.
    if let Some(end) = ends(a, x, 0.0, if n == 1 && a > 0.0 { 0.0 } else { f64::NAN }) {
        let whole = n > 1 && a > 0.0 && x == f64::INFINITY && a < f64::INFINITY;
        return if whole { Hump::new(a, 1e3 * (a + 1.0)).lower_of_all(n) } else { end };
    }
    if a < SMALL.0 && x < SMALL.1 {
        return series_moment(a, x, n);
    }
    let hump = Hump::new(a, x);
    if n == 1 && hump.is_high() { -hump.upper(n) } else { hump.lower_of_all(n) }
}
