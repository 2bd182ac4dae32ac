use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<B, 5, H, W>, w: &Tensor<4, 2, 3, 3>) -> Scalar {
    x.conv2d(w, 1, 0, 2).sum()
}

fn main() {}
