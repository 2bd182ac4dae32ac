//! Views that repeat, reshape or reorder.

use super::broadcast::broadcast;
use super::call::{Axes, Call};
use super::reduce::{some_dims, without};
use crate::dims::{self, Dim};
use crate::ir::Shape;

type Shapes = Result<Vec<Shape>, String>;

/// The given shape, to which `x` must broadcast.
pub(super) fn broadcast_to(call: &Call<'_>) -> Shapes {
    let x = call.first();
    let Some(to) = call.shape_given(SHAPE) else { return Ok(call.unknown()) };
    if let (Shape::Dims(from), Shape::Dims(dims)) = (&x, &to) {
        let too_long = from.len() > dims.len();
        let changed = |wide: &Shape| matches!(wide, Shape::Dims(w) if w.iter().zip(dims).any(|(w, d)| w.same(d) == Some(false)));
        if too_long || broadcast(&x, &to).map_or(true, |wide| changed(&wide)) {
            return call.error(format_args!(
                "`{x}` does not broadcast to `{to}`; only a literal `1` or a missing leading axis does"
            ));
        }
    }
    Ok(call.all(&to))
}

/// The shape that parameter `shape` gives: the opposite of an op that made another from it.
pub(super) fn given(call: &Call<'_>) -> Shapes {
    Ok(call.shape_given(SHAPE).map_or_else(|| call.unknown(), |shape| call.all(&shape)))
}

const SHAPE: &[&str] = &["shape", "sizes", "dims"];

/// Puts reduced axes of a tensor of shape `shape` back with length 1, unless they were kept.
pub(super) fn keep_axes(call: &Call<'_>) -> Shapes {
    let full = call.shape_given(SHAPE).unwrap_or_else(|| Shape::unknown(dims::fresh()));
    let g = call.first();
    if call.bool(&["keep"]) == Some(true) {
        return Ok(call.all(&g));
    }
    let Shape::Dims(full) = full else { return Ok(call.unknown()) };
    let shape = match call.axes(&["axes", "axis"], Some(full.len()))? {
        Axes::All => vec![Dim::int(1); full.len()],
        Axes::Some(axes) => without(&full, &axes, true),
        Axes::Unknown(_) => return Ok(call.all(&some_dims(full.len()))),
    };
    Ok(call.all(&Shape::Dims(shape)))
}

/// The sizes as given; a literal -1 takes what is left of the volume.
pub(super) fn reshape(call: &Call<'_>) -> Shapes {
    let x = call.first();
    let sizes = match call.shape_given(SHAPE) {
        Some(Shape::Dims(sizes)) => sizes,
        Some(open) => return Ok(call.all(&open)),
        None => return Ok(call.unknown()),
    };
    let is_rest = |d: &Dim| d.as_int() == Some(-1);
    if let Some(bad) = sizes.iter().find(|d| d.as_int().is_some_and(|n| n < -1)) {
        return call.error(format_args!("a size cannot be {bad}"));
    }
    if sizes.iter().filter(|d| is_rest(d)).count() > 1 {
        return call.error("only one size can be inferred by -1");
    }
    let volume = match &x {
        Shape::Dims(d) => Some(Dim::product(d)),
        Shape::Open(_) => None,
    };
    let given = Dim::product(sizes.iter().filter(|d| !is_rest(d)));
    let inferred = sizes.iter().any(is_rest);
    let to = Shape::Dims(sizes.clone());
    match &volume {
        Some(volume) if !inferred && volume.same(&given) == Some(false) => {
            let remedy = if call.is_own() { "; change a size, or give one as -1" } else { "" };
            return call.error(format_args!("`{x}` has {volume} elements but `{to}` has {given}{remedy}"));
        }
        Some(volume) if inferred && !divides(volume, &given) => {
            return call.error(format_args!(
                "{volume} elements of `{x}` do not divide into {given} for `{to}`; change a size"
            ));
        }
        _ => {}
    }
    let rest = volume.map_or_else(Dim::unknown, |v| v.div(&given));
    let dims = sizes.into_iter().map(|d| if is_rest(&d) { rest.clone() } else { d });
    Ok(call.all(&Shape::Dims(dims.collect())))
}

/// Not surely inexact.
fn divides(volume: &Dim, by: &Dim) -> bool {
    match (volume.as_int(), by.as_int()) {
        (Some(v), Some(d)) => v.checked_rem(d) == Some(0),
        _ => true,
    }
}

/// Merges the axes from `start` to `end` (both included; all without them) into one.
pub(super) fn flatten(call: &Call<'_>) -> Shapes {
    let Shape::Dims(d) = call.first() else {
        let all = call.param("start").is_none();
        return Ok(if all { call.all(&some_dims(1)) } else { call.unknown() });
    };
    if d.is_empty() {
        return Ok(call.all(&Shape::Dims(vec![Dim::int(1)])));
    }
    let (mut start, mut end) = (0, d.len() - 1);
    for (name, at) in [("start", &mut start), ("end", &mut end)] {
        if call.param(name).is_some() {
            match call.axis(&[name], d.len())? {
                Some(axis) => *at = axis,
                None => return Ok(call.unknown()),
            }
        }
    }
    if start > end {
        return call.error(format_args!("axis {start} comes after axis {end}; give the first axis first"));
    }
    let merged = Dim::product(&d[start..=end]);
    Ok(call.all(&Shape::Dims(
        d[..start].iter().cloned().chain([merged]).chain(d[end + 1..].iter().cloned()).collect(),
    )))
}

/// Exchanges two axes.
pub(super) fn swap_axes(call: &Call<'_>) -> Shapes {
    let Shape::Dims(mut d) = call.first() else { return Ok(call.unknown()) };
    let (a, b) = (call.axis(&["a", "axis_a", "from"], d.len())?, call.axis(&["b", "axis_b", "to"], d.len())?);
    Ok(call.all(&match (a, b) {
        (Some(a), Some(b)) => {
            d.swap(a, b);
            Shape::Dims(d)
        }
        _ => some_dims(d.len()),
    }))
}

/// Axis `i` of the result is axis `axes[i]`.
pub(super) fn permute(call: &Call<'_>) -> Shapes {
    permuted(call, false)
}

/// Axis `axes[i]` of the result is axis `i`.
pub(super) fn unpermute(call: &Call<'_>) -> Shapes {
    permuted(call, true)
}

fn permuted(call: &Call<'_>, inverse: bool) -> Shapes {
    const ORDER: &[&str] = &["axes", "order"];
    let x = call.first();
    let Shape::Dims(d) = &x else {
        // The rank is that of the list.
        let unknown = call.ints(ORDER).map_or_else(|| Shape::unknown(dims::fresh()), |o| some_dims(o.len()));
        return Ok(call.all(&unknown));
    };
    let Some(order) = call.ints(ORDER) else { return Ok(call.all(&some_dims(d.len()))) };
    if order.len() != d.len() {
        return call.error(format_args!(
            "{} axes are named for `{x}`, which has rank {}; name each once",
            order.len(),
            d.len()
        ));
    }
    let Some(order) = call.ordered(ORDER, d.len())? else { return Ok(call.all(&some_dims(d.len()))) };
    let mut out = vec![None; d.len()];
    for (i, &axis) in order.iter().enumerate() {
        let (to, from) = if inverse { (axis, i) } else { (i, axis) };
        out[to] = Some(d[from].clone());
    }
    Ok(call.all(&Shape::Dims(out.into_iter().flatten().collect())))
}

/// Axis `from[i]` becomes axis `to[i]`.
pub(super) fn movedim(call: &Call<'_>) -> Shapes {
    let Shape::Dims(d) = call.first() else { return Ok(call.unknown()) };
    let (Some(from), Some(to)) = (call.ordered(&["from"], d.len())?, call.ordered(&["to"], d.len())?) else {
        return Ok(call.all(&some_dims(d.len())));
    };
    if from.len() != to.len() {
        return call.error(format_args!("{} axes go to {} places; name as many", from.len(), to.len()));
    }
    let mut out = vec![None; d.len()];
    from.iter().zip(&to).for_each(|(&from, &to)| out[to] = Some(d[from].clone()));
    let mut others = (0..d.len()).filter(|axis| !from.contains(axis)).map(|axis| d[axis].clone());
    let dims = out.into_iter().map(|dim| dim.or_else(|| others.next()).unwrap_or_else(Dim::unknown));
    Ok(call.all(&Shape::Dims(dims.collect())))
}

/// Inserts an axis of length 1, such that it has number `axis` in the result.
pub(super) fn unsqueeze(call: &Call<'_>) -> Shapes {
    let Shape::Dims(mut d) = call.first() else { return Ok(call.unknown()) };
    let axis = call.axis(&["axis"], d.len() + 1)?;
    Ok(call.all(&match axis {
        Some(axis) => {
            d.insert(axis, Dim::int(1));
            Shape::Dims(d)
        }
        None => some_dims(d.len() + 1),
    }))
}

/// Drops axes, which must have length 1; all such axes if none is named.
pub(super) fn squeeze(call: &Call<'_>) -> Shapes {
    let x = call.first();
    let Shape::Dims(d) = &x else { return Ok(call.unknown()) };
    match call.axes(&["axis", "axes"], Some(d.len()))? {
        // A named dim that is 1 goes too, at run time.
        Axes::All if d.iter().any(|d| d.as_int().is_none()) => Ok(call.unknown()),
        Axes::All => Ok(call.all(&Shape::Dims(d.iter().filter(|d| !d.is_one()).cloned().collect()))),
        Axes::Some(axes) => {
            if let Some(axis) = axes.iter().find(|a| d[**a].same(&Dim::int(1)) == Some(false)) {
                return call.error(format_args!(
                    "axis {axis} of `{x}` is `{}`, and only a literal 1 can be dropped",
                    d[*axis]
                ));
            }
            Ok(call.all(&Shape::Dims(without(d, &axes, false))))
        }
        Axes::Unknown(Some(n)) if n <= d.len() => Ok(call.all(&some_dims(d.len() - n))),
        Axes::Unknown(_) => Ok(call.unknown()),
    }
}

/// `squeeze(axis)` if `on`.
pub(super) fn squeeze_if(call: &Call<'_>) -> Shapes {
    on(call, squeeze)
}

/// `unsqueeze(axis)` if `on`.
pub(super) fn unsqueeze_if(call: &Call<'_>) -> Shapes {
    on(call, unsqueeze)
}

fn on(call: &Call<'_>, then: fn(&Call<'_>) -> Shapes) -> Shapes {
    match call.bool(&["on"]) {
        Some(true) => then(call),
        Some(false) => Ok(call.all(&call.first())),
        None => Ok(call.unknown()),
    }
}

/// The named axes are moved to the end and merged.
pub(super) fn fold_axes(call: &Call<'_>) -> Shapes {
    let Shape::Dims(d) = call.first() else { return Ok(call.unknown()) };
    let axes = match call.axes(&["axes"], Some(d.len()))? {
        Axes::All => (0..d.len()).collect(),
        Axes::Some(axes) => axes,
        Axes::Unknown(Some(n)) if n <= d.len() => return Ok(call.all(&some_dims(d.len() - n + 1))),
        Axes::Unknown(_) => return Ok(call.unknown()),
    };
    let mut rest = without(&d, &axes, false);
    rest.push(Dim::product(axes.iter().map(|&a| &d[a])));
    Ok(call.all(&Shape::Dims(rest)))
}
