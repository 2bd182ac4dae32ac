use cotangent::prelude::*;

#[derive(Clone)]
struct Layer {
    weight: Tensor,
}

#[differentiable]
fn forward(l: &Layer, x: &Tensor) -> Tensor {
    x.matmul(&l.weight).tanh()
}

fn main() {}
