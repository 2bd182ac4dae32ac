//! Reading and adding at indices.

use cotangent_kernels::index::{self as kernel, Fold, OutOfRange};
use cotangent_kernels::strided::View;
use cotangent_kernels::{Element, Num, order};

use super::operand::{shape_error, under, view};
use crate::device::{Index, Opaque, Put};
use crate::error::{Error, ErrorKind, InOp, Result};
use crate::ops::said;
use crate::tensor::Tensor;
use crate::tensor::layout::Layout;
use crate::tensor::shape::{Shape, axis_of};
use crate::tensor::sources::Under;

pub(super) fn in_range(axis: usize, found: Result<(), OutOfRange>) -> Result<()> {
    found.map_err(|OutOfRange { index, size, position }| {
        Error::new(ErrorKind::Index, said::out_of_range(axis, index, size, position))
    })
}

/// An index tensor of the rank of `x`, nowhere longer than it but along `axis`.
fn fits<T: Element>(x: &Tensor<T>, axis: usize, idx: &Tensor<i32>) -> Result<()> {
    let (have, want) = (idx.shape(), x.shape());
    let fits = have.len() == want.len() && (0..have.len()).all(|d| d == axis || have[d] <= want[d]);
    if fits {
        return Ok(());
    }
    shape_error(format!(
        "the indices have shape {have:?}, which needs the rank of {want:?} and no larger dim except on axis {axis}"
    ))
}

/// A list of indices along `axis` of a tensor of shape `space`, repeated over the other axes.
pub(super) fn list(idx: &Tensor<i32>, axis: usize, space: &Shape) -> Result<Layout> {
    let [n] = *idx.shape() else {
        return shape_error(format!("the indices must be a vector, but have shape {:?}", idx.shape()));
    };
    let mut out = Layout { shape: space.with(axis, n)?, ..*idx.layout() };
    out.strides = [0; crate::tensor::shape::MAX_RANK];
    out.strides[axis] = idx.layout().strides[0];
    Ok(out)
}

/// `y[.., j, ..] = x[.., idx[.., j, ..], ..]` along `axis`. `idx` has the rank of `x` and on the other axes at most its dims.
pub fn gather<T: Element>(x: &Tensor<T>, axis: isize, idx: &Tensor<i32>) -> Result<Tensor<T>> {
    gathered("gather", x, axis, idx)
}

/// `gather` along the last axis of one element for each of `x` on the others.
pub fn pick<T: Element>(x: &Tensor<T>, idx: &Tensor<i32>) -> Result<Tensor<T>> {
    let wanted = x.layout().shape.with(axis_of(-1, x.rank()).in_op("pick")?, 1)?;
    if idx.layout().shape != wanted {
        let have = (idx.shape(), x.shape());
        return shape_error(format!(
            "the indices have shape {:?}, not {wanted}: one for each row of {:?}",
            have.0, have.1
        ))
        .in_op("pick");
    }
    gathered("pick", x, -1, idx)
}

fn gathered<T: Element>(
    op: &'static str,
    x: &Tensor<T>,
    axis: isize,
    idx: &Tensor<i32>,
) -> Result<Tensor<T>> {
    let run = || {
        let axis = axis_of(axis, x.rank())?;
        fits(x, axis, idx)?;
        Tensor::run(Opaque::Index(Index::Gather { axis }, op), (x, idx), idx.layout().shape, |out| {
            in_range(axis, kernel::gather(out, view(x)?, axis, view(idx)?))
        })
    };
    run().in_op(op)
}

/// `x` after `put` has worked on its elements at `idx` along `axis`, with a source of the shape of `idx`. In rules `x` is zeros that
/// take no memory: a copy of them fills.
fn scattered<T: Element>(
    (name, how): (&'static str, Put),
    x: &Tensor<T>,
    axis: isize,
    idx: &Tensor<i32>,
    src: &Tensor<T>,
    put: impl FnOnce(&mut [T], usize, View<'_, i32>, View<'_, T>) -> Result<(), OutOfRange>,
) -> Result<Tensor<T>> {
    let axis = axis_of(axis, x.rank())?;
    fits(x, axis, idx)?;
    if src.shape() != idx.shape() {
        return shape_error(format!(
            "src has shape {:?} but the indices have {:?}; they must agree",
            src.shape(),
            idx.shape()
        ));
    }
    let op = Opaque::Index(Index::Scatter { axis, put: how }, name);
    Tensor::changed(op, (x, x.layout().shape), (idx, src), |out| {
        in_range(axis, put(out, axis, view(idx)?, view(src)?))
    })
}

/// `x` with `src` in place of its elements at `idx` along `axis`; of several for one element the last stays.
pub fn scatter<T: Element>(
    x: &Tensor<T>,
    axis: isize,
    idx: &Tensor<i32>,
    src: &Tensor<T>,
) -> Result<Tensor<T>> {
    scattered(("scatter", Put::Store), x, axis, idx, src, |out, axis, at, from| {
        kernel::scatter(out, x.shape(), axis, at, from)
    })
    .in_op("scatter")
}

macro_rules! folds {
    ($($(#[$doc:meta])* $name:ident $fold:ident)+) => {$(
        $(#[$doc])*
        pub fn $name<T: Num>(x: &Tensor<T>, axis: isize, idx: &Tensor<i32>, src: &Tensor<T>) -> Result<Tensor<T>> {
            scattered((stringify!($name), Put::$fold), x, axis, idx, src, |out, axis, at, from| {
                kernel::scatter_by(Fold::$fold, out, x.shape(), axis, at, from)
            })
            .in_op(stringify!($name))
        }
    )+};
}
folds! {
    /// `x` with `src` added at `idx` along `axis`; additions to one element happen in the order of `src`.
    scatter_add Add
    /// `x` with its elements at `idx` along `axis` multiplied by `src`, in the order of `src`.
    scatter_mul Mul
    /// `x` with the largest of its elements and those of `src` at `idx` along `axis`.
    scatter_max Max
}

/// The slices of `x` along `axis` that a vector of indices names.
pub fn index_select<T: Element>(x: &Tensor<T>, axis: isize, idx: &Tensor<i32>) -> Result<Tensor<T>> {
    let run = || {
        let axis = axis_of(axis, x.rank())?;
        let at = list(idx, axis, &x.layout().shape)?;
        let op = Opaque::Index(Index::Gather { axis }, "index_select");
        Tensor::run(op, (x, Under(idx, &at)), at.shape, |out| {
            in_range(axis, kernel::gather(out, view(x)?, axis, under(idx, &at)?))
        })
    };
    run().in_op("index_select")
}

/// `x` with the slices of `src` added to those along `axis` that a vector of indices names, in the order of `src`.
pub fn index_add<T: Num>(
    x: &Tensor<T>,
    axis: isize,
    idx: &Tensor<i32>,
    src: &Tensor<T>,
) -> Result<Tensor<T>> {
    let run = || {
        let axis = axis_of(axis, x.rank())?;
        let at = list(idx, axis, &x.layout().shape)?;
        if src.layout().shape != at.shape {
            return shape_error(format!(
                "src has shape {:?} but must be {}: that of x with one slice for each index",
                src.shape(),
                at.shape
            ));
        }
        let op = Opaque::Index(Index::Scatter { axis, put: Put::Add }, "index_add");
        Tensor::changed(op, (x, x.layout().shape), (Under(idx, &at), src), |out| {
            let (at, from) = (under(idx, &at)?, view(src)?);
            in_range(axis, kernel::scatter_by(Fold::Add, out, x.shape(), axis, at, from))
        })
    };
    run().in_op("index_add")
}

/// Row `ids[..]` of a table for each index, whatever the shape of `ids`.
pub fn embedding<T: Element>(table: &Tensor<T>, ids: &Tensor<i32>) -> Result<Tensor<T>> {
    let run = || {
        let [_, width] = *table.shape() else {
            return shape_error(format!("the table must be a matrix, but has shape {:?}", table.shape()));
        };
        let mut dims = ids.shape().to_vec();
        dims.push(width);
        let shape = Shape::new(&dims)?;
        let flat = ids.packed()?;
        let at = Layout {
            shape: Shape::new(&[ids.numel(), width])?,
            strides: [1, 0, 0, 0, 0, 0, 0, 0],
            offset: flat.layout().offset,
        };
        let op = Opaque::Index(Index::Gather { axis: 0 }, "embedding");
        Tensor::run(op, (table, Under(&flat, &at)), shape, |out| {
            in_range(0, kernel::gather(out, view(table)?, 0, under(&flat, &at)?))
        })
    };
    run().in_op("embedding")
}

/// 1 at the index and 0 elsewhere, along a new last axis of length `n`.
pub fn one_hot<T: Element>(ids: &Tensor<i32>, n: usize) -> Result<Tensor<T>> {
    let run = || {
        let mut dims = ids.shape().to_vec();
        dims.push(n);
        let axis = ids.rank();
        let op = Opaque::Index(Index::OneHot { classes: n }, "one_hot");
        Tensor::run(op, ids, Shape::new(&dims)?, |out| in_range(axis, kernel::one_hot(out, view(ids)?, n)))
    };
    run().in_op("one_hot")
}

/// How many elements of the ascending vector `sorted` come before each of `x`; equal ones too if `right`.
pub fn searchsorted<T: Num>(sorted: &Tensor<T>, x: &Tensor<T>, right: bool) -> Result<Tensor<i32>> {
    let run = || {
        if sorted.rank() != 1 {
            return shape_error(format!("sorted must be a vector, but has shape {:?}", sorted.shape()));
        }
        let len = sorted.numel();
        i32::try_from(len)
            .map_err(|_| Error::new(ErrorKind::Overflow, format!("{len} numbers do not fit i32")))?;
        let op = Opaque::Index(Index::Search { right }, "searchsorted");
        Tensor::run(op, (sorted, x), x.layout().shape, |out| {
            order::search(out, &sorted.to_vec()?, view(x)?, right);
            Ok(())
        })
    };
    run().in_op("searchsorted")
}
