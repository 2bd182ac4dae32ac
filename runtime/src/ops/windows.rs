//! Windows that slide along axes, and what adds them up.

use cotangent_kernels::pad::{self, Mode, Slide};
use cotangent_kernels::{Element, Num};

use super::operand::{shape_error, view};
use super::pad::{Widths, extend};
use crate::axes::{Axes, Sizes};
use crate::error::{Error, ErrorKind, InOp, Result};
use crate::layout::Layout;
use crate::shape::{MAX_RANK, Shape};
use crate::tensor::Tensor;

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
    Tensor::build(x, shape, |out| {
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

/// As [`overlap_add`], into axes as long as their windows reach, and `more[i]` elements more.
#[doc(hidden)]
pub fn spread<T: Num>(
    x: &Tensor<T>,
    axes: impl Into<Axes>,
    size: impl Into<Sizes>,
    stride: impl Into<Sizes>,
    dilation: impl Into<Sizes>,
    more: impl Into<Sizes>,
) -> Result<Tensor<T>> {
    let made = || {
        let (axes, more) = (axes.into(), more.into());
        let (_, count) = axes.list(x.rank())?;
        let rank = x.rank().saturating_sub(count);
        let (all, sliding) = slides(rank, &axes, &size.into(), &stride.into(), &dilation.into())?;
        if sliding != count {
            return shape_error(format!("{count} axes of windows in {:?}; name those that slide", x.shape()));
        }
        let mut shape = Shape::new(&x.shape()[..rank])?;
        for (k, slide) in all[..count].iter().enumerate() {
            let more = number("more", &more, (k, count), 0)?;
            let Some(before) = x.shape()[slide.axis].checked_sub(1) else {
                return shape_error(format!("axis {} has no windows (shape {:?})", slide.axis, x.shape()));
            };
            if more >= slide.stride {
                let message = format!("{more} elements more than windows {} apart reach", slide.stride);
                return Err(Error::new(ErrorKind::Value, message));
            }
            let reach = before.saturating_mul(slide.stride).saturating_add(slide.reach());
            shape = shape.with(slide.axis, reach.saturating_add(more))?;
        }
        added(x, shape, &all[..count])
    };
    made().in_op("spread")
}

/// How far each axis is extended on both sides.
fn widths(rank: usize, axes: &Axes, by: &Sizes) -> Result<Widths> {
    let (list, count) = axes.list(rank)?;
    let mut all = [(0, 0); MAX_RANK];
    for k in 0..count {
        let by = number("by", by, (k, count), 0)?;
        all[list[k]] = (by, by);
    }
    Ok(all[..rank].into())
}

/// Extends axes by `by[i]` elements of `value` on both sides.
#[doc(hidden)]
pub fn pad_each<T: Element>(
    x: &Tensor<T>,
    axes: impl Into<Axes>,
    by: impl Into<Sizes>,
    value: f64,
) -> Result<Tensor<T>> {
    let made = || {
        let all = widths(x.rank(), &axes.into(), &by.into())?;
        if all.get(x.rank())?.iter().all(|w| *w == (0, 0)) {
            return Ok(x.clone());
        }
        extend(x, &all, Mode::Constant, T::from_f64(value))
    };
    made().in_op("pad_each")
}

/// Undoes [`pad_each`].
#[doc(hidden)]
pub fn unpad_each<T: Element>(
    x: &Tensor<T>,
    axes: impl Into<Axes>,
    by: impl Into<Sizes>,
) -> Result<Tensor<T>> {
    let made = || {
        let all = widths(x.rank(), &axes.into(), &by.into())?;
        Ok(x.with_layout(x.layout().unpadded(all.get(x.rank())?)?))
    };
    made().in_op("unpad_each")
}
