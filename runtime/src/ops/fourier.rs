//! Discrete Fourier transforms. Complex numbers are pairs along a last axis of 2.

use cotangent_kernels::{Float, fourier as kernel};

use super::operand::{shape_error, view};
use crate::device::{Fourier, Opaque};
use crate::error::{InOp, Result};
use crate::tensor::Tensor;
use crate::tensor::shape::Shape;

/// `y[k] = Σ x[j] e^(-2πi jk/n)`; `e^(2πi jk/n)` if `inverse`. The parts of `x` are `[.., n]`, and `y` is `[.., n, 2]`.
#[doc(hidden)]
pub fn dft<T: Float>(re: &Tensor<T>, im: &Tensor<T>, inverse: bool) -> Result<Tensor<T>> {
    let run = || {
        let x = [re, im];
        let (batch, n) = points(x)?;
        let shape = Shape::new(&[batch, &[n, 2]].concat())?;
        pairs_of(Fourier::Complex { inverse }, x, shape, |out| {
            kernel::dft(out, [view(re)?, view(im)?], inverse);
            Ok(())
        })
    };
    run().in_op("dft")
}

/// The first `n / 2 + 1` numbers of [`dft`] for real `x: [.., n]`.
#[doc(hidden)]
pub fn real_dft<T: Float>(x: &Tensor<T>) -> Result<Tensor<T>> {
    let run = || {
        let (batch, n) = points([x, x])?;
        let shape = Shape::new(&[batch, &[n / 2 + 1, 2]].concat())?;
        Tensor::run(Opaque::Fourier(Fourier::Real), x, shape, |out| {
            kernel::real_dft(out, view(x)?);
            Ok(())
        })
    };
    run().in_op("real_dft")
}

/// The `n` real numbers that [`dft`] with `inverse` gives for `n / 2 + 1` complex ones and the conjugates that follow.
#[doc(hidden)]
pub fn hermitian_dft<T: Float>(re: &Tensor<T>, im: &Tensor<T>, n: usize) -> Result<Tensor<T>> {
    let run = || {
        let y = [re, im];
        let (batch, have) = points(y)?;
        some(n)?;
        let want = n / 2 + 1;
        if have != want {
            return shape_error(format!("{n} real numbers have {want} complex ones, but there are {have}"));
        }
        let shape = Shape::new(&[batch, &[n]].concat())?;
        pairs_of(Fourier::Hermitian, y, shape, |out| {
            kernel::hermitian_dft(out, [view(re)?, view(im)?], n);
            Ok(())
        })
    };
    run().in_op("hermitian_dft")
}

/// Runs `op` of two parts. Devices have it of pairs; these are views where parts lie side by side.
fn pairs_of<T: Float>(
    op: Fourier,
    [re, im]: [&Tensor<T>; 2],
    shape: Shape,
    fill: impl FnOnce(&mut [T]) -> Result<()>,
) -> Result<Tensor<T>> {
    if re.device().is_remote() {
        let pairs = Tensor::stack(&[re, im], -1)?;
        return Tensor::run(Opaque::Fourier(op), &pairs, shape, |_| Ok(()));
    }
    Tensor::run(Opaque::Fourier(op), (re, im), shape, fill)
}

/// The batch and the number of points, of which there are some.
fn points<T: Float>([re, im]: [&Tensor<T>; 2]) -> Result<(&[usize], usize)> {
    let [batch @ .., n] = re.shape() else { return shape_error("of a scalar".to_owned()) };
    if re.shape() != im.shape() {
        return shape_error(format!("the parts have shapes {:?} and {:?}", re.shape(), im.shape()));
    }
    some(*n)?;
    Ok((batch, *n))
}

/// There are points.
fn some(n: usize) -> Result<()> {
    if n == 0 { shape_error("a transform of no points".to_owned()) } else { Ok(()) }
}
