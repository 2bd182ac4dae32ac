//! Factors that are one tensor, one below the other.

use super::call::Call;
use crate::dims::Dim;
use crate::ir::Shape;

type Shapes = Result<Vec<Shape>, String>;

/// A row of eigenvalues above a square of eigenvectors.
pub(super) fn eigh_packed(call: &Call<'_>) -> Shapes {
    packed(call, |m, n| match m.same(n) {
        Some(false) => Err(format!("must be square: `{m}` and `{n}` differ")),
        _ => Ok((n + &Dim::int(1), n.clone())),
    })
}

/// `Q` above `Rᵀ`.
pub(super) fn qr_packed(call: &Call<'_>) -> Shapes {
    packed(call, |m, n| Ok((m + n, n.clone())))
}

/// A row of singular values above `U` and `V`.
pub(super) fn svd_packed(call: &Call<'_>) -> Shapes {
    packed(call, |m, n| Ok((&(m + n) + &Dim::int(1), m.minimum(n))))
}

/// The last two dims become others.
fn packed(call: &Call<'_>, f: impl FnOnce(&Dim, &Dim) -> Result<(Dim, Dim), String>) -> Shapes {
    let x = call.first();
    let Shape::Dims(d) = &x else { return Ok(call.unknown()) };
    let [batch @ .., m, n] = d.as_slice() else {
        return call.error(format_args!("`{x}` must have at least 2 axes"));
    };
    match f(m, n) {
        Ok((rows, columns)) => {
            Ok(call.all(&Shape::Dims(batch.iter().cloned().chain([rows, columns]).collect())))
        }
        Err(what) => call.error(format_args!("`{x}` {what}")),
    }
}
