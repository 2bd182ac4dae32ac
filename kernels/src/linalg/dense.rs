//! What f32 and f64 matrices share: the arithmetic, transposition, and the step of an elimination.

use crate::gemm::Direct;
use crate::real::Real;

/// f32 and f64 with their arithmetic.
pub(super) trait Scalar: Direct + PartialOrd + Real {
    /// Orders magnitudes, NaN above infinity.
    type Key: Copy + Ord + Default;
    fn key(self) -> Self::Key;
}
impl Scalar for f32 {
    type Key = u32;
    #[inline(always)]
    fn key(self) -> u32 {
        self.abs().to_bits()
    }
}
impl Scalar for f64 {
    type Key = u64;
    #[inline(always)]
    fn key(self) -> u64 {
        self.abs().to_bits()
    }
}

/// Side of the tiles in which matrices are transposed, and width of what is eliminated at once.
pub(super) const TILE: usize = 16;

/// `y -= a x`.
#[inline(always)]
pub(super) fn eliminate<C: Scalar>(y: &mut [C], a: C, x: &[C]) {
    for (y, &x) in y.iter_mut().zip(x) {
        *y = *y - a * x;
    }
}

pub(super) fn identity<C: Scalar>(a: &mut Vec<C>, n: usize) {
    a.clear();
    a.resize(n * n, C::ZERO);
    a.iter_mut().step_by(n + 1).for_each(|x| *x = C::ONE);
}
