use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<B, I>, w: &Tensor<I, H>) -> Tensor<B, J> {
    x.matmul(w)
}

#[differentiable]
fn f2(x: &Tensor<B, I>, w: &Tensor<I, H>) -> Tensor {
    let y: Tensor<B, HH> = x.matmul(w);
    y
}

#[differentiable]
fn f3(x: &Tensor<B, I>, w: &Tensor<I, H>) -> Tensor {
    x.matmul(w) * HH
}

fn main() {}
