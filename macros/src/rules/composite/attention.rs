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
    #[note = "a query whose scores are all -inf gives 0, with derivative 0"]
    #[sample { q: [2, 3, 4], k: [2, 5, 4], v: [2, 5, 3], bias: [3, 5] }]
    fn biased_attention(q: Tensor, k: Tensor, v: Tensor, bias: Tensor) -> Tensor {
        matmul(softmax_or_zero(attention_scores(q, k) + bias), v)
    }
    /// Softmax along the last axis.
    #[internal = true]
    #[note = "a row of -inf alone is 0, with derivative 0"]
    #[sample { x: [3, 4] }]
    fn softmax_or_zero(x: Tensor) -> Tensor {
        let top = max(stop_gradient(x), -1, true);
        let e = (x - select(top.is_finite(), top, 0.0)).exp();
        let s = sum(e, -1, true);
        e / select(s.eq(0.0), 1.0, s)
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
    /// The general form: `softmax(scale q kᵀ + bias) v` over the keys where `mask`, for `q: [B, H, L, E]`, `k: [B, G, S, E]`,
    /// `v: [B, G, S, D]`; `H / G` heads of queries share a head of keys. `mask` and `bias` broadcast to `[B, H, L, S]`.
    #[note = "a query that no key is open to gives 0, with derivative 0; values of closed keys are finite, as 0 times an infinite one is NaN; heads that the groups do not divide are an error"]
    #[sample { q: [2, 4, 3, 2], k: [2, 2, 5, 2], v: [2, 2, 5, 3], mask: bits([3, 5]), bias: [4, 3, 5], scale: 0.7 }]
    fn attention(q: Tensor, k: Tensor, v: Tensor, mask: Tensor<bool>, bias: Tensor, scale: f64) -> Tensor {
        attend(q, k, v, mask, bias, scale)
    }
    /// The weights of `attention`.
    #[internal = true]
    #[sample { q: [2, 4, 3, 2], k: [2, 2, 5, 2], mask: bits([3, 5]), bias: [4, 3, 5], scale: 0.7 }]
    fn attention_weights(q: Tensor, k: Tensor, mask: Tensor<bool>, bias: Tensor, scale: f64) -> Tensor {
        masked_softmax(grouped_scores(q * scale, k) + bias, mask)
    }
    /// `attention` whose weights are dropped with probability `p`, the others scaled by `1 / (1 - p)`.
    #[note = "as `attention` and `dropout`"]
    #[sample { q: [2, 4, 3, 2], k: [2, 2, 5, 2], v: [2, 2, 5, 3], mask: bits([3, 5]), bias: [4, 3, 5], scale: 0.7, p: 0.25, key: 7 }]
    fn attention_dropout(q: Tensor, k: Tensor, v: Tensor, mask: Tensor<bool>, bias: Tensor, scale: f64, p: f64, key: Key) -> Tensor {
        grouped_values(dropout(attention_weights(q, k, mask, bias, scale), p, key), v)
    }
    /// `attention` whose scores are kept within `-cap..cap` by `soft_cap`, before `bias`.
    #[note = "as `attention`"]
    #[sample { q: [2, 4, 3, 2], k: [2, 2, 5, 2], v: [2, 2, 5, 3], mask: bits([3, 5]), bias: [4, 3, 5], scale: 0.7, cap: 1.5 }]
    fn attention_capped(q: Tensor, k: Tensor, v: Tensor, mask: Tensor<bool>, bias: Tensor, scale: f64, cap: f64) -> Tensor {
        grouped_values(masked_softmax(soft_cap(grouped_scores(q * scale, k), cap) + bias, mask), v)
    }
    /// `q kᵀ` for `q: [B, H, L, E]` and `k: [B, G, S, E]`: `H / G` heads of queries share a head of keys, which is not copied.
    #[note = "heads that the groups do not divide are an error"]
    #[sample { q: [2, 4, 3, 2], k: [2, 2, 5, 2] }]
    fn grouped_scores(q: Tensor, k: Tensor) -> Tensor {
        let rows = q.dim(1) / k.dim(1).max(1) * q.dim(2);
        let s = matmul(reshape(q, [q.dim(0), k.dim(1), rows, q.dim(3)]), k.mt());
        reshape(s, [s.dim(0), q.dim(1), q.dim(2), k.dim(2)])
    }
    /// `p v` for weights `p: [B, H, L, S]` and `v: [B, G, S, D]`, as in `grouped_scores`.
    #[note = "heads that the groups do not divide are an error"]
    #[sample { p: [2, 4, 3, 5], v: [2, 2, 5, 3] }]
    fn grouped_values(p: Tensor, v: Tensor) -> Tensor {
        let rows = p.dim(1) / v.dim(1).max(1) * p.dim(2);
        let y = matmul(reshape(p, [p.dim(0), v.dim(1), rows, p.dim(3)]), v);
        reshape(y, [y.dim(0), p.dim(1), p.dim(2), v.dim(3)])
    }
    /// `pᵀ x` for `p: [B, H, L, S]` and `x: [B, H, L, E]`, summed over heads that share one of `groups` heads of keys.
    #[internal = true]
    #[sample { p: [2, 4, 3, 5], x: [2, 4, 3, 2], groups: 2 }]
    fn grouped_keys(p: Tensor, x: Tensor, groups: usize) -> Tensor {
        let rows = p.dim(1) / groups.max(1) * p.dim(2);
        let w = reshape(p, [p.dim(0), groups, rows, p.dim(3)]);
        matmul(w.mt(), reshape(x, [x.dim(0), groups, rows, x.dim(3)]))
    }
    /// The cotangent of scores with softmax `p` along the last axis, for the cotangent `g` of `p`. And the tangent of `p` for that of scores.
    #[internal = true]
    #[sample { p: [2, 3], g: [2, 3] }]
    fn softmax_linear(p: Tensor, g: Tensor) -> Tensor { p * (g - sum(p * g, -1, true)) }
    /// `cap tanh(x / cap)`: `x` near 0, and within `-cap..cap`.
    #[sample { x: -2.0..2.0, cap: 1.5 }]
    fn soft_cap(x: Tensor, cap: f64) -> Tensor { (x * (1.0 / cap)).tanh() * cap }
    /// Whether query `i` of `l` may look at key `j` of `s`, which is no later than itself. The last query is at the last key.
    #[sample { l: 3, s: 5 }]
    fn causal_mask(l: usize, s: usize) -> Tensor<bool> { tri_mask([l, s], (s as isize).saturating_sub(l as isize), true) }
    /// `causal_mask` of the last `window` keys alone.
    #[sample { l: 3, s: 5, window: 2 }]
    fn window_mask(l: usize, s: usize, window: usize) -> Tensor<bool> {
        let last = (s as isize).saturating_sub(l as isize);
        and(tri_mask([l, s], last, true), tri_mask([l, s], last.saturating_sub(window.min(s) as isize).saturating_add(1), false))
    }
    /// Attention with linear biases: `-slopes[h]` times the distance of query `i` and key `j`, where the last query is at the last key.
    #[sample { slopes: [4], l: 3, s: 5 }]
    fn alibi(slopes: Tensor, l: usize, s: usize) -> Tensor {
        let far = abs(iota(s) - (iota(l).unsqueeze(-1) + (s as i32).saturating_sub(l as i32)));
        -slopes.unsqueeze(-1).unsqueeze(-1) * far.cast()
    }
    } };
}
pub(super) use attention;
