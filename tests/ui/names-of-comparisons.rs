use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<N>, y: &Tensor<N>) -> Scalar {
    x.logical_and(y).select(x, y).sum() + x.isnan().select(y, x).sum()
}

fn main() {}
