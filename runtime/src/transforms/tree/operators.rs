//! Operators of gradients and tangents: `&g1 + &g2`, `g * 0.5`.
//!
//! A struct of gradients is a type of the user's crate, so the operators of each are written there, by this macro. As operators of
//! tensors they panic where the shapes differ, in the caller's line. There are no more of them: each costs every function a million of
//! rustc's instructions.

use super::{TensorTree, add, scale};
use crate::error::Result;
use crate::tensor::host_scalar::HostScalar;

/// `a + b`.
#[track_caller]
pub fn plus<G: TensorTree>(mut a: G, b: &G) -> G {
    expect(add(&mut a, b));
    a
}

/// `a * by`.
#[track_caller]
pub fn times<G: TensorTree>(mut a: G, by: impl HostScalar) -> G {
    expect(scale(&mut a, by.to_f64()));
    a
}

#[track_caller]
fn expect(result: Result<()>) {
    if let Err(e) = result {
        panic!("{e}");
    }
}
