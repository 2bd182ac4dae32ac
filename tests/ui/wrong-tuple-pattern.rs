use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<A, B>) -> Tensor {
    let (a, b, c) = (x.exp(), x.sin());
    a + b + c
}

fn main() {
    let _ = f::vjp;
}
