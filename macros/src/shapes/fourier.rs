//! Discrete Fourier transforms: results are pairs along a last axis, operands parts.

use super::call::Call;
use crate::dims::Dim;
use crate::ir::Shape;

type Shapes = Result<Vec<Shape>, String>;

/// Two parts of one shape become pairs.
pub(super) fn dft(call: &Call<'_>) -> Shapes {
    let x = parts(call)?;
    let Shape::Dims(d) = &x else { return Ok(call.unknown()) };
    let [.., n] = d.as_slice() else { return call.error("of a scalar; it transforms an axis") };
    some(call, n)?;
    Ok(call.all(&Shape::Dims(d.iter().cloned().chain([Dim::int(2)]).collect())))
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

/// `n / 2 + 1` numbers become `n` elements.
pub(super) fn hermitian_dft(call: &Call<'_>) -> Shapes {
    let n = call.int(&["n"]);
    if let Some(n) = &n {
        some(call, n)?;
    }
    let y = parts(call)?;
    let Shape::Dims(d) = &y else { return Ok(call.unknown()) };
    let [batch @ .., have] = d.as_slice() else { return call.error("of a scalar; it transforms an axis") };
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

/// The shape of both parts.
fn parts(call: &Call<'_>) -> Result<Shape, String> {
    let mut shapes = call.tensors().map(|(_, shape)| shape.clone());
    let (Some(re), Some(im)) = (shapes.next(), shapes.next()) else { return Ok(call.first()) };
    if let (Shape::Dims(a), Shape::Dims(b)) = (&re, &im)
        && (a.len() != b.len() || a.iter().zip(b).any(|(a, b)| a.same(b) == Some(false)))
    {
        return call.error(format_args!("the parts are `{re}` and `{im}`"));
    }
    Ok(if re.rank().is_some() { re } else { im })
}

/// There are points.
fn some(call: &Call<'_>, n: &Dim) -> Result<(), String> {
    if (n - &Dim::int(1)).is_negative() {
        return call.error(format_args!("of {n} points; it needs at least one"));
    }
    Ok(())
}
