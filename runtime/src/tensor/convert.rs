//! Between tensors and the host's own containers.

use std::fmt::Display;

use cotangent_kernels::{DType, Element, Float, Num};

use crate::device::Device;
use crate::error::{Error, ErrorKind, InOp, Result};
use crate::tensor::Tensor;
use crate::tensor::axes::Sizes;
use crate::tensor::construct::small;
use crate::tensor::layout::Layout;
use crate::tensor::shape::Shape;

impl<T: Element> Tensor<T> {
    /// The tensor of these elements, row major. One size may be -1: what is left.
    #[allow(clippy::needless_pass_by_value)] // A device or a later storage may keep the vector.
    pub fn from_vec(data: Vec<T>, sizes: impl Into<Sizes>) -> Result<Self> {
        from_elements("from_vec", &data, &sizes.into())
    }

    /// The tensor of these elements, row major. One size may be -1: what is left.
    pub fn from_slice(data: &[T], sizes: impl Into<Sizes>) -> Result<Self> {
        from_elements("from_slice", data, &sizes.into())
    }

    /// The elements in row-major order.
    pub fn to_vec(&self) -> Result<Vec<T>> {
        if let Some(all) = self.as_slice() {
            return Ok(all.to_vec());
        }
        let dense = self.contiguous()?;
        dense.storage().read(dense.layout().offset, dense.numel()).in_op("to_vec")
    }

    /// [`to_vec`](Self::to_vec) of what the elements are now. A thread that waits for a device of its own runs other futures
    /// meanwhile, where its executor has some; a browser has no other way.
    pub fn to_vec_async(&self) -> impl Future<Output = Result<Vec<T>>> + Send + use<T> {
        let asked = self.contiguous().and_then(|dense| {
            let (start, len) = (dense.layout().offset, dense.numel());
            dense.storage().read_later(start, len)
        });
        async { asked.in_op("to_vec_async")?.await.in_op("to_vec_async") }
    }

    /// The elements in row-major order, one at a time.
    #[expect(clippy::iter_not_returning_iterator)] // Memory of a device is read, which may fail as `to_vec` does.
    pub fn iter(&self) -> Result<impl DoubleEndedIterator<Item = T> + ExactSizeIterator + use<T>> {
        let all = self.contiguous()?.to(Device::CPU)?;
        Ok((0..all.numel()).map(move |i| all.as_slice().unwrap_or_default()[i]))
    }

    /// The only element of a tensor that has one, whatever its rank.
    pub fn item(&self) -> Result<T> {
        self.only().and_then(|at| self.stored(at)).in_op("item")
    }

    /// [`item`](Self::item), as [`to_vec_async`](Self::to_vec_async) reads.
    pub fn item_async(&self) -> impl Future<Output = Result<T>> + Send + use<T> {
        let asked = self.only().and_then(|at| self.storage().read_later(at, 1));
        async { asked.in_op("item_async")?.await.in_op("item_async").map(|one| one[0]) }
    }

    /// The place of the only element.
    fn only(&self) -> Result<usize> {
        if self.numel() == 1 {
            return Ok(self.layout().offset);
        }
        let shape = self.layout().shape;
        Err(Error::new(ErrorKind::Shape, format!("only one element can be read, but the shape is {shape}")))
    }

    /// The element at an index.
    pub fn get(&self, index: &[usize]) -> Result<T> {
        let shape = self.layout().shape;
        if index.len() != shape.rank() || index.iter().zip(shape.iter()).any(|(i, d)| i >= d) {
            return Err(Error::new(ErrorKind::Index, format!("index {index:?} is outside of shape {shape}"))
                .in_op("get"));
        }
        self.stored(position(self.layout(), index)).in_op("get")
    }

    /// Element `at` of the storage.
    fn stored(&self, at: usize) -> Result<T> {
        match self.storage().as_slice() {
            Some(all) => Ok(all[at]),
            None => Ok(self.storage().read(at, 1)?[0]),
        }
    }

    /// The elements in row-major order without gaps: the tensor itself if they lie so, else a copy.
    pub fn contiguous(&self) -> Result<Self> {
        self.packed().in_op("contiguous")
    }

    /// As [`contiguous`](Self::contiguous), for another op.
    pub(crate) fn packed(&self) -> Result<Self> {
        if self.is_contiguous() { Ok(self.clone()) } else { self.copied() }
    }

    /// The elements in row-major order, in memory of their own.
    pub(crate) fn copied(&self) -> Result<Self> {
        Self::assemble(self, self.layout().shape, None, |out, layout| {
            out.write(layout, self.storage(), self.layout())
        })
    }
}

fn position(layout: &Layout, index: &[usize]) -> usize {
    let steps = index.iter().zip(&layout.strides).map(|(&i, &s)| i as isize * s);
    layout.offset.wrapping_add_signed(steps.sum())
}

fn from_elements<T: Element>(op: &'static str, data: &[T], sizes: &Sizes) -> Result<Tensor<T>> {
    let shape = sizes.infer(data.len()).in_op(op)?;
    if shape.numel() != data.len() {
        let message =
            format!("{} elements do not fill shape {shape}, which has {}", data.len(), shape.numel());
        return Err(Error::new(ErrorKind::Shape, message).in_op(op));
    }
    Tensor::build(Device::CPU, shape, |out| {
        out.copy_from_slice(data);
        Ok(())
    })
    .in_op(op)
}

/// A number of the host that a tensor of `T` can hold, rounded where floats round.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no number for a tensor of `{T}`",
    note = "integers of the host become floats and `i32`, floats become floats"
)]
pub trait NumberFor<T>: Copy + Display {
    #[doc(hidden)]
    fn element(self) -> Option<T>;
}

macro_rules! numbers {
    ($Bound:ident: $($H:ty)*) => {$(
        impl<T: $Bound> NumberFor<T> for $H {
            fn element(self) -> Option<T> {
                held(self as f64)
            }
        }
    )*};
}
numbers!(Num: u8 u16 u32 u64 usize i8 i16 i32 i64 isize);
numbers!(Float: f32 f64);

/// An integer exactly; a float rounded, where that does not make it infinite.
fn held<T: Element>(number: f64) -> Option<T> {
    let element = T::from_f64(number);
    let held = match T::DTYPE {
        DType::I32 => element.to_f64() == number,
        _ => element.to_f64().is_finite() || !number.is_finite(),
    };
    held.then_some(element)
}

impl<T: Num> Tensor<T> {
    /// The tensor of these numbers, which may be of another type than its elements: bytes of an image as floats, labels of
    /// any integer type as `i32`. A number that does not fit is an error that names it.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// let pixels: Tensor = Tensor::from_numbers(&[0u8, 255, 128, 64], [2, 2])?;
    /// assert_eq!(pixels, tensor![[0.0, 255.0], [128.0, 64.0]]);
    /// assert!(Tensor::<i32>::from_numbers(&[3_000_000_000_i64], 1).is_err());
    /// # Ok::<(), cotangent::Error>(())
    /// ```
    pub fn from_numbers<N: NumberFor<T>>(data: &[N], sizes: impl Into<Sizes>) -> Result<Self> {
        let converted = data.iter().enumerate().map(|(i, &x)| {
            x.element().ok_or_else(|| {
                let message = format!("number {i} is {x}, which is no {}", T::DTYPE);
                Error::new(ErrorKind::Value, message).in_op("from_numbers")
            })
        });
        from_elements("from_numbers", &converted.collect::<Result<Vec<_>>>()?, &sizes.into())
    }
}

/// A vector is a tensor of rank 1.
impl<T: Element> From<Vec<T>> for Tensor<T> {
    fn from(data: Vec<T>) -> Self {
        of_host(&[data.len()], &data)
    }
}

impl<T: Element, const N: usize> From<[T; N]> for Tensor<T> {
    fn from(data: [T; N]) -> Self {
        of_host(&[N], &data)
    }
}

impl<T: Element, const M: usize, const N: usize> From<[[T; M]; N]> for Tensor<T> {
    fn from(data: [[T; M]; N]) -> Self {
        of_host(&[N, M], data.as_flattened())
    }
}

impl<T: Element> From<T> for Tensor<T> {
    fn from(value: T) -> Self {
        Self::scalar(value)
    }
}

/// A tensor of host data. The shape is one that tensors have, as all its elements are in memory.
fn of_host<T: Element>(sizes: &[usize], data: &[T]) -> Tensor<T> {
    match Shape::new(sizes) {
        Ok(shape) => small(Device::CPU, shape, data),
        Err(e) => panic!("{e}"),
    }
}

/// Equal shapes and equal elements: NaN equals nothing, itself neither.
impl<T: Element> PartialEq for Tensor<T> {
    fn eq(&self, other: &Self) -> bool {
        let of_one_shape = || Ok::<_, Error>(self.shape() == other.shape() && self.iter()?.eq(other.iter()?));
        of_one_shape().unwrap_or_else(|e| panic!("{e}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tensor::shape::Shape;

    #[test]
    fn there_and_back() {
        let x = Tensor::from_vec((0..24).collect(), [2, 3, -1]).unwrap();
        assert_eq!(x.shape(), [2, 3, 4]);
        assert_eq!(x.get(&[1, 2, 3]).unwrap(), 23);
        assert_eq!(x.to_vec().unwrap(), (0..24).collect::<Vec<_>>());
        let t = x.with_layout(Layout {
            shape: Shape::new(&[4, 3, 2]).unwrap(),
            strides: [1, 4, 12, 0, 0, 0, 0, 0],
            offset: 0,
        });
        assert_eq!(t.to_vec().unwrap()[..6], [0, 12, 4, 16, 8, 20]);
        let c = t.contiguous().unwrap();
        assert!(c.is_contiguous() && !t.is_contiguous());
        assert_eq!(c.as_slice().unwrap(), t.to_vec().unwrap());
        let back = x.with_layout(Layout {
            shape: Shape::new(&[3]).unwrap(),
            strides: [-8, 0, 0, 0, 0, 0, 0, 0],
            offset: 23,
        });
        assert_eq!(back.to_vec().unwrap(), [23, 15, 7]);
        assert_eq!(t.iter().unwrap().collect::<Vec<_>>(), t.to_vec().unwrap());
        assert_eq!(t.iter().unwrap().rev().nth(1), Some(11));
    }

    #[test]
    fn containers_of_the_host_are_tensors() {
        assert_eq!(Tensor::from(vec![1.0f32, 2.0]), crate::tensor![1.0, 2.0]);
        assert_eq!(Tensor::from([1, 2, 3]), crate::tensor![1, 2, 3]);
        assert_eq!(Tensor::from([[1, 2, 3], [4, 5, 6]]), crate::tensor![[1, 2, 3], [4, 5, 6]]);
        assert_eq!(Tensor::from([[1.0f64; 0]; 2]).shape(), [2, 0]);
        assert_eq!(Tensor::from(3).item().unwrap(), 3);
    }

    #[test]
    fn equal_tensors_have_equal_shapes_and_elements() {
        let x = Tensor::from([1.0f32, 2.0]);
        assert_eq!(x, x.clone());
        assert_ne!(x, Tensor::from([1.0, 3.0]));
        assert_ne!(x, Tensor::from([[1.0, 2.0]]));
        assert_ne!(Tensor::from([f32::NAN]), Tensor::from([f32::NAN]));
    }

    #[test]
    fn numbers_of_other_types() {
        assert_eq!(Tensor::from_numbers(&[1u8, 200], 2).unwrap(), Tensor::from([1.0f32, 200.0]));
        assert_eq!(Tensor::from_numbers(&[-7i64, 9], 2).unwrap(), Tensor::from([-7i32, 9]));
        assert_eq!(Tensor::from_numbers(&[0.1f64], 1).unwrap(), Tensor::from([0.1f32]));
        assert_eq!(Tensor::from_numbers(&[u64::MAX], ()).unwrap(), Tensor::scalar(2f64.powi(64)));
        let e = Tensor::<i32>::from_numbers(&[1u32, u32::MAX], 2).unwrap_err();
        assert_eq!(e.to_string(), "from_numbers: number 1 is 4294967295, which is no i32");
        assert!(Tensor::<cotangent_kernels::f16>::from_numbers(&[70_000], 1).is_err());
        assert!(Tensor::<f32>::from_numbers(&[1e300], 1).is_err());
    }

    #[test]
    fn bad_input_is_an_error() {
        let e = Tensor::from_vec(vec![1, 2, 3], [2, 2]).unwrap_err();
        assert_eq!(e.to_string(), "from_vec: 3 elements do not fill shape [2, 2], which has 4");
        assert!(Tensor::from_vec(vec![1, 2, 3], [2, -1]).is_err());
        let x = Tensor::from_vec(vec![1, 2], 2).unwrap();
        assert_eq!(x.item().unwrap_err().kind(), ErrorKind::Shape);
        assert_eq!(x.get(&[2]).unwrap_err().kind(), ErrorKind::Index);
        assert_eq!(x.get(&[0, 0]).unwrap_err().kind(), ErrorKind::Index);
        assert_eq!(Tensor::<f32>::from_vec(vec![], 0).unwrap().to_vec().unwrap(), [0.0; 0]);
        assert!(Tensor::<f32>::from_vec(vec![], 0).unwrap().item().is_err());
    }

    #[test]
    fn writing_needs_the_only_handle() {
        let mut x = Tensor::from_vec(vec![1, 2, 3], 3).unwrap();
        let y = x.clone();
        assert!(x.as_mut_slice().is_none());
        drop(y);
        x.as_mut_slice().unwrap()[1] = 7;
        assert_eq!(x.to_vec().unwrap(), [1, 7, 3]);
    }
}
