use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<A, B>) -> Tensor {
    x.powi(2.7)
}

#[differentiable]
fn g(x: &Tensor<A, B>) -> Tensor {
    x.narrow(0, 0.9, 1.5)
}

#[differentiable]
fn h(x: &Tensor<A, B>, s: f64) -> Tensor {
    x.polygamma(s)
}

fn main() {}
