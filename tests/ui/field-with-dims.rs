use cotangent::prelude::*;

#[derive(Clone, Differentiable)]
struct Layer {
    weight: Tensor<f64, I, H>,
}

fn main() {}
