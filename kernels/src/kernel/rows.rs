//! Operands of one element type as arrays: `[f32; 3]`.
//!
//! The loop over a kernel of one point stands here, once for each number of outputs. LLVM must know that no output overlaps
//! what is read or written beside it, and `&mut` says so for the parameters of a function alone: hence a function with as
//! many parameters. What is read needs none: whatever comes from elsewhere is apart from an exclusive parameter. Arrays are
//! made and taken apart element by element, since a loop over one would hide what is in it until it is unrolled.
#![allow(unsafe_code)]

use super::{List, MAX_OPERANDS, Row, sealed};
use crate::element::{DType, Element};

/// For each length: the operands so far, their number, the next one.
macro_rules! rows {
    ([$($y:ident $i:literal)*]) => {};
    ([$($y:ident $i:literal)*] $next:ident $n:literal $($rest:tt)*) => {
        impl<T: Element> sealed::Sealed for [T; $n] {}

        impl<T: Element> List for [T; $n] {
            type Tiles<'a> = [&'a [T::Compute]; $n];
            type TilesMut<'a> = [&'a mut [T::Compute]; $n];
            const LEN: usize = $n;
            const DTYPES: [DType; MAX_OPERANDS] = [T::DTYPE; MAX_OPERANDS];

            #[inline(always)]
            unsafe fn tiles<'a>(_ptrs: *const *const u8, _n: usize) -> Self::Tiles<'a> {
                // SAFETY: the caller's contract, for each address.
                [$(unsafe { std::slice::from_raw_parts((*_ptrs.add($i)).cast(), _n) },)*]
            }

            #[inline(always)]
            unsafe fn tiles_mut<'a>(_ptrs: *const *mut u8, _n: usize) -> Self::TilesMut<'a> {
                // SAFETY: the caller's contract, for each address.
                [$(unsafe { std::slice::from_raw_parts_mut((*_ptrs.add($i)).cast(), _n) },)*]
            }
        }

        impl<T: Element> Row for [T; $n] {
            type Point = [T::Compute; $n];
            type Array<R> = [R; $n];

            #[inline(always)]
            fn array<R>(mut _of: impl FnMut(usize) -> R) -> [R; $n] {
                [$(_of($i),)*]
            }

            #[inline(always)]
            fn point(_tiles: &Self::Tiles<'_>, _i: usize) -> Self::Point {
                [$(_tiles[$i][_i],)*]
            }

            #[inline(always)]
            fn fill(n: usize, [$($y),*]: Self::TilesMut<'_>, of: impl Fn(usize) -> Self::Point) {
                #[inline(always)]
                #[allow(clippy::too_many_arguments)]
                fn body<C>(n: usize, $($y: &mut [C],)* of: impl Fn(usize) -> [C; $n]) {
                    for i in 0..n {
                        [$($y[i],)*] = of(i);
                    }
                }
                body(n, $($y,)* of);
            }
        }

        rows! { [$($y $i)* $next $n] $($rest)* }
    };
}

rows! {
    []
    y0 0 y1 1 y2 2 y3 3 y4 4 y5 5 y6 6 y7 7 y8 8 y9 9 y10 10 y11 11 y12 12 y13 13 y14 14 y15 15 y16 16 y17 17
    y18 18 y19 19 y20 20 y21 21 y22 22 y23 23 y24 24 y25 25 y26 26 y27 27 y28 28 y29 29 y30 30 y31 31 y32 32 y33
    33 y34 34 y35 35 y36 36 y37 37 y38 38 y39 39 y40 40 y41 41 y42 42 y43 43 y44 44 y45 45 y46 46 y47 47 y48 48
    y49 49 y50 50 y51 51 y52 52 y53 53 y54 54 y55 55 y56 56 y57 57 y58 58 y59 59 y60 60 y61 61 y62 62 y63 63 end
    64
}
