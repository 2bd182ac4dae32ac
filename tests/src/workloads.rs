//! What fills a GPU, as `bin/workloads.rs` times it beside other libraries.

use cotangent::Float;
use cotangent::prelude::*;

/// Little work, which launches dominate.
#[differentiable]
pub fn small(x: &Tensor, y: &Tensor) -> Scalar {
    ((x * y).tanh() + x.sin() * y.exp()).sum()
}

/// Three functions of one operand.
#[differentiable]
pub fn elementwise(x: &Tensor) -> Tensor {
    x.gelu_tanh() * x.sigmoid() + (-x.abs()).exp().log1p()
}

/// A loss over many classes.
#[differentiable]
pub fn cross_entropy(logits: &Tensor<B, C>, targets: &Tensor<i32, B>) -> Scalar {
    logits.cross_entropy(targets)
}

/// A norm, and a loss that costs little.
#[differentiable]
pub fn layer_norm(x: &Tensor<B, D>, gain: &Tensor<D>, shift: &Tensor<D>) -> Scalar {
    x.layer_norm(gain, shift).square().mean()
}

/// Three layers of a perceptron.
#[differentiable]
pub fn mlp<T: Float>(
    x: &Tensor<T, B, I>,
    a: &Tensor<T, I, H>,
    b: &Tensor<T, H, K>,
    c: &Tensor<T, K, O>,
    p: &Tensor<T, H>,
    q: &Tensor<T, K>,
) -> Scalar<T> {
    let h = (x.matmul(a) + p).relu();
    let h = (h.matmul(b) + q).relu();
    h.matmul(c).square().mean()
}

/// A block of a transformer.
#[differentiable]
pub fn block<T: Float>(
    x: &Tensor<T, B, L, D>,
    qkv: &Tensor<T, D, E>,
    out: &Tensor<T, D, D>,
    up: &Tensor<T, D, H>,
    down: &Tensor<T, H, D>,
    gain: &Tensor<T, D>,
    shift: &Tensor<T, D>,
    heads: usize,
) -> Scalar<T> {
    let all = x.layer_norm(gain, shift).matmul(qkv);
    let all = all.reshape([B, L, 3, heads, D / heads]).permute([2, 0, 3, 1, 4]);
    let [q, k, v] = all.chunk(3, 0);
    let (q, k, v) = (q.squeeze(0), k.squeeze(0), v.squeeze(0));
    let mixed = q.attention(&k, &v, causal_mask(L, L), 0.0, 0.125).swap_axes(1, 2);
    let x = x + mixed.reshape([B, L, D]).matmul(out);
    let h = x.layer_norm(gain, shift).matmul(up).gelu_tanh();
    (x + h.matmul(down)).square().mean()
}

/// A recurrence of many steps.
#[differentiable]
pub fn scan(w: &Tensor, x: &Tensor, steps: usize) -> Scalar {
    let mut h = x.clone();
    for _ in 0..steps {
        h = &h + w.matmul(&h).tanh() * 0.01;
    }
    h.sum()
}
