//! Values of any form that have a tangent: tensors, and what is made of them.

mod constants;
mod containers;
mod known;
mod rest;

use std::marker::PhantomData;

use cotangent_kernels::{Continuous, Discrete, Element, Float};

use crate::device::Device;
use crate::emitted::calls::{Holds, Received, Tensors};
use crate::error::Result;
use crate::tensor::Tensor;
use crate::tensor::shape::Shape;
use crate::transforms::function::Cotangent;
use crate::transforms::tree::{self, Path, TensorTree, Update, Visit};

pub use known::Known;
pub use rest::{OptionForm, Rest, rest, whole_form};

/// A value that differentiable functions take and return: a tensor, or a type made of tensors. Structs and enums derive
/// the trait, see [the macro of the same name](derive@crate::Differentiable).
///
/// Integers, truth values and numbers of the host have no derivative: their tangent is `()`. A tensor of floats has a
/// name in what holds it, that of the field, index or position: `blocks.3.attn.wq`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no tangent; mark it `#[constant]`, or derive `Differentiable` for it",
    label = "neither a tensor, nor made of tensors by `#[derive(Differentiable)]`"
)]
pub trait Differentiable: Clone {
    /// Tangents and cotangents: they are differentiable themselves, at order 2.
    type Tangent: Cotangent + Received<Self::Tangent> + Differentiable<Tangent = Self::Tangent>;
    /// The description from which zeros are made, without the value itself.
    type Form: Form<Tangent = Self::Tangent>;
    /// Whether a pullback may hold references into a value: to data in it that is neither tensor nor number.
    type Lends: for<'x> Holds<'x, 'x>;
    /// How zeros of the tangent look.
    fn form(&self) -> Self::Form;
    /// The form without the parts named in `brought`. Whoever makes a tangent brings these along, so nothing deep below
    /// them is looked at.
    fn form_but(&self, brought: &[&str]) -> Self::Form {
        let _ = brought;
        self.form()
    }
    /// Bytes of the tensors in it.
    fn tensor_bytes(&self) -> usize;
    /// The value on another device, tensors of integers and truth values included.
    fn to_device(&self, device: &Device) -> Result<Self>;
    /// Visits the tensors that have a tangent, in order.
    fn visit_tensors<V: Visit>(&self, path: &mut Path, visitor: &mut V) -> Result<()>;
    /// Changes the tensors that have a tangent, each with the leaves at its place of `N` tangents to read and `S` to
    /// change.
    fn walk_tensors<const N: usize, const S: usize, U: Update<N, S>>(
        &mut self,
        tangents: [&Self::Tangent; N],
        states: [&mut Self::Tangent; S],
        path: &mut Path,
        update: &mut U,
    ) -> Result<()>;
    // Not a function with a bound, which would say of a type without a tangent that it is its own.
    /// Itself, made by a body: were it without a tangent, what stands in it would silently have none.
    #[doc(hidden)]
    #[inline]
    fn __made(self) -> Self {
        self
    }
}

/// The shapes of a value and where it lives, which keep no tensor alive.
pub trait Form: Clone {
    /// Tangents of the value.
    type Tangent: TensorTree;
    /// A tangent that parts are put to.
    type Start;
    /// Zeros, which take no memory.
    fn zeros(&self) -> Result<Self::Tangent>;
    /// A tangent before parts are put to it, and without those that the form was made without.
    fn start(&self) -> Result<Self::Start>;
    /// The tangent that `start` has become, with zeros where nothing was put.
    fn whole(start: Self::Start) -> Result<Self::Tangent>;
    /// Whether a tangent is seen at a glance to have this form. Then it may stand in place of the zeros that it would be added to.
    fn fits(&self, _tangent: &Self::Tangent) -> bool {
        false
    }
    /// Collects the names of the tangent's leaves, below `path`.
    fn leaves(&self, path: &mut Path, leaves: &mut Leaves) -> Result<()> {
        leaves.known.extend(tree::leaves_below(&self.zeros()?, path)?.into_iter().map(|(name, _)| name));
        Ok(())
    }
}

/// The names of leaves, as far as a form says them.
#[derive(Debug, Default)]
pub struct Leaves {
    pub(crate) known: Vec<String>,
    /// Paths below which the form does not say the names.
    pub(crate) open: Vec<String>,
}

/// The methods of a form whose tangent starts as zeros.
macro_rules! starts_as_zeros {
    () => {
        type Start = Self::Tangent;
        fn start(&self) -> Result<Self::Tangent> {
            self.zeros()
        }
        fn whole(start: Self::Tangent) -> Result<Self::Tangent> {
            Ok(start)
        }
    };
}
pub(crate) use starts_as_zeros;

/// The tangents of a tensor, by its element type.
pub trait Kind<T: Element> {
    /// A tensor of the same type, or nothing.
    type Tangent: Cotangent + Received<Self::Tangent> + Differentiable<Tangent = Self::Tangent>;
    /// Zeros of a shape.
    fn zeros(shape: Shape, device: Device) -> Result<Self::Tangent>;
    /// As [`Form::fits`].
    fn fits(shape: &Shape, device: Device, tangent: &Self::Tangent) -> bool;
    /// As [`Differentiable::visit_tensors`].
    fn visit<V: Visit>(x: &Tensor<T>, path: &Path, visitor: &mut V) -> Result<()>;
    /// As [`Differentiable::walk_tensors`].
    fn walk<const N: usize, const S: usize, U: Update<N, S>>(
        x: &mut Tensor<T>,
        tangents: [&Self::Tangent; N],
        states: [&mut Self::Tangent; S],
        path: &Path,
        update: &mut U,
    ) -> Result<()>;
}

impl<T: Float> Kind<T> for Continuous {
    type Tangent = Tensor<T>;
    fn zeros(shape: Shape, device: Device) -> Result<Tensor<T>> {
        crate::tensor::construct::zeros(&shape, device)
    }
    fn fits(shape: &Shape, device: Device, tangent: &Tensor<T>) -> bool {
        tangent.layout().shape == *shape && tangent.device() == device
    }
    fn visit<V: Visit>(x: &Tensor<T>, path: &Path, visitor: &mut V) -> Result<()> {
        visitor.leaf(path, x)
    }
    fn walk<const N: usize, const S: usize, U: Update<N, S>>(
        x: &mut Tensor<T>,
        tangents: [&Tensor<T>; N],
        states: [&mut Tensor<T>; S],
        path: &Path,
        update: &mut U,
    ) -> Result<()> {
        update.leaf(path, x, tangents, states)
    }
}

impl<T: Element> Kind<T> for Discrete {
    type Tangent = ();
    fn zeros(_: Shape, _: Device) -> Result<()> {
        Ok(())
    }
    fn fits(_: &Shape, _: Device, (): &()) -> bool {
        true
    }
    fn visit<V: Visit>(_: &Tensor<T>, _: &Path, _: &mut V) -> Result<()> {
        Ok(())
    }
    fn walk<const N: usize, const S: usize, U: Update<N, S>>(
        _: &mut Tensor<T>,
        _: [&(); N],
        _: [&mut (); S],
        _: &Path,
        _: &mut U,
    ) -> Result<()> {
        Ok(())
    }
}

/// The form of a tensor.
#[derive(Debug)]
pub struct TensorForm<T> {
    pub(crate) shape: Shape,
    pub(crate) device: Device,
    element: PhantomData<fn() -> T>,
}

impl<T> Clone for TensorForm<T> {
    fn clone(&self) -> Self {
        Self { shape: self.shape, device: self.device, element: PhantomData }
    }
}

impl<T: Element<Kind: Kind<T>>> Differentiable for Tensor<T> {
    type Tangent = <T::Kind as Kind<T>>::Tangent;
    type Form = TensorForm<T>;
    type Lends = Tensors;
    fn form(&self) -> TensorForm<T> {
        TensorForm { shape: self.layout().shape, device: self.device(), element: PhantomData }
    }
    fn tensor_bytes(&self) -> usize {
        crate::tensor::bytes_of(self)
    }
    fn to_device(&self, device: &Device) -> Result<Self> {
        self.to(device)
    }
    fn visit_tensors<V: Visit>(&self, path: &mut Path, visitor: &mut V) -> Result<()> {
        T::Kind::visit(self, path, visitor)
    }
    fn walk_tensors<const N: usize, const S: usize, U: Update<N, S>>(
        &mut self,
        tangents: [&Self::Tangent; N],
        states: [&mut Self::Tangent; S],
        path: &mut Path,
        update: &mut U,
    ) -> Result<()> {
        T::Kind::walk(self, tangents, states, path, update)
    }
}

impl<T: Element<Kind: Kind<T>>> Form for TensorForm<T> {
    type Tangent = <T::Kind as Kind<T>>::Tangent;
    starts_as_zeros!();
    fn zeros(&self) -> Result<Self::Tangent> {
        <T::Kind as Kind<T>>::zeros(self.shape, self.device)
    }
    fn fits(&self, tangent: &Self::Tangent) -> bool {
        <T::Kind as Kind<T>>::fits(&self.shape, self.device, tangent)
    }
}

/// A copy of the handles, some of which are replaced.
#[inline]
pub fn moved<M: Differentiable>(value: &M, replace: impl FnOnce(&mut M) -> Result<()>) -> Result<M> {
    let mut copy = value.clone();
    replace(&mut copy)?;
    Ok(copy)
}
