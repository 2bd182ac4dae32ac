//! Ops that copy elements into a new layout, and masks that depend on positions alone.

use cotangent_kernels::{Element, Num};

use super::view::to_shape;
use crate::device::Device;
use crate::error::{Error, ErrorKind, InOp, Result};
use crate::tensor::Tensor;
use crate::tensor::axes::Sizes;
use crate::tensor::layout::Layout;
use crate::tensor::shape::{Shape, axis_of};

/// `blank` everywhere but in a view of the result, which is `x`.
fn embed<T: Element>(
    op: &'static str,
    x: &Tensor<T>,
    shape: impl Into<Sizes>,
    blank: f64,
    place: impl FnOnce(&Layout) -> Result<Layout>,
) -> Result<Tensor<T>> {
    let embedded = || {
        let shape = shape.into().shape()?;
        let target = place(&Layout::dense(shape))?;
        if target.shape != x.layout().shape {
            let message = format!("shape {} was expected, not {}", target.shape, x.layout().shape);
            return Err(Error::new(ErrorKind::Shape, message));
        }
        Tensor::assemble(x, shape, Some(T::from_f64(blank)), |out, _| {
            out.write(&target, x.storage(), x.layout())
        })
    };
    embedded().in_op(op)
}

/// Zeros of shape `shape` with `x` at `start, start + step, ..` of an axis: the cotangent of [`slice`](super::slice).
#[doc(hidden)]
pub fn slice_cotangent<T: Element>(
    x: &Tensor<T>,
    shape: impl Into<Sizes>,
    axis: isize,
    start: isize,
    end: isize,
    step: usize,
) -> Result<Tensor<T>> {
    embed("slice_cotangent", x, shape, 0.0, |l| l.slice(axis, start, end, step))
}

/// Zeros of shape `shape` with `x` on a diagonal of the last two axes: the cotangent of [`diagonal`](super::diagonal).
#[doc(hidden)]
pub fn diagonal_cotangent<T: Element>(
    x: &Tensor<T>,
    shape: impl Into<Sizes>,
    offset: isize,
) -> Result<Tensor<T>> {
    embed("diagonal_cotangent", x, shape, 0.0, |l| l.diagonal(offset))
}

/// Zeros of shape `shape` with the scalar `x` at an index: the cotangent of [`element`](super::element).
#[doc(hidden)]
pub fn element_cotangent<T: Element>(
    x: &Tensor<T>,
    shape: impl Into<Sizes>,
    index: impl Into<Sizes>,
) -> Result<Tensor<T>> {
    embed("element_cotangent", x, shape, 0.0, |l| l.element(index.into().get()))
}

/// A matrix with the vector `x` on its diagonal, batched; `offset > 0` is above the main diagonal.
pub fn diag_embed<T: Element>(x: &Tensor<T>, offset: isize) -> Result<Tensor<T>> {
    let embedded = || {
        let mut dims = x.shape().to_vec();
        let Some(last) = dims.pop() else {
            return Err(Error::new(ErrorKind::Shape, "a diagonal is a vector, but the shape is []"));
        };
        let n = last.saturating_add(offset.unsigned_abs());
        dims.extend([n, n]);
        embed("diag_embed", x, Shape::new(&dims)?, 0.0, |l| l.diagonal(offset))
    };
    embedded().in_op("diag_embed")
}

/// The diagonal matrix of a vector, or the diagonal of a matrix.
pub fn diag<T: Element>(x: &Tensor<T>, offset: isize) -> Result<Tensor<T>> {
    match x.rank() {
        1 => diag_embed(x, offset),
        2 => super::diagonal(x, offset),
        _ => {
            let message = format!("a vector or a matrix has a diagonal, but the shape is {:?}", x.shape());
            Err(Error::new(ErrorKind::Shape, message))
        }
    }
    .map_err(|e| Error::new(e.kind(), e.message().to_owned()).in_op("diag"))
}

/// The cotangent of [`diag`] of a tensor of shape `shape`.
#[doc(hidden)]
pub fn diag_cotangent<T: Element>(
    x: &Tensor<T>,
    shape: impl Into<Sizes>,
    offset: isize,
) -> Result<Tensor<T>> {
    let shape = shape.into().shape().in_op("diag_cotangent")?;
    if shape.rank() == 2 {
        return embed("diag_cotangent", x, shape, 0.0, |l| l.diagonal(offset));
    }
    // Off the main diagonal a vector of length 1 still makes a matrix, so the rank alone tells which way `diag` went.
    let y = x.with_layout(x.layout().diagonal(offset).in_op("diag_cotangent")?);
    if y.layout().shape == shape {
        return Ok(y);
    }
    let message = format!("shape {shape} has another diagonal than {:?}", x.shape());
    Err(Error::new(ErrorKind::Shape, message).in_op("diag_cotangent"))
}

/// `x` seen as `[outer, n, inner]`, where `n` is one axis.
fn around<T: Element>(x: &Tensor<T>, axis: usize) -> [usize; 3] {
    let shape = x.shape();
    [shape[..axis].iter().product(), shape[axis], shape[axis + 1..].iter().product()]
}

/// Each block of the axis, `block` elements long, `n` times in a row.
fn repeat<T: Element>(x: &Tensor<T>, axis: usize, block: usize, n: usize) -> Result<Tensor<T>> {
    let [outer, len, inner] = around(x, axis);
    let blocks = len.checked_div(block).unwrap_or(0);
    let total = len.saturating_mul(n);
    let shape = x.layout().shape.with(axis, total)?;
    if n == 1 || total == 0 {
        return if n == 1 { Ok(x.clone()) } else { Tensor::blank(x, shape) };
    }
    let run = block * inner;
    let source = to_shape(x, Shape::new(&[outer * blocks, 1, run])?)?;
    let wide = source.with_layout(source.layout().broadcast(Shape::new(&[outer * blocks, n, run])?)?);
    to_shape(&wide, shape)
}

/// Sums what [`repeat`] made of each block.
fn unrepeat<T: Num>(x: &Tensor<T>, axis: usize, block: usize, n: usize) -> Result<Tensor<T>> {
    let [outer, len, inner] = around(x, axis);
    let whole = block.checked_mul(n).filter(|&b| b != 0);
    let shape = x.layout().shape.with(axis, len.checked_div(n).unwrap_or(0))?;
    let Some(whole) = whole else { return Tensor::blank(x, shape) };
    let blocks = to_shape(x, Shape::new(&[outer * (len / whole), n, block * inner])?)?;
    to_shape(&super::sum(&blocks, 1, false)?, shape)
}

/// Repetitions for each axis of `rank`, after adding axes to reach their number.
fn reps_for(reps: &Sizes, rank: usize) -> Result<Vec<usize>> {
    let reps = reps.shape()?;
    let missing = rank.saturating_sub(reps.rank());
    Ok(std::iter::repeat_n(1, missing).chain(reps.iter().copied()).collect())
}

/// `reps[i]` copies along axis `i`, aligned at the end; a longer list adds axes in front.
pub fn tile<T: Element>(x: &Tensor<T>, reps: impl Into<Sizes>) -> Result<Tensor<T>> {
    let tiled = || {
        let reps = reps_for(&reps.into(), x.rank())?;
        let mut dims = vec![1; reps.len() - x.rank()];
        dims.extend(x.shape());
        let mut y = to_shape(x, Shape::new(&dims)?)?;
        // The last axis first: later passes then copy long runs.
        for (axis, &n) in reps.iter().enumerate().rev() {
            y = repeat(&y, axis, dims[axis], n)?;
        }
        Ok(y)
    };
    tiled().in_op("tile")
}

/// The cotangent of [`tile`] of a tensor of shape `shape`: the sum of the copies.
#[doc(hidden)]
pub fn tile_cotangent<T: Num>(
    x: &Tensor<T>,
    shape: impl Into<Sizes>,
    reps: impl Into<Sizes>,
) -> Result<Tensor<T>> {
    let summed = || {
        let shape = shape.into().shape()?;
        let reps = reps_for(&reps.into(), shape.rank())?;
        let lead = reps.len() - shape.rank();
        let dims: Vec<usize> = std::iter::repeat_n(1, lead).chain(shape.iter().copied()).collect();
        let tiled: Vec<usize> = dims.iter().zip(&reps).map(|(&d, &n)| d.saturating_mul(n)).collect();
        if x.shape() != tiled {
            let message = format!("shape {tiled:?} was expected, not {:?}", x.shape());
            return Err(Error::new(ErrorKind::Shape, message));
        }
        let mut y = x.clone();
        for (axis, &n) in reps.iter().enumerate() {
            y = if n == 0 { y.zero_axis(axis, dims[axis])? } else { unrepeat(&y, axis, dims[axis], n)? };
        }
        to_shape(&y, shape)
    };
    summed().in_op("tile_cotangent")
}

impl<T: Element> Tensor<T> {
    /// Zeros of the same shape but for one axis: what no copy contributes to.
    fn zero_axis(&self, axis: usize, d: usize) -> Result<Self> {
        Self::blank(self, self.layout().shape.with(axis, d)?)
    }
}

/// Each element `n` times in a row, along an axis.
pub fn repeat_interleave<T: Element>(x: &Tensor<T>, n: usize, axis: isize) -> Result<Tensor<T>> {
    axis_of(axis, x.rank()).and_then(|axis| repeat(x, axis, 1, n)).in_op("repeat_interleave")
}

/// The cotangent of [`repeat_interleave`] of a tensor of shape `shape`: the sum of the copies.
#[doc(hidden)]
pub fn repeat_interleave_cotangent<T: Num>(
    x: &Tensor<T>,
    shape: impl Into<Sizes>,
    n: usize,
    axis: isize,
) -> Result<Tensor<T>> {
    let summed = || {
        let shape = shape.into().shape()?;
        let axis = axis_of(axis, shape.rank())?;
        let repeated = shape.with(axis, shape[axis].saturating_mul(n))?;
        if x.layout().shape != repeated {
            let message = format!("shape {repeated} was expected, not {:?}", x.shape());
            return Err(Error::new(ErrorKind::Shape, message));
        }
        if x.numel() == 0 { Tensor::blank(x, shape) } else { unrepeat(x, axis, 1, n) }
    };
    summed().in_op("repeat_interleave_cotangent")
}

/// `0, 1, .., n - 1`.
pub fn iota(n: usize) -> Result<Tensor<i32>> {
    let made = || {
        let end = i32::try_from(n)
            .map_err(|_| Error::new(ErrorKind::Overflow, format!("{n} numbers do not fit i32")))?;
        Tensor::build(Device::CPU, Shape::new(&[n])?, |out| {
            out.iter_mut().zip(0..end).for_each(|(o, i)| *o = i);
            Ok(())
        })
    };
    made().in_op("iota")
}

/// The mask of a triangle in the last two axes of `shape`: on or below diagonal `offset` if `lower`, else on or above
/// it.
#[doc(hidden)]
pub fn tri_mask(shape: impl Into<Sizes>, offset: isize, lower: bool) -> Result<Tensor<bool>> {
    tri_mask_on(shape, offset, lower, Device::CPU)
}

/// The same where a function runs: made there, of two vectors, rather than sent there.
#[doc(hidden)]
pub fn tri_mask_on(
    shape: impl Into<Sizes>,
    offset: isize,
    lower: bool,
    device: Device,
) -> Result<Tensor<bool>> {
    let made = || {
        let shape = shape.into().shape()?;
        let &[.., m, n] = shape.dims() else {
            let message = format!("a triangle needs two axes, but the shape is {shape}");
            return Err(Error::new(ErrorKind::Shape, message));
        };
        match i32::try_from(n) {
            Ok(end) if device.is_remote() && m > 0 && n > 0 => {
                return triangle_there([m, n], end, offset, lower, device);
            }
            _ => {}
        }
        let mask = Tensor::build(Device::CPU, Shape::new(&[m, n])?, |out| {
            for (i, row) in out.chunks_mut(n.max(1)).enumerate() {
                // Columns before `first` are on one side of the diagonal, the rest on the other.
                let first = (i as isize)
                    .saturating_add(offset)
                    .saturating_add(isize::from(lower))
                    .clamp(0, n as isize);
                let (left, right) = row.split_at_mut(first as usize);
                left.fill(lower);
                right.fill(!lower);
            }
            Ok(())
        })?;
        mask.to(device)
    };
    made().in_op("tri_mask")
}

/// Columns compared with the diagonal's column of each row, which is before the first or behind the last of some.
fn triangle_there(
    [m, n]: [usize; 2],
    end: i32,
    offset: isize,
    lower: bool,
    device: Device,
) -> Result<Tensor<bool>> {
    let diagonal = (0..m).map(|i| (i as isize).saturating_add(offset).clamp(-1, n as isize) as i32);
    let diagonal = Tensor::from_vec(diagonal.collect(), [m, 1])?.to(device)?;
    let columns = Tensor::from_vec((0..end).collect(), [n])?.to(device)?;
    if lower { columns.le(&diagonal) } else { columns.ge(&diagonal) }
}

#[cfg(test)]
#[path = "layout/tests.rs"]
mod tests;
