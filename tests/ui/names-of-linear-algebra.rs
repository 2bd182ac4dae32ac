use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<N, N>) -> Scalar {
    x.addmm(x, x).sum()
}

fn main() {}
