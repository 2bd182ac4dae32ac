use cotangent::prelude::*;

#[differentiable]
fn inside(x: &Tensor<B, D>, w: &Tensor<D, H>, n: usize) -> Scalar {
    let y = if n > 0 { w.matmul(x) } else { x.clone() };
    y.sum()
}

#[differentiable]
fn in_a_loop(x: &Tensor<B, D>, w: &Tensor<D, H>, n: usize) -> Scalar {
    let mut h = x.clone();
    for _ in 0..n {
        let z: Tensor<B, D> = x.matmul(w);
        h = &h + z;
    }
    h.sum()
}

#[differentiable]
fn behind(x: &Tensor<B, D>, w: &Tensor<D, H>, n: usize) -> Tensor<B, D> {
    if n > 0 {
        return x.matmul(w);
    }
    x.exp()
}

fn main() {}
