use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<B, 6, H, W>, w: &Tensor<4, 2, 3, 3>) -> Scalar {
    x.conv2d_grouped(w, 1, 0, 1, 2).sum()
}

fn main() {}
