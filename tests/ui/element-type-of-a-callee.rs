use cotangent::prelude::*;

#[differentiable]
fn g(x: &Tensor) -> Tensor {
    x.tanh()
}

#[differentiable]
fn f(x: &Tensor, y: &Tensor<f64>) -> Tensor<f64> {
    let h = g(x)?;
    y * h
}

fn main() {}
