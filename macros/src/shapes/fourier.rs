//! Discrete Fourier transforms: complex numbers are pairs along a last axis.

use super::call::Call;
use crate::dims::Dim;
use crate::ir::Shape;

type Shapes = Result<Vec<Shape>, String>;

/// The shape of the operand.
pub(super) fn dft(call: &Call<'_>) -> Shapes {
    let x = call.first();
    let Shape::Dims(d) = &x else { return Ok(call.all(&x)) };
    let [.., n, two] = d.as_slice() else {
        return call.error(format_args!("`{x}` must have an axis of points and one of pairs"));
    };
    pairs(call, &x, two)?;
    some(call, n)?;
    Ok(call.all(&x))
}

/// The last axis becomes `n / 2 + 1` pairs.
pub(super) fn real_dft(call: &Call<'_>) -> Shapes {
    let x = call.first();
    let Shape::Dims(d) = &x else { return Ok(call.unknown()) };
    let [batch @ .., n] = d.as_slice() else {
        return call.error("of a scalar; it transforms an axis");
    };
    some(call, n)?;
    Ok(call.all(&Shape::Dims(batch.iter().cloned().chain([half(n), Dim::int(2)]).collect())))
}

/// `n / 2 + 1` pairs become `n` elements.
pub(super) fn hermitian_dft(call: &Call<'_>) -> Shapes {
    let n = call.int(&["n"]);
    if let Some(n) = &n {
        some(call, n)?;
    }
    let y = call.first();
    let Shape::Dims(d) = &y else { return Ok(call.unknown()) };
    let [batch @ .., have, two] = d.as_slice() else {
        return call.error(format_args!("`{y}` must have an axis of points and one of pairs"));
    };
    pairs(call, &y, two)?;
    if let Some(n) = &n {
        let want = half(n);
        if have.same(&want) == Some(false) {
            return call.error(format_args!(
                "`{n}` real numbers have `{want}` complex ones, `n / 2 + 1`, but there are `{have}`"
            ));
        }
    }
    let n = n.unwrap_or_else(Dim::unknown);
    Ok(call.all(&Shape::Dims(batch.iter().cloned().chain([n]).collect())))
}

fn half(n: &Dim) -> Dim {
    &n.div(&Dim::int(2)) + &Dim::int(1)
}

fn pairs(call: &Call<'_>, x: &Shape, two: &Dim) -> Result<(), String> {
    if two.same(&Dim::int(2)) == Some(false) {
        return call.error(format_args!("the last axis of `{x}` must have the length 2, for pairs"));
    }
    Ok(())
}

/// There are points.
fn some(call: &Call<'_>, n: &Dim) -> Result<(), String> {
    if (n - &Dim::int(1)).is_negative() {
        return call.error(format_args!("of {n} points; it needs at least one"));
    }
    Ok(())
}
