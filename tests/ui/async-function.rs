use cotangent::prelude::*;

#[differentiable]
async fn f(x: &Tensor) -> Tensor {
    x.exp()
}

fn main() {}
