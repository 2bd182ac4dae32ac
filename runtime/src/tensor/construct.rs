//! Tensors from nothing: constants, ranges, literals.

use std::borrow::Borrow;

use cotangent_kernels::{Element, Float, Num, bf16, f16};

use crate::device::Device;
use crate::error::{Error, ErrorKind, InOp, Result};
use crate::ops;
use crate::tensor::Tensor;
use crate::tensor::axes::Sizes;
use crate::tensor::layout::Layout;
use crate::tensor::shape::{MAX_RANK, Shape};
use crate::tensor::sources::Sources;
use crate::tensor::storage::Storage;

impl<T: Element> Tensor<T> {
    /// A tensor of rank 0.
    #[inline]
    pub fn scalar(value: T) -> Self {
        small(Device::CPU, Shape::SCALAR, &[value])
    }

    /// Every element the same.
    pub fn full(sizes: impl Into<Sizes>, value: T) -> Result<Self> {
        filled(Device::CPU, "full", &sizes.into(), value)
    }

    /// All zeros; `false` for bool.
    pub fn zeros(sizes: impl Into<Sizes>) -> Result<Self> {
        filled(Device::CPU, "zeros", &sizes.into(), T::from_f64(0.0))
    }

    /// All ones; `true` for bool.
    pub fn ones(sizes: impl Into<Sizes>) -> Result<Self> {
        filled(Device::CPU, "ones", &sizes.into(), T::from_f64(1.0))
    }

    /// Zeros in the shape of another tensor, and where it lives.
    pub fn zeros_like(&self) -> Result<Self> {
        filled(self, "zeros_like", &self.shape().into(), T::from_f64(0.0))
    }

    /// Ones in the shape of another tensor, and where it lives.
    pub fn ones_like(&self) -> Result<Self> {
        filled(self, "ones_like", &self.shape().into(), T::from_f64(1.0))
    }

    /// One value in the shape of another tensor, and where it lives.
    pub fn full_like(&self, value: T) -> Result<Self> {
        filled(self, "full_like", &self.shape().into(), value)
    }

    /// Zeros that an op gives.
    pub(crate) fn blank(of: impl Sources, shape: Shape) -> Result<Self> {
        Self::build(of, shape, |out| {
            out.fill(T::from_f64(0.0));
            Ok(())
        })
    }

    /// Each element from its index along every axis, in row-major order.
    pub fn from_fn(sizes: impl Into<Sizes>, mut value: impl FnMut(&[usize]) -> T) -> Result<Self> {
        let shape = sizes.into().shape().in_op("from_fn")?;
        let mut index = [0; MAX_RANK];
        Self::build(Device::CPU, shape, |out| {
            for x in out {
                *x = value(&index[..shape.rank()]);
                for (i, &d) in index.iter_mut().zip(shape.iter()).rev() {
                    *i += 1;
                    if *i < d {
                        break;
                    }
                    *i = 0;
                }
            }
            Ok(())
        })
        .in_op("from_fn")
    }

    /// The identity matrix.
    pub fn eye(n: usize) -> Result<Self> {
        let shape = Shape::new(&[n, n]).in_op("eye")?;
        Self::build(Device::CPU, shape, |out| {
            out.fill(T::from_f64(0.0));
            out.iter_mut().step_by(n + 1).for_each(|x| *x = T::from_f64(1.0));
            Ok(())
        })
        .in_op("eye")
    }
}

impl<T: Element> Tensor<T> {
    /// [`ops::concat`]: joins tensors, or references to them, along an axis.
    pub fn concat<X: Borrow<Self>>(parts: &[X], axis: isize) -> Result<Self> {
        ops::concat(parts, axis)
    }

    /// [`ops::stack`]: joins tensors of one shape, or references to them, along a new axis.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// # fn main() -> Result<()> {
    /// let (a, b) = (tensor![1.0, 2.0], tensor![3.0, 4.0]);
    /// assert_eq!(Tensor::stack(&[&a, &b], 0)?, tensor![[1.0, 2.0], [3.0, 4.0]]);
    /// assert_eq!(Tensor::concat(&[a, b], 0)?, tensor![1.0, 2.0, 3.0, 4.0]);
    /// # Ok(())
    /// # }
    /// ```
    pub fn stack<X: Borrow<Self>>(parts: &[X], axis: isize) -> Result<Self> {
        ops::stack(parts, axis)
    }
}

impl<T: Num> Tensor<T> {
    /// `start`, `start + step`, ... up to `end`, which is left out. Each element is rounded once.
    pub fn arange(start: T, end: T, step: T) -> Result<Self> {
        let (first, last, by) = (start.to_f64(), end.to_f64(), step.to_f64());
        let count = ((last - first) / by).ceil();
        if by == 0.0 || count.is_nan() || count > isize::MAX as f64 {
            return Err(Error::new(ErrorKind::Value, format!("{start} to {end} by {step} never ends"))
                .in_op("arange"));
        }
        let shape = Shape::new(&[count.max(0.0) as usize]).in_op("arange")?;
        Self::build(Device::CPU, shape, |out| {
            out.iter_mut().enumerate().for_each(|(i, x)| *x = T::from_f64(first + i as f64 * by));
            Ok(())
        })
        .in_op("arange")
    }
}

impl<T: Float> Tensor<T> {
    /// `count` numbers at equal distance from `start` to `end`, both included.
    pub fn linspace(start: T, end: T, count: usize) -> Result<Self> {
        let (first, last) = (start.to_f64(), end.to_f64());
        let gaps = count.saturating_sub(1).max(1) as f64;
        let shape = Shape::new(&[count]).in_op("linspace")?;
        Self::build(Device::CPU, shape, |out| {
            let at = |i: usize| {
                if i > 0 && i + 1 == count { last } else { first + (last - first) * (i as f64 / gaps) }
            };
            out.iter_mut().enumerate().for_each(|(i, x)| *x = T::from_f64(at(i)));
            Ok(())
        })
        .in_op("linspace")
    }
}

fn filled<T: Element>(of: impl Sources, op: &'static str, sizes: &Sizes, value: T) -> Result<Tensor<T>> {
    let shape = sizes.shape().in_op(op)?;
    Tensor::build(of, shape, |out| {
        out.fill(value);
        Ok(())
    })
    .in_op(op)
}

/// For values that the program text holds, where running out of memory is as fatal as for a `Vec`.
#[inline]
pub(crate) fn small<T: Element>(device: Device, shape: Shape, values: &[T]) -> Tensor<T> {
    let made = Tensor::build(device, shape, |out| {
        out.copy_from_slice(values);
        Ok(())
    });
    match made {
        Ok(tensor) => tensor,
        Err(e) => panic!("{e}"),
    }
}

/// Nested arrays of numbers, as [`tensor!`](crate::tensor!) takes them; an array type cannot be ragged.
pub trait Nested<T> {
    /// How deep.
    const RANK: usize;
    /// Writes the sizes, outermost first.
    fn dims(into: &mut [usize]);
    /// Appends the numbers in row-major order.
    fn flatten(&self, into: &mut Vec<T>);
}

macro_rules! leaves {
    ($($D:ident $T:ident $facts:tt)*) => {$(
        impl Nested<$T> for $T {
            const RANK: usize = 0;
            fn dims(_: &mut [usize]) {}
            fn flatten(&self, into: &mut Vec<$T>) {
                into.push(*self);
            }
        }
    )*};
}
cotangent_kernels::elements!(leaves);

impl<T, A: Nested<T>, const N: usize> Nested<T> for [A; N] {
    const RANK: usize = 1 + A::RANK;
    fn dims(into: &mut [usize]) {
        if let [first, rest @ ..] = into {
            *first = N;
            A::dims(rest);
        }
    }
    fn flatten(&self, into: &mut Vec<T>) {
        for a in self {
            a.flatten(into);
        }
    }
}

/// The tensor of a nested array, for `tensor!`.
///
/// # Panics
/// If memory runs out, as for a `Vec`.
pub fn literal<T: Element, A: Nested<T>>(array: &A) -> Tensor<T> {
    const {
        assert!(A::RANK <= MAX_RANK, "a tensor has at most 8 axes");
    }
    let (mut dims, mut values) = ([0; MAX_RANK], Vec::new());
    A::dims(&mut dims);
    array.flatten(&mut values);
    match Shape::new(&dims[..A::RANK]) {
        Ok(shape) => small(Device::CPU, shape, &values),
        Err(e) => panic!("{e}"),
    }
}

/// `tensor![]`: rank 1, no elements.
///
/// # Panics
/// If memory runs out, as for a `Vec`.
pub fn empty<T: Element>() -> Tensor<T> {
    match Shape::new(&[0]) {
        Ok(shape) => small(Device::CPU, shape, &[]),
        Err(e) => panic!("{e}"),
    }
}

/// A tensor of rank 0.
#[inline]
pub fn scalar<T: Element>(value: f64, device: Device) -> Tensor<T> {
    small(device, Shape::SCALAR, &[T::from_f64(value)])
}

/// Zeros that take no memory: one element, repeated.
#[inline]
pub fn zeros<T: Element>(shape: &Shape, device: Device) -> Result<Tensor<T>> {
    let layout = Layout { shape: *shape, strides: [0; MAX_RANK], offset: 0 };
    Ok(Tensor::from_parts(Storage::zero(device)?, layout))
}

/// Whether it is what [`zeros`] makes. Elements of a device are not looked at, as that would wait for it.
pub(crate) fn is_zero<T: Element>(x: &Tensor<T>) -> bool {
    let layout = x.layout();
    let repeats = layout.strides[..x.rank()].iter().all(|&s| s == 0);
    let zero = |x: &T| x.to_f64() == 0.0 && x.to_f64().is_sign_positive();
    let known = || x.storage().as_slice()?.get(layout.offset);
    x.storage().is_zero() || repeats && known().is_some_and(zero)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tensor;

    #[test]
    fn constants() {
        assert_eq!(Tensor::scalar(2.5f64).item().unwrap(), 2.5);
        assert_eq!(Tensor::<f32>::zeros([2, 3]).unwrap().to_vec().unwrap(), [0.0; 6]);
        assert_eq!(Tensor::<bool>::ones(2).unwrap().to_vec().unwrap(), [true, true]);
        assert_eq!(Tensor::full((), f16::from_f32(1.5)).unwrap().shape(), [0usize; 0]);
        assert_eq!(Tensor::<i32>::eye(2).unwrap().to_vec().unwrap(), [1, 0, 0, 1]);
        assert_eq!(Tensor::<f32>::eye(0).unwrap().shape(), [0, 0]);
        let index = Tensor::<i32>::from_fn([2, 3], |i| (10 * i[0] + i[1]) as i32).unwrap();
        assert_eq!(index.to_vec().unwrap(), [0, 1, 2, 10, 11, 12]);
        assert_eq!(index.ones_like().unwrap().shape(), [2, 3]);
    }

    #[test]
    fn ranges() {
        let v = |r: Result<Tensor<f64>>| r.unwrap().to_vec().unwrap();
        assert_eq!(v(Tensor::arange(0.0, 1.0, 0.25)), [0.0, 0.25, 0.5, 0.75]);
        assert_eq!(v(Tensor::arange(3.0, 0.0, -1.0)), [3.0, 2.0, 1.0]);
        assert_eq!(v(Tensor::arange(3.0, 0.0, 1.0)), [0.0; 0]);
        assert_eq!(Tensor::arange(0, 5, 2).unwrap().to_vec().unwrap(), [0, 2, 4]);
        assert_eq!(v(Tensor::linspace(0.0, 1.0, 5)), [0.0, 0.25, 0.5, 0.75, 1.0]);
        assert_eq!(v(Tensor::linspace(0.1, 0.7, 7))[6], 0.7);
        assert_eq!(v(Tensor::linspace(2.0, 3.0, 1)), [2.0]);
        assert_eq!(v(Tensor::linspace(2.0, 3.0, 0)), [0.0; 0]);
    }

    #[test]
    fn bad_input_is_an_error() {
        let e = Tensor::<f32>::zeros([2, -1]).unwrap_err();
        assert_eq!(e.to_string(), "zeros: a size must not be negative, but [2, -1] holds -1");
        assert_eq!(Tensor::<f32>::ones([1usize << 40, 1 << 40]).unwrap_err().kind(), ErrorKind::Overflow);
        assert_eq!(Tensor::<f32>::ones([1usize << 55]).unwrap_err().kind(), ErrorKind::Memory);
        assert!(Tensor::<f32>::full([1; 9], 0.0).unwrap_err().to_string().starts_with("full: 9 sizes"));
        assert_eq!(Tensor::<f32>::eye(1 << 32).unwrap_err().kind(), ErrorKind::Overflow);
        assert!(Tensor::arange(0.0, 1.0, 0.0).is_err());
        assert!(Tensor::arange(0.0, f32::NAN, 1.0).is_err());
        assert!(Tensor::arange(0.0, f32::INFINITY, 1.0).is_err());
        assert_eq!(Tensor::arange(0.0, 1e300, 1.0).unwrap_err().op(), Some("arange"));
    }

    #[test]
    fn literals_take_the_type_of_their_use() {
        let x: Tensor = tensor![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]];
        assert_eq!(x.shape(), [2, 3]);
        assert_eq!(x.to_vec().unwrap(), [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
        assert_eq!(tensor![true, false].shape(), [2]);
        let deep = tensor![[[[[[[[1]]]]]]]];
        assert_eq!(deep.rank(), 8);
        let empty: Tensor<i32> = tensor![];
        assert_eq!(empty.shape(), [0]);
    }
}
