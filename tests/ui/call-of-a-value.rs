use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<A, B>) -> Tensor {
    let scale = 2.0;
    scale(x)
}

fn main() {
    let _ = f::vjp;
}
