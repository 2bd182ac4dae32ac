use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<N>, b: &Option<Tensor>) -> Scalar {
    let bias = b.clone().unwrap_or_default();
    (x + bias).sum()
}

fn main() {}
