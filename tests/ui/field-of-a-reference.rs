use cotangent::prelude::*;

#[derive(Clone, Differentiable)]
struct Layer<'a> {
    weight: &'a Tensor,
}

#[differentiable]
fn forward(l: &Layer<'_>, x: &Tensor) -> Tensor {
    x.matmul(&l.weight).tanh()
}

fn main() {}
