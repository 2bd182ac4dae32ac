use cotangent::prelude::*;

#[derive(Clone, Differentiable)]
struct Linear {
    w: Tensor,
}

#[differentiable]
fn g(x: &Tensor, w: &Tensor) -> Tensor {
    x * w
}

#[differentiable]
fn f(x: &Tensor) -> Tensor {
    g(x, x, x)
}

#[differentiable]
fn of_a_struct(l: &Linear, x: &Tensor) -> Tensor {
    g(l, x)
}

fn main() {}
