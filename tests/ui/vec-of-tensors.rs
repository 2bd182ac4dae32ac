use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor, xs: Vec<Tensor>) -> Tensor {
    x.exp()
}

fn main() {}
