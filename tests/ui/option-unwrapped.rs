use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<N>, b: &Option<Tensor>) -> Scalar {
    let y = x + b.as_ref().unwrap();
    y.sum()
}

fn main() {}
