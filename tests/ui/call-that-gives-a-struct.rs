use cotangent::prelude::*;

#[derive(Clone, Differentiable)]
pub struct Pair {
    pub a: Tensor,
    pub b: Tensor,
}

#[differentiable]
fn parts(x: &Tensor) -> Pair {
    Pair { a: x.sin(), b: x.cos() }
}

#[differentiable]
fn product(x: &Tensor) -> Tensor {
    parts(x)? * x
}

#[differentiable]
fn shifted(x: &Tensor) -> Tensor {
    let h = parts(x)?;
    h + x
}

fn main() {}
