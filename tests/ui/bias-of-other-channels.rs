use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<B, 8, H, W>, b: &Tensor<6>) -> Scalar {
    x.add_bias(b).sum()
}

fn main() {}
