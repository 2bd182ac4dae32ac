use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<B, I>, w: &Tensor<I, H>) -> Tensor<H, B> {
    x.matmul(w)
}

fn main() {
    let _ = f::vjp;
}
