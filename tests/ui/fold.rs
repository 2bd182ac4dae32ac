use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<N, 5, 9>) -> Scalar {
    x.fold(4, 4, 2, 1, 0, 1).sum()
}

fn main() {}
