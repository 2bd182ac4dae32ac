use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<A, B>) -> Tensor {
    let h: Tensor<f64> = x.exp();
    x + 1.0
}

fn main() {
    let _ = f::vjp;
}
