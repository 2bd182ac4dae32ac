//! Maxima of windows.

use cotangent_kernels::pad::Slide;
use cotangent_kernels::{Float, pool};

use super::operand::{shape_error, view};
use super::windows::slides;
use crate::device::{Opaque, Windows};
use crate::error::{InOp, Result};
use crate::tensor::Tensor;
use crate::tensor::axes::{Axes, Sizes};
use crate::tensor::shape::{MAX_RANK, Shape};

/// The windows of `x`, and one dim for each of them.
fn counted<T: Float>(
    x: &Tensor<T>,
    axes: &Axes,
    size: &Sizes,
    stride: &Sizes,
    dilation: &Sizes,
) -> Result<([Slide; MAX_RANK], usize, Shape)> {
    let (all, count) = slides(x.rank(), axes, size, stride, dilation)?;
    Ok((all, count, x.layout().counts(&all[..count])?))
}

/// The largest element of each of [`windows`].
#[doc(hidden)]
pub fn window_max<T: Float>(
    x: &Tensor<T>,
    axes: impl Into<Axes>,
    size: impl Into<Sizes>,
    stride: impl Into<Sizes>,
    dilation: impl Into<Sizes>,
) -> Result<Tensor<T>> {
    let made = || {
        let (all, count, shape) = counted(x, &axes.into(), &size.into(), &stride.into(), &dilation.into())?;
        if count == 0 {
            return Ok(x.clone());
        }
        let op = Opaque::Windows(Windows::Largest, &all[..count]);
        Tensor::run(op, x, shape, |out| {
            pool::largest(out, view(x)?, &all[..count]);
            Ok(())
        })
    };
    made().in_op("window_max")
}

fn fits(what: &str, shape: &[usize], wanted: &[usize]) -> Result<()> {
    if shape == wanted {
        return Ok(());
    }
    shape_error(format!("`{what}` has shape {shape:?} but must have {wanted:?}"))
}

/// The mean of `t` over the places in each window of `x` whose elements are at least `y`.
#[doc(hidden)]
pub fn window_pick<T: Float>(
    y: &Tensor<T>,
    x: &Tensor<T>,
    t: &Tensor<T>,
    axes: impl Into<Axes>,
    size: impl Into<Sizes>,
    stride: impl Into<Sizes>,
    dilation: impl Into<Sizes>,
) -> Result<Tensor<T>> {
    let made = || {
        let (all, count, shape) = counted(x, &axes.into(), &size.into(), &stride.into(), &dilation.into())?;
        fits("y", y.shape(), &shape)?;
        fits("t", t.shape(), x.shape())?;
        if count == 0 {
            return Ok(t.clone());
        }
        let op = Opaque::Windows(Windows::Pick, &all[..count]);
        Tensor::run(op, ((x, y), t), shape, |out| {
            pool::pick(out, view(x)?, view(y)?, view(t)?, &all[..count]);
            Ok(())
        })
    };
    made().in_op("window_pick")
}

/// `c` of each window, shared by the places in `x` whose elements are at least `y`: the cotangent of [`window_max`].
#[doc(hidden)]
pub fn window_share<T: Float>(
    x: &Tensor<T>,
    y: &Tensor<T>,
    c: &Tensor<T>,
    axes: impl Into<Axes>,
    size: impl Into<Sizes>,
    stride: impl Into<Sizes>,
    dilation: impl Into<Sizes>,
) -> Result<Tensor<T>> {
    let made = || {
        let (all, count, shape) = counted(x, &axes.into(), &size.into(), &stride.into(), &dilation.into())?;
        fits("y", y.shape(), &shape)?;
        fits("c", c.shape(), &shape)?;
        if count == 0 {
            return Ok(c.clone());
        }
        let op = Opaque::Windows(Windows::Share, &all[..count]);
        Tensor::run(op, ((x, y), c), x.layout().shape, |out| {
            pool::share(out, view(x)?, view(y)?, view(c)?, &all[..count]);
            Ok(())
        })
    };
    made().in_op("window_share")
}
