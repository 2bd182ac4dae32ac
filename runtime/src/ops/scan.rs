//! Scans along an axis.

use cotangent_kernels::scan::{self as kernel, Extremum, Fold};
use cotangent_kernels::{Float, Num};

use super::operand::{shape_error, view};
use crate::device::{Opaque, Scan};
use crate::error::{InOp, Result};
use crate::tensor::Tensor;
use crate::tensor::shape::axis_of;

/// Running sum along an axis; floats are accumulated in f64.
pub fn cumsum<T: Num>(x: &Tensor<T>, axis: isize) -> Result<Tensor<T>> {
    running(x, axis, Fold::Sum).in_op("cumsum")
}

/// Running product along an axis; floats are accumulated in f64.
pub fn cumprod<T: Num>(x: &Tensor<T>, axis: isize) -> Result<Tensor<T>> {
    running(x, axis, Fold::Prod).in_op("cumprod")
}

fn running<T: Num>(x: &Tensor<T>, axis: isize, fold: Fold) -> Result<Tensor<T>> {
    let axis = axis_of(axis, x.rank())?;
    let op = match fold {
        Fold::Sum => Scan::Sum { axis },
        Fold::Prod => Scan::Product { axis },
    };
    Tensor::run(Opaque::Scan(op), x, x.layout().shape, |out| {
        kernel::scan(out, view(x)?, axis, fold);
        Ok(())
    })
}

/// `y[k] = a[k] y[k-1] + b[k]` along an axis; `y[0] = b[0]`, and `a[0]` has no effect.
pub fn linear_scan<T: Float>(a: &Tensor<T>, b: &Tensor<T>, axis: isize) -> Result<Tensor<T>> {
    let run = || {
        if a.shape() != b.shape() {
            return shape_error(format!("shapes {:?} and {:?} differ", a.shape(), b.shape()));
        }
        let axis = axis_of(axis, a.rank())?;
        Tensor::run(Opaque::Scan(Scan::Linear { axis }), (a, b), a.layout().shape, |out| {
            kernel::linear_scan(out, view(a)?, view(b)?, axis);
            Ok(())
        })
    };
    run().in_op("linear_scan")
}

/// Running maximum along an axis and the latest index where it was met. NaN wins from where it stands.
pub fn cummax<T: Num>(x: &Tensor<T>, axis: isize) -> Result<(Tensor<T>, Tensor<i32>)> {
    extremum(x, axis, Extremum::Max).in_op("cummax")
}

/// Running minimum along an axis and the latest index where it was met. NaN wins from where it stands.
pub fn cummin<T: Num>(x: &Tensor<T>, axis: isize) -> Result<(Tensor<T>, Tensor<i32>)> {
    extremum(x, axis, Extremum::Min).in_op("cummin")
}

fn extremum<T: Num>(x: &Tensor<T>, axis: isize, which: Extremum) -> Result<(Tensor<T>, Tensor<i32>)> {
    let axis = axis_of(axis, x.rank())?;
    super::order::countable(x.shape()[axis])?;
    let op = Scan::Extremum { axis, least: which == Extremum::Min };
    Tensor::run_pair(Opaque::Scan(op), x, x.layout().shape, |values, indices| {
        kernel::extremum(values, indices, view(x)?, axis, which);
        Ok(())
    })
}
