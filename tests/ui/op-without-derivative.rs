use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor) -> Scalar {
    x.floor().sum()
}

fn main() {
    let _ = f::vjp;
}
