//! The scalar functions that emitted tile functions call.
//!
//! Each is branch-free and `#[inline(always)]`, takes the instruction-set token first, and is written once for f32
//! and f64, so that a plain loop over slices inside a `#[target_feature]` function vectorises. Errors are at most
//! 2 ulp over the whole range unless the function's doc gives another bound; `tests/ulp*.rs` pin both.

// Lazy operators and early returns would be branches in the vector loop.
#![allow(clippy::needless_bitwise_bool)]

mod arith;
mod double;
mod erf;
mod exp;
mod hyperbolic;
mod inverse;
mod log;
mod logic;
#[doc(hidden)]
pub mod poly;
mod power;
#[doc(hidden)]
pub mod reduce;
mod trig;

pub use arith::{
    abs, add, clamp, copysign, div, floor_mod, fmax, fmin, frac, maximum, minimum, mul, mul_add, nan_to_num,
    neg, recip, rem, sign, square, sub,
};
pub use arith::{ceil, floor, round, trunc};
pub use erf::{erf, erfc};
pub use exp::{exp, exp2, expm1, log_sigmoid, sigmoid, softplus};
pub use hyperbolic::{acosh, asinh, atanh, cosh, sinh, tanh};
pub use inverse::{acos, asin, atan, atan2};
pub use log::{ln, log1p, log2, log10};
pub use logic::{and, cast, eq, ge, gt, is_finite, is_nan, le, lt, ne, not, num, or, select};
pub use power::{cbrt, hypot, pow, powi, rsqrt, sqrt};
pub use trig::{cos, sin, sinc, tan};

use crate::real::Real;

/// A constant inside generic code.
#[inline(always)]
fn c<R: Real>(v: f64) -> R {
    R::from_f64(v)
}
