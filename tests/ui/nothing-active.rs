use cotangent::prelude::*;

#[differentiable]
fn f(#[constant] x: &Tensor) -> Tensor {
    x.exp()
}

fn main() {
    let _ = f::grad(&tensor![1.0]);
}
