//! Several tensors into one.

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

/// The dims that the tensors share, but for axis `free`: of those that are equal at run time, the one that says most.
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
