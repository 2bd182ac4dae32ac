//! The scalar functions that emitted tile functions call.
//!
//! Each is branch-free and `#[inline(always)]`, takes the instruction-set token first, and is written once for f32
//! and f64, so that a plain loop over slices inside a `#[target_feature]` function vectorises. Errors are at most
//! 2 ulp over the whole range unless the function's doc gives another bound; `tests/ulp*.rs` pin both,
//! f32 against f64 and f64 against a table, which `tests/ulp/make.py` makes of as many points as it is asked for.

// Lazy operators and early returns would be branches in the vector loop.
#![allow(clippy::needless_bitwise_bool)]

mod arith;
mod bessel;
mod cancelled;
mod double;
mod erf;
mod exp;
mod fits;
mod gamma;
mod gelu;
mod hurwitz;
mod hyperbolic;
mod incomplete;
mod inverse;
mod log;
mod logic;
mod normal;
#[doc(hidden)]
pub mod poly;
mod power;
#[doc(hidden)]
pub mod reduce;
mod remainder;
mod trig;

/// The functions of numbers, with their arguments: what the others may call, and what tests find by name.
macro_rules! functions {
    ($($file:ident { $($name:ident($($arg:ident),+)),+ $(,)? })+) => {
        $(pub use $file::{$($name),+};)+

        /// A function of numbers by its name, in f64. For tests of the rule table, which know ops by name alone.
        #[cfg(feature = "by-name")]
        pub fn by_name(name: &str, args: &[f64]) -> Option<f64> {
            let s = crate::isa::Baseline;
            match (name, args) {
                $($((stringify!($name), &[$($arg),+]) => Some($name(s, $($arg),+)),)+)+
                _ => None,
            }
        }
    };
}

functions! {
    arith {
        abs(x), add(a, b), ceil(x), clamp(x, lo, hi), copysign(a, b), div(a, b), floor(x), fmax(a, b),
        fmin(a, b), frac(x), maximum(a, b), minimum(a, b), mul(a, b), mul_add(a, b, c), nan_to_num(x), neg(x), recip(x), relu(x),
        round(x), sign(x), square(x), sub(a, b), trunc(x),
    }
    bessel { i0(x), i0e(x), i1(x), i1e(x) }
    erf { erf(x), erfc(x) }
    exp { exp(x), exp2(x), expm1(x), log_sigmoid(x), logaddexp(a, b), sigmoid(x), softplus(x) }
    gamma { betaln(a, b), digamma(x), lgamma(x) }
    gelu { gelu_tanh(x), gelu_tanh_slope(x) }
    hurwitz { zeta(x, e) }
    hyperbolic { acosh(x), asinh(x), atanh(x), cosh(x), sinh(x), tanh(x) }
    incomplete { gammainc(a, x), gammaincc(a, x) }
    inverse { acos(x), asin(x), atan(x), atan2(y, x) }
    log { entr(x), ln(x), log1p(x), log2(x), log10(x) }
    normal { erfinv(x), log_ndtr(x), ndtr(x), ndtr_excess(x), ndtr_ratio(x) }
    power { cbrt(x), hypot(a, b), pow(a, b), rsqrt(x), sqrt(x) }
    remainder { floor_mod(a, b), rem(a, b) }
    trig { cos(x), sin(x), sinc(x), tan(x) }
}

pub use hurwitz::polygamma;
pub use incomplete::{gamma_density, gamma_limit, gammainc_slope};
pub use logic::{and, cast, eq, ge, gt, is_finite, is_nan, le, lt, ne, not, num, or, select};
pub use power::powi;

use crate::real::Real;

/// A constant inside generic code.
#[inline(always)]
fn c<R: Real>(v: f64) -> R {
    R::from_f64(v)
}
