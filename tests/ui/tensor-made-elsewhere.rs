use cotangent::prelude::*;

fn make() -> Tensor {
    Tensor::scalar(1.0)
}

#[differentiable]
fn f(x: &Tensor<A, B>) -> Tensor {
    let h: Tensor = make();
    x + h
}

fn main() {
    let _ = f::vjp;
}
