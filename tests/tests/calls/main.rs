//! Calls of other differentiable functions: what goes in and out, and that a program with calls says what the program
//! written out says.

mod absent;
mod constants;
mod deep;
mod forms;
mod hosts;
mod lists;
mod places;
mod taps;

use cotangent::prelude::*;

/// A tensor by number.
fn normal<const N: usize>(seed: u64, shape: [usize; N]) -> Tensor<f64> {
    Key::new(seed).normal(shape).expect("a tensor")
}
