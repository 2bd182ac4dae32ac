use cotangent::prelude::*;

#[differentiable]
fn f(x: &Tensor<A, B>) -> Tensor {
    let mut h = x.exp();
    h.0 = x.cos();
    h
}

#[differentiable]
fn element(x: &Tensor<A>, i: usize) -> Tensor {
    let mut h = x.exp();
    h[i] = x.sum();
    h
}

#[differentiable]
fn item(xs: &[Tensor], i: usize) -> Tensor {
    xs[i] = xs[0].exp();
    xs[i].clone()
}

fn main() {
    let _ = (f::vjp, element::vjp, item::vjp);
}
