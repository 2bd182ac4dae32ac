use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<A, B>) -> Tensor {
    let mut h = x.exp();
    h.0 = x.cos();
    h
}

fn main() {
    let _ = f::vjp;
}
