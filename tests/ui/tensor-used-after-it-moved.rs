use cotangent::prelude::*;

#[differentiable]
fn twice(x: &Tensor) -> Tensor {
    let h = x.exp();
    let g = h * 2.0;
    g + h.sin()
}

#[differentiable]
fn in_a_loop(x: Tensor, n: usize) -> Tensor {
    let mut sum = x.exp();
    for _ in 0..n {
        sum = sum + x;
    }
    sum
}

fn main() {}
