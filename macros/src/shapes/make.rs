//! Tensors made of numbers.

use super::call::Call;
use super::reduce::some_dims;
use crate::dims::Dim;
use crate::ir::Shape;

type Shapes = Result<Vec<Shape>, String>;

/// `n` numbers.
pub(super) fn iota(call: &Call<'_>) -> Shapes {
    Ok(call.all(&Shape::Dims(vec![call.int(&["n", "bins"]).unwrap_or_else(Dim::unknown)])))
}

/// The last two axes of the given shape.
pub(super) fn tri_mask(call: &Call<'_>) -> Shapes {
    match call.shape_given(&["shape"]) {
        Some(Shape::Dims(d)) if d.len() < 2 => {
            call.error(format_args!("`{}` must have at least 2 axes", Shape::Dims(d)))
        }
        Some(Shape::Dims(d)) => Ok(call.all(&Shape::Dims(d[d.len() - 2..].to_vec()))),
        _ => Ok(call.all(&some_dims(2))),
    }
}

/// A last axis of `n` classes.
pub(super) fn one_hot(call: &Call<'_>) -> Shapes {
    let Shape::Dims(mut d) = call.first() else { return Ok(call.unknown()) };
    d.push(call.int(&["n", "classes", "depth"]).unwrap_or_else(Dim::unknown));
    Ok(call.all(&Shape::Dims(d)))
}

/// Cosines and sines of `n` positions, of half of `dim` angles each.
pub(super) fn rope_table(call: &Call<'_>) -> Shapes {
    let half = match call.int(&["dim"]).map(|d| d.as_int()) {
        Some(Some(d)) if d % 2 != 0 => return call.error(format_args!("`dim` must be even, but is {d}")),
        Some(Some(d)) => Dim::int(d / 2),
        _ => Dim::unknown(),
    };
    let n = call.int(&["n"]).unwrap_or_else(Dim::unknown);
    Ok(call.all(&Shape::Dims(vec![Dim::int(2), n, half])))
}

/// Frequencies by triangles.
pub(super) fn mel_bank(call: &Call<'_>) -> Shapes {
    let of = |name| call.int(&[name]).unwrap_or_else(Dim::unknown);
    Ok(call.all(&Shape::Dims(vec![of("freqs"), of("mels")])))
}

/// Three coefficients for each state, and a sum.
pub(super) fn ctc_states(call: &Call<'_>) -> Shapes {
    let sums = call.first();
    let w = match &sums {
        Shape::Dims(d) => Shape::Dims([&[Dim::int(3)], d.as_slice()].concat()),
        Shape::Open(_) => some_dims(4),
    };
    Ok(vec![w, sums])
}
