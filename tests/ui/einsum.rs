use cotangent::prelude::*;

#[differentiable]
fn lengths(a: &Tensor<M, K>, b: &Tensor<N, P>) -> Tensor<M, P> {
    einsum!("ij,jk->ik", a, b)
}

#[differentiable]
fn count(a: &Tensor<M, K>, b: &Tensor<K, P>) -> Tensor<M, P> {
    einsum!("ij,jk,kl->il", a, b)
}

#[differentiable]
fn no_arrow(a: &Tensor<M, K>, b: &Tensor<K, P>) -> Tensor<M, P> {
    einsum!("ij,jk", a, b)
}

#[differentiable]
fn unknown(a: &Tensor<M, K>, b: &Tensor<K, P>) -> Tensor<M, P> {
    einsum!("ij,jk->in", a, b)
}

#[differentiable]
fn ellipsis(a: &Tensor<M, K>, b: &Tensor<K, P>) -> Tensor<M, P> {
    einsum!("...j,jk->k", a, b)
}

#[differentiable]
fn rank(a: &Tensor<B, M, K>, b: &Tensor<K, P>) -> Tensor<B, M, P> {
    einsum!("ij,jk->ik", a, b)
}

#[differentiable]
fn result(a: &Tensor<M, K>, b: &Tensor<K, P>) -> Tensor<M, P> {
    einsum!("ij,jk->ki", a, b)
}

#[differentiable]
fn no_square(a: &Tensor<M, K>) -> Scalar {
    einsum!("ii->", a)
}

#[differentiable]
fn operand(a: &Tensor<M, K>, b: &Tensor<N, K>, c: &Tensor<K>) -> Tensor<M> {
    einsum!("ij,j->i", a.matmul(b), c)
}

#[differentiable]
fn fourth(a: &Tensor<M, K>, b: &Tensor<K, P>, c: &Tensor<P, L>, d: &Tensor<M>) -> Scalar {
    einsum!("ij,jk,kl,l->i", a, b, c, d).sum()
}

fn main() {
    let a: Tensor = Tensor::zeros([2, 2]).unwrap();
    let _ = einsum!("ij,jk->iij", &a, &a);
}
