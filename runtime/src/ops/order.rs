//! Sorting, the largest elements, and where the extremum stands.

use cotangent_kernels::scan::Extremum;
use cotangent_kernels::{Num, order};

use super::operand::view;
use super::view::fold_axes;
use crate::device::{Opaque, Order};
use crate::error::{Error, ErrorKind, InOp, Result};
use crate::tensor::Tensor;
use crate::tensor::axes::Axes;
use crate::tensor::shape::axis_of;

/// Indices are `i32`.
pub(super) fn countable(n: usize) -> Result<()> {
    let limit = i32::MAX;
    match i32::try_from(n) {
        Ok(_) => Ok(()),
        Err(_) => Err(Error::new(
            ErrorKind::Overflow,
            format!("{n} positions are more than an index can be, {limit}"),
        )),
    }
}

/// Ascending along `axis`, and the indices that sort. Equal elements keep their order; NaN comes last.
pub fn sort<T: Num>(x: &Tensor<T>, axis: isize) -> Result<(Tensor<T>, Tensor<i32>)> {
    let run = || {
        let axis = axis_of(axis, x.rank())?;
        first(x, x.shape()[axis], axis, false)
    };
    run().in_op("sort")
}

/// The `k` largest along `axis`, descending, and where they stand. Of equal elements the first ones; NaN is the largest.
pub fn topk<T: Num>(x: &Tensor<T>, k: usize, axis: isize) -> Result<(Tensor<T>, Tensor<i32>)> {
    let run = || {
        let axis = axis_of(axis, x.rank())?;
        let n = x.shape()[axis];
        if k > n {
            let message = format!("cannot take the {k} largest of the {n} elements of axis {axis}");
            return Err(Error::new(ErrorKind::Index, message));
        }
        first(x, k, axis, true)
    };
    run().in_op("topk")
}

fn first<T: Num>(x: &Tensor<T>, k: usize, axis: usize, descending: bool) -> Result<(Tensor<T>, Tensor<i32>)> {
    countable(x.shape()[axis])?;
    let shape = x.layout().shape.with(axis, k)?;
    Tensor::run_pair(Opaque::Order(Order::Sort { axis, descending }), x, shape, |values, at| {
        order::sort(Some(values), at, view(x)?, axis, k, descending);
        Ok(())
    })
}

/// Index of the first maximum over `axes`; over several, into their elements in row-major order. NaN wins.
pub fn argmax<T: Num>(x: &Tensor<T>, axes: impl Into<Axes>, keep: bool) -> Result<Tensor<i32>> {
    position(x, &axes.into(), keep, Extremum::Max).in_op("argmax")
}

/// Index of the first minimum over `axes`; over several, into their elements in row-major order. NaN wins.
pub fn argmin<T: Num>(x: &Tensor<T>, axes: impl Into<Axes>, keep: bool) -> Result<Tensor<i32>> {
    position(x, &axes.into(), keep, Extremum::Min).in_op("argmin")
}

fn position<T: Num>(x: &Tensor<T>, axes: &Axes, keep: bool, which: Extremum) -> Result<Tensor<i32>> {
    let shape = x.layout().shape;
    let (out, n, set) = (shape.reduce(axes, keep)?, shape.count(axes), axes.set(shape.rank())?);
    countable(n)?;
    if n == 0 {
        return Err(Error::new(
            ErrorKind::Shape,
            format!("no elements to choose from: the shape is {shape}"),
        ));
    }
    let (source, axis) = match set.count_ones() {
        // Each element is a choice of one.
        0 => return Tensor::blank(x, shape),
        1 => (x.clone(), set.trailing_zeros() as usize),
        _ => {
            let folded = fold_axes(x, axes)?;
            let last = folded.rank() - 1;
            (folded, last)
        }
    };
    let op = Order::Arg { axis, least: which == Extremum::Min };
    Tensor::run(Opaque::Order(op), &source, out, |to| {
        order::arg(to, view(&source)?, axis, which);
        Ok(())
    })
}
