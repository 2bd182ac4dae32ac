use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<A, B>) -> Tensor {
    x.tahn()
}

fn main() {
    let _ = f::vjp;
}
