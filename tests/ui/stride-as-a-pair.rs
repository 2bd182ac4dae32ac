use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<B, C, H, W>, w: &Tensor<O, C, 3, 3>) -> Scalar {
    x.conv2d(w, (2, 1), 0, 1).sum()
}

fn main() {}
