use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<A, B>) -> Tensor {
    let mut h = x.exp();
    h = 2.0;
    x + h
}

fn main() {
    let _ = f::vjp;
}
