use cotangent::prelude::*;

#[derive(Clone, Differentiable)]
struct Scale {
    by: Tensor,
}

#[differentiable]
fn of_references(scales: &[&Scale], x: &Tensor) -> Tensor {
    x * &scales[0].by
}

#[differentiable]
fn part(scales: &[Scale], x: &Tensor) -> Tensor {
    let rest = &scales[1..];
    x * &rest[0].by
}

struct Plain;

#[differentiable]
fn without_tangent(plain: &[Plain], x: &Tensor) -> Tensor {
    x * plain.len()
}

fn main() {}
