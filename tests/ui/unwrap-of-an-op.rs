use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<A, B>) -> Tensor {
    x.exp().unwrap()
}

fn main() {
    let _ = f::vjp;
}
