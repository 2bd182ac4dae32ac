use cotangent::prelude::*;

#[differentiable(order = 2)]
#[differentiable]
fn f(x: &Tensor) -> Scalar {
    x.tanh().sum()
}

fn main() {}
