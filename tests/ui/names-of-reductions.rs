use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<N, M>) -> Scalar {
    x.amax(1).sum() + x.nanmean()
}

fn main() {}
