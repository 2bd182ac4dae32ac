//! Sorting, the largest elements, and where the extremum stands.

use cotangent_kernels::scan::Extremum;
use cotangent_kernels::{Num, order};

use super::operand::{under, view};
use crate::axes::Axes;
use crate::error::{Error, ErrorKind, InOp, Result};
use crate::layout::Layout;
use crate::shape::{MAX_RANK, Shape, axis_of};
use crate::tensor::Tensor;

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
    let mut indices = Tensor::<i32>::alloc(shape)?;
    let values = Tensor::build(shape, |values| {
        let at = indices.as_mut_slice().unwrap_or_default();
        order::sort(Some(values), at, view(x)?, axis, k, descending);
        Ok(())
    })?;
    Ok((values, indices))
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
    let (folded, source) = fold(x, set, n)?;
    Tensor::build(out, |to| {
        order::arg(to, under(&source, &folded)?, folded.shape.rank() - 1, which);
        Ok(())
    })
}

/// `x` with the axes of `set` moved to the end, in order, and merged: a view where strides can say it.
fn fold<T: Num>(x: &Tensor<T>, set: u32, n: usize) -> Result<(Layout, Tensor<T>)> {
    let layout = x.layout();
    let rank = layout.shape.rank();
    let order = (0..rank).filter(|d| set >> d & 1 == 0).chain((0..rank).filter(|d| set >> d & 1 == 1));
    let (mut dims, mut strides) = (Vec::with_capacity(MAX_RANK), [0; MAX_RANK]);
    for d in order {
        strides[dims.len()] = layout.strides[d];
        dims.push(layout.shape[d]);
    }
    let moved = Layout { shape: Shape::new(&dims)?, strides, offset: layout.offset };
    dims.truncate(rank - set.count_ones() as usize);
    dims.push(n);
    let merged = Shape::new(&dims)?;
    if let Some(folded) = moved.reshape(merged) {
        return Ok((folded, x.clone()));
    }
    let copy = x.with_layout(moved).contiguous()?;
    Ok((Layout::dense(merged), copy))
}
