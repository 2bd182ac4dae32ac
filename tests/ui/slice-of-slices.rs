use cotangent::prelude::*;

#[differentiable]
fn f(xs: &[&[Tensor]]) -> Tensor {
    xs[0][0].exp()
}

fn main() {}
