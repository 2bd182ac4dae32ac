use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor, n: usize) -> Tensor {
    let mut h = x.exp();
    for k in 0..n {
        let w = if k > 3 { break } else { h.sin() };
        h = w * x;
    }
    h
}

fn main() {
    let _ = f::vjp;
}
