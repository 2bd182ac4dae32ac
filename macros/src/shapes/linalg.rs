//! Diagonals, and systems whose right-hand side is a vector or a matrix.

use super::broadcast::{broadcast, clash_of};
use super::call::Call;
use super::reduce::some_dims;
use crate::dims::Dim;
use crate::ir::Shape;

type Shapes = Result<Vec<Shape>, String>;

/// A vector becomes the diagonal of a matrix, a matrix gives its diagonal; `offset` is counted to the upper right.
pub(super) fn diag(call: &Call<'_>) -> Shapes {
    let x = call.first();
    let Shape::Dims(d) = &x else { return Ok(call.unknown()) };
    match d.as_slice() {
        [n] => {
            let Some(offset) = offset(call) else { return Ok(call.all(&some_dims(2))) };
            let size = n + &Dim::int(offset.abs());
            Ok(call.all(&Shape::Dims(vec![size.clone(), size])))
        }
        [_, _] => diagonal(call),
        _ => call.error(format_args!("of `{x}`; give a vector or a matrix, or use `diagonal`")),
    }
}

/// The last two axes become one.
pub(super) fn diagonal(call: &Call<'_>) -> Shapes {
    let x = call.first();
    let Shape::Dims(d) = &x else { return Ok(call.unknown()) };
    let [batch @ .., rows, columns] = d.as_slice() else {
        return call.error(format_args!("`{x}` must have at least 2 axes"));
    };
    // An offset beyond the matrix has an empty diagonal.
    let len = offset(call).map_or_else(Dim::unknown, |k| {
        let (rows, columns) = (rows - &Dim::int((-k).max(0)), columns - &Dim::int(k.max(0)));
        match (&rows - &columns).as_int() {
            Some(_) => rows.minimum(&columns).positive(),
            None => rows.positive().minimum(&columns.positive()),
        }
    });
    Ok(call.all(&Shape::Dims(batch.iter().cloned().chain([len]).collect())))
}

/// The last axis becomes the diagonal of two.
pub(super) fn diag_embed(call: &Call<'_>) -> Shapes {
    let x = call.first();
    let Shape::Dims(d) = &x else { return Ok(call.unknown()) };
    let [batch @ .., n] = d.as_slice() else { return call.error("of a scalar; give a vector") };
    let size = offset(call).map_or_else(Dim::unknown, |k| n + &Dim::int(k.abs()));
    Ok(call.all(&Shape::Dims(batch.iter().cloned().chain([size.clone(), size]).collect())))
}

/// A matrix without a row and a column, for each row and column.
pub(super) fn minors(call: &Call<'_>) -> Shapes {
    let x = call.first();
    let Shape::Dims(d) = &x else { return Ok(call.unknown()) };
    let [.., n, m] = d.as_slice() else {
        return call.error(format_args!("`{x}` must have at least 2 axes"));
    };
    if n.same(m) == Some(false) {
        return call.error(format_args!("`{x}` must be square: `{n}` and `{m}` differ"));
    }
    // The minors of an empty matrix are none, and have no size.
    let less = (n - &Dim::int(1)).positive();
    Ok(call.all(&Shape::Dims(d.iter().cloned().chain([less.clone(), less]).collect())))
}

/// `None`: unknown at expansion.
fn offset(call: &Call<'_>) -> Option<i64> {
    match call.param("offset") {
        Some(_) => call.int(&["offset"])?.as_int().filter(|k| k.unsigned_abs() < 1 << 32),
        None => Some(0),
    }
}

/// The last two axes go.
pub(super) fn drop_two(call: &Call<'_>) -> Shapes {
    let x = call.first();
    match &x {
        Shape::Dims(d) if d.len() < 2 => call.error(format_args!("`{x}` must have at least 2 axes")),
        Shape::Dims(d) => Ok(call.all(&Shape::Dims(d[..d.len() - 2].to_vec()))),
        Shape::Open(_) => Ok(call.unknown()),
    }
}

/// `A X = B`: a right-hand side of one axis is a vector.
pub(super) fn solve(call: &Call<'_>) -> Shapes {
    let operands: Vec<_> = call.tensors().collect();
    let [(i, a), (j, b)] = operands[..] else { return Ok(call.unknown()) };
    let (one, two) = (call.called(i), call.called(j));
    if let Shape::Dims(m) = a {
        match m.as_slice() {
            [.., r, c] if r.same(c) != Some(false) => {}
            [.., r, c] => {
                return call.error(format_args!("{one} must be square but is `{a}`: `{r}` and `{c}` differ"));
            }
            _ => return call.error(format_args!("{one} must be a matrix but is `{a}`")),
        }
    }
    if b.rank() == Some(0) {
        return call.error(format_args!("{two} is a scalar; give a vector or a matrix"));
    }
    let (Shape::Dims(a), Shape::Dims(b)) = (a, b) else { return Ok(call.unknown()) };
    let size = &a[a.len() - 1];
    let rows = if b.len() == 1 { &b[0] } else { &b[b.len() - 2] };
    if size.same(rows) == Some(false) {
        return call.error(format_args!(
            "{one} has `{size}` rows but {two} has `{rows}`; change the type of {one} or {two}"
        ));
    }
    let rows = if size.is_open() { rows } else { size }.clone();
    let lead = |d: &[Dim]| Shape::Dims(d[..d.len().saturating_sub(2)].to_vec());
    let (batch_a, batch_b) = (lead(a), lead(b));
    match broadcast(&batch_a, &batch_b) {
        Ok(Shape::Dims(batch)) => {
            let columns = (b.len() >= 2).then(|| b[b.len() - 1].clone());
            Ok(call.all(&Shape::Dims(batch.into_iter().chain([rows]).chain(columns).collect())))
        }
        Ok(Shape::Open(_)) => Ok(call.unknown()),
        Err(clash) => {
            Err(clash_of(call, &[(i, &batch_a)], (j, &batch_b), &clash).replace(" is `", " has batch `"))
        }
    }
}
