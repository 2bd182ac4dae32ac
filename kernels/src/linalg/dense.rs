//! The arithmetic that f32 and f64 matrices share, and the width of what is eliminated at once.

use crate::gemm::Direct;
use crate::real::Real;

/// f32 and f64 with their arithmetic.
pub(crate) trait Scalar: Direct + PartialOrd + Real {
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

/// Width of what is eliminated at once.
pub(super) const TILE: usize = 16;
