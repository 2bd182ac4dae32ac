//! Losses: means over all elements, or over rows where the last axis is that of the classes.

macro_rules! loss {
    ($next:ident $($rest:tt)*) => { $next! { $($rest)*
    /// Mean over rows of `-ln softmax(logits)[target]`; the classes are the last axis.
    #[sample { logits: [3, 4], targets: ints(0..4, [3]) }]
    fn cross_entropy(logits: Tensor, targets: Tensor<i32>) -> Tensor {
        let picked = gather(logits, -1, targets.unsqueeze(-1));
        (logsumexp(logits, -1, true) - picked).mean()
    }
    /// `cross_entropy` over the rows whose target is not `ignore`, with a part `smoothing` of each target spread evenly.
    #[note = "no row left: 0"]
    #[sample { logits: [3, 4], targets: ints(0..4, [3]), ignore: 2, smoothing: 0.1 }]
    fn cross_entropy_with(logits: Tensor, targets: Tensor<i32>, ignore: i32, smoothing: f64) -> Tensor {
        let keep = targets.ne(ignore);
        let picked = gather(logits, -1, select(keep, targets, 0).unsqueeze(-1)).squeeze(-1);
        let target = (1.0 - smoothing) * picked + smoothing * mean(logits, -1, false);
        let rows = select(keep, logsumexp(logits, -1, false) - target, 0.0);
        rows.sum() / maximum(select(keep, 1.0, 0.0).sum(), 1.0)
    }
    /// Mean over rows of `-sum(p * ln softmax(logits))` for target probabilities `p`.
    #[sample { logits: [2, 3], p: 0.1..0.9 }]
    fn cross_entropy_soft(logits: Tensor, p: Tensor) -> Tensor { -sum(p * log_softmax(logits, -1), -1, false).mean() }
    /// `cross_entropy_soft` with a part `smoothing` of each target spread evenly.
    #[sample { logits: [2, 3], p: 0.1..0.9, smoothing: 0.1 }]
    fn cross_entropy_soft_with(logits: Tensor, p: Tensor, smoothing: f64) -> Tensor {
        let even = mean(p, -1, true);
        cross_entropy_soft(logits, (1.0 - smoothing) * p + smoothing * even)
    }
    /// Mean over rows of `-log_p[target]`.
    #[sample { log_p: [3, 4], targets: ints(0..4, [3]) }]
    fn nll(log_p: Tensor, targets: Tensor<i32>) -> Tensor { -gather(log_p, -1, targets.unsqueeze(-1)).mean() }
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
    } };
}
pub(super) use loss;
