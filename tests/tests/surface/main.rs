//! The user's surface through emitted code: every form of parameter and return, every transform, errors at run time.

mod arithmetic;
mod bodies;
mod devices;
mod errors;
mod lines;
mod memory;
mod moved;
mod numbers;
mod params;
mod places;
mod returns;
mod transforms;

// What a macro of this crate names by `$crate`.
use cotangent as library;
use cotangent::prelude::*;
use cotangent_tests as _;

/// A vector.
fn vector(data: &[f32]) -> Tensor {
    Tensor::from_vec(data.to_vec(), [data.len()]).unwrap()
}

/// A tensor of any shape.
fn shaped<const R: usize>(data: &[f32], shape: [usize; R]) -> Tensor {
    Tensor::from_vec(data.to_vec(), shape).unwrap()
}

/// The elements.
fn all(x: &Tensor) -> Vec<f32> {
    x.to_vec().unwrap()
}
