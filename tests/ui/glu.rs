use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<N, 5>) -> Scalar {
    x.glu(1).sum()
}

fn main() {}
