//! Several tensors into one, and one of several.

use super::call::Call;
use super::reduce::some_dims;
use crate::dims::Dim;
use crate::ir::Shape;

type Shapes = Result<Vec<Shape>, String>;

/// Along `axis`; the other dims are equal.
pub(super) fn concat(call: &Call<'_>) -> Shapes {
    let items: Vec<_> = call.tensors().collect();
    if items.is_empty() {
        return call.error("of no tensors; give at least one");
    }
    let Some(rank) = items.iter().find_map(|(_, s)| s.rank()) else { return Ok(call.unknown()) };
    let Some(axis) = call.axis(&["axis"], rank)? else {
        agree(call, &items, None)?;
        return Ok(call.all(&some_dims(rank)));
    };
    let mut dims = agree(call, &items, Some(axis))?;
    let along = |(_, s): &(usize, &Shape)| match s {
        Shape::Dims(d) => Some(d[axis].clone()),
        Shape::Open(_) => None,
    };
    let lengths: Option<Vec<_>> = items.iter().map(along).collect();
    dims[axis] = lengths.map_or_else(Dim::unknown, |l| l.iter().fold(Dim::int(0), |sum, d| &sum + d));
    Ok(call.all(&Shape::Dims(dims)))
}

/// Along a new axis, which has number `axis` in the result; all dims are equal.
pub(super) fn stack(call: &Call<'_>) -> Shapes {
    let items: Vec<_> = call.tensors().collect();
    if items.is_empty() {
        return call.error("of no tensors; give at least one");
    }
    let Some(rank) = items.iter().find_map(|(_, s)| s.rank()) else { return Ok(call.unknown()) };
    let axis = call.axis(&["axis"], rank + 1)?;
    let mut dims = agree(call, &items, None)?;
    let Some(axis) = axis else { return Ok(call.all(&some_dims(rank + 1))) };
    dims.insert(axis, Dim::int(items.len() as i64));
    Ok(call.all(&Shape::Dims(dims)))
}

/// One of a list: what all share, and an unknown dim may be another for each.
pub(super) fn list_item(call: &Call<'_>) -> Shapes {
    Ok(match item_dims(call) {
        Some(dims) => call.all(&Shape::Dims(dims)),
        None => call.unknown(),
    })
}

/// One more: what all share.
pub(super) fn list_push(call: &Call<'_>) -> Shapes {
    let item = call.tensor(&["x"]).map(|(_, shape)| shape);
    Ok(if item == Some(&call.first()) { call.all(&call.first()) } else { call.unknown() })
}

/// As `concat`, of as many as there are.
pub(super) fn list_concat(call: &Call<'_>) -> Shapes {
    let Some(mut dims) = item_dims(call) else { return Ok(call.unknown()) };
    match call.axis(&["axis"], dims.len())? {
        Some(axis) => dims[axis] = Dim::unknown(),
        None => return Ok(call.all(&some_dims(dims.len()))),
    }
    Ok(call.all(&Shape::Dims(dims)))
}

/// As `stack`, of as many as there are.
pub(super) fn list_stack(call: &Call<'_>) -> Shapes {
    let Some(mut dims) = item_dims(call) else { return Ok(call.unknown()) };
    match call.axis(&["axis"], dims.len() + 1)? {
        Some(axis) => dims.insert(axis, Dim::unknown()),
        None => return Ok(call.all(&some_dims(dims.len() + 1))),
    }
    Ok(call.all(&Shape::Dims(dims)))
}

fn item_dims(call: &Call<'_>) -> Option<Vec<Dim>> {
    match call.first() {
        Shape::Dims(dims) => {
            Some(dims.into_iter().map(|d| if d.is_open() { Dim::unknown() } else { d }).collect())
        }
        Shape::Open(_) => None,
    }
}

/// The common dims of the tensors, except axis `free`. Of dims that are equal at run time, the one that says most is taken.
fn agree(call: &Call<'_>, items: &[(usize, &Shape)], free: Option<usize>) -> Result<Vec<Dim>, String> {
    let mut known = items.iter().filter_map(|(at, s)| match s {
        Shape::Dims(d) => Some((*at, d)),
        Shape::Open(_) => None,
    });
    let Some((first, dims)) = known.next() else { return Ok(Vec::new()) };
    let mut shared = dims.clone();
    for (at, d) in known {
        let (one, two) = (call.called(first), call.called(at));
        let shape = |d: &[Dim]| Shape::Dims(d.to_vec());
        if d.len() != dims.len() {
            return call.error(format_args!(
                "{one} is `{}` but {two} is `{}`; give tensors of the same rank",
                shape(dims),
                shape(d)
            ));
        }
        for (axis, (s, d)) in shared.iter_mut().zip(d).enumerate() {
            if Some(axis) == free {
                continue;
            }
            match s.same(d) {
                Some(false) => {
                    let only = match free {
                        Some(free) => format!("only axis {free} may differ"),
                        None => "all axes must be equal".to_owned(),
                    };
                    return call.error(format_args!(
                        "axis {axis} of {one} is `{s}` but that of {two} is `{d}`; {only}"
                    ));
                }
                None if s.is_open() => *s = d.clone(),
                Some(true) | None => {}
            }
        }
    }
    Ok(shared)
}
