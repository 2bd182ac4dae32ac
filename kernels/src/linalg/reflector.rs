//! Householder reflectors and the scale of a matrix: what QR and the reduction to a tridiagonal matrix share.

use super::lines::{dot, subtract};
use super::vector::Registers;

/// Makes `v` of `x`, in its place, so that `(1 - tau v vᵀ) x` is zero but for its first element, and returns `tau` and that element.
/// `v[0]` is 1. Of a zero vector `tau` is 0.
pub(super) fn reflector<C: Registers>(x: &mut [C]) -> (C, C) {
    if dot(x, x) <= C::MIN_POSITIVE / C::EPSILON {
        // What is left of dependent columns is rounding of rounding, with a square that is no number any more.
        let largest = x.iter().fold(C::ZERO, |l, x| if x.magnitude() > l { x.magnitude() } else { l });
        if largest > C::ZERO {
            for x in x.iter_mut() {
                *x = *x / largest;
            }
            let (tau, image) = scaled_reflector(x);
            return (tau, image * largest);
        }
    }
    scaled_reflector(x)
}

fn scaled_reflector<C: Registers>(x: &mut [C]) -> (C, C) {
    let Some((head, rest)) = x.split_first_mut() else { return (C::ZERO, C::ZERO) };
    let first = std::mem::replace(head, C::ONE);
    let below = dot(rest, rest);
    if below == C::ZERO {
        rest.fill(C::ZERO);
        return (C::ZERO, first);
    }
    // With the sign that adds magnitudes nothing cancels.
    let image = -(first * first + below).sqrt().copysign(first);
    let step = first - image;
    for x in rest.iter_mut() {
        *x = *x / step;
    }
    (-step / image, image)
}

/// `y` becomes `(1 - tau v vᵀ) y`.
#[inline]
pub(super) fn reflect<C: Registers>(y: &mut [C], tau: C, v: &[C]) {
    if tau != C::ZERO {
        let a = tau * dot(y, v);
        subtract(y, a, v);
    }
}

/// A power of two that brings the largest magnitude near 1, so that squares neither overflow nor vanish; its inverse is one too.
/// `None` where an element is not finite.
pub(super) fn scale_of<C: Registers>(a: &[C]) -> Option<C> {
    let mut largest = C::ZERO;
    for x in a {
        let x = x.magnitude();
        if x > C::MAX || x.is_nan() {
            return None;
        }
        if x > largest {
            largest = x;
        }
    }
    if largest == C::ZERO {
        return Some(C::ONE);
    }
    // At the ends of the range an inverse would be subnormal or infinite.
    let end = if C::BITS == 32 { 100.0 } else { 1000.0 };
    let exponent = largest.to_f64().log2().floor().clamp(-end, end);
    Some(C::from_f64((-exponent).exp2()))
}

/// `√(a² + b²)` without overflow on the way.
#[inline]
pub(super) fn length<C: Registers>(a: C, b: C) -> C {
    let square = a * a + b * b;
    if square > C::MIN_POSITIVE / (C::EPSILON * C::EPSILON) && square < C::MAX {
        return square.sqrt();
    }
    let (a, b) = (a.magnitude(), b.magnitude());
    let (large, small) = if a > b { (a, b) } else { (b, a) };
    if large == C::ZERO {
        return large;
    }
    let ratio = small / large;
    large * (C::ONE + ratio * ratio).sqrt()
}

/// Whether the component of largest magnitude is negative; of several such the first counts.
pub(super) fn is_turned<C: Registers>(v: impl Iterator<Item = C>) -> bool {
    let mut largest = C::ZERO;
    for x in v {
        if x.magnitude() > largest.magnitude() {
            largest = x;
        }
    }
    largest < C::ZERO
}
