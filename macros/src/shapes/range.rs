//! Views that select, repeat or extend along an axis.

use super::call::Call;
use super::reduce::some_dims;
use crate::dims::Dim;
use crate::ir::{Known, Shape};

type Shapes = Result<Vec<Shape>, String>;

/// Replaces the dim of parameter `axis` by what `change` makes of it (unknown for `None`); where the axis is not known,
/// only the rank stays.
pub(super) fn along(call: &Call<'_>, change: impl FnOnce(&Dim) -> Result<Option<Dim>, String>) -> Shapes {
    let Shape::Dims(mut d) = call.first() else { return Ok(call.unknown()) };
    let Some(axis) = call.axis(&["axis"], d.len())? else { return Ok(call.all(&some_dims(d.len()))) };
    d[axis] = change(&d[axis])?.unwrap_or_else(Dim::unknown);
    Ok(call.all(&Shape::Dims(d)))
}

/// `len` elements from `start`.
pub(super) fn narrow(call: &Call<'_>) -> Shapes {
    let (start, len) = (call.int(&["start"]), call.int(&["len"]));
    along(call, |dim| {
        if let (Some(start), Some(len)) = (&start, &len) {
            if start.is_negative() || len.is_negative() {
                return call.error(format_args!("start {start} and length {len} cannot be negative"));
            }
            if (dim - &(start + len)).is_negative() {
                return call.error(format_args!(
                    "{len} elements from {start} reach beyond the axis, which has {dim}; take fewer"
                ));
            }
        }
        Ok(len)
    })
}

/// Elements `start, start + step, ..` below `end`. A negative bound counts from the end; bounds are cut to the axis.
pub(super) fn slice(call: &Call<'_>) -> Shapes {
    let (start, end, step) = (call.int(&["start"]), call.int(&["end"]), call.int(&["step"]));
    along(call, |dim| {
        if step.as_ref().and_then(Dim::as_int).is_some_and(|s| s <= 0) {
            return call.error("the step must be positive; use `flip` to reverse");
        }
        let (Some(start), Some(end), Some(step)) = (&start, &end, &step) else { return Ok(None) };
        let cut = |at: &Dim| match at.as_int() {
            Some(n) if n < 0 => (dim + at).positive(),
            _ => at.minimum(dim),
        };
        Ok(Some((&cut(end) - &cut(start)).positive().div_ceil(step)))
    })
}

/// Piece `part` of the given sizes, which cover the axis.
pub(super) fn split_part(call: &Call<'_>) -> Shapes {
    let (sizes, part) = (call.ints(&["sizes"]), call.int(&["part"]).and_then(|p| p.as_int()));
    along(call, |dim| {
        let Some(sizes) = &sizes else { return Ok(None) };
        let total = sizes.iter().fold(Dim::int(0), |sum, d| &sum + d);
        if total.same(dim) == Some(false) {
            return call.error(format_args!(
                "the sizes add up to {total} but the axis has {dim} elements; cover it"
            ));
        }
        match part.and_then(|p| usize::try_from(p).ok()) {
            Some(p) if p >= sizes.len() => call.error(format_args!("part {p} of {} parts", sizes.len())),
            p => Ok(p.map(|p| sizes[p].clone())),
        }
    })
}

/// Piece `part` of `n` pieces of equal size, of which the last may be smaller.
pub(super) fn chunk_part(call: &Call<'_>) -> Shapes {
    let (n, part) = (call.int(&["n"]), call.int(&["part"]));
    along(call, |dim| {
        let Some(n) = &n else { return Ok(None) };
        if n.as_int().is_some_and(|n| n <= 0) {
            return call.error(format_args!("into {n} pieces; give a positive number"));
        }
        let Some(part) = &part else { return Ok(None) };
        let size = dim.div_ceil(n);
        if &size * n == *dim {
            return Ok(Some(size));
        }
        Ok(Some((dim - &(part * &size)).positive().minimum(&size)))
    })
}

/// The axis is `n` times as long.
pub(super) fn repeat_interleave(call: &Call<'_>) -> Shapes {
    let n = call.int(&["n"]);
    along(call, |dim| Ok(n.map(|n| dim * &n)))
}

/// `reps[i]` copies along axis `i`, aligned at the end; axes are added in front for longer lists.
pub(super) fn tile(call: &Call<'_>) -> Shapes {
    let (Shape::Dims(d), Some(reps)) = (call.first(), call.ints(&["reps"])) else {
        return Ok(call.unknown());
    };
    if let Some(bad) = reps.iter().find(|r| r.is_negative()) {
        return call.error(format_args!("the number of copies cannot be {bad}"));
    }
    let rank = d.len().max(reps.len());
    let at = |list: &[Dim], i: usize| match (i + list.len()).checked_sub(rank) {
        Some(i) => list[i].clone(),
        None => Dim::int(1),
    };
    Ok(call.all(&Shape::Dims((0..rank).map(|i| &at(&d, i) * &at(&reps, i)).collect())))
}

/// `before + dim + after`, one pair per axis.
pub(super) fn pad(call: &Call<'_>) -> Shapes {
    padded(call, |d, before, after| &(d + before) + after)
}

/// The shape from which `pad` with these widths made the tensor.
pub(super) fn unpad(call: &Call<'_>) -> Shapes {
    padded(call, |d, before, after| &(d - before) - after)
}

fn padded(call: &Call<'_>, change: impl Fn(&Dim, &Dim, &Dim) -> Dim) -> Shapes {
    let x = call.first();
    let Shape::Dims(d) = &x else { return Ok(call.unknown()) };
    let Some(widths) = call.known(&["widths"]).and_then(pairs) else {
        return Ok(call.all(&some_dims(d.len())));
    };
    if widths.len() != d.len() {
        return call.error(format_args!(
            "{} pairs of widths are given for `{x}`, which has rank {}; give one pair per axis",
            widths.len(),
            d.len()
        ));
    }
    let dims: Vec<_> = d.iter().zip(&widths).map(|(d, (before, after))| change(d, before, after)).collect();
    if let Some(axis) = dims.iter().position(Dim::is_negative) {
        return call.error(format_args!("axis {axis} of `{x}` would have {} elements", dims[axis]));
    }
    Ok(call.all(&Shape::Dims(dims)))
}

fn pairs(known: &Known) -> Option<Vec<(Dim, Dim)>> {
    let Known::List(pairs) = known else { return None };
    let pair = |k: &Known| match k {
        Known::List(pair) => match pair.as_slice() {
            [Known::Int(before), Known::Int(after)] => Some((before.clone(), after.clone())),
            _ => None,
        },
        _ => None,
    };
    pairs.iter().map(pair).collect()
}
