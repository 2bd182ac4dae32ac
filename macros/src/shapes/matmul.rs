//! Matrix products: vectors, matrices, batches.

use super::broadcast::{broadcast, clash_of};
use super::call::Call;
use crate::dims::Dim;
use crate::ir::Shape;

/// A vector on the left is a row, on the right a column, and its axis goes; the axes before the last two are broadcast.
pub(super) fn matmul(call: &Call<'_>) -> Result<Vec<Shape>, String> {
    let operands: Vec<_> = call.tensors().collect();
    let [(i, a), (j, b)] = operands[..] else { return Ok(call.unknown()) };
    for (who, shape) in [(i, a), (j, b)] {
        if shape.rank() == Some(0) {
            return call.error(format_args!("{} is a scalar; multiply with `*`", call.called(who)));
        }
    }
    let (Shape::Dims(left), Shape::Dims(right)) = (a, b) else {
        // Even beside a matrix, an operand of unknown rank may bring a batch.
        return Ok(call.unknown());
    };
    let (inner_a, inner_b) = (&left[left.len() - 1], &right[right.len().saturating_sub(2)]);
    if inner_a.same(inner_b) == Some(false) {
        let remedy = remedy(call, (i, left), (j, right));
        let (a, b) = (call.called(i), call.called(j));
        return call.error(format_args!("{a} has inner dim `{inner_a}` but {b} has `{inner_b}`; {remedy}"));
    }
    let lead = |d: &[Dim]| Shape::Dims(d[..d.len().saturating_sub(2)].to_vec());
    let (batch_a, batch_b) = (lead(left), lead(right));
    let batch = match broadcast(&batch_a, &batch_b) {
        Ok(Shape::Dims(batch)) => batch,
        Ok(Shape::Open(_)) => return Ok(call.unknown()),
        Err(clash) => {
            return Err(
                clash_of(call, &[(i, &batch_a)], (j, &batch_b), &clash).replace(" is `", " has batch `")
            );
        }
    };
    let rows = (left.len() >= 2).then(|| left[left.len() - 2].clone());
    let columns = (right.len() >= 2).then(|| right[right.len() - 1].clone());
    Ok(call.all(&Shape::Dims(batch.into_iter().chain(rows).chain(columns).collect())))
}

/// A remedy that makes the inner dims agree: a transpose if one does, else another type.
fn remedy(call: &Call<'_>, (i, a): (usize, &[Dim]), (j, b): (usize, &[Dim])) -> String {
    let (inner_a, inner_b) = (&a[a.len() - 1], &b[b.len().saturating_sub(2)]);
    let last = |d: &[Dim], n: usize| d.len().checked_sub(n).and_then(|at| d.get(at)).cloned();
    let fits = |x: Option<Dim>, y: &Dim| x.is_some_and(|x| x.same(y) == Some(true));
    if b.len() >= 2 && fits(last(b, 1), inner_a) {
        return format!("transpose {} or change its type", call.sources(&[j]));
    }
    if a.len() >= 2 && fits(last(a, 2), inner_b) {
        return format!("transpose {} or change its type", call.sources(&[i]));
    }
    format!("change the type of {}", call.sources(&[i, j]))
}
