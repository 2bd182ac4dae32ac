use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<B, 6, H, W>) -> Scalar {
    x.pixel_shuffle(2).sum()
}

fn main() {}
