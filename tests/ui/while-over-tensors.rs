use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor, n: usize) -> Tensor {
    let mut h = x.exp();
    while n > 0 {
        h = h.sin();
    }
    h
}

fn main() {
    let _ = f::vjp;
}
