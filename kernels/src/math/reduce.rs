//! Argument reduction modulo π/2, for arguments of any size.

use super::double::{fast_two_sum, two_product, two_sum};
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

    /// Cody and Waite's reduction as far as that reaches, Payne and Hanek's beyond.
    #[inline(always)]
    fn quarter_turns<S: Isa>(self, s: S) -> (Self, Self, Self) {
        let is_far = self.abs() > NEAR;
        if S::LEAVES {
            s.leave(is_far);
            return near(s, self);
        }
        if is_far { far(s, self) } else { near(s, self) }
    }
}

/// Up to here, in f64, the rounding of `x 2/π` cannot move `q` in [`near`].
const NEAR: f64 = 35184372088832.0;

/// Cody and Waite's reduction with π/2 in three parts of 53 bits.
#[inline(always)]
fn near<S: Isa>(s: S, x: f64) -> (f64, f64, f64) {
    let q = Real::round(x * std::f64::consts::FRAC_2_PI, s);
    let (high, low) = two_product(s, q, std::f64::consts::FRAC_PI_2);
    let rest = (x - high) - low;
    let (high, low) = two_product(s, q, HALF_PI_LOW);
    let (r, error) = two_sum(rest, -high);
    let low = Real::mul_add(q, s, 1.4973849048591698e-33, error - low);
    let sum = r + low;
    (q, sum, low - (sum - r))
}

/// The part of π/2 that its f64 leaves out.
const HALF_PI_LOW: f64 = 6.123233995736766e-17;

/// The bits of 2/π behind 64 zeros: enough for the largest exponent.
const TWO_OVER_PI: [u64; 21] = [
    0x0000000000000000,
    0xa2f9836e4e441529,
    0xfc2757d1f534ddc0,
    0xdb6295993c439041,
    0xfe5163abdebbc561,
    0xb7246e3a424dd2e0,
    0x06492eea09d1921c,
    0xfe1deb1cb129a73e,
    0xe88235f52ebb4484,
    0xe99c7026b45f7e41,
    0x3991d639835339f4,
    0x9c845f8bbdf9283b,
    0x1ff897ffde05980f,
    0xef2f118b5a0a6d1f,
    0x6d367ecf27cb09b7,
    0x4f463f669e5fea2d,
    0x7527bac7ebe5f17b,
    0x3d0739f78a5292ea,
    0x6bfb5fb11f8d5d08,
    0x56033046fc7b6bab,
    0xf0cfbc209af4361d,
];

/// Payne and Hanek's reduction in integers, for |x| above [`NEAR`]: of 2/π only the bits count that neither give
/// multiples of 4 nor vanish. Of the 128 bits of the fraction of a quarter turn at most 62 cancel.
#[cold]
#[inline(never)]
fn far<S: Isa>(s: S, x: f64) -> (f64, f64, f64) {
    let bits = x.abs().to_bits();
    if bits >= f64::INFINITY.to_bits() {
        return (0.0, f64::NAN, f64::NAN);
    }
    // |x| = m 2^e with e from -7 on; the bit of 2/π worth 2^(1-e) is the first that counts: its product is worth 2 m.
    let m = u128::from(bits & ((1 << 52) - 1) | 1 << 52);
    let first = (bits >> 52) as usize + 62 - 1075;
    let (word, shift) = (first / 64, first % 64);
    let window = |i: usize| {
        let (a, b) = (u128::from(TWO_OVER_PI[word + i]), u128::from(TWO_OVER_PI[word + i + 1]));
        ((a << 64 | b) >> (64 - shift)) as u64
    };
    // m times a window of 192 bits, modulo 4 quarter turns, which are 2^192.
    let low = u128::from(window(2)) * m;
    let middle = u128::from(window(1)) * m + (low >> 64);
    let high = window(0).wrapping_mul(m as u64).wrapping_add((middle >> 64) as u64);
    let (middle, low) = (middle as u64, low as u64);
    // From two bits of turns on: 128 bits of fraction, taken as signed, so that they are the distance to the nearest.
    let fraction =
        (u128::from(high << 2 | middle >> 62) << 64 | u128::from(middle << 2 | low >> 62)).cast_signed();
    let q = (high >> 62) as f64 + if fraction < 0 { 1.0 } else { 0.0 };
    let a = fraction as f64;
    let b = (fraction - a as i128) as f64;
    let (a, b) = (a / SCALE, b / SCALE);
    let (r, low) = two_product(s, a, std::f64::consts::FRAC_PI_2);
    let (r, low) = fast_two_sum(r, low + (a * HALF_PI_LOW + b * std::f64::consts::FRAC_PI_2));
    (q.copysign(x), r * 1.0_f64.copysign(x), low * 1.0_f64.copysign(x))
}

/// 2^128.
const SCALE: f64 = 340282366920938463463374607431768211456.0;
