//! Comparison, truth values, selection and conversion.

use crate::element::Compute;
use crate::isa::Isa;
use crate::real::Real;

/// `a == b`.
#[inline(always)]
pub fn eq<S: Isa, C: Compute>(_: S, a: C, b: C) -> bool {
    a == b
}

/// `a != b`; true of NaN.
#[inline(always)]
pub fn ne<S: Isa, C: Compute>(_: S, a: C, b: C) -> bool {
    a != b
}

/// `a < b`.
#[inline(always)]
pub fn lt<S: Isa, C: Compute + PartialOrd>(_: S, a: C, b: C) -> bool {
    a < b
}

/// `a <= b`.
#[inline(always)]
pub fn le<S: Isa, C: Compute + PartialOrd>(_: S, a: C, b: C) -> bool {
    a <= b
}

/// `a > b`.
#[inline(always)]
pub fn gt<S: Isa, C: Compute + PartialOrd>(_: S, a: C, b: C) -> bool {
    a > b
}

/// `a >= b`.
#[inline(always)]
pub fn ge<S: Isa, C: Compute + PartialOrd>(_: S, a: C, b: C) -> bool {
    a >= b
}

/// Both; evaluates both.
#[inline(always)]
pub fn and<S: Isa>(_: S, a: bool, b: bool) -> bool {
    a & b
}

/// Either; evaluates both.
#[inline(always)]
pub fn or<S: Isa>(_: S, a: bool, b: bool) -> bool {
    a | b
}

/// The opposite.
#[inline(always)]
pub fn not<S: Isa>(_: S, a: bool) -> bool {
    !a
}

/// `a` where `condition` holds, `b` elsewhere.
#[inline(always)]
pub fn select<S: Isa, C: Compute>(_: S, condition: bool, a: C, b: C) -> C {
    if condition { a } else { b }
}

/// Whether `x` is NaN.
#[inline(always)]
pub fn is_nan<S: Isa, R: Real>(_: S, x: R) -> bool {
    x.is_nan()
}

/// Neither infinite nor NaN.
#[inline(always)]
pub fn is_finite<S: Isa, R: Real>(_: S, x: R) -> bool {
    x.magnitude() < R::INFINITY
}

/// Conversion as Rust's `as`; to bool it is `!= 0`, from bool 0 or 1.
#[inline(always)]
pub fn cast<S: Isa, A: Compute, B: Compute>(_: S, a: A) -> B {
    a.cast_to()
}

/// A constant in the compute type.
#[inline(always)]
pub fn num<S: Isa, C: Compute>(_: S, v: f64) -> C {
    C::from_f64(v)
}
