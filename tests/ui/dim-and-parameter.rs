use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<D>, D: f32) -> Tensor {
    x.exp() * D
}

fn main() {
    let _ = f::vjp;
}
