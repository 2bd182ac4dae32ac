//! Indexing: which operand gives which dim.

use super::call::Call;
use super::range::along;
use crate::dims::Dim;
use crate::ir::Shape;

type Shapes = Result<Vec<Shape>, String>;

const X: &[&str] = &["x", "table", "a"];
const INDEX: &[&str] = &["idx", "ids", "indices", "index"];
const SOURCE: &[&str] = &["src", "source"];

/// `x[.., idx[.., i, ..], ..]`: the shape of the indices, which have the rank of `x`.
pub(super) fn gather(call: &Call<'_>) -> Shapes {
    let (Some(x), Some(idx)) = (call.tensor(X), call.tensor(INDEX)) else { return Ok(call.unknown()) };
    same_rank(call, x, idx)?;
    if let (Shape::Dims(d), Shape::Dims(i)) = (x.1, idx.1)
        && let Some(axis) = call.axis(&["axis"], d.len())?
        && let Some(bad) = (0..d.len()).find(|&k| k != axis && (&d[k] - &i[k]).is_negative())
    {
        let (x, idx) = (call.called(x.0), call.called(idx.0));
        let (d, i) = (&d[bad], &i[bad]);
        return call.error(format_args!(
            "axis {bad} of {idx} is `{i}`, more than the `{d}` of {x}; only axis {axis} may be longer"
        ));
    }
    Ok(call.all(idx.1))
}

/// One element along the last axis.
pub(super) fn pick(call: &Call<'_>) -> Shapes {
    let (Some(x), Some(idx)) = (call.tensor(X), call.tensor(INDEX)) else { return Ok(call.unknown()) };
    same_rank(call, x, idx)?;
    let Shape::Dims(dims) = x.1 else { return Ok(call.all(idx.1)) };
    let rows = dims.iter().take(dims.len().saturating_sub(1)).cloned();
    let wanted = Shape::Dims(rows.chain([Dim::int(1)]).collect());
    equal(call, (x.0, &wanted), idx, None)?;
    Ok(call.all(&wanted))
}

/// No axis; there is an index for each.
pub(super) fn element(call: &Call<'_>) -> Shapes {
    let (Shape::Dims(dims), Some(index)) = (call.first(), call.ints(&["index"])) else {
        return Ok(vec![Shape::Dims(vec![])]);
    };
    let x = Shape::Dims(dims.clone());
    if dims.len() != index.len() {
        let (axes, given) = (dims.len(), index.len());
        return call.error(format_args!(
            "`{x}` has {axes} axes, not {given}; give an index for each, or use `narrow` for a part"
        ));
    }
    match dims.iter().zip(&index).find(|(d, i)| i.is_negative() || (&(*d - *i) - &Dim::int(1)).is_negative())
    {
        Some((_, i)) => call.error(format_args!("{i} is outside of `{x}`; an index counts from the front")),
        None => Ok(vec![Shape::Dims(vec![])]),
    }
}

/// The axis takes the length of the list of indices.
pub(super) fn index_select(call: &Call<'_>) -> Shapes {
    let Some((at, idx)) = call.tensor(INDEX) else { return Ok(call.unknown()) };
    let count = list(call, at, idx)?;
    along(call, |_| Ok(count))
}

/// The only dim of a list of indices.
fn list(call: &Call<'_>, at: usize, idx: &Shape) -> Result<Option<Dim>, String> {
    match idx {
        Shape::Dims(d) => match d.as_slice() {
            [n] => Ok(Some(n.clone())),
            _ => {
                call.error(format_args!("{} must have one axis but is `{idx}`; flatten it", call.called(at)))
            }
        },
        Shape::Open(_) => Ok(None),
    }
}

/// A row of the table per index: the shape of the indices, then that of a row.
pub(super) fn embedding(call: &Call<'_>) -> Shapes {
    let (Some((at, table)), Some((_, ids))) = (call.tensor(X), call.tensor(INDEX)) else {
        return Ok(call.unknown());
    };
    let width = match table {
        Shape::Dims(t) => t.get(1).filter(|_| t.len() == 2).cloned(),
        Shape::Open(_) => Some(Dim::unknown()),
    };
    let Some(row) = width else {
        let who = call.called(at);
        return call.error(format_args!("{who} must be a matrix, one row per index, but is `{table}`"));
    };
    match ids {
        Shape::Dims(i) => Ok(call.all(&Shape::Dims(i.iter().cloned().chain([row]).collect()))),
        Shape::Open(_) => Ok(call.unknown()),
    }
}

/// The shape of `x`; a source element for each index.
pub(super) fn scatter_add(call: &Call<'_>) -> Shapes {
    let (Some(x), Some(idx)) = (call.tensor(X), call.tensor(INDEX)) else { return Ok(call.unknown()) };
    same_rank(call, x, idx)?;
    if let Some(rank) = x.1.rank() {
        call.axis(&["axis"], rank)?;
    }
    if let Some(src) = call.tensor(SOURCE) {
        same_rank(call, x, src)?;
        equal(call, idx, src, None)?;
    }
    Ok(call.all(x.1))
}

/// The shape of `x`; a slice of the source for each index of a list.
pub(super) fn index_add(call: &Call<'_>) -> Shapes {
    let (Some(x), Some((at, idx)), Some(src)) = (call.tensor(X), call.tensor(INDEX), call.tensor(SOURCE))
    else {
        return Ok(call.unknown());
    };
    let count = list(call, at, idx)?;
    same_rank(call, x, src)?;
    if let (Shape::Dims(d), Shape::Dims(s)) = (x.1, src.1)
        && let Some(axis) = call.axis(&["axis"], d.len())?
    {
        equal(call, x, src, Some(axis))?;
        if let Some(n) = count.filter(|n| n.same(&s[axis]) == Some(false)) {
            let (src, idx, have) = (call.called(src.0), call.called(at), &s[axis]);
            return call.error(format_args!(
                "axis {axis} of {src} is `{have}` but {idx} has `{n}` indices; give as many"
            ));
        }
    }
    Ok(call.all(x.1))
}

/// For each list of indices, along the last axis, what is behind as many axes of `x`.
pub(super) fn gather_nd(call: &Call<'_>) -> Shapes {
    let (Some(x), Some(idx)) = (call.tensor(X), call.tensor(INDEX)) else { return Ok(call.unknown()) };
    Ok(parts(call, x, idx)?.map_or_else(|| call.unknown(), |shape| call.all(&shape)))
}

/// The shape of `x`; a source for each list of indices.
pub(super) fn index_put(call: &Call<'_>) -> Shapes {
    let (Some(x), Some(idx)) = (call.tensor(X), call.tensor(INDEX)) else { return Ok(call.unknown()) };
    if let (Some(wanted), Some(src)) = (parts(call, x, idx)?, call.tensor(SOURCE)) {
        let differs = |a: &[Dim], b: &[Dim]| {
            a.len() != b.len() || a.iter().zip(b).any(|(m, n)| m.same(n) == Some(false))
        };
        if let (Shape::Dims(w), Shape::Dims(s)) = (&wanted, src.1)
            && differs(w, s)
        {
            let (name, have) = (call.called(src.0), src.1);
            return call.error(format_args!("{name} is `{have}` but the indices name parts `{wanted}`"));
        }
    }
    Ok(call.all(x.1))
}

fn parts(call: &Call<'_>, x: (usize, &Shape), idx: (usize, &Shape)) -> Result<Option<Shape>, String> {
    let (Shape::Dims(d), Shape::Dims(i)) = (x.1, idx.1) else { return Ok(None) };
    let Some((count, lists)) = i.split_last() else {
        let idx = call.called(idx.0);
        return call
            .error(format_args!("{idx} is a scalar; its last axis is that of an index for each axis"));
    };
    let Some(count) = count.as_int().and_then(|n| usize::try_from(n).ok()) else { return Ok(None) };
    let Some(rest) = d.get(count..) else {
        let (x, shape) = (call.called(x.0), x.1);
        return call.error(format_args!("lists of {count} indices for {x}, which is `{shape}`"));
    };
    Ok(Some(Shape::Dims([lists, rest].concat())))
}

/// A place for each element of `x` in a list.
pub(super) fn searched(call: &Call<'_>) -> Shapes {
    if let Some((at, sorted)) = call.tensor(&["sorted"]) {
        list(call, at, sorted)?;
    }
    Ok(call.tensor(X).map_or_else(|| call.unknown(), |(_, x)| call.all(x)))
}

/// The axis has `k` elements, in every result.
pub(super) fn topk(call: &Call<'_>) -> Shapes {
    let k = call.int(&["k"]);
    along(call, |dim| match k {
        Some(k) if k.is_negative() || (dim - &k).is_negative() => {
            call.error(format_args!("{k} of the {dim} elements of the axis; take at most {dim}"))
        }
        k => Ok(k),
    })
}

fn same_rank(call: &Call<'_>, (i, a): (usize, &Shape), (j, b): (usize, &Shape)) -> Result<(), String> {
    match (a.rank(), b.rank()) {
        (Some(m), Some(n)) if m != n => {
            let (one, two) = (call.called(i), call.called(j));
            call.error(format_args!("{two} is `{b}` but {one} is `{a}`; give both the same rank"))
        }
        _ => Ok(()),
    }
}

/// Equal but for axis `free`.
fn equal(
    call: &Call<'_>,
    (i, a): (usize, &Shape),
    (j, b): (usize, &Shape),
    free: Option<usize>,
) -> Result<(), String> {
    let (Shape::Dims(a), Shape::Dims(b)) = (a, b) else { return Ok(()) };
    for (axis, (x, y)) in a.iter().zip(b).enumerate() {
        if Some(axis) != free && x.same(y) == Some(false) {
            let (one, two) = (call.called(i), call.called(j));
            return call.error(format_args!(
                "axis {axis} of {two} is `{y}` but that of {one} is `{x}`; make them equal"
            ));
        }
    }
    Ok(())
}
