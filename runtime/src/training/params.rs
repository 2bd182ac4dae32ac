//! The parameters of a model: its tensors with a tangent, by name.

use std::borrow::Borrow;

use cotangent_kernels::Float;

use crate::device::Device;
use crate::error::Result;
use crate::tensor::Tensor;
use crate::tensor::cast::CastTo;
use crate::tensor::shape::Shape;
use crate::transforms::differentiable::{Differentiable, Form};
use crate::transforms::tree::{self, AnyUpdate, AnyVisit, Path, Update, Visit};

/// Access to the float tensors of every [`Differentiable`] value: list, read and change them by name.
///
/// ```
/// use cotangent::prelude::*;
///
/// #[derive(Clone, Differentiable)]
/// struct Linear {
///     w: Tensor,
///     b: Option<Tensor>,
/// }
///
/// #[derive(Clone, Differentiable)]
/// struct Mlp {
///     layers: Vec<Linear>,
///     dropout: f32,
/// }
///
/// let layer = |n| Ok::<_, Error>(Linear { w: Tensor::ones([n, 2])?, b: None });
/// let mut model = Mlp { layers: vec![layer(3)?, layer(2)?], dropout: 0.1 };
/// assert_eq!(model.param_count()?, 10);
/// assert_eq!(model.param::<f32>("layers.1.w")?.shape(), [2, 2]);
///
/// // One step of gradient descent.
/// let mut gradient = model.zero_tangent()?;
/// gradient.layers[0].w = Tensor::ones([3, 2])?;
/// model.update_params(&gradient, |_, w: &mut Tensor, g| {
///     *w -= g * 0.5;
///     Ok(())
/// })?;
/// assert_eq!(model.layers[0].w.to_vec()?, [0.5; 6]);
/// # Ok::<(), Error>(())
/// ```
pub trait Params: Differentiable {
    /// Names and shapes, in order.
    fn params(&self) -> Result<Vec<(String, Shape)>> {
        struct Names(Vec<(String, Shape)>);
        impl Visit for Names {
            fn leaf<T: Float>(&mut self, path: &Path, x: &Tensor<T>) -> Result<()> {
                self.0.push((path.as_str().to_owned(), x.layout().shape));
                Ok(())
            }
        }
        let mut names = Names(Vec::new());
        self.visit_tensors(&mut Path::root(), &mut AnyVisit(&mut names))?;
        Ok(names.0)
    }

    /// How many numbers there are.
    fn param_count(&self) -> Result<usize> {
        let mut sizes = tree::Sizes::default();
        self.visit_tensors(&mut Path::root(), &mut AnyVisit(&mut sizes))?;
        Ok(sizes.count)
    }

    /// How many bytes these take.
    fn param_bytes(&self) -> Result<usize> {
        let mut sizes = tree::Sizes::default();
        self.visit_tensors(&mut Path::root(), &mut AnyVisit(&mut sizes))?;
        Ok(sizes.bytes)
    }

    /// The parameter called `name`.
    fn param<T: Float>(&self, name: &str) -> Result<Tensor<T>> {
        let mut find = tree::Find { name, found: None };
        self.visit_tensors(&mut Path::root(), &mut AnyVisit(&mut find))?;
        find.found()
    }

    /// Replaces the parameter called `name` by another of its shape, where it lives.
    fn set_param<T: Float>(&mut self, name: &str, value: Tensor<T>) -> Result<()> {
        let mut value = Some(value);
        self.each_param_mut(|path, x: &mut Tensor<T>| {
            if path.as_str() == name
                && let Some(value) = value.take()
            {
                let value = value.to(x.device())?;
                tree::same_shape(path, x, &value)?;
                *x = value;
            }
            Ok(())
        })?;
        if value.is_some() { Err(tree::unknown(name)) } else { Ok(()) }
    }

    /// Calls `f` on each parameter in order. All have to be of the type that it takes; for others, see [`tree::Visit`]
    /// and [`Differentiable::visit_tensors`].
    fn each_param<T: Float>(&self, f: impl FnMut(&Path, &Tensor<T>) -> Result<()>) -> Result<()> {
        struct Each<F, T>(F, std::marker::PhantomData<T>);
        impl<T: Float, F: FnMut(&Path, &Tensor<T>) -> Result<()>> Visit for Each<F, T> {
            fn leaf<X: Float>(&mut self, path: &Path, x: &Tensor<X>) -> Result<()> {
                (self.0)(path, tree::typed(path, x)?)
            }
        }
        self.visit_tensors(&mut Path::root(), &mut AnyVisit(&mut Each(f, std::marker::PhantomData)))
    }

    /// As [`Params::each_param`], to change.
    fn each_param_mut<T: Float>(&mut self, f: impl FnMut(&Path, &mut Tensor<T>) -> Result<()>) -> Result<()> {
        struct Each<F, T>(F, std::marker::PhantomData<T>);
        impl<T: Float, F: FnMut(&Path, &mut Tensor<T>) -> Result<()>> Update<0, 0> for Each<F, T> {
            fn leaf<X: Float>(
                &mut self,
                path: &Path,
                x: &mut Tensor<X>,
                _: [&Tensor<X>; 0],
                _: [&mut Tensor<X>; 0],
            ) -> Result<()> {
                (self.0)(path, tree::typed_mut(path, x)?)
            }
        }
        self.walk_tensors([], [], &mut Path::root(), &mut AnyUpdate(&mut Each(f, std::marker::PhantomData)))
    }

    /// Calls `f` on each parameter with its part of a tangent: a step of an optimiser. All have to be of the type that
    /// it takes; for others, and for optimisers with a state, see [`tree::Update`] and
    /// [`Differentiable::walk_tensors`].
    fn update_params<T: Float>(
        &mut self,
        tangent: &Self::Tangent,
        f: impl FnMut(&Path, &mut Tensor<T>, &Tensor<T>) -> Result<()>,
    ) -> Result<()> {
        struct Each<F, T>(F, std::marker::PhantomData<T>);
        impl<T: Float, F: FnMut(&Path, &mut Tensor<T>, &Tensor<T>) -> Result<()>> Update<1, 0> for Each<F, T> {
            fn leaf<X: Float>(
                &mut self,
                path: &Path,
                x: &mut Tensor<X>,
                [g]: [&Tensor<X>; 1],
                _: [&mut Tensor<X>; 0],
            ) -> Result<()> {
                tree::same_shape(path, x, g)?;
                (self.0)(path, tree::typed_mut(path, x)?, tree::typed(path, g)?)
            }
        }
        self.walk_tensors(
            [tangent],
            [],
            &mut Path::root(),
            &mut AnyUpdate(&mut Each(f, std::marker::PhantomData)),
        )
    }

    /// The value on another device: parameters, and constant fields that are made of tensors.
    fn params_to(&self, device: impl Borrow<Device>) -> Result<Self> {
        self.to_device(device.borrow())
    }

    /// The value with another element type, `model.cast_params::<f64>()`: of types with one type parameter that is a
    /// `Float`. Tangents have no other element type than their model; cast the model, or a tensor.
    fn cast_params<U: Float>(&self) -> Result<<Self as CastTo<U>>::Output>
    where
        Self: CastTo<U>,
    {
        self.cast_to()
    }

    /// A tangent that does not move, a gradient before the first is added. It takes no memory.
    fn zero_tangent(&self) -> Result<Self::Tangent> {
        self.form().zeros()
    }
}

impl<M: Differentiable> Params for M {}
