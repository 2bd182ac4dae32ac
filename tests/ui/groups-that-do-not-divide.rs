use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<B, 5, L>, w: &Tensor<4, 2, 3>) -> Scalar {
    x.conv1d_grouped(w, 1, 0, 1, 2).sum()
}

fn main() {}
