//! Windows that slide along axes.

use super::call::Call;
use crate::dims::Dim;
use crate::ir::{Known, Shape};

/// The numbers of a list along axes, of which one is that of all.
fn of_each(call: &Call<'_>, what: &str, axes: usize, least: i64) -> Result<Vec<Option<Dim>>, String> {
    let Some(list) = call.ints(&[what]) else { return Ok(vec![None; axes]) };
    if let Some(bad) = list.iter().find(|d| d.as_int().is_some_and(|n| n < least)) {
        return call.error(format_args!("`{what}` must be at least {least}, but is {bad}"));
    }
    match list.len() {
        1 => Ok(vec![Some(list[0].clone()); axes]),
        n if n == axes => Ok(list.into_iter().map(Some).collect()),
        n => call.error(format_args!("{n} numbers as `{what}` for {axes} axes")),
    }
}

/// The padding of axes, as far as expansion knows it.
enum Padding {
    /// Before and behind each axis.
    Around(Vec<(Dim, Dim)>),
    Same,
    Unknown,
}

impl Padding {
    /// One number or pair is that of all axes.
    fn of(call: &Call<'_>, axes: usize) -> Result<Self, String> {
        let pair = |known: &Known| match known {
            Known::Int(both) => Some((both.clone(), both.clone())),
            Known::List(pair) => match &pair[..] {
                [Known::Int(before), Known::Int(after)] => Some((before.clone(), after.clone())),
                _ => None,
            },
            _ => None,
        };
        let mut pairs = match call.known(&["padding"]) {
            Some(Known::Same) => return Ok(Self::Same),
            Some(Known::List(list)) => match list.iter().map(pair).collect::<Option<Vec<_>>>() {
                Some(pairs) => pairs,
                None => return Ok(Self::Unknown),
            },
            Some(one) => match pair(one) {
                Some(pair) => vec![pair],
                None => return Ok(Self::Unknown),
            },
            None => return Ok(Self::Unknown),
        };
        if let Some(bad) = pairs.iter().flat_map(|(a, b)| [a, b]).find(|n| n.is_negative()) {
            return call.error(format_args!("`padding` must be at least 0, but is {bad}"));
        }
        match pairs.len() {
            1 => pairs.resize(axes, pairs[0].clone()),
            n if n != axes => return call.error(format_args!("{n} numbers as `padding` for {axes} axes")),
            _ => {}
        }
        Ok(Self::Around(pairs))
    }
}

/// The numbers of the windows of each axis.
struct Slides {
    sizes: Vec<Option<Dim>>,
    strides: Vec<Option<Dim>>,
    dilations: Vec<Option<Dim>>,
}

impl Slides {
    fn of(call: &Call<'_>, axes: usize) -> Result<Self, String> {
        let [sizes, strides, dilations] =
            ["size", "stride", "dilation"].map(|what| of_each(call, what, axes, 1));
        Ok(Self { sizes: sizes?, strides: strides?, dilations: dilations? })
    }

    /// How many elements a window of axis `k` reaches over.
    fn reach(&self, k: usize) -> Option<Dim> {
        let one = Dim::int(1);
        let (size, dilation) = self.sizes[k].as_ref().zip(self.dilations[k].as_ref())?;
        Some(&(&(size - &one) * dilation) + &one)
    }

    /// How far `ceil(dim / stride)` windows of axis `k` reach, `stride` apart. Between shorter ones are elements of no window.
    fn same(&self, k: usize, dim: &Dim) -> Dim {
        let (Some(stride), Some(reach)) = (&self.strides[k], self.reach(k)) else { return Dim::unknown() };
        let whole = match (stride.as_int(), reach.as_int()) {
            (Some(1), _) => true,
            (Some(stride), Some(reach)) => stride <= reach,
            _ => false,
        };
        if whole { &(&(&dim.div_ceil(stride) - &Dim::int(1)) * stride) + &reach } else { Dim::unknown() }
    }

    /// How many windows axis `k` has, of `dim` elements with its padding.
    fn count(&self, call: &Call<'_>, k: usize, axis: usize, dim: &Dim) -> Result<Dim, String> {
        let Some(reach) = self.reach(k) else { return Ok(Dim::unknown()) };
        let left = dim - &reach;
        if left.is_negative() {
            return call.error(format_args!(
                "a window that reaches over {reach} elements on axis {axis}, which has {dim}"
            ));
        }
        let count = self.strides[k].as_ref().map(|stride| (&left + &Dim::int(1)).div_ceil(stride));
        Ok(count.unwrap_or_else(Dim::unknown))
    }
}

/// Each sliding axis counts its windows; their sizes are axes at the end.
pub(super) fn windows(call: &Call<'_>) -> Result<Vec<Shape>, String> {
    let Shape::Dims(mut dims) = call.first() else { return Ok(call.unknown()) };
    let Some(axes) = call.ordered(&["axes"], dims.len())? else { return Ok(call.unknown()) };
    let slides = Slides::of(call, axes.len())?;
    for (k, &axis) in axes.iter().enumerate() {
        dims[axis] = slides.count(call, k, axis, &dims[axis])?;
        dims.push(slides.sizes[k].clone().unwrap_or_else(Dim::unknown));
    }
    Ok(call.all(&Shape::Dims(dims)))
}

/// One element for each window.
pub(super) fn window_max(call: &Call<'_>) -> Result<Vec<Shape>, String> {
    let (Shape::Dims(dims), all) = (call.first(), windows(call)?) else { return Ok(call.unknown()) };
    let one = |shape| match shape {
        Shape::Dims(windows) => Shape::Dims(windows[..dims.len()].to_vec()),
        open @ Shape::Open(_) => open,
    };
    Ok(all.into_iter().map(one).collect())
}

/// Axes with the padding of their windows.
pub(super) fn surround(call: &Call<'_>) -> Result<Vec<Shape>, String> {
    let Shape::Dims(mut dims) = call.first() else { return Ok(call.unknown()) };
    let Some(axes) = call.ordered(&["axes"], dims.len())? else { return Ok(call.unknown()) };
    let (slides, padding) = (Slides::of(call, axes.len())?, Padding::of(call, axes.len())?);
    let pools = matches!(call.known(&["pools"]), Some(Known::Bool(true)));
    for (k, &axis) in axes.iter().enumerate() {
        if let (true, Padding::Around(pairs), Some(reach)) = (pools, &padding, slides.reach(k)) {
            let is_more = |n: &&Dim| (&(&(*n + *n) - &reach) - &Dim::int(1)).is_natural();
            if let Some(more) = [&pairs[k].0, &pairs[k].1].into_iter().find(is_more) {
                return call.error(format_args!(
                    "`padding` must be at most half of a window, which reaches over {reach} elements, but is {more}"
                ));
            }
        }
        dims[axis] = match &padding {
            Padding::Around(pairs) => &(&dims[axis] + &pairs[k].0) + &pairs[k].1,
            Padding::Same => slides.same(k, &dims[axis]),
            Padding::Unknown => Dim::unknown(),
        };
    }
    Ok(call.all(&Shape::Dims(dims)))
}

/// The axes that windows came from, as long as these reach, and some elements more, without their padding.
pub(super) fn spread(call: &Call<'_>) -> Result<Vec<Shape>, String> {
    let Shape::Dims(mut dims) = call.first() else { return Ok(call.unknown()) };
    let count = call.ints(&["axes"]).map(|list| list.len());
    let Some(rank) = count.and_then(|count| dims.len().checked_sub(count)) else { return Ok(call.unknown()) };
    let Some(axes) = call.ordered(&["axes"], rank)? else { return Ok(call.unknown()) };
    dims.truncate(rank);
    let (slides, more) = (Slides::of(call, axes.len())?, of_each(call, "more", axes.len(), 0)?);
    let padding = Padding::of(call, axes.len())?;
    for (k, &axis) in axes.iter().enumerate() {
        dims[axis] = match (&padding, &slides.strides[k], slides.reach(k), &more[k]) {
            (Padding::Around(pairs), Some(stride), Some(reach), Some(more)) => {
                let long = &(&(&(&dims[axis] - &Dim::int(1)) * stride) + &reach) + more;
                let short = &(&long - &pairs[k].0) - &pairs[k].1;
                if short.is_negative() {
                    return call.error(format_args!("axis {axis} would have {short} elements"));
                }
                short
            }
            (Padding::Same, _, _, Some(more)) if more.as_int().is_some_and(|more| more > 0) => {
                return call.error(format_args!("{more} elements more than `SAME` gives"));
            }
            (Padding::Same, Some(stride), ..) => &dims[axis] * stride,
            _ => Dim::unknown(),
        };
    }
    Ok(call.all(&Shape::Dims(dims)))
}
