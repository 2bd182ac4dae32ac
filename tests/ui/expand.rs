use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<1, D>) -> Scalar {
    x.expand_as(x).sum() + x.expand([3, 4]).sum()
}

fn main() {}
