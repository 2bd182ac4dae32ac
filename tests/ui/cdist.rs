use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<N, D>, y: &Tensor<M, D>) -> Scalar {
    x.cdist(y).sum()
}

fn main() {}
