use cotangent::prelude::*;

#[differentiable]
fn layer(x: &Tensor) -> Tensor {
    x.tanh()
}

#[differentiable(order = 2)]
fn f(x: &Tensor) -> Scalar {
    let h = layer(x);
    h.sum()
}

fn main() {
    let _ = f::vjp;
}
