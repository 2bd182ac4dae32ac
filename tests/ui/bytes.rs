use cotangent::prelude::*;

#[differentiable]
fn added(w: &Tensor<N>, x: &Tensor<u8, N>, y: &Tensor<u8, N>) -> Scalar {
    (w * (x + y).cast::<f32>()).sum()
}

#[differentiable]
fn summed(w: &Tensor<N>, x: &Tensor<u8, N>) -> Scalar {
    (w * x.sum().cast::<f32>()).sum()
}

#[differentiable]
fn scaled(w: &Tensor<N>, x: &Tensor<u8, N>) -> Scalar {
    (w * (x / 255.0)).sum()
}

#[differentiable]
fn compared(w: &Tensor<N>, x: &Tensor<u8, N>) -> Scalar {
    select(x.lt(256), w, 0.0).sum()
}

#[differentiable]
fn named(w: &Tensor<V, E>, x: &Tensor<u8, N>) -> Scalar {
    w.embedding(x).sum()
}

#[differentiable]
fn given(x: &Tensor<u8, N>) -> Tensor<u8, N> {
    x.flip(0)
}

fn main() {}
