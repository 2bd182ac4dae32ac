//! Windows that slide along axes, and what adds them up.

use cotangent_kernels::pad::{self, Mode, Slide};
use cotangent_kernels::{Element, Num};

use super::operand::{shape_error, view};
use super::pad::extend;
use crate::device::{Opaque, Windows};
use crate::error::{Error, ErrorKind, InOp, Result};
use crate::tensor::Tensor;
use crate::tensor::axes::{Axes, Sizes};
use crate::tensor::layout::Layout;
use crate::tensor::padding::{Around, Padding};
use crate::tensor::shape::{MAX_RANK, Shape};

/// Number `k` of a list along `count` axes, of which one is that of all.
fn number(what: &str, sizes: &Sizes, (k, count): (usize, usize), least: isize) -> Result<usize> {
    let one = match sizes.get() {
        [one] => *one,
        sizes if sizes.len() == count => sizes[k],
        sizes => {
            let message = format!("{} numbers as `{what}` for {count} axes", sizes.len());
            return Err(Error::new(ErrorKind::Value, message));
        }
    };
    let message = || format!("`{what}` must be at least {least}, but is {one}");
    usize::try_from(one).ok().filter(|_| one >= least).ok_or_else(|| Error::new(ErrorKind::Value, message()))
}

/// The windows of each axis, in the order of the axes. One number is that of all axes.
pub(super) fn slides(
    rank: usize,
    axes: &Axes,
    size: &Sizes,
    stride: &Sizes,
    dilation: &Sizes,
) -> Result<([Slide; MAX_RANK], usize)> {
    let (list, count) = axes.list(rank)?;
    let mut all = [Slide { axis: 0, size: 1, stride: 1, dilation: 1 }; MAX_RANK];
    for (k, slide) in all[..count].iter_mut().enumerate() {
        *slide = Slide {
            axis: list[k],
            size: number("size", size, (k, count), 1)?,
            stride: number("stride", stride, (k, count), 1)?,
            dilation: number("dilation", dilation, (k, count), 1)?,
        };
    }
    Ok((all, count))
}

/// Windows that slide along axes: axis `axes[i]` counts the windows, and a new axis at the end has the `size[i]` elements of each,
/// which are `dilation[i]` apart. A view.
pub fn windows<T: Element>(
    x: &Tensor<T>,
    axes: impl Into<Axes>,
    size: impl Into<Sizes>,
    stride: impl Into<Sizes>,
    dilation: impl Into<Sizes>,
) -> Result<Tensor<T>> {
    let made = || {
        let (all, count) = slides(x.rank(), &axes.into(), &size.into(), &stride.into(), &dilation.into())?;
        Ok(x.with_layout(x.layout().windows(&all[..count])?))
    };
    made().in_op("windows")
}

/// Whether windows are those of a tensor of shape `shape`.
pub(super) fn check(windows: &Shape, shape: Shape, slides: &[Slide]) -> Result<()> {
    let wanted = Layout::dense(shape).windows(slides)?.shape;
    if *windows != wanted {
        return shape_error(format!("windows of shape {wanted} were expected, not {windows}"));
    }
    Ok(())
}

pub(super) fn added<T: Num>(x: &Tensor<T>, shape: Shape, slides: &[Slide]) -> Result<Tensor<T>> {
    check(&x.layout().shape, shape, slides)?;
    Tensor::run(Opaque::Windows(Windows::Add, slides), x, shape, |out| {
        pad::overlap_add(out, &shape, view(x)?, slides);
        Ok(())
    })
}

/// Windows added up where they lie, into a tensor of shape `shape`: the cotangent of [`windows`].
pub fn overlap_add<T: Num>(
    x: &Tensor<T>,
    shape: impl Into<Sizes>,
    axes: impl Into<Axes>,
    size: impl Into<Sizes>,
    stride: impl Into<Sizes>,
    dilation: impl Into<Sizes>,
) -> Result<Tensor<T>> {
    let made = || {
        let shape = shape.into().shape()?;
        let (all, count) =
            slides(shape.rank(), &axes.into(), &size.into(), &stride.into(), &dilation.into())?;
        added(x, shape, &all[..count])
    };
    made().in_op("overlap_add")
}

/// What windows with padding have around the axes of a tensor of shape `shape`. Of those that `pool`, none is all padding.
fn around(
    shape: &Shape,
    axes: &Axes,
    [size, stride, dilation]: [&Sizes; 3],
    padding: &Padding,
    pools: bool,
) -> Result<[Around; MAX_RANK]> {
    let (all, count) = slides(shape.rank(), axes, size, stride, dilation)?;
    let mut around = [Around { before: 0, after: 0, beyond: 0 }; MAX_RANK];
    for (k, slide) in all[..count].iter().enumerate() {
        let reach = (slide.reach(), slide.stride);
        let there = padding.around((k, count), shape[slide.axis], reach)?;
        let more = there.before.max(there.after);
        if pools && more > slide.reach() / 2 {
            let message = format!(
                "`padding` must be at most half of a window, which reaches over {} elements, but is {more}",
                slide.reach()
            );
            return Err(Error::new(ErrorKind::Value, message));
        }
        around[slide.axis] = there;
    }
    Ok(around)
}

/// `x` with the padding of its windows, of `value`. Elements that `Padding::ceil` adds behind the padding are `beyond`. Where it `pools`,
/// padding of more than half of a window is an error.
#[doc(hidden)]
#[expect(clippy::too_many_arguments)] // The row's, each a choice of its own.
pub fn surround<T: Element>(
    x: &Tensor<T>,
    axes: impl Into<Axes>,
    size: impl Into<Sizes>,
    stride: impl Into<Sizes>,
    padding: impl Into<Padding>,
    dilation: impl Into<Sizes>,
    value: f64,
    beyond: f64,
    pools: bool,
) -> Result<Tensor<T>> {
    let made = || {
        let numbers = [&size.into(), &stride.into(), &dilation.into()];
        let around = around(&x.layout().shape, &axes.into(), numbers, &padding.into(), pools)?;
        let around = &around[..x.rank()];
        let one = value.to_bits() == beyond.to_bits();
        let mut long = x.clone();
        let behind = |a: &Around| if one { a.after.saturating_add(a.beyond) } else { a.after };
        let near: Vec<_> = around.iter().map(|a| (a.before, behind(a))).collect();
        if near.iter().any(|w| *w != (0, 0)) {
            long = extend(&long, &near[..].into(), Mode::Constant, T::from_f64(value))?;
        }
        let far: Vec<_> = around.iter().map(|a| (0, if one { 0 } else { a.beyond })).collect();
        if far.iter().any(|w| *w != (0, 0)) {
            long = extend(&long, &far[..].into(), Mode::Constant, T::from_f64(beyond))?;
        }
        Ok(long)
    };
    made().in_op("surround")
}

/// The cotangent of [`surround`] of a tensor of shape `shape`: the padding dropped.
#[doc(hidden)]
pub fn surround_cotangent<T: Element>(
    x: &Tensor<T>,
    shape: impl Into<Sizes>,
    axes: impl Into<Axes>,
    size: impl Into<Sizes>,
    stride: impl Into<Sizes>,
    padding: impl Into<Padding>,
    dilation: impl Into<Sizes>,
) -> Result<Tensor<T>> {
    let made = || {
        let shape = shape.into().shape()?;
        let numbers = [&size.into(), &stride.into(), &dilation.into()];
        let around = around(&shape, &axes.into(), numbers, &padding.into(), false)?;
        let mut long = shape;
        let mut dropped = [(0, 0); MAX_RANK];
        for axis in 0..shape.rank() {
            long = long.with(axis, around[axis].padded(shape[axis]))?;
            dropped[axis] = (around[axis].before, around[axis].after.saturating_add(around[axis].beyond));
        }
        if x.layout().shape != long {
            return shape_error(format!("a tensor of shape {long} was expected, not {:?}", x.shape()));
        }
        Ok(x.with_layout(x.layout().unpadded(&dropped[..shape.rank()])?))
    };
    made().in_op("surround_cotangent")
}

/// As [`overlap_add`], into axes as long as their windows reach and `more[i]` elements more; then `padding` is dropped.
#[doc(hidden)]
pub fn spread<T: Num>(
    x: &Tensor<T>,
    axes: impl Into<Axes>,
    size: impl Into<Sizes>,
    stride: impl Into<Sizes>,
    padding: impl Into<Padding>,
    dilation: impl Into<Sizes>,
    more: impl Into<Sizes>,
) -> Result<Tensor<T>> {
    let made = || {
        let (axes, padding, more) = (axes.into(), padding.into(), more.into());
        let (_, count) = axes.list(x.rank())?;
        let rank = x.rank().saturating_sub(count);
        let (all, sliding) = slides(rank, &axes, &size.into(), &stride.into(), &dilation.into())?;
        if sliding != count {
            return shape_error(format!("{count} axes of windows in {:?}; name those that slide", x.shape()));
        }
        let mut shape = Shape::new(&x.shape()[..rank])?;
        let mut dropped = [(0, 0); MAX_RANK];
        for (k, slide) in all[..count].iter().enumerate() {
            let more = number("more", &more, (k, count), 0)?;
            let Some(before) = x.shape()[slide.axis].checked_sub(1) else {
                return shape_error(format!("axis {} has no windows (shape {:?})", slide.axis, x.shape()));
            };
            let ends = padding.dropped((k, count))?;
            if more >= if ends.is_some() { slide.stride } else { 1 } {
                let message = match ends {
                    Some(_) => format!("{more} elements more than windows {} apart reach", slide.stride),
                    None => format!("{more} elements more than `SAME` gives"),
                };
                return Err(Error::new(ErrorKind::Value, message));
            }
            let reach = before.saturating_mul(slide.stride).saturating_add(slide.reach());
            let same = x.shape()[slide.axis].saturating_mul(slide.stride);
            let over = reach.saturating_sub(same);
            let long = if ends.is_some() { reach.saturating_add(more) } else { reach.max(same) };
            shape = shape.with(slide.axis, long)?;
            dropped[slide.axis] = ends.unwrap_or((over / 2, over - over / 2));
        }
        let y = added(x, shape, &all[..count])?;
        Ok(y.with_layout(y.layout().unpadded(&dropped[..rank])?))
    };
    made().in_op("spread")
}
