use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<A>) -> Scalar {
    x.pad([1, 2], 0.0).sum()
}

fn main() {}
