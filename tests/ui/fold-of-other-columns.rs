use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<N, 8, 7>) -> Scalar {
    x.fold(4, 4, 2, 1, 0, 1).sum()
}

fn main() {}
