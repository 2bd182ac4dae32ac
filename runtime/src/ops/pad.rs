//! Padding, cropping and moving along axes, and the cotangents of what copies an element more than once.

use cotangent_kernels::pad::{AxisMap, Extension, Mode, remap, remap_cotangent};
use cotangent_kernels::{Element, Num};

use super::operand::{shape_error, view};
use crate::device::Opaque;
use crate::error::{Error, ErrorKind, InOp, Result};
use crate::tensor::Tensor;
use crate::tensor::axes::Sizes;
use crate::tensor::shape::{MAX_RANK, Shape, axis_of};

/// How many elements to put before and behind each axis: `[(before, after), ..]`, one pair per axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Widths {
    pairs: [(usize, usize); MAX_RANK],
    count: usize,
}

impl Widths {
    /// Those of an item, where the axis of a batch is in front.
    #[doc(hidden)]
    pub fn behind(&self) -> Self {
        let mut behind = Self { pairs: [(0, 0); MAX_RANK], count: self.count + 1 };
        behind.pairs[1..].copy_from_slice(&self.pairs[..MAX_RANK - 1]);
        behind
    }

    /// One pair for each of `rank` axes, or an error that says how many there are.
    pub fn get(&self, rank: usize) -> Result<&[(usize, usize)]> {
        match self.pairs.get(..self.count) {
            Some(pairs) if self.count == rank => Ok(pairs),
            _ => {
                shape_error(format!("{} pairs of widths for rank {rank}: give one pair per axis", self.count))
            }
        }
    }
}

impl From<&[(usize, usize)]> for Widths {
    fn from(list: &[(usize, usize)]) -> Self {
        let mut pairs = [(0, 0); MAX_RANK];
        pairs.iter_mut().zip(list).for_each(|(to, from)| *to = *from);
        Self { pairs, count: list.len() }
    }
}

impl<const N: usize> From<[(usize, usize); N]> for Widths {
    fn from(list: [(usize, usize); N]) -> Self {
        list.as_slice().into()
    }
}

impl<const N: usize> From<&[(usize, usize); N]> for Widths {
    fn from(list: &[(usize, usize); N]) -> Self {
        list.as_slice().into()
    }
}

impl From<Vec<(usize, usize)>> for Widths {
    fn from(list: Vec<(usize, usize)>) -> Self {
        list.as_slice().into()
    }
}

impl From<&Vec<(usize, usize)>> for Widths {
    fn from(list: &Vec<(usize, usize)>) -> Self {
        list.as_slice().into()
    }
}

impl From<&Self> for Widths {
    fn from(list: &Self) -> Self {
        *list
    }
}

/// How each axis is continued, and the shape of the result. Maps hold an entry per place of an axis, so they are made
/// once the result is there: where that is more than memory holds, the result says so.
fn extended(shape: &Shape, widths: &Widths, mode: Mode) -> Result<(Vec<Extension>, Shape)> {
    let of = |(axis, (&n, &(before, after)))| {
        mode.extend(n, before, after).ok_or_else(|| cannot(mode, axis, n, before.max(after)))
    };
    let axes: Vec<_> =
        shape.iter().zip(widths.get(shape.rank())?).enumerate().map(of).collect::<Result<_>>()?;
    let dims: Vec<_> = axes.iter().map(Extension::len).collect();
    Ok((axes, Shape::new(&dims)?))
}

/// How many elements the result of [`extended`] has before each axis.
fn before(widths: &Widths) -> [isize; MAX_RANK] {
    // Where the result is there, they are below `isize::MAX`.
    widths.pairs.map(|(before, _)| isize::try_from(before).unwrap_or(isize::MAX))
}

fn maps(axes: &[Extension]) -> Vec<AxisMap> {
    axes.iter().map(Extension::map).collect()
}

#[cold]
fn cannot(mode: Mode, axis: usize, n: usize, width: usize) -> Error {
    let why = match mode {
        Mode::Reflect => "a mirror image of the axis has one element less than the axis",
        Mode::Circular => "one period is as long as the axis",
        _ => "it has no edge to repeat",
    };
    Error::new(ErrorKind::Shape, format!("axis {axis} of size {n} cannot be extended by {width}: {why}"))
}

pub(super) fn extend<T: Element>(x: &Tensor<T>, widths: &Widths, mode: Mode, fill: T) -> Result<Tensor<T>> {
    let (axes, shape) = extended(&x.layout().shape, widths, mode)?;
    let op = Opaque::Extend { mode, before: &before(widths), fill: fill.to_f64() };
    Tensor::run(op, x, shape, |out| {
        // An empty result needs no maps, however long its other axes are.
        if !out.is_empty() {
            remap(out, view(x)?, &maps(&axes), fill);
        }
        Ok(())
    })
}

/// The cotangent of `extend` from `shape`.
fn cotangent<T: Num>(x: &Tensor<T>, shape: &Sizes, widths: &Widths, mode: Mode) -> Result<Tensor<T>> {
    let shape = shape.shape()?;
    let (axes, mapped) = extended(&shape, widths, mode)?;
    if x.layout().shape != mapped {
        return shape_error(format!("x has shape {:?} but must have {mapped}", x.shape()));
    }
    Tensor::run(Opaque::ExtendCotangent { mode, before: &before(widths) }, x, shape, |out| {
        if !out.is_empty() {
            remap_cotangent(out, &shape, view(x)?, &maps(&axes));
        }
        Ok(())
    })
}

/// Extends each axis by `before` and `after` elements of `value`.
pub fn pad<T: Element>(x: &Tensor<T>, widths: impl Into<Widths>, value: f64) -> Result<Tensor<T>> {
    extend(x, &widths.into(), Mode::Constant, T::from_f64(value)).in_op("pad")
}

/// Extends each axis by its mirror image, the edge not repeated.
pub fn pad_reflect<T: Element>(x: &Tensor<T>, widths: impl Into<Widths>) -> Result<Tensor<T>> {
    extend(x, &widths.into(), Mode::Reflect, T::default()).in_op("pad_reflect")
}

/// Extends each axis by its edge.
pub fn pad_replicate<T: Element>(x: &Tensor<T>, widths: impl Into<Widths>) -> Result<Tensor<T>> {
    extend(x, &widths.into(), Mode::Replicate, T::default()).in_op("pad_replicate")
}

/// Extends each axis periodically.
pub fn pad_circular<T: Element>(x: &Tensor<T>, widths: impl Into<Widths>) -> Result<Tensor<T>> {
    extend(x, &widths.into(), Mode::Circular, T::default()).in_op("pad_circular")
}

/// The cotangent of `pad_reflect` of a tensor of shape `shape`: what was copied is summed.
#[doc(hidden)]
pub fn pad_reflect_cotangent<T: Num>(
    x: &Tensor<T>,
    shape: impl Into<Sizes>,
    widths: impl Into<Widths>,
) -> Result<Tensor<T>> {
    cotangent(x, &shape.into(), &widths.into(), Mode::Reflect).in_op("pad_reflect_cotangent")
}

/// The cotangent of `pad_replicate` of a tensor of shape `shape`: what was copied is summed.
#[doc(hidden)]
pub fn pad_replicate_cotangent<T: Num>(
    x: &Tensor<T>,
    shape: impl Into<Sizes>,
    widths: impl Into<Widths>,
) -> Result<Tensor<T>> {
    cotangent(x, &shape.into(), &widths.into(), Mode::Replicate).in_op("pad_replicate_cotangent")
}

/// The cotangent of `pad_circular` of a tensor of shape `shape`: what was copied is summed.
#[doc(hidden)]
pub fn pad_circular_cotangent<T: Num>(
    x: &Tensor<T>,
    shape: impl Into<Sizes>,
    widths: impl Into<Widths>,
) -> Result<Tensor<T>> {
    cotangent(x, &shape.into(), &widths.into(), Mode::Circular).in_op("pad_circular_cotangent")
}

/// One axis begins `by` elements later and is as long as before; the others are as they are. `from` is the source of an element.
fn moved<T: Element>(
    x: &Tensor<T>,
    axis: usize,
    (mode, by): (Mode, isize),
    from: impl Fn(usize) -> Option<usize>,
    fill: T,
) -> Result<Tensor<T>> {
    let shape = x.layout().shape;
    let mut before = [0; MAX_RANK];
    before[axis] = by;
    Tensor::run(Opaque::Extend { mode, before: &before, fill: fill.to_f64() }, x, shape, |out| {
        // As in [`extend`].
        if !out.is_empty() {
            let mut maps: Vec<_> = shape.iter().map(|&n| AxisMap::Same(n)).collect();
            maps[axis] = AxisMap::Table((0..shape[axis]).map(from).collect());
            remap(out, view(x)?, &maps, fill);
        }
        Ok(())
    })
}

/// Moves elements by `by` places along an axis; those that leave come back at the other end.
pub fn roll<T: Element>(x: &Tensor<T>, by: isize, axis: isize) -> Result<Tensor<T>> {
    let run = || {
        let axis = axis_of(axis, x.rank())?;
        let n = x.shape()[axis];
        let by = if n == 0 { 0 } else { by.rem_euclid(n as isize) as usize };
        moved(x, axis, (Mode::Circular, by as isize), |i| Some((i + n - by) % n), T::default())
    };
    run().in_op("roll")
}

/// Moves elements by `by` places along an axis; those that leave are lost and `fill` comes in.
#[doc(hidden)]
pub fn shift<T: Element>(x: &Tensor<T>, by: isize, axis: isize, fill: f64) -> Result<Tensor<T>> {
    let run = || {
        let axis = axis_of(axis, x.rank())?;
        let n = x.shape()[axis];
        // Further than all are gone none is.
        let by = by.clamp(-(n as isize), n as isize);
        let from = |i: usize| usize::try_from(i as isize - by).ok().filter(|&i| i < n);
        moved(x, axis, (Mode::Constant, by), from, T::from_f64(fill))
    };
    run().in_op("shift")
}
