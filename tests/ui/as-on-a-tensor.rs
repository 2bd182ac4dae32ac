use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<A, B>) -> Tensor {
    x as f64
}

fn main() {
    let _ = f::vjp;
}
