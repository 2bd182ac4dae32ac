use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<A, B>) -> Tensor {
    &x[0]
}

fn main() {
    let _ = f::vjp;
}
