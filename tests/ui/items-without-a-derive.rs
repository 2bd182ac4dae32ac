use cotangent::prelude::*;

#[derive(Clone)]
struct Layer {
    weight: Tensor,
}

#[differentiable]
fn forward(layers: &[Layer], x: &Tensor) -> Tensor {
    let mut h = x.clone();
    for layer in layers {
        h = h.matmul(&layer.weight).tanh();
    }
    h
}

fn main() {}
