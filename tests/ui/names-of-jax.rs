use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<N, M>) -> Scalar {
    x.dynamic_slice(0, 0, 1).sum() + x.expand_dims(0).sum()
}

fn main() {}
