//! Windows that slide along axes.

use super::call::Call;
use crate::dims::Dim;
use crate::ir::Shape;

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

/// Axes that are longer on both sides.
pub(super) fn pad_each(call: &Call<'_>) -> Result<Vec<Shape>, String> {
    changed(call, |dim, by| &(dim + by) + by)
}

/// Axes that are shorter on both sides.
pub(super) fn unpad_each(call: &Call<'_>) -> Result<Vec<Shape>, String> {
    changed(call, |dim, by| &(dim - by) - by)
}

fn changed(call: &Call<'_>, change: impl Fn(&Dim, &Dim) -> Dim) -> Result<Vec<Shape>, String> {
    let Shape::Dims(mut dims) = call.first() else { return Ok(call.unknown()) };
    let Some(axes) = call.ordered(&["axes"], dims.len())? else { return Ok(call.unknown()) };
    for (&axis, by) in axes.iter().zip(of_each(call, "by", axes.len(), 0)?) {
        dims[axis] = by.map_or_else(Dim::unknown, |by| change(&dims[axis], &by));
    }
    Ok(call.all(&Shape::Dims(dims)))
}

/// Each sliding axis counts its windows; their sizes are axes at the end.
pub(super) fn windows(call: &Call<'_>) -> Result<Vec<Shape>, String> {
    let Shape::Dims(mut dims) = call.first() else { return Ok(call.unknown()) };
    let rank = dims.len();
    let Some(axes) = call.ordered(&["axes"], rank)? else { return Ok(call.unknown()) };
    let [sizes, strides, dilations] =
        ["size", "stride", "dilation"].map(|what| of_each(call, what, axes.len(), 1));
    let (sizes, strides, dilations) = (sizes?, strides?, dilations?);
    for (k, &axis) in axes.iter().enumerate() {
        let one = Dim::int(1);
        let (size, dim) = (sizes[k].clone(), dims[axis].clone());
        let reach = size.as_ref().zip(dilations[k].as_ref()).map(|(size, by)| &(&(size - &one) * by) + &one);
        let left = reach.as_ref().map(|reach| &dim - reach);
        if let (Some(reach), Some(left)) = (&reach, &left)
            && left.is_negative()
        {
            return call.error(format_args!(
                "a window that reaches over {reach} elements on axis {axis}, which has {dim}"
            ));
        }
        let count = left.zip(strides[k].as_ref()).map(|(left, stride)| (&left + &one).div_ceil(stride));
        dims[axis] = count.unwrap_or_else(Dim::unknown);
        dims.push(size.unwrap_or_else(Dim::unknown));
    }
    Ok(call.all(&Shape::Dims(dims)))
}

/// The axes that windows came from, as long as these reach, and some elements more.
pub(super) fn spread(call: &Call<'_>) -> Result<Vec<Shape>, String> {
    let Shape::Dims(mut dims) = call.first() else { return Ok(call.unknown()) };
    let count = call.ints(&["axes"]).map(|list| list.len());
    let Some(rank) = count.and_then(|count| dims.len().checked_sub(count)) else { return Ok(call.unknown()) };
    let Some(axes) = call.ordered(&["axes"], rank)? else { return Ok(call.unknown()) };
    dims.truncate(rank);
    let [sizes, strides, dilations] =
        ["size", "stride", "dilation"].map(|what| of_each(call, what, axes.len(), 1));
    let (sizes, strides, dilations, more) =
        (sizes?, strides?, dilations?, of_each(call, "more", axes.len(), 0)?);
    for (k, &axis) in axes.iter().enumerate() {
        let (one, known) = (Dim::int(1), (&sizes[k], &strides[k], &dilations[k], &more[k]));
        dims[axis] = match known {
            (Some(size), Some(stride), Some(dilation), Some(more)) => {
                let reach = &(&(size - &one) * dilation) + &one;
                &(&(&(&dims[axis] - &one) * stride) + &reach) + more
            }
            _ => Dim::unknown(),
        };
    }
    Ok(call.all(&Shape::Dims(dims)))
}
