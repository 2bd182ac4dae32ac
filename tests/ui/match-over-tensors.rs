use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor) -> Tensor {
    match x {
        _ => x.exp(),
    }
}

fn main() {
    let _ = f::vjp;
}
