//! A dependency for some targets alone, in a table of its own.
#![deny(warnings, missing_docs)]

use by_target::prelude::*;

/// The sum of squares.
#[differentiable]
pub fn energy(x: &Tensor<N>) -> Scalar {
    x.square().sum()
}
