use cotangent::prelude::*;

#[differentiable]
fn f((a, b): (Tensor, Tensor)) -> Tensor {
    a + b
}

fn main() {}
