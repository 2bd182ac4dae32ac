use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor) -> &Tensor {
    x.exp()
}

#[differentiable]
fn g(x: &Tensor) -> usize {
    x.numel()
}

fn main() {}
