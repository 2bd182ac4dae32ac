//! Losses: means over all elements, or over rows where the last axis is that of the classes.

macro_rules! loss {
    ($next:ident $($rest:tt)*) => { $next! { $($rest)*
    /// Mean over rows of `-ln softmax(logits)[target]`; the classes are the last axis.
    #[sample { logits: [3, 4], targets: ints(0..4, [3]) }]
    fn cross_entropy(logits: Tensor, targets: Tensor<i32>) -> Tensor {
        (logsumexp(logits, -1, true) - pick(logits, targets.unsqueeze(-1))).mean()
    }
    /// `cross_entropy` over the rows whose target is not `ignore`, with a part `smoothing` of each target spread evenly.
    #[note = "no row left: 0"]
    #[sample { logits: [3, 4], targets: ints(0..4, [3]), ignore: 2, smoothing: 0.1 }]
    fn cross_entropy_with(logits: Tensor, targets: Tensor<i32>, ignore: i32, smoothing: f64) -> Tensor {
        let keep = targets.ne(ignore);
        let picked = pick(logits, select(keep, targets, 0).unsqueeze(-1)).squeeze(-1);
        // Without smoothing an impossible class counts for nothing. Nothing is equal to NaN, which this is with it.
        let none = f64::NEG_INFINITY * (smoothing == 0.0) as i32 as f64;
        let even = mean(select(logits.eq(none), 0.0, logits), -1, false);
        let target = (1.0 - smoothing) * picked + smoothing * even;
        let rows = select(keep, logsumexp(logits, -1, false) - target, 0.0);
        rows.sum() / maximum(select(keep, 1.0, 0.0).sum(), 1.0)
    }
    /// Mean over rows of `-sum(p * ln softmax(logits))` for target probabilities `p`.
    #[sample { logits: [2, 3], p: 0.1..0.9 }]
    fn cross_entropy_soft(logits: Tensor, p: Tensor) -> Tensor { -sum(p * log_softmax(logits, -1), -1, false).mean() }
    /// `cross_entropy_soft` of targets `(1 - smoothing) p + smoothing / C`, with `C` classes.
    #[note = "as PyTorch's `label_smoothing`, also of targets whose sum is not 1"]
    #[sample { logits: [2, 3], p: 0.1..0.9, smoothing: 0.1 }]
    fn cross_entropy_soft_with(logits: Tensor, p: Tensor, smoothing: f64) -> Tensor {
        cross_entropy_soft(logits, (1.0 - smoothing) * p + smoothing / logits.dim(-1) as f64)
    }
    /// Mean over rows of `-log_p[target]`.
    #[sample { log_p: [3, 4], targets: ints(0..4, [3]) }]
    fn nll(log_p: Tensor, targets: Tensor<i32>) -> Tensor { -pick(log_p, targets.unsqueeze(-1)).mean() }
    /// Mean squared error.
    #[sample { x: [3, 4], target: [3, 4] }]
    fn mse(x: Tensor, target: Tensor) -> Tensor {
        let d = x - target;
        (d * d).mean()
    }
    /// Mean absolute error.
    #[note = "derivative 0 where they agree"]
    #[sample { x: 0.5..2.0, target: -2.0..0.0 }]
    fn l1(x: Tensor, target: Tensor) -> Tensor { (x - target).abs().mean() }
    /// Mean of `d² / 2` where `|d| <= delta` and `delta (|d| - delta / 2)` elsewhere.
    #[sample { x: [3, 4], target: [3, 4], delta: 0.5 }]
    fn huber(x: Tensor, target: Tensor, delta: f64) -> Tensor {
        let d = x - target;
        let c = d.clamp(-delta, delta);
        (c * (d - 0.5 * c)).mean()
    }
    /// Mean of `d² / (2 beta)` where `|d| < beta` and `|d| - beta / 2` elsewhere.
    #[note = "`beta` is above 0"]
    #[sample { x: [3, 4], target: [3, 4], beta: 0.5 }]
    fn smooth_l1(x: Tensor, target: Tensor, beta: f64) -> Tensor { huber(x, target, beta) * (1.0 / beta) }
    /// Mean binary cross-entropy of probabilities.
    #[note = "logarithms are cut at -100, where the derivative is 0, as at probabilities of exactly 0 and 1"]
    #[sample { p: 0.1..0.9, target: 0.1..0.9 }]
    fn bce(p: Tensor, target: Tensor) -> Tensor {
        -(target * cut_ln(p) + (1.0 - target) * cut_ln(1.0 - p)).mean()
    }
    /// `max(ln(x), -100)`.
    #[internal = true]
    #[note = "derivative 0 where it is cut"]
    #[sample { x: 0.5..2.0 }]
    fn cut_ln(x: Tensor) -> Tensor {
        let up = x.gt(0.0);
        select(up, maximum(select(up, x, 1.0).ln(), -100.0), -100.0)
    }
    /// Mean binary cross-entropy of `sigmoid(x)`, without forming it.
    #[sample { x: -3.0..3.0, target: 0.1..0.9 }]
    fn bce_with_logits(x: Tensor, target: Tensor) -> Tensor { (x.softplus() - x * target).mean() }
    /// Mean over rows of `sum(p * (ln p - log_q))`: the divergence of `q`, given as logarithms, from `p`.
    #[note = "a target probability 0 adds 0, with derivative 0; the mean is over rows (PyTorch's `batchmean`)"]
    #[sample { log_q: [2, 3], p: 0.1..0.9 }]
    fn kl_div(log_q: Tensor, p: Tensor) -> Tensor { sum(xlogy(p, p) - p * log_q, -1, false).mean() }
    /// `nll` where the classes are axis `axis` of `log_p`, as those of images.
    #[sample { log_p: [2, 4, 3], targets: ints(0..4, [2, 3]), axis: 1 }]
    fn nll_axis(log_p: Tensor, targets: Tensor<i32>, axis: isize) -> Tensor {
        -gather(log_p, axis, targets.unsqueeze(axis)).mean()
    }
    /// `cross_entropy` where the classes are axis `axis` of `logits`, as those of images.
    #[sample { logits: [2, 4, 3], targets: ints(0..4, [2, 3]), axis: 1 }]
    fn cross_entropy_axis(logits: Tensor, targets: Tensor<i32>, axis: isize) -> Tensor {
        let picked = gather(logits, axis, targets.unsqueeze(axis));
        (logsumexp(logits, axis, true) - picked).mean()
    }
    /// Mean negative log likelihood of `target` under normal distributions: `(ln v + (x - target)² / v) / 2` with `v = max(var, eps)`.
    #[note = "without the constant ln(2π) / 2; where `var` is cut its derivative is 0"]
    #[sample { x: [2, 3], target: [2, 3], var: 0.5..2.0, eps: 0.000001 }]
    fn gaussian_nll(x: Tensor, target: Tensor, var: Tensor, eps: f64) -> Tensor {
        let v = maximum(var, eps);
        let d = x - target;
        0.5 * (v.ln() + d * d / v).mean()
    }
    /// Mean of `exp(x) - target x`: the negative log likelihood of counts, `x` the logarithm of the rate.
    #[note = "without the terms of `target` alone"]
    #[sample { x: -2.0..2.0, target: 0.0..3.0 }]
    fn poisson_nll(x: Tensor, target: Tensor) -> Tensor { (x.exp() - target * x).mean() }
    /// Mean of `max(0, 1 - target x)` for targets -1 and 1.
    #[note = "derivative 0 on the margin"]
    #[sample { x: 1.2..2.0, target: 0.1..0.7 }]
    fn hinge(x: Tensor, target: Tensor) -> Tensor { relu(1.0 - target * x).mean() }
    /// Mean of `ln(1 + exp(-target x))` for targets -1 and 1.
    #[sample { x: -2.0..2.0, target: [2, 3] }]
    fn soft_margin(x: Tensor, target: Tensor) -> Tensor { (-target * x).softplus().mean() }
    /// Mean of `max(0, margin - target (a - b))`: `a` ranks above `b` where `target` is 1, and below where it is -1.
    #[note = "derivative 0 on the margin"]
    #[sample { a: 1.0..2.0, b: -1.0..0.5, target: 0.1..0.4, margin: 2.0 }]
    fn margin_ranking(a: Tensor, b: Tensor, target: Tensor, margin: f64) -> Tensor {
        relu(margin - target * (a - b)).mean()
    }
    /// Cosine of the angle between vectors along `axis`.
    #[note = "lengths are at least 1e-8; a vector of zeros gives 0"]
    #[sample { a: [3, 4], b: [3, 4], axis: 1 }]
    fn cosine_similarity(a: Tensor, b: Tensor, axis: isize) -> Tensor {
        let of_a = norm(a, axis, false);
        let of_b = norm(b, axis, false);
        sum(a * b, axis, false) / (maximum(of_a, 0.00000001) * maximum(of_b, 0.00000001))
    }
    /// Mean over rows of `1 - cos` where `same`, and of `max(0, cos - margin)` elsewhere.
    #[note = "derivative 0 on the margin"]
    #[sample { a: 0.5..2.0, b: 0.5..2.0, same: bits([2]), margin: 0.2 }]
    fn cosine_embedding(a: Tensor, b: Tensor, same: Tensor<bool>, margin: f64) -> Tensor {
        let c = cosine_similarity(a, b, -1);
        select(same, 1.0 - c, relu(c - margin)).mean()
    }
    /// Mean over rows of `max(0, |anchor - positive| - |anchor - negative| + margin)`, by Euclidean distances.
    #[note = "derivative 0 on the margin and at distance 0"]
    #[sample { anchor: [3, 4], positive: [3, 4], negative: [3, 4], margin: 3.0 }]
    fn triplet(anchor: Tensor, positive: Tensor, negative: Tensor, margin: f64) -> Tensor {
        relu(norm(anchor - positive, -1, false) - norm(anchor - negative, -1, false) + margin).mean()
    }
    /// Mean over pairs of rows: the squared distance where `same` is 1, the square of `max(0, margin - distance)` where it is 0.
    #[note = "derivative 0 beyond the margin and at distance 0"]
    #[sample { a: [3, 4], b: [3, 4], same: 0.2..0.8, margin: 3.0 }]
    fn contrastive(a: Tensor, b: Tensor, same: Tensor, margin: f64) -> Tensor {
        let e = a - b;
        let short = relu(margin - norm(e, -1, false));
        (same * sum(e * e, -1, false) + (1.0 - same) * short * short).mean()
    }
    /// Mean cross entropy of each row of `a` among the rows of `b`, by cosines over `temperature`: the partner has the same number.
    #[note = "as CLIP and SimCLR have it, in one direction; of both take the mean of two calls"]
    #[sample { a: [3, 4], b: [3, 4], temperature: 0.5 }]
    fn info_nce(a: Tensor, b: Tensor, temperature: f64) -> Tensor {
        let s = matmul(normalize(a, -1), normalize(b, -1).mt()) * (1.0 / temperature);
        (logsumexp(s, -1, false) - s.main_diagonal()).mean()
    }
    /// Mean of `-alpha (1 - p)^gamma ln p` of the right answer, where `p` is that of `sigmoid(x)`; `1 - alpha` where `target` is 0.
    #[sample { x: -2.0..2.0, target: 0.1..0.9, alpha: 0.25, gamma: 2.0 }]
    fn focal(x: Tensor, target: Tensor, alpha: f64, gamma: f64) -> Tensor {
        let p = x.sigmoid();
        let loss = x.softplus() - x * target;
        let wrong = p + target - 2.0 * p * target;
        let weight = alpha * target + (1.0 - alpha) * (1.0 - target);
        (weight * pow(wrong, gamma) * loss).mean()
    }
    } };
}
pub(super) use loss;
