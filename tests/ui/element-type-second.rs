use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<B, f64>) -> Tensor {
    x.exp()
}

fn main() {}
