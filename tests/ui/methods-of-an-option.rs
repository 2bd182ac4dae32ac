use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<N>, b: Option<&Tensor<N>>) -> Scalar {
    let y = b.map(|b| x + b).unwrap_or(x.clone());
    y.sum()
}

fn main() {}
