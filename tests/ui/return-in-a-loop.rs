use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor, n: usize) -> Tensor {
    let mut h = x.exp();
    for k in 0..n {
        if k > 2 {
            return h;
        }
        h = h.sin();
    }
    h
}

fn main() {
    let _ = f::vjp;
}
