//! Values of which only the compiler knows what they are, as the tensors and lists that they are used as.

use cotangent_kernels::{Element, Float};

use super::IntoResult;
use crate::device::Device;
use crate::error::Result;
use crate::tensor::Tensor;
use crate::transforms::differentiable::{Form, TensorForm};

/// The cotangent of what a value was used as, as one of the value.
#[diagnostic::on_unimplemented(
    message = "what is used as a tensor here is none, so it has no cotangent",
    label = "used as a tensor"
)]
pub trait Back<G>: Form {
    /// The cotangent itself, or nothing where the value is a number.
    fn back(&self, g: G) -> Self::Tangent;
}

impl<T: Float> Back<Tensor<T>> for TensorForm<T>
where
    Self: Form<Tangent = Tensor<T>>,
{
    fn back(&self, g: Tensor<T>) -> Tensor<T> {
        g
    }
}

impl<F, G> Back<Vec<G>> for Vec<F>
where
    Self: Form<Tangent = Vec<G>>,
{
    fn back(&self, g: Vec<G>) -> Vec<G> {
        g
    }
}

impl<F, G, const N: usize> Back<Vec<G>> for [F; N]
where
    Self: Form<Tangent = [G; N]>,
{
    fn back(&self, g: Vec<G>) -> [G; N] {
        g.try_into().unwrap_or_else(|_| unreachable!("one cotangent for each tensor"))
    }
}

impl<G> Back<G> for () {
    fn back(&self, _: G) {}
}

/// A value used as a tensor: a tensor, or a number that is none of the integers, whose arithmetic is another. The
/// tangent of a number is nothing.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no tensor of `{T}`",
    label = "used as a tensor here",
    note = "a number that host code computes with has its type in a `let`: `let n: usize = self.heads * 2;`",
    note = "structs say nothing of their element type; where theirs is not `f32`, write `#[differentiable(float = f64)]`",
    note = "a method with the name of an op is the op, unless its receiver has its type in a `let`: `let d: Point = a.sub(&b);`"
)]
pub trait Real<T: Element> {
    /// As a tensor: a number on this device.
    fn real(self, device: Device) -> Result<Tensor<T>>;
}

impl<T: Element> Real<T> for Tensor<T> {
    fn real(self, _: Device) -> Result<Self> {
        Ok(self)
    }
}

impl<T: Float> Real<T> for f32 {
    fn real(self, device: Device) -> Result<Tensor<T>> {
        self.operand(device)
    }
}

impl<T: Float> Real<T> for f64 {
    fn real(self, device: Device) -> Result<Tensor<T>> {
        self.operand(device)
    }
}

impl<T: Float> Real<T> for () {
    fn real(self, device: Device) -> Result<Tensor<T>> {
        self.operand(device)
    }
}

/// A tensor that host code has made, on the processor.
#[derive(Clone, Debug)]
pub struct Made<T: Element>(Tensor<T>);

/// Of `Tensor::arange(0.0, 1.0, 0.1)`, or of `Tensor::from(0.5)`, which cannot fail.
#[inline]
pub fn by_host<T: Element>(given: impl IntoResult<Tensor<T>>) -> Result<Made<T>> {
    given.into_result().map(Made)
}

impl<T: Element> Real<T> for Made<T> {
    fn real(self, device: Device) -> Result<Tensor<T>> {
        self.0.to(device)
    }
}

/// See [`Real`].
#[inline]
pub fn real<T: Element>(value: impl Real<T>, device: Device) -> Result<Tensor<T>> {
    value.real(device)
}

/// What a callee gives, where the caller takes it for a tensor.
#[diagnostic::on_unimplemented(message = "`{Self}` is no tensor of `{T}`", label = "used as a tensor here")]
pub trait Gives<T> {
    /// What the transform has made: rustc knows its type only where it fits, and is silent about what follows.
    type Then<Made>;
    /// What was made, as it is.
    fn then<Made>(made: Made) -> Self::Then<Made>;
}

#[diagnostic::do_not_recommend]
impl<T: Element> Gives<T> for Tensor<T> {
    type Then<Made> = Made;
    #[inline]
    fn then<Made>(made: Made) -> Made {
        made
    }
}

/// What a callee's transform has made, whose value is to be a tensor. All transforms fail this one bound in the same
/// words, which are said once. `_`: where the value stands.
#[inline]
pub fn giving<T, Y: Gives<T>, Made>(made: Made, _: fn(&Made) -> &Y) -> Y::Then<Made> {
    Y::then(made)
}

/// The value alone.
#[inline]
pub fn given_alone<Y>(made: &Y) -> &Y {
    made
}

/// The value with a pullback or a tangent.
#[inline]
pub fn given_first<Y, P>(made: &(Y, P)) -> &Y {
    &made.0
}

/// The value with both.
#[inline]
pub fn given_before<Y, P, D>(made: &(Y, P, D)) -> &Y {
    &made.0
}

/// A value used as a list of tensors.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no list of tensors of `{T}`",
    label = "used as a list of tensors here"
)]
pub trait ListOf<T: Element> {
    /// As a list.
    fn tensors(self) -> Vec<Tensor<T>>;
}

impl<T: Element> ListOf<T> for Vec<Tensor<T>> {
    fn tensors(self) -> Self {
        self
    }
}

impl<T: Element, const N: usize> ListOf<T> for [Tensor<T>; N] {
    fn tensors(self) -> Vec<Tensor<T>> {
        self.into()
    }
}

/// See [`ListOf`].
#[inline]
pub fn tensors<T: Element>(list: impl ListOf<T>) -> Vec<Tensor<T>> {
    list.tensors()
}

/// An operand beside a tensor in an elementwise op: a tensor, or a number.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is neither a tensor of `{T}` nor a number",
    label = "it stands beside tensors",
    note = "an option is opened first: `if let Some(b) = &layer.bias {{ .. }} else {{ .. }}`",
    note = "a tensor of another element type is cast: `y.cast::<f32>()`"
)]
pub trait Operand<T: Element> {
    /// As a tensor: a number on this device.
    fn operand(self, device: Device) -> Result<Tensor<T>>;
}

impl<T: Element> Operand<T> for Tensor<T> {
    fn operand(self, _: Device) -> Result<Self> {
        Ok(self)
    }
}

macro_rules! numbers {
    ($($N:ty),*) => {$(
        impl<T: Float> Operand<T> for $N {
            fn operand(self, device: Device) -> Result<Tensor<T>> {
                Ok(crate::tensor::construct::scalar(self as f64, device))
            }
        }
    )*};
}
numbers!(f32, f64, i32, i64, isize, u32, u64, usize);

impl<T: Float> Operand<T> for () {
    fn operand(self, device: Device) -> Result<Tensor<T>> {
        Ok(crate::tensor::construct::scalar(0.0, device))
    }
}

/// See [`Operand`].
#[inline]
pub fn operand<T: Element>(value: impl Operand<T>, device: Device) -> Result<Tensor<T>> {
    value.operand(device)
}

/// The type of a field that takes a value computed as a tensor.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is given what is computed as `{X}`",
    label = "numbers of a differentiable function are of its `float`",
    note = "where it is a number, compute it in a variable: `let t = s.t as f64 + dt;`"
)]
pub trait Fits<X>: Sized {
    /// The tensor itself, or the one number in it.
    fn fit(x: X) -> Result<Self>;
}

impl<T: Element> Fits<Self> for Tensor<T> {
    fn fit(x: Self) -> Result<Self> {
        Ok(x)
    }
}

macro_rules! fits {
    ($($T:ty)*) => {$(
        impl Fits<Tensor<$T>> for $T {
            fn fit(x: Tensor<$T>) -> Result<$T> {
                x.item()
            }
        }
    )*};
}
fits!(f32 f64 half::f16 half::bf16);

/// As [`Fits::fit`], in place of another value.
#[inline]
pub fn fit_like<V: Fits<X>, X>(_: &V, x: X) -> Result<V> {
    V::fit(x)
}

/// See [`Fits`].
#[inline]
pub fn fit<V: Fits<X>, X>(x: X) -> Result<V> {
    V::fit(x)
}
