use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<A, B, C>) -> Scalar {
    x.permute((2, 0, 1)).sum()
}

fn main() {}
