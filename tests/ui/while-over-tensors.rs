use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor) -> Tensor {
    let mut h = x.exp();
    while h.gt(0.5) {
        h = h * 0.5;
    }
    h
}

fn main() {
    let _ = f::vjp;
}
