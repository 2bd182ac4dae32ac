//! Recurrent cells, scans over sequences, rotary positions.

macro_rules! sequence {
    ($next:ident $($rest:tt)*) => { $next! { $($rest)*
    /// One step of a long short-term memory: the next `h` and `c: [N, H]` for `x: [N, I]`, `w: [4H, I]`, `u: [4H, H]`, `bias: [4H]`.
    #[note = "gates in PyTorch's order: input, forget, cell, output; `bias` is the sum of its two"]
    #[sample { x: [2, 3], h: [2, 2], c: [2, 2], w: [8, 3], u: [8, 2], bias: [8] }]
    fn lstm_cell(x: Tensor, h: Tensor, c: Tensor, w: Tensor, u: Tensor, bias: Tensor) -> (Tensor, Tensor) {
        let n = h.dim(-1);
        let z = matmul(x, w.mt()) + matmul(h, u.mt()) + bias;
        let kept = narrow(z, -1, n, n).sigmoid() * c;
        let next = kept + narrow(z, -1, 0, n).sigmoid() * narrow(z, -1, n + n, n).tanh();
        (narrow(z, -1, n + n + n, n).sigmoid() * next.tanh(), next)
    }
    /// One step of a gated recurrent unit: the next `h: [N, H]` for `x: [N, I]`, `w: [3H, I]`, `u: [3H, H]`, and a bias of each.
    #[note = "gates in PyTorch's order: reset, update, new; the reset gate works on `u h + of_h`"]
    #[sample { x: [2, 3], h: [2, 2], w: [6, 3], u: [6, 2], of_x: [6], of_h: [6] }]
    fn gru_cell(x: Tensor, h: Tensor, w: Tensor, u: Tensor, of_x: Tensor, of_h: Tensor) -> Tensor {
        let n = h.dim(-1);
        let zx = matmul(x, w.mt()) + of_x;
        let zh = matmul(h, u.mt()) + of_h;
        let reset = (narrow(zx, -1, 0, n) + narrow(zh, -1, 0, n)).sigmoid();
        let update = (narrow(zx, -1, n, n) + narrow(zh, -1, n, n)).sigmoid();
        let new = (narrow(zx, -1, n + n, n) + reset * narrow(zh, -1, n + n, n)).tanh();
        new + update * (h - new)
    }
    /// Mamba's selective scan: `h[t] = exp(dt[t] a) h[t - 1] + dt[t] x[t] b[t]`, `y[t] = c[t] h[t] + d x[t]`, for `x, dt: [N, L, D]`,
    /// `a: [D, S]`, `b, c: [N, L, S]`, `d: [D]`.
    #[note = "states of all steps are kept, `[N, L, D, S]`; `selective_scan_chunked` keeps one for each chunk"]
    #[sample { x: [2, 3, 2], dt: [2, 3, 2], a: [2, 2], b: [2, 3, 2], c: [2, 3, 2], d: [2] }]
    fn selective_scan(x: Tensor, dt: Tensor, a: Tensor, b: Tensor, c: Tensor, d: Tensor) -> Tensor {
        let stays = (dt.unsqueeze(-1) * a).exp();
        let h = linear_scan(stays, (dt * x).unsqueeze(-1) * b.unsqueeze(2), 1);
        sum(h * c.unsqueeze(2), -1, false) + d * x
    }
    /// `selective_scan` that goes on from the state `h: [N, D, S]`, and the state behind its last step.
    #[note = "as `selective_scan`"]
    #[sample { x: [2, 3, 2], dt: [2, 3, 2], a: [2, 2], b: [2, 3, 2], c: [2, 3, 2], d: [2], h: [2, 2, 2] }]
    fn selective_scan_from(x: Tensor, dt: Tensor, a: Tensor, b: Tensor, c: Tensor, d: Tensor, h: Tensor) -> (Tensor, Tensor) {
        let stays = pad((dt.unsqueeze(-1) * a).exp(), [(0, 0), (1, 0), (0, 0), (0, 0)], 0.0);
        let comes = concat(&[unsqueeze(h, 1), (dt * x).unsqueeze(-1) * b.unsqueeze(2)], 1);
        let all = linear_scan(stays, comes, 1);
        let steps = x.dim(1);
        (sum(narrow(all, 1, 1, steps) * c.unsqueeze(2), -1, false) + d * x, squeeze(narrow(all, 1, steps, 1), 1))
    }
    /// Mamba 2's scan, of one decay a head: `h[t] = exp(dt[t] a) h[t - 1] + dt[t] b[t] x[t]ᵀ`, `y[t] = c[t] h[t]`. It is made of products
    /// within chunks of `chunk` steps, and a scan over chunks. `x: [N, L, H, P]`, `dt: [N, L, H]`, `a: [H]`, `b, c: [N, L, S]`.
    #[note = "a length that `chunk` does not divide is filled with steps that change nothing; a `chunk` of 0 is an error"]
    #[sample { x: [2, 5, 2, 3], dt: [2, 5, 2], a: [2], b: [2, 5, 2], c: [2, 5, 2], chunk: 2 }]
    fn selective_scan_chunked(x: Tensor, dt: Tensor, a: Tensor, b: Tensor, c: Tensor, chunk: usize) -> Tensor {
        let (y, _) = selective_scan_chunked_from(x, dt, a, b, c, zeros([x.dim(0), x.dim(2), b.dim(2), x.dim(3)]), chunk);
        y
    }
    /// `selective_scan_chunked` that goes on from the state `h: [N, H, S, P]`, and the state behind its last step.
    #[note = "as `selective_scan_chunked`"]
    #[sample { x: [2, 5, 2, 3], dt: [2, 5, 2], a: [2], b: [2, 5, 2], c: [2, 5, 2], h: [2, 2, 2, 3], chunk: 2 }]
    fn selective_scan_chunked_from(x: Tensor, dt: Tensor, a: Tensor, b: Tensor, c: Tensor, h: Tensor, chunk: usize) -> (Tensor, Tensor) {
        let count = x.dim(1).saturating_add(chunk.saturating_sub(1)) / chunk.max(1);
        let more = count.saturating_mul(chunk).saturating_sub(x.dim(1));
        let d = in_chunks(dt.unsqueeze(-1), more, chunk);
        let u = in_chunks(x, more, chunk) * d;
        let (k, q) = (in_chunks(b.unsqueeze(2), more, chunk), in_chunks(c.unsqueeze(2), more, chunk));
        let decay = cumsum(squeeze(d, -1) * a.unsqueeze(-1), -1);
        let apart = decay.unsqueeze(-1) - decay.unsqueeze(-2);
        let within = select(tri_mask(apart.shape(), 0, true), apart, f64::NEG_INFINITY).exp();
        let end = narrow(decay, -1, chunk.saturating_sub(1), 1);
        let state = matmul(k.mt(), u * (end - decay).exp().unsqueeze(-1));
        let last = broadcast_to(end.exp().unsqueeze(-1), state.shape());
        let all = linear_scan(pad(last, [(0, 0), (1, 0), (0, 0), (0, 0), (0, 0)], 0.0), concat(&[unsqueeze(h, 1), state], 1), 1);
        let before = narrow(all, 1, 0, count);
        let y = matmul(within * matmul(q, k.mt()), u) + matmul(q, before) * decay.exp().unsqueeze(-1);
        let whole = reshape(permute(y, [0, 1, 3, 2, 4]), [x.dim(0), count.saturating_mul(chunk), x.dim(2), x.dim(3)]);
        (narrow(whole, 1, 0, x.dim(1)), squeeze(narrow(all, 1, count, 1), 1))
    }
    /// The gated delta rule: `S[t] = exp(decay[t]) S[t - 1] (I - beta[t] k[t] k[t]ᵀ) + beta[t] v[t] k[t]ᵀ`, `y[t] = S[t] q[t]`. It is made of
    /// products and a triangular solve within chunks of `chunk` steps, and a scan over chunks. `q, k: [N, L, H, K]`, `v: [N, L, H, V]`,
    /// `decay, beta: [N, L, H]`.
    #[note = "`q` is not scaled and `k` not normalised; lengths and a `chunk` of 0 as in `selective_scan_chunked`"]
    #[sample { q: [2, 5, 2, 2], k: [2, 5, 2, 2], v: [2, 5, 2, 3], decay: [2, 5, 2], beta: [2, 5, 2], chunk: 2 }]
    fn gated_delta_rule(q: Tensor, k: Tensor, v: Tensor, decay: Tensor, beta: Tensor, chunk: usize) -> Tensor {
        let (y, _) = gated_delta_rule_from(q, k, v, decay, beta, zeros([k.dim(0), k.dim(2), k.dim(3), v.dim(3)]), chunk);
        y
    }
    /// `gated_delta_rule` that goes on from the state `s: [N, H, K, V]`, which is `S` transposed, and the state behind its last step.
    #[note = "as `gated_delta_rule`"]
    #[sample { q: [2, 5, 2, 2], k: [2, 5, 2, 2], v: [2, 5, 2, 3], decay: [2, 5, 2], beta: [2, 5, 2], s: [2, 2, 2, 3], chunk: 2 }]
    fn gated_delta_rule_from(q: Tensor, k: Tensor, v: Tensor, decay: Tensor, beta: Tensor, s: Tensor, chunk: usize) -> (Tensor, Tensor) {
        let count = q.dim(1).saturating_add(chunk.saturating_sub(1)) / chunk.max(1);
        let more = count.saturating_mul(chunk).saturating_sub(q.dim(1));
        let (qs, ks, vs) = (in_chunks(q, more, chunk), in_chunks(k, more, chunk), in_chunks(v, more, chunk));
        let b = in_chunks(beta.unsqueeze(-1), more, chunk);
        let d = cumsum(squeeze(in_chunks(decay.unsqueeze(-1), more, chunk), -1), -1);
        let apart = d.unsqueeze(-1) - d.unsqueeze(-2);
        let within = select(tri_mask(apart.shape(), 0, true), apart, f64::NEG_INFINITY).exp();
        let kept = d.exp().unsqueeze(-1);
        let system = tril(matmul(ks, ks.mt()) * within * b, -1) + eye(chunk);
        let solved = triangular_solve(system, concat(&[vs * b, ks * (b * kept)], -1), true);
        let new = narrow(solved, -1, 0, v.dim(3));
        let old = narrow(solved, -1, v.dim(3), k.dim(3));
        let end = narrow(d, -1, chunk.saturating_sub(1), 1);
        let into = mt(ks * (end - d).exp().unsqueeze(-1));
        let step = permute(end.exp().unsqueeze(-1) * eye(k.dim(3)) - matmul(into, old), [0, 2, 1, 3, 4]);
        let comes = concat(&[unsqueeze(s, 2), permute(matmul(into, new), [0, 2, 1, 3, 4])], 2);
        let all = matrix_scan(pad(step, [(0, 0), (0, 0), (1, 0), (0, 0), (0, 0)], 0.0), comes);
        let before = permute(narrow(all, 2, 0, count), [0, 2, 1, 3, 4]);
        let y = matmul(qs * kept, before) + matmul(within * matmul(qs, ks.mt()), new - matmul(old, before));
        let whole = reshape(permute(y, [0, 1, 3, 2, 4]), [q.dim(0), count.saturating_mul(chunk), q.dim(2), v.dim(3)]);
        (narrow(whole, 1, 0, q.dim(1)), squeeze(narrow(all, 2, count, 1), 2))
    }
    /// `[N, L, H, P]` with `more` zeros behind axis 1, as `[N, chunks, H, chunk, P]`.
    #[internal = true]
    #[sample { x: [2, 5, 2, 3], more: 1, chunk: 2 }]
    fn in_chunks(x: Tensor, more: usize, chunk: usize) -> Tensor {
        let p = pad(x, [(0, 0), (0, more), (0, 0), (0, 0)], 0.0);
        let count = p.dim(1) / chunk.max(1);
        permute(reshape(p, [x.dim(0), count, chunk, x.dim(2), x.dim(3)]), [0, 1, 3, 2, 4])
    }
    /// Rotary positions `start..` of `x: [.., L, E]`: element `i` of the first half of `E` and of the second turn together by the angle
    /// `position / scale * base^(-2i / E)`.
    #[note = "as GPT-NeoX and Llama have it; angles are those of `rope_table`"]
    #[sample { x: [2, 3, 4], base: 100.0, scale: 2.0, start: 1 }]
    fn rope(x: Tensor, base: f64, scale: f64, start: usize) -> Tensor {
        let table = rope_table(x.dim(-2), x.dim(-1), base, scale, start);
        let c = squeeze(narrow(table, 0, 0, 1), 0);
        let s = squeeze(narrow(table, 0, 1, 1), 0);
        let half = x.dim(-1) / 2;
        let a = narrow(x, -1, 0, half);
        let b = narrow(x, -1, half, half);
        concat(&[a * c - b * s, a * s + b * c], -1)
    }
    /// `rope` where elements `2i` and `2i + 1` turn together.
    #[note = "as RoFormer and GPT-J have it; angles are those of `rope_table`"]
    #[sample { x: [2, 3, 4], base: 100.0, scale: 2.0, start: 1 }]
    fn rope_interleaved(x: Tensor, base: f64, scale: f64, start: usize) -> Tensor {
        let table = rope_table(x.dim(-2), x.dim(-1), base, scale, start);
        let c = squeeze(narrow(table, 0, 0, 1), 0);
        let s = squeeze(narrow(table, 0, 1, 1), 0);
        let end = x.dim(-1) as isize;
        let a = slice(x, -1, 0, end, 2);
        let b = slice(x, -1, 1, end, 2);
        reshape(stack(&[a * c - b * s, a * s + b * c], -1), x.shape())
    }
    } };
}
pub(super) use sequence;
