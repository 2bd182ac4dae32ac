use cotangent::prelude::*;

#[differentiable]
fn scaled(x: &Tensor, n: usize) -> Tensor {
    x * n
}

#[differentiable]
fn swapped(x: &Tensor, w: &Tensor) -> Tensor {
    scaled(x, w)
}

fn main() {}
