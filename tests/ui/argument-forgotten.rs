use cotangent::prelude::*;

#[differentiable]
fn g(x: &Tensor, w: &Tensor) -> Tensor {
    x * w
}

#[differentiable]
fn f(x: &Tensor) -> Tensor {
    g(x)
}

fn main() {}
