use cotangent::prelude::*;

#[derive(Clone, Differentiable)]
struct Layer {
    w: Tensor,
}

#[differentiable]
fn constant_with_arguments(x: &Tensor, #[constant(always)] y: &Tensor) -> Tensor {
    x * y
}

#[differentiable]
fn tensors_inside(x: &Tensor, f: &dyn Fn(&Tensor) -> Tensor) -> Tensor {
    x.exp()
}

#[differentiable]
fn too_many(x: [&Tensor; 2000]) -> Tensor {
    x[0].exp()
}

#[differentiable]
fn unused_entries(x: [&Tensor; 9]) -> Tensor {
    x[0].exp()
}

#[differentiable]
fn too_many_axes(x: &Tensor<A, B, C, D, E, F, G, H, I>) -> Tensor {
    x.exp()
}

#[differentiable]
fn borrowed_inside(x: &Tensor, b: Option<&Tensor>) -> Tensor {
    match b {
        Some(b) => x + b,
        None => x.exp(),
    }
}

#[differentiable]
fn changed(l: &mut Layer, x: &Tensor) -> Tensor {
    l.w = x.exp();
    x * &l.w
}

fn main() {}
