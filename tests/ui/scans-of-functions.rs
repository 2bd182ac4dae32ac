use cotangent::prelude::*;

#[differentiable]
fn two(x: &Tensor<L>) -> Tensor<L> {
    associative_scan!(|a, b| a * b, x)
}

#[differentiable]
fn one(x: &Tensor<L>) -> Tensor<L> {
    associative_scan!(|a| a * 2.0, x, 0)
}

#[differentiable]
fn called(x: &Tensor<L>) -> Tensor<L> {
    associative_scan!(x.exp(), x, 0)
}

#[differentiable]
fn kept(x: &Tensor<L>) -> Scalar {
    x.masked_select(x.gt(0.0)).sum()
}

#[differentiable]
fn third(x: &Tensor<4, L>) -> Tensor<L> {
    let [a, b, c] = x.unbind(0);
    a * b * c
}

#[differentiable]
fn pairs(a: &Tensor<M, K>, b: &Tensor<N, P>) -> Tensor<M, P> {
    a.tensordot(b, [1], [0])
}

#[differentiable]
fn parts(x: &Tensor<M, K>, idx: &Tensor<i32, N, 3>) -> Tensor {
    x.gather_nd(idx)
}

#[differentiable]
fn sources(x: &Tensor<M, K>, idx: &Tensor<i32, N, 1>, src: &Tensor<N, M>) -> Tensor {
    x.index_put(idx, src)
}

#[differentiable]
fn places(x: &Tensor<M, K>) -> Tensor<K, M> {
    x.movedim([0, 1], [1])
}

fn main() {
    let x: Tensor = Tensor::zeros([2, 2]).unwrap();
    let _ = associative_scan!(|a, b| a * b, &x, 0);
}
