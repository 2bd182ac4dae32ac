use cotangent::prelude::*;

fn helper(x: &Tensor) -> Tensor {
    x.clone()
}

#[differentiable]
fn f(x: &Tensor<A, B>) -> Tensor {
    helper(x)
}

fn main() {
    let _ = f::vjp;
}
