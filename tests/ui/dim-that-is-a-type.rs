use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<Vec<f32>>) -> Tensor {
    x.exp()
}

fn main() {}
