use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<A, B>) -> Tensor {
    x.sum(1)
}

fn main() {
    let _ = f::vjp;
}
