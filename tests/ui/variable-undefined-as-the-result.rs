use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<N>) -> Scalar {
    let total = x.sin().sum();
    totl
}

fn main() {}
