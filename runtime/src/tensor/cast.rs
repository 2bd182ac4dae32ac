//! Models of another element type.

use std::marker::PhantomData;

use cotangent_kernels::{Element, Float};

use crate::error::Result;
use crate::tensor::Tensor;

/// A type that can be converted to the element type `U`: `Mlp<f32>` to `Mlp<f64>`.
///
/// The derive of [`Differentiable`](derive@crate::Differentiable) implements it for types with one type parameter that is
/// bound by `Float`. What does not mention the parameter is copied: a `Tensor<f64>` stays one.
pub trait CastTo<U: Float> {
    /// This type, with the other element type in it.
    type Output;
    /// Converts every tensor, rounding to nearest.
    fn cast_to(&self) -> Result<Self::Output>;
}

impl<T: Element, U: Float> CastTo<U> for Tensor<T> {
    type Output = Tensor<U>;
    fn cast_to(&self) -> Result<Tensor<U>> {
        self.cast::<U>()
    }
}

impl<C: CastTo<U>, U: Float> CastTo<U> for Vec<C> {
    type Output = Vec<C::Output>;
    fn cast_to(&self) -> Result<Self::Output> {
        self.iter().map(C::cast_to).collect()
    }
}

impl<C: CastTo<U>, U: Float> CastTo<U> for Option<C> {
    type Output = Option<C::Output>;
    fn cast_to(&self) -> Result<Self::Output> {
        self.as_ref().map(C::cast_to).transpose()
    }
}

impl<C: CastTo<U>, U: Float> CastTo<U> for Box<C> {
    type Output = Box<C::Output>;
    fn cast_to(&self) -> Result<Self::Output> {
        C::cast_to(self).map(Box::new)
    }
}

impl<C: CastTo<U>, U: Float, const N: usize> CastTo<U> for [C; N] {
    type Output = [C::Output; N];
    fn cast_to(&self) -> Result<Self::Output> {
        let all = self.iter().map(C::cast_to).collect::<Result<Vec<_>>>()?;
        Ok(all.try_into().unwrap_or_else(|_| unreachable!("one for each of N")))
    }
}

impl<T: Float, U: Float> CastTo<U> for PhantomData<T> {
    type Output = PhantomData<U>;
    fn cast_to(&self) -> Result<PhantomData<U>> {
        Ok(PhantomData)
    }
}
