use cotangent::prelude::*;

#[differentiable]
fn f<const N: usize>(xs: [Tensor; N]) -> Tensor {
    xs[0].exp()
}

fn main() {}
