use cotangent::prelude::*;

#[differentiable]
fn layer(x: &Tensor, w: &Tensor) -> Tensor<B, O> {
    x.matmul(w)
}

fn main() {}
