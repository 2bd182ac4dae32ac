use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<N>) -> Scalar {
    x.median() + x.nanmedian()
}

fn main() {}
