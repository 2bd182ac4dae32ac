//! Slices of tensors, of any length at run time: derivatives of whole programs, forms of parameters, errors.

mod errors;
mod forms;
mod placed;
mod programs;

use cotangent::prelude::*;

/// A vector.
fn vector(data: &[f64]) -> Tensor<f64> {
    Tensor::from_vec(data.to_vec(), [data.len()]).unwrap()
}

/// The elements.
fn all<T: Element>(x: &Tensor<T>) -> Vec<T> {
    x.to_vec().unwrap()
}

/// Shapes and elements of a list.
fn each(xs: &[Tensor<f64>]) -> Vec<(Vec<usize>, Vec<f64>)> {
    xs.iter().map(|x| (x.shape().to_vec(), all(x))).collect()
}
