//! Scaled dot-product attention: `q: [.., L, E]`, `k: [.., S, E]`, `v: [.., S, D]`, batched over leading dims.

macro_rules! attention {
    ($next:ident $($rest:tt)*) => { $next! { $($rest)*
    /// `softmax(q kᵀ / sqrt(E)) v`.
    #[sample { q: [2, 3, 4], k: [2, 5, 4], v: [2, 5, 3] }]
    fn scaled_dot_product_attention(q: Tensor, k: Tensor, v: Tensor) -> Tensor {
        matmul(softmax(attention_scores(q, k), -1), v)
    }
    /// `q kᵀ / sqrt(E)`.
    #[internal = true]
    #[sample { q: [2, 3, 4], k: [2, 5, 4] }]
    fn attention_scores(q: Tensor, k: Tensor) -> Tensor { matmul(q * (1.0 / (q.dim(-1) as f64).sqrt()), k.mt()) }
    /// Attention whose scores are multiplied by `scale` instead.
    #[sample { q: [2, 3, 4], k: [2, 5, 4], v: [2, 5, 3], scale: 0.7 }]
    fn scaled_dot_product_attention_with(q: Tensor, k: Tensor, v: Tensor, scale: f64) -> Tensor {
        matmul(softmax(matmul(q * scale, k.mt()), -1), v)
    }
    /// Attention of each query to keys no later than itself.
    #[sample { q: [2, 3, 4], k: [2, 3, 4], v: [2, 3, 3] }]
    fn causal_attention(q: Tensor, k: Tensor, v: Tensor) -> Tensor {
        let s = attention_scores(q, k);
        matmul(masked_softmax(s, tri_mask(s.shape(), 0, true)), v)
    }
    /// Attention to the keys where `mask`, which broadcasts to `[.., L, S]`.
    #[note = "a query that no key is open to gives 0, with derivative 0"]
    #[sample { q: [2, 3, 4], k: [2, 5, 4], v: [2, 5, 3], mask: bits([3, 5]) }]
    fn masked_attention(q: Tensor, k: Tensor, v: Tensor, mask: Tensor<bool>) -> Tensor {
        matmul(masked_softmax(attention_scores(q, k), mask), v)
    }
    /// Attention with `bias`, which broadcasts to `[.., L, S]`, added to the scores.
    #[sample { q: [2, 3, 4], k: [2, 5, 4], v: [2, 5, 3], bias: [3, 5] }]
    fn biased_attention(q: Tensor, k: Tensor, v: Tensor, bias: Tensor) -> Tensor {
        matmul(softmax(attention_scores(q, k) + bias, -1), v)
    }
    /// Softmax along the last axis over the elements where `mask`; 0 elsewhere.
    #[note = "a row without such an element is 0, with derivative 0"]
    #[sample { x: [3, 4], mask: bits([3, 4]) }]
    fn masked_softmax(x: Tensor, mask: Tensor<bool>) -> Tensor {
        let low = select(mask, stop_gradient(x), f64::NEG_INFINITY);
        let top = max(low, -1, true);
        let m = select(top.is_finite(), top, 0.0);
        let e = select(mask, select(mask, x - m, 0.0).exp(), 0.0);
        let s = sum(e, -1, true);
        e / select(s.eq(0.0), 1.0, s)
    }
    } };
}
pub(super) use attention;
