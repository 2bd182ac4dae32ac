use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor) -> Tensor {
    let mut h = x.exp();
    for row in x {
        h = h * row;
    }
    h
}

fn main() {
    let _ = f::vjp;
}
