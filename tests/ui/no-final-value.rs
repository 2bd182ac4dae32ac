use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<A, B>) -> Tensor {
    let y = x.exp();
}

fn main() {
    let _ = f::vjp;
}
