//! Attention that keeps no weights. `q: [B, H, L, E]`, `k: [B, G, S, E]`, `v: [B, G, S, D]`; `H / G` heads of queries share a head of keys.

macro_rules! attention {
    ($next:ident $($rest:tt)*) => { $next! { $($rest)*
    /// `softmax(scale q kᵀ + bias) v` over the keys where `mask`. `mask` and `bias` broadcast to `[B, H, L, S]`.
    Attend = attend(q: [B, H, L, E], k: [B, G, S, E], v: [B, G, S, D], mask: bool, bias, #scale: f64) -> y: [B, H, L, D] {
        internal;
        vjp {
            let c = attend_cotangents(q, k, v, mask, bias, g, scale);
            let w = softmax_linear(attention_weights(q, k, mask, bias, scale), grouped_scores(g, v));
            q: reshape(narrow(c, 0, 0, q.numel()), q.shape()),
            k: reshape(narrow(c, 0, q.numel(), k.numel()), k.shape()),
            v: reshape(narrow(c, 0, q.numel() + k.numel(), v.numel()), v.shape()),
            mask: none,
            bias: sum_to(w, bias.shape())
        }
        jvp {
            let p = attention_weights(q, k, mask, bias, scale);
            let s = scale * (grouped_scores(dq, k) + grouped_scores(q, dk)) + dbias;
            grouped_values(softmax_linear(p, s), v) + grouped_values(p, dv)
        }
        shape attend;
        note "a query that no key is open to gives 0, with derivative 0; heads that the groups do not divide are an error";
        batch attend;
        sample { q: [2, 4, 3, 2], k: [2, 2, 5, 2], v: [2, 2, 5, 3], mask: bits([3, 5]), bias: [4, 3, 5], scale: 0.7 }
    }
    /// The cotangents of `q`, `k` and `v` in `attend`, one behind the other, for that of its result, `t: [B, H, L, D]`.
    AttendCotangents = attend_cotangents(
        q: [B, H, L, E], k: [B, G, S, E], v: [B, G, S, D], mask: bool, bias, t: [B, H, L, D], #scale: f64
    ) -> c {
        internal;
        vjp {
            let gq = reshape(narrow(g, 0, 0, q.numel()), q.shape());
            let gk = reshape(narrow(g, 0, q.numel(), k.numel()), k.shape());
            let gv = reshape(narrow(g, 0, q.numel() + k.numel(), v.numel()), v.shape());
            let p = attention_weights(q, k, mask, bias, scale);
            let a = grouped_scores(t, v);
            let s = scale * (grouped_scores(gq, k) + grouped_scores(q, gk));
            let d = a - sum(p * a, -1, true);
            let e = s - sum(p * s, -1, true);
            let one = scale * p * d;
            let two = softmax_linear(p, e * d + grouped_scores(t, gv));
            q: grouped_values(one, gk) + scale * grouped_values(two, k),
            k: grouped_keys(one, gq, k.dim(1)) + scale * grouped_keys(two, q, k.dim(1)),
            v: grouped_keys(p * e, t, k.dim(1)),
            mask: none,
            bias: sum_to(two, bias.shape()),
            t: grouped_values(p * e, v) + grouped_values(p, gv)
        }
        jvp {
            let p = attention_weights(q, k, mask, bias, scale);
            let a = grouped_scores(t, v);
            let d = a - sum(p * a, -1, true);
            let dp = softmax_linear(p, scale * (grouped_scores(dq, k) + grouped_scores(q, dk)) + dbias);
            let da = grouped_scores(dt, v) + grouped_scores(t, dv);
            let one = scale * p * d;
            let two = scale * (dp * d + p * (da - sum(dp * a + p * da, -1, true)));
            let n = k.dim(1);
            let cq = grouped_values(two, k) + grouped_values(one, dk);
            let ck = grouped_keys(two, q, n) + grouped_keys(one, dq, n);
            let cv = grouped_keys(dp, t, n) + grouped_keys(p, dt, n);
            concat([reshape(cq, [q.numel()]), reshape(ck, [k.numel()]), reshape(cv, [v.numel()])], 0)
        }
        shape attend_cotangents;
        note "as `attend`";
        batch attend;
        sample { q: [2, 4, 3, 2], k: [2, 2, 5, 2], v: [2, 2, 5, 3], mask: bits([3, 5]), bias: [4, 3, 5], t: [2, 4, 3, 3], scale: 0.7 }
    }
    } };
}
pub(super) use attention;
