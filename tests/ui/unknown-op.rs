use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<A, B>) -> Tensor {
    x.frobnicate()
}

fn main() {
    let _ = f::vjp;
}
