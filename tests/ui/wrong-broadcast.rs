use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<B, I>, b: &Tensor<H>) -> Tensor {
    x + b
}

fn main() {
    let _ = f::vjp;
}
