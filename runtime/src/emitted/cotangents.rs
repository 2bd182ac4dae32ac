//! Cotangents of results as emitted code is given them: checked, and zeros where there are none.

use cotangent_kernels::Float;

use crate::emitted::checks::shape_of;
use crate::error::{Error, ErrorKind, Result};
use crate::launch::Ops;
use crate::tensor::Tensor;
use crate::tensor::construct::zeros;
use crate::transforms::differentiable::{Form, TensorForm};
use crate::transforms::function::Cotangent;

impl Ops {
    /// The cotangent of a result, of its shape and on its device; zeros where none is given.
    #[inline]
    pub fn cotangent<T: Float>(
        &self,
        given: Option<&Tensor<T>>,
        result: &TensorForm<T>,
    ) -> Result<Tensor<T>> {
        cotangent(given, result).map_err(|e| e.at(&self.place.site("", 0)))
    }

    /// [`Self::cotangent`], of a result of any form.
    pub fn cotangent_of<F: Form<Tangent: Cotangent>>(
        &self,
        given: <F::Tangent as Cotangent>::Parts<'_>,
        result: &F,
    ) -> Result<F::Tangent> {
        F::Tangent::whole(given, result.zeros()?).map_err(|e| {
            let message = format!("the cotangent does not have the form of the result: {}", e.message());
            Error::new(e.kind(), message).at(&self.place.site("", 0))
        })
    }
}

#[inline]
fn cotangent<T: Float>(given: Option<&Tensor<T>>, result: &TensorForm<T>) -> Result<Tensor<T>> {
    let (shape, device) = (result.shape, result.device);
    match given {
        None => zeros(&shape, device),
        Some(g) if g.layout().shape != shape => {
            let got = shape_of(g);
            let message = format!("the cotangent has shape {got}, but the result has {shape}");
            Err(Error::new(ErrorKind::Shape, message))
        }
        Some(g) if g.device() != device => {
            let got = g.device();
            let message = format!("the cotangent is on device {got}, but the result is on {device}");
            Err(Error::new(ErrorKind::Device, message))
        }
        Some(g) => Ok(g.clone()),
    }
}
