use cotangent::prelude::*;

#[differentiable]
fn through_a_reference(x: &Tensor, y: &mut Tensor) -> Scalar {
    *y = x * 2.0;
    y.sum()
}

fn doubled(x: &mut Tensor) {
    *x *= 2.0;
}

#[differentiable]
fn lent(x: &Tensor) -> Scalar {
    let mut h = x.clone();
    doubled(&mut h);
    h.sum()
}

#[differentiable]
fn an_element(x: &Tensor, n: usize) -> Scalar {
    let mut h = x.clone();
    for i in 0..n {
        h[i] = 0.0;
    }
    h.sum()
}

fn main() {}
