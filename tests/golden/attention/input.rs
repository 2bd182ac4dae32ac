//! Batched products around a softmax, a dim as a host value, a mask.
use cotangent::prelude::*;

#[differentiable]
pub fn attention(
    q: &Tensor<B, N, D>,
    k: &Tensor<B, M, D>,
    v: &Tensor<B, M, E>,
    mask: &Tensor<bool, N, M>,
) -> Tensor<B, N, E> {
    let scores = q.matmul(k.mt()) * (1.0 / (D as f32).sqrt());
    select(mask, scores, -1e9).softmax(-1).matmul(v)
}
