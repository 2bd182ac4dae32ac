//! Argument reduction modulo π/2, for arguments of any size.

use super::double::{two_product, two_sum};
use crate::isa::Isa;
use crate::real::Real;

/// Reduction by quarter turns.
pub trait QuarterTurns: Sized {
    /// Whether sine and cosine need `low` for 2 ulp; the tangent always does.
    const LOW_COUNTS: bool;
    /// `(q, r, low)` with `self = q π/2 + r + low`, |r| at most π/4 but for rounding, up to multiples of 4 in `q`.
    /// NaN for infinities.
    fn quarter_turns<S: Isa>(self, s: S) -> (Self, Self, Self);
}

/// 1/(2π) in parts of 29 bits, and what is left.
const TURNS: [f64; 6] = [
    0.15915494272485375,
    3.6704158115630214e-10,
    5.690025167992954e-19,
    1.4703036846932608e-27,
    2.5867171752090537e-36,
    9.458140970740169e-46,
];

impl QuarterTurns for f32 {
    const LOW_COUNTS: bool = false;

    /// Payne and Hanek's reduction in f64: products of an f32 with 29 bits are exact, and so are their fractional
    /// parts, of which the large ones vanish. No load, no comparison.
    #[inline(always)]
    fn quarter_turns<S: Isa>(self, s: S) -> (Self, Self, Self) {
        let x = f64::from(self);
        let fraction = |part: f64| {
            let t = x * part;
            t - Real::round(t, s)
        };
        let [a, b, third, d, e, f] = TURNS;
        let (a, b, third, d, e, f) =
            (fraction(a), fraction(b), fraction(third), fraction(d), fraction(e), x * f);
        let rest = third + (d + (e + f));
        let q = Real::round((a + b + rest) * 4.0, s);
        let turn = ((a - q * 0.25) + b) + rest;
        let angle = turn * std::f64::consts::TAU;
        let r = angle as f32;
        (q as f32, r, (angle - f64::from(r)) as f32)
    }
}

impl QuarterTurns for f64 {
    const LOW_COUNTS: bool = true;

    /// Cody and Waite's reduction with π/2 in three parts of 53 bits. The rounding of `x 2/π` must not move `q`, which
    /// holds for |x| <= 2^45; beyond, where neighbouring numbers are 2^-7 apart and more, the result is NaN, not noise.
    #[inline(always)]
    fn quarter_turns<S: Isa>(self, s: S) -> (Self, Self, Self) {
        let x = if self.abs() <= 35184372088832.0 { self } else { f64::NAN };
        let q = Real::round(x * std::f64::consts::FRAC_2_PI, s);
        let (high, low) = two_product(s, q, std::f64::consts::FRAC_PI_2);
        let rest = (x - high) - low;
        let (high, low) = two_product(s, q, 6.123233995736766e-17);
        let (r, error) = two_sum(rest, -high);
        let low = Real::mul_add(q, s, 1.4973849048591698e-33, error - low);
        let sum = r + low;
        (q, sum, low - (sum - r))
    }
}
