use cotangent::prelude::*;

#[differentiable]
fn f32(x: &Tensor) -> Scalar {
    x.sum()
}

#[differentiable(name = usize)]
fn count(x: &Tensor<N>) -> Scalar {
    x.sum() / N as f32
}

#[differentiable]
fn twice(x: &Tensor) -> Scalar {
    f32(x)? * 2.0
}

fn both(x: &Tensor) -> Result<Tensor> {
    Ok(f32::grad(x)?.x + f32::value_and_grad(x)?.0 + f32(x))
}

fn main() {}
