//! Views: the elements stay where they are. `reshape` copies where no strides can say it.

use cotangent_kernels::Element;

use super::pad::Widths;
use crate::error::{Error, ErrorKind, InOp, Result};
use crate::tensor::Tensor;
use crate::tensor::axes::{Axes, Sizes};
use crate::tensor::layout::Layout;
use crate::tensor::shape::{MAX_RANK, Shape, axis_of};

fn view<T: Element>(
    op: &'static str,
    x: &Tensor<T>,
    layout: impl FnOnce(&Layout) -> Result<Layout>,
) -> Result<Tensor<T>> {
    layout(x.layout()).map(|l| x.with_layout(l)).in_op(op)
}

/// A view under a shape of as many elements, or a copy.
pub(crate) fn to_shape<T: Element>(x: &Tensor<T>, shape: Shape) -> Result<Tensor<T>> {
    if shape.numel() != x.numel() {
        let message = format!(
            "shape {} has {} elements, but {shape} has {}",
            x.layout().shape,
            x.numel(),
            shape.numel()
        );
        return Err(Error::new(ErrorKind::Shape, message));
    }
    if let Some(layout) = x.layout().reshape(shape) {
        return Ok(x.with_layout(layout));
    }
    let dense = x.packed().map_err(|e| e.for_shape(&shape))?;
    Ok(dense.with_layout(Layout::dense(shape)))
}

/// The elements of `x`, row major, in another shape; one size may be -1 and is inferred.
pub fn reshape<T: Element>(x: &Tensor<T>, sizes: impl Into<Sizes>) -> Result<Tensor<T>> {
    sizes.into().infer(x.numel()).and_then(|shape| to_shape(x, shape)).in_op("reshape")
}

/// Axis `i` of the result is axis `axes[i]` of `x`.
pub fn permute<T: Element>(x: &Tensor<T>, axes: impl Into<Axes>) -> Result<Tensor<T>> {
    view("permute", x, |l| l.permute(&order(&axes.into(), l.shape.rank())?[..l.shape.rank()]))
}

/// Axis `axes[i]` of the result is axis `i` of `x`: undoes [`permute`].
#[doc(hidden)]
pub fn unpermute<T: Element>(x: &Tensor<T>, axes: impl Into<Axes>) -> Result<Tensor<T>> {
    view("unpermute", x, |l| {
        let rank = l.shape.rank();
        let (order, mut inverse) = (order(&axes.into(), rank)?, [0; MAX_RANK]);
        order[..rank].iter().enumerate().for_each(|(i, &axis)| inverse[axis] = i);
        l.permute(&inverse[..rank])
    })
}

fn order(axes: &Axes, rank: usize) -> Result<[usize; MAX_RANK]> {
    let (order, count) = axes.list(rank)?;
    if count == rank {
        return Ok(order);
    }
    Err(Error::new(ErrorKind::Axis, format!("{count} axes for rank {rank}; name each axis once")))
}

/// Axis `from[i]` of `x` becomes axis `to[i]`; the others keep their order.
pub fn movedim<T: Element>(x: &Tensor<T>, from: impl Into<Axes>, to: impl Into<Axes>) -> Result<Tensor<T>> {
    view("movedim", x, |l| {
        let rank = l.shape.rank();
        let ((from, count), (to, places)) = (from.into().list(rank)?, to.into().list(rank)?);
        if count != places {
            let message = format!("{count} axes go to {places} places; name as many");
            return Err(Error::new(ErrorKind::Axis, message));
        }
        let (from, to) = (&from[..count], &to[..count]);
        let mut others = (0..rank).filter(|axis| !from.contains(axis));
        let mut order = [0; MAX_RANK];
        for (place, axis) in order[..rank].iter_mut().enumerate() {
            let moved = to.iter().position(|t| *t == place).map(|i| from[i]);
            *axis = moved.or_else(|| others.next()).unwrap_or_default();
        }
        l.permute(&order[..rank])
    })
}

/// `x`, whose places in its last `count` axes have numbers in i32. Places that are counted in i32 would begin again behind the last.
#[doc(hidden)]
pub fn numbered<T: Element>(x: &Tensor<T>, count: usize) -> Result<Tensor<T>> {
    let shape = x.shape();
    let Some(first) = shape.len().checked_sub(count) else {
        let message = format!("shape {shape:?} has fewer than {count} axes");
        return Err(Error::new(ErrorKind::Shape, message)).in_op("numbered");
    };
    let last = &shape[first..];
    let places = last.iter().fold(1usize, |all, &n| all.saturating_mul(n));
    if i32::try_from(places).is_ok() {
        return Ok(x.clone());
    }
    let axes = if last.len() == 1 { "axis".to_owned() } else { format!("{} axes", last.len()) };
    let have = if last.len() == 1 { "has" } else { "have" };
    let message = format!("the last {axes} of shape {shape:?} {have} {places} places, more than i32 counts");
    Err(Error::new(ErrorKind::Overflow, message)).in_op("numbered")
}

/// Exchanges two axes.
pub fn swap_axes<T: Element>(x: &Tensor<T>, a: isize, b: isize) -> Result<Tensor<T>> {
    view("swap_axes", x, |l| l.swap(axis_of(a, l.shape.rank())?, axis_of(b, l.shape.rank())?))
}

/// Transpose of a matrix.
pub fn t<T: Element>(x: &Tensor<T>) -> Result<Tensor<T>> {
    view("t", x, |l| match l.shape.rank() {
        2 => l.swap(0, 1),
        _ => Err(Error::new(
            ErrorKind::Shape,
            format!(
                "a matrix is transposed, but the shape is {}; use {}",
                l.shape,
                if l.shape.rank() < 2 { "`unsqueeze` to add an axis" } else { "`mt` for the last two axes" }
            ),
        )),
    })
}

/// Transpose of the last two axes.
pub fn mt<T: Element>(x: &Tensor<T>) -> Result<Tensor<T>> {
    view("mt", x, |l| match l.shape.rank() {
        rank @ 2.. => l.swap(rank - 2, rank - 1),
        _ => Err(Error::new(
            ErrorKind::Shape,
            format!("a transpose needs two axes, but the shape is {}", l.shape),
        )),
    })
}

/// Repeats along axes of length 1 and along missing leading axes, to `shape`.
pub fn broadcast_to<T: Element>(x: &Tensor<T>, shape: impl Into<Sizes>) -> Result<Tensor<T>> {
    view("broadcast_to", x, |l| l.broadcast(shape.into().shape()?))
}

/// Drops axes, which must have length 1; [`Axes::ALL`] drops all that have it.
pub fn squeeze<T: Element>(x: &Tensor<T>, axes: impl Into<Axes>) -> Result<Tensor<T>> {
    view("squeeze", x, |l| l.squeeze(&axes.into()))
}

/// Inserts an axis of length 1, such that it has number `axis` in the result.
pub fn unsqueeze<T: Element>(x: &Tensor<T>, axis: isize) -> Result<Tensor<T>> {
    view("unsqueeze", x, |l| l.insert(axis))
}

/// [`squeeze`] if `on`, else `x`: how rules treat vectors as matrices.
#[doc(hidden)]
pub fn squeeze_if<T: Element>(x: &Tensor<T>, axis: isize, on: bool) -> Result<Tensor<T>> {
    if on { view("squeeze_if", x, |l| l.squeeze(&axis.into())) } else { Ok(x.clone()) }
}

/// [`unsqueeze`] if `on`, else `x`: how rules treat vectors as matrices.
#[doc(hidden)]
pub fn unsqueeze_if<T: Element>(x: &Tensor<T>, axis: isize, on: bool) -> Result<Tensor<T>> {
    if on { view("unsqueeze_if", x, |l| l.insert(axis)) } else { Ok(x.clone()) }
}

/// Puts the axes that a reduction of a tensor of shape `shape` dropped back with length 1; nothing to do if `keep`.
#[doc(hidden)]
pub fn keep_axes<T: Element>(
    x: &Tensor<T>,
    shape: impl Into<Sizes>,
    axes: impl Into<Axes>,
    keep: bool,
) -> Result<Tensor<T>> {
    let kept = || {
        let (shape, axes) = (shape.into().shape()?, axes.into());
        let have = shape.reduce(&axes, keep)?;
        if have != x.layout().shape {
            let message = format!("a reduction of shape {shape} has shape {have}, not {}", x.layout().shape);
            return Err(Error::new(ErrorKind::Shape, message));
        }
        to_shape(x, shape.reduce(&axes, true)?)
    };
    kept().in_op("keep_axes")
}

/// Merges the axes from `start` to `end`, both included, into one; a scalar becomes `[1]`.
pub fn flatten_axes<T: Element>(x: &Tensor<T>, start: isize, end: isize) -> Result<Tensor<T>> {
    let flat = || {
        let shape = x.layout().shape;
        // A scalar counts as one axis here, as in PyTorch.
        let rank = shape.rank().max(1);
        let (start, end) = (axis_of(start, rank)?, axis_of(end, rank)?);
        if shape.rank() == 0 {
            return to_shape(x, Shape::new(&[1])?);
        }
        if start > end {
            return Err(Error::new(ErrorKind::Axis, format!("axis {start} comes after axis {end}")));
        }
        let mut dims = shape[..start].to_vec();
        dims.push(shape[start..=end].iter().product());
        dims.extend(&shape[end + 1..]);
        to_shape(x, Shape::new(&dims)?)
    };
    flat().in_op("flatten_axes")
}

/// `len` elements of an axis, from `start` on; what reaches beyond the axis is an error.
pub fn narrow<T: Element>(x: &Tensor<T>, axis: isize, start: usize, len: usize) -> Result<Tensor<T>> {
    view("narrow", x, |l| l.narrow(axis, start, len))
}

/// Every `step`-th element of an axis from `start` up to `end`, excluded; both may be negative, from the end, and are
/// cut to the axis.
pub fn slice<T: Element>(
    x: &Tensor<T>,
    axis: isize,
    start: isize,
    end: isize,
    step: usize,
) -> Result<Tensor<T>> {
    view("slice", x, |l| l.slice(axis, start, end, step))
}

/// Reverses the order along axes.
pub fn flip<T: Element>(x: &Tensor<T>, axes: impl Into<Axes>) -> Result<Tensor<T>> {
    view("flip", x, |l| Ok(l.flip(axes.into().set(l.shape.rank())?)))
}

/// The element at an index that has a number for each axis, as a tensor of rank 0.
pub fn element<T: Element>(x: &Tensor<T>, index: impl Into<Sizes>) -> Result<Tensor<T>> {
    view("element", x, |l| l.element(index.into().get()))
}

/// The diagonal of the last two axes: element `i` is `x[.., i, i + offset]`.
pub fn diagonal<T: Element>(x: &Tensor<T>, offset: isize) -> Result<Tensor<T>> {
    view("diagonal", x, |l| l.diagonal(offset))
}

/// The diagonal of square matrices, the last two axes.
pub fn main_diagonal<T: Element>(x: &Tensor<T>) -> Result<Tensor<T>> {
    view("main_diagonal", x, |l| match l.shape.dims() {
        [.., m, n] if m != n => Err(Error::new(
            ErrorKind::Shape,
            format!("a square matrix has a main diagonal, but the shape is {}", l.shape),
        )),
        _ => l.diagonal(0),
    })
}

/// The axes `axes` moved to the end and merged, in ascending order, into one.
#[doc(hidden)]
pub fn fold_axes<T: Element>(x: &Tensor<T>, axes: impl Into<Axes>) -> Result<Tensor<T>> {
    let folded = || {
        let shape = x.layout().shape;
        let set = axes.into().set(shape.rank())?;
        let (order, kept) = kept_first(set, shape.rank());
        let mut dims: Vec<usize> = order[..kept].iter().map(|&i| shape[i]).collect();
        dims.push(order[kept..shape.rank()].iter().map(|&i| shape[i]).product());
        let moved = x.with_layout(x.layout().permute(&order[..shape.rank()])?);
        to_shape(&moved, Shape::new(&dims)?)
    };
    folded().in_op("fold_axes")
}

/// Undoes [`fold_axes`] of a tensor of shape `shape`.
#[doc(hidden)]
pub fn unfold_axes<T: Element>(
    x: &Tensor<T>,
    shape: impl Into<Sizes>,
    axes: impl Into<Axes>,
) -> Result<Tensor<T>> {
    let unfolded = || {
        let shape = shape.into().shape()?;
        let set = axes.into().set(shape.rank())?;
        let (order, kept) = kept_first(set, shape.rank());
        let dims: Vec<usize> = order[..shape.rank()].iter().map(|&i| shape[i]).collect();
        let (lead, folded) = dims.split_at(kept);
        if x.shape() != [lead, &[folded.iter().product()]].concat() {
            let message = format!("shape {shape} does not fold to {}", x.layout().shape);
            return Err(Error::new(ErrorKind::Shape, message));
        }
        let moved = to_shape(x, Shape::new(&dims)?)?;
        unpermute(&moved, &order[..shape.rank()])
    };
    unfolded().in_op("unfold_axes")
}

/// The axes outside of a set, then those in it, and how many the first are.
fn kept_first(set: u32, rank: usize) -> ([usize; MAX_RANK], usize) {
    let mut order = [0; MAX_RANK];
    let kept = (0..rank).filter(|i| set >> i & 1 == 0);
    let folded = (0..rank).filter(|i| set >> i & 1 == 1);
    order.iter_mut().zip(kept.clone().chain(folded)).for_each(|(o, i)| *o = i);
    (order, kept.count())
}

/// Undoes `pad`: drops `before` and `after` elements of each axis.
#[doc(hidden)]
pub fn unpad<T: Element>(x: &Tensor<T>, widths: impl Into<Widths>) -> Result<Tensor<T>> {
    view("unpad", x, |l| l.unpadded(widths.into().get(l.shape.rank())?))
}

#[cfg(test)]
mod tests;
