use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor, n: usize) -> Tensor {
    match n {
        0 => x.exp(),
        _ => x.sin(),
    }
}

fn main() {
    let _ = f::vjp;
}
