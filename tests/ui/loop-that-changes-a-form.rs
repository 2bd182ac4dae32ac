use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor, n: usize) -> Tensor {
    let mut h = x.exp();
    for _ in 0..n {
        h = (h, x);
    }
    x.sin()
}

fn main() {
    let _ = f::vjp;
}
