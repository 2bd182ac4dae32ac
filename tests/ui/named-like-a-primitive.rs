use cotangent::prelude::*;

#[differentiable]
fn f32(x: &Tensor) -> Scalar {
    x.sum()
}

#[differentiable(name = usize)]
fn count(x: &Tensor<N>) -> Scalar {
    x.sum() / N as f32
}

fn main() {}
