//! Declared types against inferred shapes.

use crate::dims::Dim;
use crate::ir::Shape;

/// A value declared with shape `declared` (the `_`s in it anonymous, no dims at all unknown) that was inferred as
/// `inferred`: the shape to go on with, and whether run time must check it. `what` names the value: "`h`", "the result".
pub(crate) fn check_declared(
    what: &str,
    declared: &Shape,
    inferred: &Shape,
) -> Result<(Shape, bool), String> {
    let (want, have) = match (declared, inferred) {
        (Shape::Open(_), _) => return Ok((inferred.clone(), false)),
        // The rank is asserted too, so that even `_` is a check.
        (Shape::Dims(_), Shape::Open(_)) => return Ok((declared.clone(), true)),
        (Shape::Dims(want), Shape::Dims(have)) => (want, have),
    };
    if want.len() != have.len() {
        return Err(format!(
            "{what} is declared `{declared}`, rank {}, but the expression has shape `{inferred}`, rank {}; change the \
             type or the expression",
            want.len(),
            have.len()
        ));
    }
    let mut checked = false;
    let mut shape = Vec::with_capacity(want.len());
    for (axis, (w, h)) in want.iter().zip(have).enumerate() {
        match w.same(h) {
            Some(true) => shape.push(w.clone()),
            Some(false) => return Err(differs(what, declared, inferred, axis, (w, h))),
            // `_` takes what is there.
            None if w.is_anonymous() => shape.push(h.clone()),
            None => {
                checked = true;
                shape.push(w.clone());
            }
        }
    }
    Ok((Shape::Dims(shape), checked))
}

fn differs(what: &str, declared: &Shape, inferred: &Shape, axis: usize, (w, h): (&Dim, &Dim)) -> String {
    format!(
        "{what} is declared `{declared}` but the expression has shape `{inferred}`: axis {axis} is `{h}`, not `{w}`; \
         change the type or the expression"
    )
}
