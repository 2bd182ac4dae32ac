use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<B, C, H, W>, w: &Tensor<O, C, 3, 3>) -> Scalar {
    x.conv2d(w, 1, (1, 1), 1).sum()
}

fn main() {}
