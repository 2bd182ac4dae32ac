//! Discrete Fourier transforms. Complex numbers are pairs along a last axis of 2.

use cotangent_kernels::{Float, fourier as kernel};

use super::operand::{shape_error, view};
use crate::device::{Fourier, Opaque};
use crate::error::{InOp, Result};
use crate::tensor::Tensor;
use crate::tensor::shape::Shape;

/// `y[k] = Σ x[j] e^(-2πi jk/n)` for `x: [.., n, 2]`; `e^(2πi jk/n)` if `inverse`.
#[doc(hidden)]
pub fn dft<T: Float>(x: &Tensor<T>, inverse: bool) -> Result<Tensor<T>> {
    let run = || {
        let (_, n) = pairs(x.shape())?;
        some(n)?;
        Tensor::run(Opaque::Fourier(Fourier::Complex { inverse }), x, x.layout().shape, |out| {
            kernel::dft(out, view(x)?, inverse);
            Ok(())
        })
    };
    run().in_op("dft")
}

/// The first `n / 2 + 1` numbers of [`dft`] for real `x: [.., n]`.
#[doc(hidden)]
pub fn real_dft<T: Float>(x: &Tensor<T>) -> Result<Tensor<T>> {
    let run = || {
        let [batch @ .., n] = x.shape() else { return shape_error("of a scalar".to_owned()) };
        some(*n)?;
        let shape = Shape::new(&[batch, &[n / 2 + 1, 2]].concat())?;
        Tensor::run(Opaque::Fourier(Fourier::Real), x, shape, |out| {
            kernel::real_dft(out, view(x)?);
            Ok(())
        })
    };
    run().in_op("real_dft")
}

/// The `n` real numbers that [`dft`] with `inverse` gives for `y: [.., n / 2 + 1, 2]` and the conjugates that follow.
#[doc(hidden)]
pub fn hermitian_dft<T: Float>(y: &Tensor<T>, n: usize) -> Result<Tensor<T>> {
    let run = || {
        let (batch, have) = pairs(y.shape())?;
        some(n)?;
        let want = n / 2 + 1;
        if have != want {
            return shape_error(format!("{n} real numbers have {want} complex ones, but there are {have}"));
        }
        let shape = Shape::new(&[batch, &[n]].concat())?;
        Tensor::run(Opaque::Fourier(Fourier::Hermitian), y, shape, |out| {
            kernel::hermitian_dft(out, view(y)?, n);
            Ok(())
        })
    };
    run().in_op("hermitian_dft")
}

/// The batch and the number of points of pairs.
fn pairs(shape: &[usize]) -> Result<(&[usize], usize)> {
    match shape {
        [batch @ .., n, 2] => Ok((batch, *n)),
        _ => shape_error(format!("x must be pairs along a last axis of 2, but has shape {shape:?}")),
    }
}

/// There are points.
fn some(n: usize) -> Result<()> {
    if n == 0 { shape_error("a transform of no points".to_owned()) } else { Ok(()) }
}
