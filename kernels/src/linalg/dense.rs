//! What f32 and f64 matrices share: the arithmetic, transposition, and the step of an elimination.

use crate::gemm::Direct;
use crate::real::Real;

/// f32 and f64 with their arithmetic.
pub(super) trait Scalar: Direct + PartialOrd + Real {
    /// All bits but the sign.
    const MAGNITUDE: Self;
    /// [`TILE`] numbers without a bit, and as many with all.
    const STEP: [Self; 2 * TILE];
}

macro_rules! scalar {
    ($T:ident) => {
        impl Scalar for $T {
            const MAGNITUDE: Self = $T::from_bits(!(-0.0 as $T).to_bits());
            const STEP: [Self; 2 * TILE] = {
                let mut step = [0.0; 2 * TILE];
                let mut i = TILE;
                while i < 2 * TILE {
                    step[i] = $T::from_bits(!0);
                    i += 1;
                }
                step
            };
        }
    };
}
scalar!(f32);
scalar!(f64);

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
