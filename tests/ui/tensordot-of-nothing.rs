use cotangent::prelude::*;

#[differentiable]
fn f(a: &Tensor<N>, b: &Tensor<M>) -> Scalar {
    a.tensordot(b, [], []).sum()
}

fn main() {}
