use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<A, B>) -> Tensor {
    x.exp().await
}

fn main() {
    let _ = f::vjp;
}
