use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<6>) -> Scalar {
    x.reshape((2, 3)).sum()
}

fn main() {}
