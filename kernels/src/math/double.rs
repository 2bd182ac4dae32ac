//! Unevaluated sums of two floats, for the few places where one is not enough.

use crate::isa::Isa;
use crate::real::{Int, Real};

/// High and low part; `|low|` is at most half an ulp of `high` after the functions here.
pub(super) type Pair<R> = (R, R);

/// `a + b` exactly.
#[inline(always)]
pub(super) fn two_sum<R: Real>(a: R, b: R) -> Pair<R> {
    let sum = a + b;
    let from_b = sum - a;
    let from_a = sum - from_b;
    (sum, (a - from_a) + (b - from_b))
}

/// `a + b` exactly, for `|a| >= |b|`.
#[inline(always)]
pub(super) fn fast_two_sum<R: Real>(a: R, b: R) -> Pair<R> {
    let sum = a + b;
    (sum, b - (sum - a))
}

/// `a b` exactly, barring overflow and underflow.
#[inline(always)]
pub(super) fn two_product<S: Isa, R: Real>(s: S, a: R, b: R) -> Pair<R> {
    let high = a * b;
    if S::FMA {
        return (high, a.mul_add(s, b, -high));
    }
    let (ah, al) = halves(a);
    let (bh, bl) = halves(b);
    (high, (((ah * bh - high) + ah * bl) + al * bh) + al * bl)
}

/// Splits the mantissa in two; products of the parts are exact (but for one bit of the lowest in f64).
#[inline(always)]
pub(super) fn halves<R: Real>(x: R) -> Pair<R> {
    let low_bits = R::Int::of((1 << (R::MANTISSA / 2 + 1)) - 1);
    let high = R::from_bits(x.to_bits() & (low_bits ^ R::Int::of(-1)));
    (high, x - high)
}

/// Product of two pairs, to twice the precision less a few bits.
#[inline(always)]
pub(super) fn product<S: Isa, R: Real>(s: S, a: Pair<R>, b: Pair<R>) -> Pair<R> {
    let (high, low) = two_product(s, a.0, b.0);
    let low = a.0.mul_add(s, b.1, a.1.mul_add(s, b.0, low));
    fast_two_sum(high, low)
}

/// `√x` with its remainder.
#[inline(always)]
pub(super) fn sqrt<S: Isa, R: Real>(s: S, x: Pair<R>) -> Pair<R> {
    let root = x.0.sqrt();
    let (high, low) = two_product(s, root, root);
    let rest = (((x.0 - high) - low) + x.1) / (root + root);
    (root, if x.0 > R::ZERO { rest } else { R::ZERO })
}
