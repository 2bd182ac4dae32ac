use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<N, M>) -> Scalar {
    x.sum_axis(2).sum() + x.max_keep(5).sum()
}

fn main() {}
