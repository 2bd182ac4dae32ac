use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<B, C, 5, W>) -> Scalar {
    x.pixel_unshuffle(2).sum()
}

fn main() {}
