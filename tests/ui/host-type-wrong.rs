use cotangent::prelude::*;

#[differentiable]
fn axis(x: &Tensor) -> Tensor {
    x.softmax("last")
}

#[differentiable]
fn axes(x: &Tensor, by: f32) -> Tensor {
    x.sum_axis(by)
}

#[differentiable]
fn sizes(x: &Tensor, shape: &str) -> Tensor {
    x.reshape(shape)
}

#[differentiable]
fn factor(x: &Tensor, name: &str) -> Tensor {
    x * name
}

#[differentiable]
fn numbers(x: &Tensor, by: &Vec<f32>) -> Tensor {
    let other = vec![1.0, 2.0];
    x * by + other
}

fn main() {}
