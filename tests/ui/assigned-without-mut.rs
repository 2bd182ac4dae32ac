use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<A, B>) -> Tensor {
    let h = x.exp();
    h = h.sin();
    h
}

fn main() {
    let _ = f::vjp;
}
