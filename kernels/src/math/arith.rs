//! Arithmetic, rounding and comparison-like functions: one or two instructions each.

use super::c;
use crate::isa::Isa;
use crate::real::{Arith, Real};

/// `-x`; i32 wraps.
#[inline(always)]
pub fn neg<S: Isa, A: Arith>(_: S, x: A) -> A {
    x.negated()
}

/// `|x|`; `i32::MIN` stays.
#[inline(always)]
pub fn abs<S: Isa, A: Arith>(_: S, x: A) -> A {
    x.magnitude()
}

/// -1, 0 or 1; keeps the sign of zero, NaN stays.
#[inline(always)]
pub fn sign<S: Isa, A: Arith>(_: S, x: A) -> A {
    let below = if x < A::ZERO { A::ONE.negated() } else { x };
    if x > A::ZERO { A::ONE } else { below }
}

/// `x²`.
#[inline(always)]
pub fn square<S: Isa, A: Arith>(_: S, x: A) -> A {
    x.times(x)
}

/// `a + b`.
#[inline(always)]
pub fn add<S: Isa, A: Arith>(_: S, a: A, b: A) -> A {
    a.plus(b)
}

/// `a - b`.
#[inline(always)]
pub fn sub<S: Isa, A: Arith>(_: S, a: A, b: A) -> A {
    a.minus(b)
}

/// `a b`.
#[inline(always)]
pub fn mul<S: Isa, A: Arith>(_: S, a: A, b: A) -> A {
    a.times(b)
}

/// `a / b`.
#[inline(always)]
pub fn div<S: Isa, R: Real>(_: S, a: R, b: R) -> R {
    a / b
}

/// `1 / x`.
#[inline(always)]
pub fn recip<S: Isa, R: Real>(_: S, x: R) -> R {
    R::ONE / x
}

/// `a b + c`, with one rounding where the instruction set has it.
#[inline(always)]
pub fn mul_add<S: Isa, R: Real>(s: S, a: R, b: R, c: R) -> R {
    a.mul_add(s, b, c)
}

/// The larger; NaN wins. Of equal operands the second.
#[inline(always)]
pub fn maximum<S: Isa, A: Arith>(_: S, a: A, b: A) -> A {
    if (a > b) | a.is_nan() { a } else { b }
}

/// The smaller; NaN wins. Of equal operands the second.
#[inline(always)]
pub fn minimum<S: Isa, A: Arith>(_: S, a: A, b: A) -> A {
    if (a < b) | a.is_nan() { a } else { b }
}

/// The larger; a NaN loses against a number.
#[inline(always)]
pub fn fmax<S: Isa, R: Real>(_: S, a: R, b: R) -> R {
    if (a > b) | b.is_nan() { a } else { b }
}

/// The smaller; a NaN loses against a number.
#[inline(always)]
pub fn fmin<S: Isa, R: Real>(_: S, a: R, b: R) -> R {
    if (a < b) | b.is_nan() { a } else { b }
}

/// `min(max(x, lo), hi)`; a NaN `x` stays.
#[inline(always)]
pub fn clamp<S: Isa, A: Arith>(_: S, x: A, lo: A, hi: A) -> A {
    let x = if x < lo { lo } else { x };
    if x > hi { hi } else { x }
}

/// `max(x, 0)`; NaN stays, and a zero is no negative one.
#[inline(always)]
pub fn relu<S: Isa, R: Real>(_: S, x: R) -> R {
    if x <= R::ZERO { R::ZERO } else { x }
}

/// NaN becomes 0, an infinity the largest finite number of its sign.
#[inline(always)]
pub fn nan_to_num<S: Isa, R: Real>(_: S, x: R) -> R {
    let finite = if x.magnitude() == R::INFINITY { R::MAX.copysign(x) } else { x };
    if x.is_nan() { R::ZERO } else { finite }
}

/// Magnitude of `a`, sign of `b`.
#[inline(always)]
pub fn copysign<S: Isa, R: Real>(_: S, a: R, b: R) -> R {
    a.copysign(b)
}

/// The integer below.
#[inline(always)]
pub fn floor<S: Isa, R: Real>(s: S, x: R) -> R {
    x.floor(s)
}

/// The integer above.
#[inline(always)]
pub fn ceil<S: Isa, R: Real>(s: S, x: R) -> R {
    x.ceil(s)
}

/// The nearest integer, ties to even (as `PyTorch` and JAX, unlike Rust's `round`).
#[inline(always)]
pub fn round<S: Isa, R: Real>(s: S, x: R) -> R {
    x.round(s)
}

/// The integer towards zero.
#[inline(always)]
pub fn trunc<S: Isa, R: Real>(s: S, x: R) -> R {
    x.trunc(s)
}

/// `x - trunc(x)`; NaN at the infinities.
#[inline(always)]
pub fn frac<S: Isa, R: Real>(s: S, x: R) -> R {
    x - x.trunc(s)
}

/// Whether `x` is odd, for integral `x` (any size).
#[inline(always)]
pub(super) fn is_odd<S: Isa, R: Real>(s: S, x: R) -> bool {
    let half = x * c(0.5);
    half.round(s) != half
}
