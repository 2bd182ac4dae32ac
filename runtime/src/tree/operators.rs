//! Operators of gradients and tangents: `&g1 + &g2`, `g * 0.5`.
//!
//! A struct of gradients is a type of the user's crate, so the operators of each are written there, by this macro. As operators of
//! tensors they panic where the shapes differ, in the caller's line. There are no more of them: each costs every function a million of
//! rustc's instructions.

use super::{TensorTree, add, scale};
use crate::error::Result;
use crate::host_scalar::HostScalar;

/// `generics`, with a comma behind each; the type; its conditions.
#[doc(hidden)]
#[macro_export]
macro_rules! __operators {
    ([$($generics:tt)*] $G:ty, $($conditions:tt)*) => {
        impl<$($generics)* __R: ::core::borrow::Borrow<$G>> ::core::ops::Add<__R> for $G $($conditions)* {
            type Output = $G;
            #[inline]
            #[track_caller]
            fn add(self, other: __R) -> $G {
                $crate::__private::tree::plus(self, other.borrow())
            }
        }
        impl<$($generics)* __R: ::core::borrow::Borrow<$G>> ::core::ops::Add<__R> for &$G $($conditions)* {
            type Output = $G;
            #[inline]
            #[track_caller]
            fn add(self, other: __R) -> $G {
                $crate::__private::tree::plus(::core::clone::Clone::clone(self), other.borrow())
            }
        }
        impl<$($generics)* __H: $crate::__private::HostScalar> ::core::ops::Mul<__H> for $G $($conditions)* {
            type Output = $G;
            #[inline]
            #[track_caller]
            fn mul(self, by: __H) -> $G {
                $crate::__private::tree::times(self, by)
            }
        }
        impl<$($generics)* __H: $crate::__private::HostScalar> ::core::ops::Mul<__H> for &$G $($conditions)* {
            type Output = $G;
            #[inline]
            #[track_caller]
            fn mul(self, by: __H) -> $G {
                $crate::__private::tree::times(::core::clone::Clone::clone(self), by)
            }
        }
    };
}

/// `a + b`.
#[track_caller]
pub fn plus<G: TensorTree>(mut a: G, b: &G) -> G {
    expect(add(&mut a, b));
    a
}

/// `a * by`.
#[track_caller]
pub fn times<G: TensorTree>(mut a: G, by: impl HostScalar) -> G {
    expect(scale(&mut a, crate::emitted::number(&by)));
    a
}

#[track_caller]
fn expect(result: Result<()>) {
    if let Err(e) = result {
        panic!("{e}");
    }
}
