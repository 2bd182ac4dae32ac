use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor, b: &Tensor) -> Scalar {
    x.sum()
}

fn main() {
    let _ = f::vjp;
}
