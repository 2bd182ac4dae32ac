//! Inverse trigonometric functions.

use super::c;
use super::double::sqrt;
use crate::isa::Isa;
use crate::real::Real;

/// For |x| > ½: `√((1-|x|)/2)` and `rest` with `½ acos|x| = root + rest`. For |x| <= ½ of |x| itself, whose asin is
/// `root + rest`.
#[inline(always)]
fn asin_parts<S: Isa, R: Real>(s: S, x: R) -> (bool, R, R) {
    let a = x.magnitude();
    let far = a > c(0.5);
    let z = if far { (R::ONE - a) * c(0.5) } else { a * a };
    let (root, root_low) = sqrt(s, (z, R::ZERO));
    let t = if far { root } else { a };
    let low = if far { root_low } else { R::ZERO };
    (far, t, t.mul_add(s, z * z.asin_tail(s), low))
}

/// Inverse sine; NaN beyond ±1.
#[inline(always)]
pub fn asin<S: Isa, R: Real>(s: S, x: R) -> R {
    let (far, t, rest) = asin_parts(s, x);
    let half_pi: R = R::PI.0 * c(0.5);
    let two: R = c(2.0);
    let large = (half_pi - two * t) - (two * rest - R::PI.1 * c(0.5));
    (if far { large } else { t + rest }).copysign(x)
}

/// Inverse cosine; NaN beyond ±1.
#[inline(always)]
pub fn acos<S: Isa, R: Real>(s: S, x: R) -> R {
    let (far, t, rest) = asin_parts(s, x);
    let half_pi: R = R::PI.0 * c(0.5);
    let negative = x < R::ZERO;
    let two: R = c(2.0);
    let (t, rest) = if far { (two * t, two * rest) } else { (t.copysign(x), rest.copysign(x)) };
    let middle = half_pi - (t - (R::PI.1 * c(0.5) - rest));
    let below = R::PI.0 - (t - (R::PI.1 - rest));
    let side = if negative { below } else { t + rest };
    if far { side } else { middle }
}

/// `atan(top / bottom)` for `0 <= top <= bottom`, as a leading part and the rest.
#[inline(always)]
fn atan_unit<S: Isa, R: Real>(s: S, top: R, bottom: R) -> (R, R) {
    let t = top / bottom;
    let z = t * t;
    (t, t * (z * z.atan_tail(s)))
}

/// Inverse tangent.
#[inline(always)]
pub fn atan<S: Isa, R: Real>(s: S, x: R) -> R {
    let a = x.magnitude();
    let inverted = a > R::ONE;
    let (t, rest) = if inverted { atan_unit(s, R::ONE, a) } else { atan_unit(s, a, R::ONE) };
    let half_pi: R = R::PI.0 * c(0.5);
    let large = half_pi - (t - (R::PI.1 * c(0.5) - rest));
    (if inverted { large } else { t + rest }).copysign(x)
}

/// Angle of the point `(x, y)`, in [-π, π]; the signs of zeros count, as in IEEE 754.
#[inline(always)]
pub fn atan2<S: Isa, R: Real>(s: S, y: R, x: R) -> R {
    let (a, b) = (y.magnitude(), x.magnitude());
    let steep = a > b;
    let (top, bottom) = if steep { (b, a) } else { (a, b) };
    // 0/0 counts as 0, ∞/∞ as 1.
    let same = (top == R::ZERO) | (top == R::INFINITY);
    let same = same & (bottom == top);
    let bottom = if same { R::ONE } else { bottom };
    let top = if same { if top == R::ZERO { top } else { R::ONE } } else { top };
    let (t, rest) = atan_unit(s, top, bottom);
    let half_pi: R = R::PI.0 * c(0.5);
    // Sign bit, not comparison: atan2(0, -0) is π.
    let left = R::ONE.copysign(x) < R::ZERO;
    let upright = half_pi - (t - (R::PI.1 * c(0.5) - rest));
    let upright_left = half_pi + (t + (R::PI.1 * c(0.5) + rest));
    let flat_left = R::PI.0 - (t - (R::PI.1 - rest));
    let right = if steep { upright } else { t + rest };
    let left_side = if steep { upright_left } else { flat_left };
    let nan = a.is_nan() | b.is_nan();
    let angle = if left { left_side } else { right };
    (if nan { R::NAN } else { angle }).copysign(y)
}
