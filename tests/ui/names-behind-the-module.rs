use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<N>) -> Scalar {
    cotangent::ops::absolute(x).sum() + Tensor::logical_not(x).sum()
}

fn main() {}
