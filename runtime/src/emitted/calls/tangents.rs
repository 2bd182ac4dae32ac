//! What emitted code asks of types of the user's. It asks by way of their tangents: where there is none, or the type cannot be cloned,
//! each question is the same error.

use super::{AlongOf, device_in_list, tensors_of, with_tensors};
use crate::device::Device;
use crate::error::Result;
use crate::transforms::differentiable::Differentiable;

/// The tangent of `X`.
pub trait TangentOf<X>: Sized {
    /// The form of `X`.
    type Form;
    /// See [`Differentiable::form`].
    fn form(x: &X) -> Self::Form;
    /// The tangent that a caller hands on.
    fn along<D: AlongOf<X>>(tangent: &D) -> &Self;
    /// The device of its first tensor.
    fn device(x: &X) -> Device;
    /// As [`TangentOf::device`], of the first value with one.
    fn device_in_list(values: &[X]) -> Device;
    /// The tensors, in the form of the tangent.
    fn tensors(x: &X) -> Result<Self>;
    /// As [`TangentOf::tensors`], of each value.
    fn tensors_of_list(values: &[X]) -> Result<Vec<Self>>;
    /// The value with other tensors.
    fn with_tensors(x: &X, tensors: &Self) -> Result<X>;
    /// As [`TangentOf::with_tensors`], of each value.
    fn list_with_tensors(values: &[X], tensors: &[Self]) -> Result<Vec<X>>;
}

#[diagnostic::do_not_recommend]
impl<X: Differentiable> TangentOf<X> for X::Tangent {
    type Form = X::Form;
    #[inline]
    fn form(x: &X) -> X::Form {
        x.form()
    }
    #[inline]
    fn along<D: AlongOf<X>>(tangent: &D) -> &Self {
        tangent.along_of()
    }
    fn device(x: &X) -> Device {
        device_in_list(std::slice::from_ref(x))
    }
    fn device_in_list(values: &[X]) -> Device {
        device_in_list(values)
    }
    fn tensors(x: &X) -> Result<Self> {
        tensors_of(x)
    }
    fn tensors_of_list(values: &[X]) -> Result<Vec<Self>> {
        values.iter().map(tensors_of).collect()
    }
    fn with_tensors(x: &X, tensors: &Self) -> Result<X> {
        with_tensors(x, tensors)
    }
    fn list_with_tensors(values: &[X], tensors: &[Self]) -> Result<Vec<X>> {
        values.iter().zip(tensors).map(|(x, tensors)| with_tensors(x, tensors)).collect()
    }
}
