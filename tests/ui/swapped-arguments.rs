use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<A, B>) -> Tensor {
    softmax(-1, x)
}

fn main() {
    let _ = f::vjp;
}
