//! What counts as equal. Every bound of the gradient checks is here, derived from the precision of f64.

use cotangent::Tensor;

/// Where the four points of a difference quotient are, in steps, and their weights: exact up to the fourth power.
pub(super) const STENCIL: [(f64, f64); 4] =
    [(-2.0, 1.0 / 12.0), (-1.0, -8.0 / 12.0), (1.0, 8.0 / 12.0), (2.0, -1.0 / 12.0)];

/// The series costs `h⁴` and rounding `ε / h`. Below their balance, so that the former is negligible where fifth
/// derivatives are large, near a root say.
pub(super) const STEP: f64 = 1e-4;

/// Both errors of a difference quotient, and two orders of magnitude for the derivatives and the sums.
pub(super) const SLOPE: f64 = 100.0 * (STEP * STEP * STEP * STEP + f64::EPSILON / STEP);

/// Two programs for one number: the condition of the sampled matrices and the length of the sums times `ε`.
pub(super) const EXACT: f64 = 1000.0 * f64::EPSILON;

/// Equal within `bound`; not a number only with not a number.
pub(super) fn near(what: &str, a: f64, b: f64, bound: f64) -> Result<(), String> {
    if a == b || (a - b).abs() <= bound || (a.is_nan() && b.is_nan()) {
        return Ok(());
    }
    Err(format!("{what}: {a:?} and {b:?} differ by {:e}, the bound is {bound:e}", (a - b).abs()))
}

/// Element by element, within `relative` of the largest element or of `least`, whichever is more.
pub(super) fn agree(
    what: &str,
    a: &Tensor<f64>,
    b: &Tensor<f64>,
    relative: f64,
    least: f64,
) -> Result<(), String> {
    if a.shape() != b.shape() {
        return Err(format!("{what}: shapes {:?} and {:?}", a.shape(), b.shape()));
    }
    let (a, b) = (super::values(a), super::values(b));
    let size = b.iter().filter(|b| b.is_finite()).map(|b| b.abs()).fold(least, f64::max);
    a.iter().zip(&b).try_for_each(|(a, b)| near(what, *a, *b, relative * size))
}

/// The inner product.
pub(super) fn dot(a: &Tensor<f64>, b: &Tensor<f64>) -> f64 {
    super::values(a).iter().zip(super::values(b)).map(|(a, b)| a * b).sum()
}

/// That of the absolute values: what rounding is relative to.
pub(super) fn dot_of_sizes(a: &Tensor<f64>, b: &Tensor<f64>) -> f64 {
    super::values(a).iter().zip(super::values(b)).map(|(a, b)| (a * b).abs()).sum()
}
