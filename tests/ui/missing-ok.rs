use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor) -> Result<Tensor> {
    let h = x.exp();
    h
}

fn main() {
    let _ = f::vjp;
}
