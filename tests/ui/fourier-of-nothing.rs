use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<N, 0>) -> Scalar {
    x.rfft(1).0.sum()
}

fn main() {}
