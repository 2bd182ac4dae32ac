use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<N, M>) -> Scalar {
    x.ravel().sum() + x.flipud().sum()
}

fn main() {}
