use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<N, 4>, y: &Tensor<N, 4>) -> Scalar {
    x.cross(y, -1).sum()
}

fn main() {}
