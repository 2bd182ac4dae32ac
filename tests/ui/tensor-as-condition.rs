use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor) -> Tensor {
    if x.gt(0.0) { x.exp() } else { x.sin() }
}

fn main() {
    let _ = f::vjp;
}
