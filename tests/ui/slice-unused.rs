use cotangent::prelude::*;

#[differentiable]
fn f(xs: &[Tensor], y: &Tensor) -> Tensor {
    y * xs.len()
}

fn main() {
    let _ = f::vjp;
}
