use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<N, M>) -> Scalar {
    x.matmul(weigths).sum()
}

fn main() {}
