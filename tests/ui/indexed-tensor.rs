//! An element of a tensor is a number for each axis.
use cotangent::prelude::*;

#[differentiable]
fn row(x: &Tensor<B, D>) -> Tensor {
    x[0].exp()
}

#[differentiable]
fn part(x: &Tensor) -> Tensor {
    x[1..3].exp()
}

#[differentiable]
fn selected(x: &Tensor, idx: &Tensor<i32>) -> Tensor {
    x[idx].exp()
}

#[differentiable]
fn beyond(x: &Tensor<3>) -> Scalar {
    x[3].exp()
}

#[differentiable]
fn assigned(x: &Tensor<3>) -> Tensor {
    let mut y = x.clone();
    y[0] = x.sum();
    y
}

fn main() {}
