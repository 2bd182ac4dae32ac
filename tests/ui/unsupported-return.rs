use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor) -> Option<Tensor> {
    x.exp()
}

fn main() {}
