use cotangent::prelude::*;

#[differentiable]
fn scaled(x: &Tensor, s: f32) -> Tensor {
    x * s
}

#[differentiable]
fn f(x: &Tensor) -> Tensor {
    scaled(x, "three")
}

fn main() {
    let _ = f::vjp;
}
