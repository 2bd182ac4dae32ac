use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<N, M>) -> Scalar {
    x.sum_axis((0, 1))
}

fn main() {}
