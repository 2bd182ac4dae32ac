use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<N>) -> Scalar {
    if x.sum().item() > 0.0 { x.sum() } else { x.sin().sum() }
}

fn main() {}
