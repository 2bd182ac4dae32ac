use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor, y: &Tensor<f64>) -> Tensor {
    x + y
}

fn main() {
    let _ = f::vjp;
}
