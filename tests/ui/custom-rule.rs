use cotangent::prelude::*;

#[differentiable(vjp = "rule")]
fn f(x: &Tensor<A, B>) -> Tensor {
    x.exp()
}

#[differentiable(jvp = rule)]
fn g(x: &Tensor<A, B>) -> Tensor {
    x.exp()
}

fn main() {
    let _ = f::vjp;
}
