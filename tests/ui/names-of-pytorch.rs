use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<N, M>) -> Scalar {
    x.quantile(0.5).sum() + x.diff().sum()
}

fn main() {}
