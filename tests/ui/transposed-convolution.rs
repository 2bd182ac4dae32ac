use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<B, 6, L>, w: &Tensor<4, 2, 3>) -> Scalar {
    x.conv_transpose1d(w, 1, 0, 1, 0).sum()
}

fn main() {}
