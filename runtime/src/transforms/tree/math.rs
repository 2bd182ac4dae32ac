//! Trees as vectors: what optimisers, clipping and accumulation are made of.

use std::borrow::Borrow;
use std::marker::PhantomData;

use cotangent_kernels::kernel::Combine;
use cotangent_kernels::{DType, Element, Float};
use cotangent_macros::kernels;

use super::{AnyUpdate, Path, TensorTree, Update, Visit, Walk, map, visit, zip};
use crate::device::Device;
use crate::error::{Error, ErrorKind, Result};
use crate::launch::{Arg, GroupInfo, OutSpec, Space, launch};
use crate::ops::Taking;
use crate::tensor::Tensor;
use crate::tensor::construct::is_zero;
use crate::tensor::shape::Shape;

/// Adds `b` to `a`: in place where nobody else holds a buffer of `a`. Zeros that take no memory cost nothing on either
/// side.
pub fn add<A: TensorTree>(a: &mut A, b: &A) -> Result<()> {
    struct Add;
    impl Update<1, 0> for Add {
        fn leaf<T: Float>(
            &mut self,
            path: &Path,
            a: &mut Tensor<T>,
            [b]: [&Tensor<T>; 1],
            _: [&mut Tensor<T>; 0],
        ) -> Result<()> {
            same_shape(path, a, b)?;
            if is_zero(b) {
                return Ok(());
            }
            *a = if is_zero(a) { b.clone() } else { Taking::add(Arg::Mut(a), Arg::Ref(b))? };
            Ok(())
        }
    }
    a.walk_mut([b], &mut Path::root(), &mut AnyUpdate(&mut Add))
}

/// Multiplies by a number: in place where nobody else holds a buffer of `a`.
pub fn scale<A: TensorTree>(a: &mut A, by: f64) -> Result<()> {
    struct Scale(f64);
    impl Update<0, 0> for Scale {
        fn leaf<T: Float>(
            &mut self,
            _: &Path,
            a: &mut Tensor<T>,
            _: [&Tensor<T>; 0],
            _: [&mut Tensor<T>; 0],
        ) -> Result<()> {
            let by = crate::tensor::construct::scalar(self.0, a.device());
            *a = Taking::mul(Arg::Mut(a), Arg::Own(by))?;
            Ok(())
        }
    }
    a.walk_mut([], &mut Path::root(), &mut AnyUpdate(&mut Scale(by)))
}

/// Adds `by` times `b` to `a` in one pass: in place where nobody else holds a buffer of `a`.
pub fn add_scaled<A: TensorTree>(a: &mut A, by: f64, b: &A) -> Result<()> {
    a.walk_mut([b], &mut Path::root(), &mut AnyUpdate(&mut AddScaled(by)))
}

/// Adds so many times what stands beside a leaf.
pub(crate) struct AddScaled(pub(crate) f64);

impl Update<1, 0> for AddScaled {
    fn leaf<T: Float>(
        &mut self,
        path: &Path,
        a: &mut Tensor<T>,
        [b]: [&Tensor<T>; 1],
        _: [&mut Tensor<T>; 0],
    ) -> Result<()> {
        same_shape(path, a, b)?;
        if is_zero(b) {
            return Ok(());
        }
        Axpy::<T> { by: self.0, of: PhantomData }.run(a, b)
    }
}

kernels! {
    fn Axpy<T: Float>(a: &mut T, b: &T, by: f64) {
        a + by * b
    }
}

/// The inner product of two trees of one structure, in f64: one pass over each pair of leaves.
pub fn dot<A: TensorTree>(a: &A, b: &A) -> Result<f64> {
    struct Dot(f64);
    impl Walk<2> for Dot {
        fn leaf<T: Float>(&mut self, path: &Path, [a, b]: [&Tensor<T>; 2]) -> Result<Tensor<T>> {
            same_shape(path, a, b)?;
            self.0 += inner(a, b)?;
            Ok(a.clone())
        }
    }
    let mut dot = Dot(0.0);
    zip(a, b, &mut dot)?;
    Ok(dot.0)
}

// The result is f64, which WGSL has not: no device runs it.
kernels! {
    fn Products<T: Float>(a: &T, b: &T) -> f64 {
        a.cast::<f64>() * b.cast::<f64>()
    }
}

fn inner<T: Float>(a: &Tensor<T>, b: &Tensor<T>) -> Result<f64> {
    let (ins, sum) = ((Arg::Ref(a), (Arg::Ref(b), ())), Space::To(&Shape::SCALAR));
    let sum = OutSpec { space: sum, combine: Combine::Sum, scale: 1.0 };
    let (y, ()) = launch(&Products::<T> { of: PhantomData }, &GroupInfo::NARROWED, ins, &[sum])?;
    y.item()
}

/// How many elements all leaves have together.
pub fn count<A: TensorTree>(a: &A) -> Result<usize> {
    let mut sizes = Sizes::default();
    visit(a, &mut sizes)?;
    Ok(sizes.count)
}

/// How many bytes these take, each leaf in memory of its own.
pub fn bytes<A: TensorTree>(a: &A) -> Result<usize> {
    let mut sizes = Sizes::default();
    visit(a, &mut sizes)?;
    Ok(sizes.bytes)
}

#[derive(Default)]
pub(crate) struct Sizes {
    pub(crate) count: usize,
    pub(crate) bytes: usize,
}

impl Visit for Sizes {
    fn leaf<T: Float>(&mut self, _: &Path, x: &Tensor<T>) -> Result<()> {
        self.count += x.numel();
        self.bytes += x.numel() * T::DTYPE.size();
        Ok(())
    }
}

/// The tree on another device; leaves that are there are shared.
pub fn to<A: TensorTree>(a: &A, device: impl Borrow<Device>) -> Result<A> {
    struct To(Device);
    impl Walk<1> for To {
        fn leaf<T: Float>(&mut self, _: &Path, [x]: [&Tensor<T>; 1]) -> Result<Tensor<T>> {
            x.to(self.0)
        }
    }
    map(a, &mut To(*device.borrow()))
}

/// The leaf called `name`.
pub fn leaf<T: Float, A: TensorTree>(a: &A, name: &str) -> Result<Tensor<T>> {
    let mut find = Find { name, found: None };
    visit(a, &mut find)?;
    find.found()
}

/// Looks for a leaf by its name.
pub(crate) struct Find<'n, T: Element> {
    pub(crate) name: &'n str,
    pub(crate) found: Option<Tensor<T>>,
}

impl<T: Float> Find<'_, T> {
    pub(crate) fn found(self) -> Result<Tensor<T>> {
        self.found.ok_or_else(|| unknown(self.name))
    }
}

impl<T: Float> Visit for Find<'_, T> {
    fn leaf<X: Float>(&mut self, path: &Path, x: &Tensor<X>) -> Result<()> {
        if path.as_str() == self.name {
            self.found = Some(typed::<T, X>(path, x)?.clone());
        }
        Ok(())
    }
}

#[cold]
pub(crate) fn unknown(name: &str) -> Error {
    Error::new(ErrorKind::Value, format!("no tensor is called `{name}`"))
}

/// The leaf that generic code visits, as the type that its caller named.
pub(crate) fn typed<'x, T: Float, X: Float>(path: &Path, x: &'x Tensor<X>) -> Result<&'x Tensor<T>> {
    let x: &dyn std::any::Any = x;
    x.downcast_ref().ok_or_else(|| other_type(path, X::DTYPE, T::DTYPE))
}

/// As [`typed`], to change.
pub(crate) fn typed_mut<'x, T: Float, X: Float>(
    path: &Path,
    x: &'x mut Tensor<X>,
) -> Result<&'x mut Tensor<T>> {
    let x: &mut dyn std::any::Any = x;
    x.downcast_mut().ok_or_else(|| other_type(path, X::DTYPE, T::DTYPE))
}

#[cold]
pub(crate) fn other_type(path: &Path, is: DType, asked: DType) -> Error {
    Error::new(ErrorKind::Value, format!("`{path}` has elements of type {is}, not {asked}"))
}

/// `a`, if it has the structure of `b`, leaf by leaf.
pub fn of_form<A: TensorTree>(a: &A, b: &A) -> Result<A> {
    struct Same;
    impl Walk<2> for Same {
        fn leaf<T: Float>(&mut self, path: &Path, [a, b]: [&Tensor<T>; 2]) -> Result<Tensor<T>> {
            same_shape(path, a, b)?;
            Ok(a.clone())
        }
    }
    zip(a, b, &mut Same)
}

/// Two leaves that belong together have one shape and live on one device.
pub(crate) fn same_shape<T: Float>(path: &Path, a: &Tensor<T>, b: &Tensor<T>) -> Result<()> {
    let shape = |x: &Tensor<T>| -> Shape { x.layout().shape };
    if shape(a) != shape(b) {
        return Err(path.differ(&format!("shapes {} and {}", shape(a), shape(b))));
    }
    if a.device() != b.device() {
        let what = format!("devices {} and {}", a.device(), b.device());
        return Err(Error::new(ErrorKind::Device, path.differ(&what).message().to_owned()));
    }
    Ok(())
}
