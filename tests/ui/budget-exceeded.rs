use cotangent::prelude::*;

#[differentiable(budget = "4*B*H")]
fn f(x: &Tensor<B, I>, w: &Tensor<I, H>, v: &Tensor<H, H>) -> Tensor<B, H> {
    x.matmul(w).tanh().matmul(v).tanh()
}

fn main() {}
