use cotangent::prelude::*;

#[differentiable]
fn of_two_forms(x: &Tensor) -> Tensor {
    let mut y = x.clone();
    for v in [x, 2.0] {
        y = y * v;
    }
    y
}

#[differentiable]
fn a_tuple(x: &Tensor) -> Tensor {
    let mut y = x.clone();
    for v in (x.exp(), x.sin()) {
        y = y * v;
    }
    y
}

#[differentiable]
fn extended(x: &Tensor, xs: &[Tensor]) -> Tensor {
    let mut hs = Vec::new();
    hs.extend(xs);
    x.exp()
}

#[differentiable]
fn a_stack(x: &Tensor) -> Tensor {
    let mut hs = vec![x.exp()];
    match hs.pop() {
        Some(h) => h,
        None => x.exp(),
    }
}

fn main() {}
