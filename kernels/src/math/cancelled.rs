//! Logarithms beside their zeros, in pairs of f64. There the terms of f32 operands cancel to fewer digits than one f64 has left.
//!
//! Such operands are rare, so nothing here is inlined and all run on the baseline instruction set.

use std::f64::consts::LN_2;

use super::double::{Pair, fast_two_sum, product, two_sum};
use super::ln as ln_near;
use crate::isa::Baseline;

/// What rounding left of `ln 2`.
const LN_2_LOW: f64 = 2.3190468138462996e-17;
/// `½ ln 2π`.
const HALF_LN_TWO_PI: Pair<f64> = (0.9189385332046728, -3.8782941580672414e-17);
/// From here on Stirling's series has the digits of a pair.
const FAR: f64 = 24.0;
/// The coefficients of that series behind `1 / 12z`.
const STIRLING: [f64; 9] = [
    -1.0 / 360.0,
    1.0 / 1260.0,
    -1.0 / 1680.0,
    1.0 / 1188.0,
    -691.0 / 360360.0,
    1.0 / 156.0,
    -3617.0 / 122400.0,
    43867.0 / 244188.0,
    -174611.0 / 125400.0,
];

fn add(a: Pair<f64>, b: Pair<f64>) -> Pair<f64> {
    let (high, low) = two_sum(a.0, b.0);
    fast_two_sum(high, low + (a.1 + b.1))
}

fn minus(a: Pair<f64>) -> Pair<f64> {
    (-a.0, -a.1)
}

fn times(a: Pair<f64>, b: Pair<f64>) -> Pair<f64> {
    product(Baseline, a, b)
}

fn inverse(z: Pair<f64>) -> Pair<f64> {
    let near = 1.0 / z.0;
    let one = times(z, (near, 0.0));
    (near, near * ((1.0 - one.0) - one.1))
}

fn exp(x: Pair<f64>) -> Pair<f64> {
    let n = (x.0 / LN_2).round_ties_even();
    let rest = add(x, minus(times((n, 0.0), (LN_2, LN_2_LOW))));
    let r = (rest.0 / 256.0, rest.1 / 256.0);
    // `eʳ - 1` by its series, whose argument is doubled eight times.
    let mut y = (0.0, 0.0);
    for k in (1..=9).rev() {
        let share = times(inverse((f64::from(k), 0.0)), r);
        y = add(share, times(share, y));
    }
    for _ in 0..8 {
        y = add((2.0 * y.0, 2.0 * y.1), times(y, y));
    }
    let (y, scale) = (add((1.0, 0.0), y), n.exp2());
    (y.0 * scale, y.1 * scale)
}

fn ln(x: Pair<f64>) -> Pair<f64> {
    let near = ln_near(Baseline, x.0);
    let one = times(x, exp((-near, 0.0)));
    let rest = (one.0 - 1.0) + one.1;
    two_sum(near, rest - 0.5 * rest * rest)
}

/// `ln(1 + u)` of `0 <= u < 1/50`.
fn log1p(u: Pair<f64>) -> Pair<f64> {
    let mut y = (0.0, 0.0);
    for k in (1..=16).rev() {
        y = add(inverse((f64::from(k), 0.0)), minus(times(u, y)));
    }
    times(u, y)
}

/// `lgamma(z) - (z - ½) ln z + z - ½ ln 2π`.
fn stirling(z: Pair<f64>) -> Pair<f64> {
    let r = inverse(z);
    let square = r.0 * r.0;
    let tail = STIRLING.iter().rev().fold(0.0, |y, c| y * square + c);
    add(times(r, inverse((12.0, 0.0))), (r.0 * square * tail, 0.0))
}

/// `ln Γ(x)` of `x > 0`.
fn lgamma(x: Pair<f64>) -> Pair<f64> {
    let (mut z, mut below) = (x, (1.0, 0.0));
    while z.0 < FAR {
        below = times(below, z);
        z = add(z, (1.0, 0.0));
    }
    let main = add(times(add(z, (-0.5, 0.0)), ln(z)), minus(z));
    add(add(add(main, HALF_LN_TWO_PI), stirling(z)), minus(ln(below)))
}

/// `ln(eᵃ + eᵇ)` where that is nearly 0.
#[cold]
#[inline(never)]
pub(super) fn logaddexp(a: f64, b: f64) -> f64 {
    let (high, low) = if a > b { (a, b) } else { (b, a) };
    let rest = add(add(exp((high, 0.0)), (-1.0, 0.0)), exp((low, 0.0)));
    rest.0 * (1.0 - 0.5 * rest.0)
}

/// `ln B(a, b)` of `a >= b > 0` where that is nearly 0.
#[cold]
#[inline(never)]
pub(super) fn betaln(a: f64, b: f64) -> f64 {
    // `B(1, b) = 1 / b`, and zero at 1.
    if a == 1.0 || b == 1.0 {
        return 0.0 - ln_near(Baseline, if a == 1.0 { b } else { a });
    }
    let (sum, a, b) = (two_sum(a, b), (a, 0.0), (b, 0.0));
    if a.0 < FAR {
        return add(add(lgamma(a), minus(lgamma(sum))), lgamma(b)).0;
    }
    // What is large in the terms of `a` and the sum cancels on paper, and `b` is below 1/2.
    let first = times(add(a, (-0.5, 0.0)), log1p(times(b, inverse(a))));
    let rest = add(stirling(a), minus(stirling(sum)));
    let both = add(add(b, minus(first)), minus(times(b, ln(sum))));
    add(lgamma(b), add(both, rest)).0
}
