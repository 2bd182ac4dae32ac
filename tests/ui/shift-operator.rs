use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<A, B>) -> Tensor {
    x << 1
}

fn main() {
    let _ = f::vjp;
}
