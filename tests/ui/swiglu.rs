use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<N, 7>) -> Scalar {
    x.swiglu(-1).sum()
}

fn main() {}
