use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor, n: usize) -> Tensor {
    x * (n as f32).max(x)
}

fn main() {
    let _ = f::vjp;
}
