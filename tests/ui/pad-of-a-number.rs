use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<A>) -> Scalar {
    x.pad(1, 0.0).sum()
}

fn main() {}
