//! The incomplete gamma functions and their derivatives of every order.
//!
//! In `v = ln(t/a)` the density `t^(a-1) e^-t / Γ(a)` is `exp(-a (e^v - 1 - v))` times a number: one hump, steep on both sides. Its
//! derivative of order n by `a` is itself times a polynomial in `ln t - ψ(a)`. A formula of Gauss with 64 nodes over where the
//! hump counts serves for `a` from 2. Below 2 the power series serves up to `x = 3/2`.
//!
//! All run bounded loops, in functions that no kernel inlines: the nodes of the formula are 64 exponentials. So elements are
//! computed one by one, and alike on every instruction set.

use super::{c, exp, expm1, fits, gamma, hurwitz, ln, log1p};
use crate::isa::{Baseline, Isa};
use crate::math::poly::Minimax;
use crate::real::Real;

/// What lies below `e^-REACH` of the greatest density is left out.
const REACH: f64 = 42.0;
/// The series serves below both.
const SMALL: (f64, f64) = (2.0, 1.5);
/// The terms of the series.
const TERMS: i32 = 24;
/// The highest order of a derivative.
const MOST: usize = 16;

/// For `f' = κ₁ f`, the derivatives of `f` by `a` over `f`, where the derivatives of `κ₁` are those of `-ψ(b)`, `b` moving as `a`.
fn bell(first: f64, b: f64, n: usize) -> [f64; MOST + 1] {
    let mut kappa = [0.0; MOST + 1];
    for (j, kappa) in (0..).zip(&mut kappa[1..=n]) {
        *kappa = if j == 0 { first } else { -hurwitz::polygamma_wide(b, j) };
    }
    let mut of = [1.0; MOST + 1];
    for m in 0..n {
        of[m + 1] = (0..=m).map(|k| binomial(m, k) * kappa[k + 1] * of[m - k]).sum();
    }
    of
}

fn binomial(n: usize, k: usize) -> f64 {
    (0..k).fold(1.0, |c, i| c * (n - i) as f64 / (i + 1) as f64)
}

/// The polynomial in `v` plus a number by which the density's derivative of order n by `a` differs from it.
struct Order {
    of: [f64; MOST + 1],
    n: usize,
    centre: f64,
}

impl Order {
    fn new(a: f64, n: usize) -> Self {
        // Below 2 the factor a of a/Γ(1 + a) by itself: the derivatives of Γ(a) are large and would cancel.
        let small = a < SMALL.0;
        let b = if small { 1.0 + a } else { a };
        let rest = bell(0.0, b, n);
        let mut of = [0.0; MOST + 1];
        for k in 0..=n {
            of[k] = binomial(n, k) * rest[n - k];
            if small && k < n {
                of[k] += n as f64 / a * binomial(n - 1, k) * rest[n - 1 - k];
            }
        }
        let ln_less = gamma::ln_less_digamma(Baseline, a);
        let centre = if small { ln(Baseline, a) - gamma::digamma_wide(Baseline, b) } else { ln_less };
        Self { of, n, centre }
    }
    fn at(&self, v: f64) -> f64 {
        self.of[..=self.n].iter().rev().fold(0.0, |y, c| y * (v + self.centre) + c)
    }
}

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

    /// The integral between two bounds of `v`.
    fn between(self, low: f64, high: f64, order: &Order) -> f64 {
        let (mid, half) = (0.5 * (low + high), 0.5 * (high - low));
        let at = |v: f64| exp(Baseline, self.height - self.a * gap(v)) * order.at(v);
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

    /// The integral below the end.
    fn lower(self, order: &Order) -> f64 {
        let peak = self.end.min(0.0);
        self.between(peak - self.below(peak), self.end.min(self.above(0.0)), order)
    }

    /// The integral above the end.
    fn upper(self, order: &Order) -> f64 {
        let peak = self.end.max(0.0);
        self.between(self.end.max(-self.below(0.0)), peak + self.above(peak), order)
    }

    /// Whether the end lies above the mean of the logarithm, where the integral above it is the smaller.
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

/// The derivative of order `n` of the lower function, by the power series. Its factors are `x^a / Γ(1 + a)` and
/// `Σ (-x)^k / k! (1 - k / (a + k))`. Neither is large where `a` is small.
fn series_slope(a: f64, x: f64, n: usize) -> f64 {
    let power = bell(ln(Baseline, x) - gamma::digamma_wide(Baseline, 1.0 + a), 1.0 + a, n);
    let mut sums = [0.0; MOST + 1];
    sums[0] = 1.0 + series_rest(a, x);
    let mut term = 1.0;
    for k in 1..TERMS {
        let k = f64::from(k);
        term *= -x / k;
        let mut fall = term * -k / (a + k);
        for (j, sum) in sums.iter_mut().enumerate().take(n + 1).skip(1) {
            fall *= -(j as f64) / (a + k);
            *sum += fall;
        }
    }
    let all: f64 = (0..=n).map(|j| binomial(n, j) * power[n - j] * sums[j]).sum();
    exp(Baseline, series_scale(a, x)) * all
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
    if hump.is_high() { 1.0 - hump.upper(&Order::new(a, 0)) } else { hump.lower(&Order::new(a, 0)) }
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
    if hump.is_high() { hump.upper(&Order::new(a, 0)) } else { 1.0 - hump.lower(&Order::new(a, 0)) }
}

/// The derivative of order `n` of `gammainc` by `a`: bounds as of `gammainc`, but of the greatest of the terms where it changes
/// its sign. NaN for `n` below 0 and above 16.
#[inline]
pub fn gammainc_slope<S: Isa, R: Real>(_: S, a: R, x: R, n: i32) -> R {
    c(slope_wide(a.to_f64(), x.to_f64(), n))
}

fn slope_wide(a: f64, x: f64, order: i32) -> f64 {
    let Some(n) = usize::try_from(order).ok().filter(|n| *n <= MOST) else { return f64::NAN };
    if n == 0 {
        return gammainc_wide(a, x);
    }
    // At a = 0 the distribution degenerates.
    if let Some(end) = ends(a, x, 0.0, if a > 0.0 { 0.0 } else { f64::NAN }) {
        return end;
    }
    if a < SMALL.0 && x < SMALL.1 {
        return series_slope(a, x, n);
    }
    let (hump, order) = (Hump::new(a, x), Order::new(a, n));
    // The whole is 1 for every a.
    if hump.is_high() { -hump.upper(&order) } else { hump.lower(&order) }
}

/// `x^(a-1) e^-x / Γ(a)`, the derivative of `gammainc` by `x`, and its derivatives of order `n` by `a`: as `gammainc_slope`.
#[inline]
pub fn gamma_density<S: Isa, R: Real>(_: S, a: R, x: R, n: i32) -> R {
    c(density_wide(a.to_f64(), x.to_f64(), n))
}

fn density_wide(a: f64, x: f64, order: i32) -> f64 {
    let Some(n) = usize::try_from(order).ok().filter(|n| *n <= MOST) else { return f64::NAN };
    // At 0 the logarithm's power is infinite and the power of x the stronger.
    let sign = if n % 2 == 0 { 1.0 } else { -1.0 };
    let at_zero = if a > 1.0 { 0.0 } else { sign * f64::INFINITY };
    let at_zero = if a == 1.0 && n == 0 { 1.0 } else { at_zero };
    if let Some(end) = ends(a, x, at_zero, if a > 0.0 || n == 0 { 0.0 } else { f64::NAN }) {
        return end;
    }
    if a < SMALL.0 && x < SMALL.1 {
        let power = bell(ln(Baseline, x) - gamma::digamma_wide(Baseline, 1.0 + a), 1.0 + a, n);
        let before = if n > 0 { n as f64 * power[n - 1] } else { 0.0 };
        return exp(Baseline, series_scale(a, x) - x) * (a * power[n] + before) / x;
    }
    let hump = Hump::new(a, x);
    hump.density() / x * Order::new(a, n).at(hump.end)
}

/// `gamma_density` in the limit of `x = 0`, for every `a`: `x^(a-1) / Γ(a)` there, and its derivatives of order `n` by `a`. It is
/// 0 for another `x`.
#[inline]
pub fn gamma_limit<S: Isa, R: Real>(_: S, a: R, x: R, n: i32) -> R {
    let limit = if x == R::ZERO { limit_wide(a.to_f64(), n) } else { 0.0 };
    c(if x.is_nan() { f64::NAN } else { limit })
}

fn limit_wide(a: f64, n: i32) -> f64 {
    if a.is_nan() || !(0..=MOST as i32).contains(&n) {
        return f64::NAN;
    }
    if a > 1.0 {
        return 0.0;
    }
    let sign = |odd: bool| if odd { -f64::INFINITY } else { f64::INFINITY };
    if a == 1.0 {
        return if n == 0 { 1.0 } else { sign(n % 2 != 0) };
    }
    // Below 0 the sign of the gamma function changes from integer to integer. At these its inverse is 0, with the sign of
    // the numbers above as slope, and one logarithm is lost.
    let below = a.floor();
    let odd = below * 0.5 != (below * 0.5).floor();
    if below != a {
        return sign(odd ^ (n % 2 != 0));
    }
    if n == 0 { 0.0 } else { sign(odd ^ (n % 2 == 0)) }
}
