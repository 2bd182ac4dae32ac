use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<A, B>) -> Tensor {
    (x.exp(), x.sin())
}

fn main() {
    let _ = f::vjp;
}
