//! Host code

use std::cell::RefCell;

use cotangent::prelude::*;

/// Named dims and sizes are numbers.
#[differentiable]
fn sizes(x: &Tensor<B, N, D>, heads: usize) -> Tensor<B, N, D> {
    assert!(D % heads == 0, "{D} and {heads}");
    let scale = 1.0 / (D as f32 / heads as f32).sqrt();
    x * scale * x.dim(0) / x.shape()[1]
}

/// Any Rust that mentions no tensor: closures, iterators, plain functions, macros.
fn rate(step: usize) -> f32 {
    1.0 / (1.0 + step as f32)
}

#[differentiable]
fn plain(x: &Tensor<N>, steps: &[usize]) -> Scalar {
    let rates: Vec<f32> = steps.iter().map(|&s| rate(s)).filter(|r| *r > 0.1).collect();
    println!("{} of {}", rates.len(), steps.len());
    (x * rates.iter().sum::<f32>()).sum()
}

/// One element of a tensor as a number, without derivative.
#[differentiable]
fn item(x: &Tensor<N>) -> Result<Scalar> {
    let largest = x.max().item()?;
    Ok((x / largest).sum())
}

/// What names tensors and has no derivative, said so.
fn count(x: &Tensor) -> usize {
    x.to_vec().unwrap().iter().filter(|v| **v > 0.0).count()
}

#[differentiable]
fn said(x: &Tensor<N>) -> Scalar {
    let n = host! { count(&x) };
    x.sum() * n
}

/// Host variables that change, and what lies behind a shared reference.
#[differentiable]
fn changed(x: &Tensor<N>, log: &RefCell<Vec<f32>>) -> Scalar {
    let mut k = 1.0;
    k += 0.5;
    log.borrow_mut().push(k);
    let mut order = vec![3, 1, 2];
    order.sort_unstable();
    let (mut a, b) = (1, 2);
    a += b;
    x.sum() * k * a * order[0]
}
