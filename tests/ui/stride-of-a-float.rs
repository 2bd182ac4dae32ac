use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<B, C, L>, w: &Tensor<O, C, 3>) -> Scalar {
    x.conv1d(w, 1.5, 0, 1).sum()
}

fn main() {}
