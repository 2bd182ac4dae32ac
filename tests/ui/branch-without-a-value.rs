use cotangent::prelude::*;

#[differentiable]
fn some_arms(x: &Tensor, n: usize) -> Scalar {
    let y;
    match n {
        0 => y = x.exp(),
        1 => y = x.sin(),
        _ => {}
    }
    y.sum()
}

#[differentiable]
fn no_else(x: &Tensor, n: usize) -> Scalar {
    let y = if n > 0 { x.exp() };
    y.sum()
}

#[differentiable]
fn closure(x: &Tensor, n: usize) -> Scalar {
    let step = |h: &Tensor| h.sin();
    let mut h = x.clone();
    for _ in 0..n {
        h = step(&h);
    }
    h.sum()
}

fn main() {}
