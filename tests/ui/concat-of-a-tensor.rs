use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<A, B>) -> Tensor {
    concat(x, 0)
}

fn main() {
    let _ = f::vjp;
}
