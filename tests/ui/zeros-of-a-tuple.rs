use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<2, 3>) -> Scalar {
    (x + Tensor::zeros((2, 3))).sum()
}

fn main() {}
