//! Reductions over the last axis, and indices.
use cotangent::prelude::*;

#[differentiable]
pub fn cross_entropy(logits: &Tensor<B, C>, labels: &Tensor<i32, B>) -> Scalar {
    logits.cross_entropy(labels)
}
