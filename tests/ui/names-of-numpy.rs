use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<N, M>) -> Scalar {
    x.clip(0.0, 1.0).sum() + x.ptp().square()
}

fn main() {}
