use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<B, 6, H, W>, g: &Tensor<3>, b: &Tensor<6>) -> Scalar {
    x.group_norm(3, g, b, 1e-5).sum()
}

fn main() {}
