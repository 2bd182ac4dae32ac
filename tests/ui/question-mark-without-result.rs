use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor, n: &str) -> Tensor {
    x * n.parse::<f32>()?
}

fn main() {
    let _ = f::vjp;
}
