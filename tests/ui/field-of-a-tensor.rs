use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<A, B>) -> Tensor {
    x.data + 1.0
}

fn main() {
    let _ = f::vjp;
}
