use cotangent::prelude::*;

#[derive(Clone, Differentiable)]
struct Layer {
    w: Tensor,
}

impl Layer {
    fn forward(&self, x: &Tensor) -> Tensor {
        x.clone()
    }
}

#[differentiable]
fn f(layer: &Layer, x: &Tensor) -> Tensor {
    layer.forward(x)
}

fn main() {}
