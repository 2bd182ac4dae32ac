use cotangent::prelude::*;

#[differentiable]
fn widths(q: &Tensor<B, 8, L, 64>, k: &Tensor<B, 8, S, 32>, v: &Tensor<B, 8, S, 64>) -> Tensor<B, 8, L, 64> {
    q.attention(k, v, causal_mask(q.dim(2), k.dim(2)), 0.0, 0.125)
}

#[differentiable]
fn lengths(q: &Tensor<B, H, L, E>, k: &Tensor<B, H, 7, E>, v: &Tensor<B, H, 9, E>) -> Tensor<B, H, L, E> {
    q.scaled_dot_product_attention(k, v)
}

#[differentiable]
fn groups(q: &Tensor<B, 8, L, 64>, k: &Tensor<B, 3, S, 64>) -> Tensor<B, 8, L, S> {
    q.grouped_scores(k)
}

#[differentiable]
fn masked(
    q: &Tensor<B, 8, 16, 64>,
    k: &Tensor<B, 8, 16, 64>,
    v: &Tensor<B, 8, 16, 64>,
    #[constant] mask: &Tensor<bool, 16, 12>,
) -> Tensor<B, 8, 16, 64> {
    q.attention(k, v, mask, 0.0, 0.125)
}

#[differentiable]
fn turned(q: &Tensor<B, H, L, 63>) -> Tensor<B, H, L, 63> {
    q.rope(10000.0, 1.0, 0)
}

#[differentiable]
fn experts(x: &Tensor<R, 32>, w: &Tensor<G, 64, 16>, #[constant] sizes: &Tensor<i32, G>) -> Tensor<R, 16> {
    x.grouped_matmul(w, sizes)
}

#[differentiable]
fn channels(x: &Tensor<B, 6, H, W>, weight: &Tensor<4>, bias: &Tensor<4>) -> Tensor<B, 6, H, W> {
    x.group_norm(2, weight, bias, 0.00001)
}

fn main() {}
