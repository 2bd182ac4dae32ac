//! Reading and writing at lists of indices, one index for each of the first axes.

use cotangent_kernels::index::{self as kernel, Fold, OutOfRange};
use cotangent_kernels::strided::View;
use cotangent_kernels::{Element, Num, order};

use super::index::{in_range, list};
use super::operand::{shape_error, under, view};
use super::view::to_shape;
use crate::device::{Index, Opaque, Put};
use crate::error::{Error, ErrorKind, InOp, Result};
use crate::tensor::Tensor;
use crate::tensor::shape::Shape;
use crate::tensor::sources::Under;

/// Parts of a tensor, behind its first axes.
struct Parts {
    /// The tensor as a matrix: a row for each part.
    rows: Shape,
    /// The row of each list of indices.
    at: Tensor<i32>,
    /// The shape of the parts that were named.
    named: Shape,
}

impl Parts {
    /// For the op of this name.
    fn of<T: Element>(name: &'static str, x: &Tensor<T>, idx: &Tensor<i32>) -> Result<Self> {
        let shape = x.shape();
        let Some((&count, lists)) = idx.shape().split_last() else {
            return shape_error(
                "the indices are a scalar; their last axis has an index for each axis".to_owned(),
            );
        };
        let Some((first, rest)) = shape.split_at_checked(count) else {
            return shape_error(format!("lists of {count} indices for a tensor of shape {shape:?}"));
        };
        let rows = Shape::new(&[first.iter().product(), rest.iter().product()])?;
        i32::try_from(rows[0]).map_err(|_| {
            Error::new(ErrorKind::Overflow, format!("{} parts have no numbers in i32", rows[0]))
        })?;
        let lists = Shape::new(lists)?;
        let named = Shape::new(&[&lists, rest].concat())?;
        // Lists of no indices take no memory, however many they are; rows do.
        let op = Opaque::Index(Index::Rows { dims: first }, name);
        let at = Tensor::run(op, idx, Shape::new(&[lists.numel()])?, |out: &mut [i32]| {
            let indices = idx.to_vec()?;
            for (number, row) in out.iter_mut().enumerate() {
                *row = 0;
                for (axis, &size) in first.iter().enumerate() {
                    let position = number * count + axis;
                    let index = indices[position];
                    if !usize::try_from(index).is_ok_and(|i| i < size) {
                        in_range(axis, Err(OutOfRange { index, size, position }))?;
                    }
                    *row = *row * size as i32 + index;
                }
            }
            Ok(())
        })?;
        Ok(Self { rows, at, named })
    }
}

/// The part of `x` behind its first axes for each list of indices, along the last axis of `idx`.
pub fn gather_nd<T: Element>(x: &Tensor<T>, idx: &Tensor<i32>) -> Result<Tensor<T>> {
    let run = || {
        let parts = Parts::of("gather_nd", x, idx)?;
        let rows = to_shape(x, parts.rows)?;
        let at = list(&parts.at, 0, &parts.rows)?;
        let op = Opaque::Index(Index::Gather { axis: 0 }, "gather_nd");
        Tensor::run(op, (&rows, Under(&parts.at, &at)), parts.named, |out| {
            in_range(0, kernel::gather(out, view(&rows)?, 0, under(&parts.at, &at)?))
        })
    };
    run().in_op("gather_nd")
}

/// `x` with `src` in place of its parts at `idx`; of several for one part the last stays.
pub fn index_put<T: Element>(x: &Tensor<T>, idx: &Tensor<i32>, src: &Tensor<T>) -> Result<Tensor<T>> {
    put(("index_put", Put::Store), x, idx, src, kernel::scatter).in_op("index_put")
}

/// `x` with `src` added to its parts at `idx`, in the order of `src`.
pub fn index_put_add<T: Num>(x: &Tensor<T>, idx: &Tensor<i32>, src: &Tensor<T>) -> Result<Tensor<T>> {
    put(("index_put_add", Put::Add), x, idx, src, |out, shape, axis, at, src| {
        kernel::scatter_by(Fold::Add, out, shape, axis, at, src)
    })
    .in_op("index_put_add")
}

/// `x` after `each` has worked on its parts at `idx`.
fn put<T: Element>(
    (name, how): (&'static str, Put),
    x: &Tensor<T>,
    idx: &Tensor<i32>,
    src: &Tensor<T>,
    each: impl FnOnce(&mut [T], &[usize], usize, View<'_, i32>, View<'_, T>) -> Result<(), OutOfRange>,
) -> Result<Tensor<T>> {
    let (parts, src) = sources(name, x, idx, src)?;
    let at = list(&parts.at, 0, &parts.rows)?;
    let op = Opaque::Index(Index::Scatter { axis: 0, put: how }, name);
    Tensor::changed(op, (x, parts.rows), (Under(&parts.at, &at), &src), |out| {
        in_range(0, each(out, &parts.rows, 0, under(&parts.at, &at)?, view(&src)?))
    })
}

/// The parts that are named, and a row of `src` for each.
fn sources<T: Element>(
    name: &'static str,
    x: &Tensor<T>,
    idx: &Tensor<i32>,
    src: &Tensor<T>,
) -> Result<(Parts, Tensor<T>)> {
    let parts = Parts::of(name, x, idx)?;
    if src.layout().shape != parts.named {
        return shape_error(format!(
            "src has shape {:?} but the indices name parts {}",
            src.shape(),
            parts.named
        ));
    }
    let src = to_shape(src, Shape::new(&[parts.at.numel(), parts.rows[1]])?)?;
    Ok((parts, src))
}

/// How many elements of `x` are in each of `bins` equal parts of `lo..hi`; `hi` is in the last.
pub fn histogram<T: Num>(x: &Tensor<T>, bins: usize, lo: f64, hi: f64) -> Result<Tensor<i32>> {
    let run = || {
        let width = (hi - lo) / bins as f64;
        if bins == 0 || !(width > 0.0 && width.is_finite()) {
            let message = format!("{lo} to {hi} has no {bins} equal parts");
            return Err(Error::new(ErrorKind::Value, message));
        }
        i32::try_from(x.numel())
            .map_err(|_| Error::new(ErrorKind::Overflow, format!("{} numbers do not fit i32", x.numel())))?;
        let op = Opaque::Index(Index::Histogram { lo, hi }, "histogram");
        Tensor::run(op, x, Shape::new(&[bins])?, |out| {
            order::histogram(out, view(x)?, lo, hi);
            Ok(())
        })
    };
    run().in_op("histogram")
}

impl<T: Element> Tensor<T> {
    /// The elements where `mask` is true, in row-major order, as a vector; both are broadcast to one shape. The length is known from
    /// values alone, so a body of a differentiable function has `select` and `masked_fill` instead.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// let x = tensor![[1.0, -2.0], [-3.0, 4.0]];
    /// assert_eq!(x.masked_select(&x.gt(0.0)?)?, tensor![1.0, 4.0]);
    /// # Ok::<(), cotangent::Error>(())
    /// ```
    pub fn masked_select(&self, mask: &Tensor<bool>) -> Result<Self> {
        let run = || {
            let shape = self.layout().shape.broadcast(&mask.layout().shape)?;
            let (x, mask) = (super::broadcast_to(self, shape)?, super::broadcast_to(mask, shape)?);
            let kept = x.to_vec()?.into_iter().zip(mask.to_vec()?).filter(|(_, keep)| *keep).map(|(x, _)| x);
            let kept: Vec<T> = kept.collect();
            let len = kept.len();
            Self::from_vec(kept, [len])?.to(self.device())
        };
        run().in_op("masked_select")
    }
}
