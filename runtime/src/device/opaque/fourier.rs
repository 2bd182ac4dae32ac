//! Discrete Fourier transforms along the last axis of points, without a factor.

use crate::tensor::layout::Layout;

/// An op. Complex numbers are pairs along a last axis of 2: real, then imaginary. An axis of points is never empty.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(feature = "fft"), allow(dead_code))]
pub(crate) enum Fourier {
    /// `y[k] = Σ x[j] e^(-2πi jk/n)`, with `+` if `inverse`. Operand: `x: [.., n, 2]`, of the result's shape.
    Complex { inverse: bool },
    /// The first `n / 2 + 1` of these for real `x`. Operand: `x: [.., n]`; the result is `[.., n / 2 + 1, 2]`. The imaginary parts at
    /// 0 and, of an even `n`, at `n / 2` are exactly 0.
    Real,
    /// The inverse of `Complex` of the `n` numbers whose first are `y`, and of which those at `k` and `n - k` are conjugate: real numbers.
    /// Operand: `y: [.., n / 2 + 1, 2]`; the result is `[.., n]`. The imaginary parts at 0 and, of an even `n`, at `n / 2` are not read.
    Hermitian,
}

impl Fourier {
    /// Axes in front of the points of the operand, and how many points the op is asked for.
    pub(crate) fn extent(self, x: &Layout, out: &Layout) -> (usize, usize) {
        let lead = x.shape.rank() - if matches!(self, Self::Real) { 1 } else { 2 };
        let points = if matches!(self, Self::Hermitian) { out } else { x };
        (lead, points.shape[lead])
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Complex { .. } => "dft",
            Self::Real => "real_dft",
            Self::Hermitian => "hermitian_dft",
        }
    }
}
