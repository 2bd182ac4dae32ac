use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor, n: impl Into<f32>) -> Tensor {
    x.exp()
}

fn main() {}
