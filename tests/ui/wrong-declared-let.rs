use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<B, I>, w: &Tensor<H, I>) -> Tensor {
    let h: Tensor<B, H> = x.tanh();
    h.matmul(w)
}

fn main() {
    let _ = f::vjp;
}
