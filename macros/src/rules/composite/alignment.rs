//! Losses over all ways to align a sequence of labels with longer sequences of predictions.

macro_rules! alignment {
    ($next:ident $($rest:tt)*) => { $next! { $($rest)*
    /// Connectionist temporal classification: the mean over sequences of `ctc_each` over the number of labels.
    #[note = "as `ctc_each`; PyTorch's `mean`"]
    #[sample { log_p: [4, 2, 3], targets: ints(1..3, [2, 2]), input_lengths: counts([4, 3]), target_lengths: counts([2, 1]), blank: 0, no_path: 0.0 }]
    fn ctc(log_p: Tensor, targets: Tensor<i32>, input_lengths: Tensor<i32>, target_lengths: Tensor<i32>, blank: i32, no_path: f64) -> Tensor {
        let each = ctc_each(log_p, targets, input_lengths, target_lengths, blank, no_path);
        (each / maximum(target_lengths, 1).cast()).mean()
    }
    /// `-ln` of the probability of each sequence's first `target_lengths` labels, summed over all ways to place them in its first
    /// `input_lengths` steps. `log_p: [T, N, C]` has logarithms of probabilities, `targets: [N, S]` labels, and the lengths are `[N]`.
    #[note = "labels too many for the steps give `no_path`, with derivative 0: infinity, or 0 as PyTorch's `zero_infinity`; an input length of 0, and lengths beyond their axes, are errors"]
    #[sample { log_p: [4, 2, 3], targets: ints(1..3, [2, 2]), input_lengths: counts([4, 3]), target_lengths: counts([2, 1]), blank: 0, no_path: 0.0 }]
    fn ctc_each(log_p: Tensor, targets: Tensor<i32>, input_lengths: Tensor<i32>, target_lengths: Tensor<i32>, blank: i32, no_path: f64) -> Tensor {
        let ends = unsqueeze(target_lengths, -1) * 2;
        let states = ctc_labels(targets, target_lengths, blank);
        let at = broadcast_to(unsqueeze(states, 0), [log_p.dim(0), states.dim(0), states.dim(1)]);
        let lp = gather(log_p, 2, at);
        let skip = and(states.ne(roll(states, 2, -1)), iota(states.dim(1)).gt(1));
        let (w, sums) = ctc_states(stop_gradient(lp), skip);
        let z = select(lp.is_finite(), lp, 0.0);
        let one = (z - stop_gradient(z)).exp();
        let first = and(iota(lp.dim(0)).unsqueeze(-1).unsqueeze(-1).eq(0), iota(lp.dim(2)).lt(2));
        let paths = band_scan(w * one, select(first, one, 0.0));
        let last = broadcast_to(unsqueeze(unsqueeze(input_lengths - 1, 0), -1), [1, states.dim(0), states.dim(1)]);
        let end = concat(&[ends, maximum(ends - 1, 0)], -1);
        let ways = gather(squeeze(gather(sums, 0, last), 0), 1, end);
        let logs = select(and(ends.le(0), iota(2).eq(1)), f64::NEG_INFINITY, ways);
        let top = max(logs, -1, true);
        let none = top.eq(f64::NEG_INFINITY);
        let m = select(none, 0.0, top);
        let total = sum((logs - m).exp() * gather(squeeze(gather(paths, 0, last), 0), 1, end), -1, true);
        squeeze(select(none, no_path, -(select(none, 1.0, total).ln() + m)), -1)
    }
    /// Labels with a blank before each and at the end; blanks too in place of labels behind `lengths`.
    #[internal = true]
    #[sample { targets: ints(1..3, [2, 2]), lengths: counts([2, 1]), blank: 0 }]
    fn ctc_labels(targets: Tensor<i32>, lengths: Tensor<i32>, blank: i32) -> Tensor<i32> {
        let labels = select(iota(targets.dim(1)).lt(unsqueeze(lengths, -1)), targets, blank);
        let pairs = stack(&[labels * 0 + blank, labels], -1);
        let most = reshape(pairs, [targets.dim(0), targets.dim(1).saturating_mul(2)]);
        concat(&[most, unsqueeze(lengths * 0 + blank, -1)], -1)
    }
    /// The coefficients of `band_scan` for its cotangent, which goes from the last step and the last state to the first.
    #[internal = true]
    #[sample { w: [3, 4, 2, 5] }]
    fn band_back(w: Tensor) -> Tensor {
        let parts = concat(&[narrow(w, 0, 0, 1), shift(narrow(w, 0, 1, 1), -1, -1, 0.0), shift(narrow(w, 0, 2, 1), -2, -1, 0.0)], 0);
        flip(roll(parts, -1, 1), [1, -1])
    }
    /// What each coefficient of `band_scan` is multiplied with.
    #[internal = true]
    #[sample { y: [4, 2, 5] }]
    fn band_before(y: Tensor) -> Tensor {
        let before = shift(y, 1, 0, 0.0);
        stack(&[before, shift(before, 1, -1, 0.0), shift(before, 2, -1, 0.0)], 0)
    }
    } };
}
pub(super) use alignment;
