use cotangent::prelude::*;

#[differentiable]
fn f(x: &mut Tensor) -> Tensor {
    x.exp()
}

fn main() {}
