use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<N>) -> Scalar {
    x.kthvalue(3).sum() + x.top_k(3).sum()
}

fn main() {}
