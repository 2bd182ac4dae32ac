use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<A, B>) -> Tensor {
    unsafe { x.exp() }
}

fn main() {
    let _ = f::vjp;
}
