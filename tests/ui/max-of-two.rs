use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<A, B>) -> Tensor {
    x.max(&x.exp())
}

fn main() {
    let _ = f::vjp;
}
