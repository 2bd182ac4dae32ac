use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<N>, y: &Tensor<N>) -> Scalar {
    x.mse_loss(y) + x.l1_loss(y)
}

fn main() {}
