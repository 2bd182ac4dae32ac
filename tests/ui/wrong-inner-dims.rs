use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<B, I>, w: &Tensor<H, I>) -> Tensor {
    x.matmul(w)
}

fn main() {
    let _ = f::vjp;
}
