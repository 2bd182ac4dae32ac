//! Reductions and what keeps the shape.

use std::collections::BTreeSet;

use super::call::{Axes, Call};
use crate::dims::{self, Dim};
use crate::ir::{Atom, KeptAxes, Shape};

const AXES: &[&str] = &["axes", "axis"];

/// The first tensor without the axes `axes` (or `axis`), or with them of length 1 if `keep`.
pub(super) fn reduce(call: &Call<'_>) -> Result<Vec<Shape>, String> {
    let shape = call.first();
    let axes = call.axes(AXES, shape.rank())?;
    // A reduction without a parameter `keep` drops.
    let keep = if call.param("keep").is_some() { call.bool(&["keep"]) } else { Some(false) };
    let unknown = || Shape::unknown(dims::fresh());
    let result = match (&shape, keep, axes) {
        (_, Some(false), Axes::All) => Shape::scalar(),
        (Shape::Dims(d), Some(true), Axes::All) => Shape::Dims(vec![Dim::int(1); d.len()]),
        (Shape::Dims(d), Some(keep), Axes::Some(axes)) => Shape::Dims(without(d, &axes, keep)),
        // The rank is known, though not which axes went.
        (Shape::Dims(d), Some(true), Axes::Unknown(_)) => some_dims(d.len()),
        (Shape::Dims(d), Some(false), Axes::Unknown(Some(n))) => match d.len().checked_sub(n) {
            Some(rank) => some_dims(rank),
            None => return call.error(format_args!("{n} axes of a tensor of rank {}", d.len())),
        },
        (Shape::Open(atoms), Some(true), axes) => {
            let axes = kept_axes(call, &axes);
            Shape::Open([Atom::Kept { of: atoms.clone(), axes }].into())
        }
        _ => unknown(),
    };
    Ok(call.all(&result))
}

/// Axes of a tensor of unknown rank.
fn kept_axes(call: &Call<'_>, axes: &Axes) -> KeptAxes {
    if let Axes::All = axes {
        return KeptAxes::All;
    }
    let list = call.ints(AXES).and_then(|list| list.iter().map(Dim::as_int).collect::<Option<BTreeSet<_>>>());
    list.map_or_else(|| KeptAxes::Unknown(dims::fresh()), |list| KeptAxes::These(list.into_iter().collect()))
}

pub(super) fn without(dims: &[Dim], axes: &[usize], keep: bool) -> Vec<Dim> {
    let axis = |(i, d): (usize, &Dim)| match (axes.contains(&i), keep) {
        (false, _) => Some(d.clone()),
        (true, true) => Some(Dim::int(1)),
        (true, false) => None,
    };
    dims.iter().enumerate().filter_map(axis).collect()
}

/// Anonymous dims of a known rank.
pub(super) fn some_dims(rank: usize) -> Shape {
    Shape::Dims((0..rank).map(|_| Dim::unknown()).collect())
}

/// Every result has the shape of the first tensor; an axis that the call names must exist.
pub(super) fn same(call: &Call<'_>) -> Result<Vec<Shape>, String> {
    let shape = call.first();
    if shape.rank().is_some() {
        call.axes(AXES, shape.rank())?;
    }
    Ok(call.all(&shape))
}
