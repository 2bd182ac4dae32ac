//! One axis of a tensor as independent lanes, and the arithmetic that lanes accumulate in.
#![allow(unsafe_code)]

use std::ops::Range;

use crate::element::{DType, Element};
use crate::real::Arith;
use crate::strided::{View, offsets, same, split};

/// A view as `outer x n x inner` lanes along one axis. Offsets are in elements from the view's origin.
pub(crate) struct Lanes {
    /// Offset of each index over the axes before.
    pub(crate) outer: Vec<isize>,
    /// Length and stride of the axis.
    pub(crate) n: usize,
    pub(crate) step: isize,
    /// Offset of each index over the axes behind.
    pub(crate) inner: Vec<isize>,
    /// The inner offsets are 0, 1, 2, ..
    pub(crate) consecutive: bool,
    /// The inner offsets are all 0.
    pub(crate) constant: bool,
}

impl Lanes {
    pub(crate) fn new<T: Copy>(x: View<'_, T>, axis: usize) -> Self {
        let (shape, strides) = (x.shape(), x.strides());
        let inner = offsets(&shape[axis + 1..], &strides[axis + 1..]);
        Self {
            outer: offsets(&shape[..axis], &strides[..axis]),
            n: shape[axis],
            step: strides[axis],
            consecutive: inner.iter().enumerate().all(|(i, &at)| at == i as isize),
            constant: inner.iter().all(|&at| at == 0),
            inner,
        }
    }

    /// Number of elements.
    pub(crate) fn numel(&self) -> usize {
        self.outer.len() * self.n * self.inner.len()
    }
}

/// Runs `f` over blocks of lanes: ranges of outer and of inner indices that together cover all of them.
pub(crate) fn blocks(outer: usize, inner: usize, work: usize, f: impl Fn(Range<usize>, Range<usize>) + Sync) {
    if outer >= inner {
        split(outer, work, |range| f(range, 0..inner));
    } else {
        split(inner, work, |range| f(0..outer, range));
    }
}

/// The type that sums and products are formed in: f64 for floats, so that a long f32 lane keeps its digits; i32 wraps.
pub(crate) trait Accumulator: Arith {
    fn load<T: Element>(x: T) -> Self;
    fn store<T: Element>(self) -> T;
}

impl Accumulator for f64 {
    #[inline(always)]
    fn load<T: Element>(x: T) -> Self {
        x.to_f64()
    }
    #[inline(always)]
    fn store<T: Element>(self) -> T {
        T::from_f64(self)
    }
}

macro_rules! exact {
    ($($A:ty)*) => {$(
        impl Accumulator for $A {
            #[inline(always)]
            fn load<T: Element>(x: T) -> Self {
                same(x.widen())
            }
            #[inline(always)]
            fn store<T: Element>(self) -> T {
                T::narrow(same(self))
            }
        }
    )*};
}
exact!(i32 f32);

/// Whether `T` computes in i32.
pub(crate) fn is_int<T: Element>() -> bool {
    <T::Compute as Element>::DTYPE == DType::I32
}
