use cotangent::prelude::*;

#[differentiable]
fn two(x: &Tensor<N>, y: &Tensor<M>) -> Scalar {
    let [a, b] = meshgrid(x, y);
    (a * b).sum()
}

#[differentiable]
fn one(x: &Tensor<N>) -> Scalar {
    let [a] = meshgrid(x);
    a.sum()
}

#[differentiable]
fn names(x: &Tensor<N>, y: &Tensor<M>) -> Scalar {
    let [a, b, c] = meshgrid([x, y]);
    (a * b * c).sum()
}

#[differentiable]
fn matrices(x: &Tensor<N, 2>, y: &Tensor<M>) -> Scalar {
    let [a, b] = meshgrid_xy(&[x, y]);
    (a * b).sum()
}

#[differentiable]
fn shape(x: &Tensor<N>, y: &Tensor<M>) -> Tensor<N, M> {
    let [a, b] = meshgrid_xy(&[x, y]);
    a * b
}

fn main() {}
