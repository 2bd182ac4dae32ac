//! Macros of the crate. Whatever they expand to names what stands in [`__private`](crate::__private).

/// A tensor as it is written: `tensor![1.0, 2.0]` has rank 1, `tensor![[1.0, 2.0], [3.0, 4.0]]` rank 2.
///
/// Literals take the element type that the context asks for, as literals do.
///
/// ```
/// use cotangent::prelude::*;
///
/// let x: Tensor = tensor![[1.0, 2.0], [3.0, 4.0]];
/// assert_eq!(x.shape(), [2, 2]);
/// let labels = tensor![0, 2, 1];
/// assert_eq!(labels.to_vec()?, [0, 2, 1]);
/// # Ok::<(), cotangent::Error>(())
/// ```
#[macro_export]
macro_rules! tensor {
    () => { $crate::__private::empty() };
    ($($x:expr),+ $(,)?) => { $crate::__private::literal(&[$($x),+]) };
}

/// Host code, which runs once in a call that a checkpoint runs again.
#[doc(hidden)]
#[macro_export]
macro_rules! __noted {
    ($code:expr) => {{
        let __note = $crate::__private::calls::Note::new();
        if __note.is_new() {
            let __value = $code;
            {
                use $crate::__private::calls::{
                    Notable as _, NotableElement as _, NotableState as _, Unnoted as _,
                };
                __note.is_of(&__value);
                (&&&&__note).__keep(&__value);
            }
            __value
        } else {
            use $crate::__private::calls::{
                Notable as _, NotableElement as _, NotableState as _, Unnoted as _,
            };
            (&&&&__note).__told()
        }
    }};
}

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
