use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<T, N>, y: &Tensor<T>) -> Scalar {
    (x - y.sin()).sum()
}

fn main() {}
