use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<N>) -> Scalar {
    x.double().sum().float()
}

fn main() {}
