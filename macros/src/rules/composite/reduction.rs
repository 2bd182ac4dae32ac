//! Reductions made of sums, maxima and maps. All take `axes` and `keep`: `x.mean()`, `x.mean_axis(a)`, `x.mean_keep(a)`.

macro_rules! reduction {
    ($next:ident $($rest:tt)*) => { $next! { $($rest)*
    /// Mean over `axes`.
    #[note = "empty: NaN"]
    #[sample { x: [3, 4], axes: 1, keep: false }]
    fn mean(x: Tensor, axes: Axes, keep: bool) -> Tensor {
        sum(x, axes, keep) * (1.0 / x.shape().count(&axes) as f64)
    }
    /// Variance over `axes`, divided by n.
    #[note = "empty: NaN"]
    #[sample { x: [3, 4], axes: 1, keep: false }]
    fn var(x: Tensor, axes: Axes, keep: bool) -> Tensor {
        let d = x - mean(x, axes, true);
        mean(d * d, axes, keep)
    }
    /// Variance over `axes`, divided by n - correction.
    #[note = "not finite where n <= correction"]
    #[sample { x: [3, 4], axes: 1, correction: 1.0 }]
    fn var_with(x: Tensor, axes: Axes, correction: f64) -> Tensor {
        let d = x - mean(x, axes, true);
        sum(d * d, axes, false) * (1.0 / (x.shape().count(&axes) as f64 - correction).max(0.0))
    }
    /// Standard deviation over `axes`, divided by n.
    #[note = "where all elements agree: 0, with derivative 0"]
    #[sample { x: [3, 4], axes: 1, keep: false }]
    fn std(x: Tensor, axes: Axes, keep: bool) -> Tensor { var(x, axes, keep).root() }
    /// Standard deviation over `axes`, divided by n - correction.
    #[note = "where all elements agree: 0, with derivative 0"]
    #[sample { x: [3, 4], axes: 1, correction: 1.0 }]
    fn std_with(x: Tensor, axes: Axes, correction: f64) -> Tensor { var_with(x, axes, correction).root() }
    /// Square root of what is a sum of squares; NaN stays.
    #[internal = true]
    #[note = "derivative 0 at 0"]
    #[sample { x: 0.5..2.0 }]
    fn root(x: Tensor) -> Tensor {
        let zero = x.eq(0.0);
        select(zero, 0.0, select(zero, 1.0, x).sqrt())
    }
    /// Euclidean norm over `axes`.
    #[note = "at 0: 0, with derivative 0; empty: 0; the squares are formed as they are and may overflow"]
    #[sample { x: [3, 4], axes: 1, keep: false }]
    fn norm(x: Tensor, axes: Axes, keep: bool) -> Tensor { sum(x * x, axes, keep).root() }
    /// p-norm over `axes` for a finite `p > 0`; `x.abs().max()` is that for p = inf.
    #[note = "another p is an error; an element 0 has derivative 0; empty: 0"]
    #[sample { x: off(0.0, -2.0..2.0), p: 3.0, axes: 1, keep: false }]
    fn norm_p(x: Tensor, p: f64, axes: Axes, keep: bool) -> Tensor {
        let p = rt::norm_order(p)?;
        let zero = x.eq(0.0);
        let s = sum(select(zero, 0.0, pow(select(zero, 1.0, x.abs()), p)), axes, keep);
        let none = s.eq(0.0);
        select(none, 0.0, pow(select(none, 1.0, s), 1.0 / p))
    }
    /// `ln(sum(eˣ))` over `axes`, the maximum taken out first.
    #[note = "empty: -inf"]
    #[sample { x: [3, 4], axes: 1, keep: false }]
    fn logsumexp(x: Tensor, axes: Axes, keep: bool) -> Tensor {
        let top = max(stop_gradient(x), axes, keep);
        let m = select(top.is_finite(), top, 0.0);
        sum((x - keep_axes(m, x.shape(), axes, keep)).exp(), axes, keep).ln() + m
    }
    /// How many elements over `axes` are not 0.
    #[sample { x: [3, 4], axes: 1, keep: false }]
    fn count_nonzero(x: Tensor, axes: Axes, keep: bool) -> Tensor<i32> { sum(x.ne(0.0).cast::<i32>(), axes, keep) }
    /// The products of the other elements over `axes`, without a division: running products from both sides.
    #[internal = true]
    #[sample { x: [3, 4], axes: 1 }]
    fn prod_except(x: Tensor, axes: Axes) -> Tensor {
        let f = fold_axes(x, axes);
        let before = shift(f.cumprod(-1), 1, -1, 1.0);
        let after = shift(f.flip(-1).cumprod(-1).flip(-1), -1, -1, 1.0);
        unfold_axes(before * after, x.shape(), axes)
    }
    /// The product of the other elements of `src` that have the same index along an axis, 1 where there is none. Elements with
    /// one index are sorted together; running products from both sides start anew at each index.
    #[internal = true]
    #[sample { src: [3, 6], idx: ints(0..4, [3, 6]), axis: 1 }]
    fn others_at(src: Tensor, idx: Tensor<i32>, axis: isize) -> Tensor {
        let (at, order) = idx.sort(axis);
        let s = gather(src, axis, order);
        let number = cumsum(at * 0 + 1, axis);
        let goes_on = and(at.eq(roll(at, 1, axis)), number.ne(1));
        let ends_not = roll(goes_on, -1, axis);
        let before = linear_scan(select(goes_on, roll(s, 1, axis), 0.0), select(goes_on, 0.0, 1.0), axis);
        let from = flip(select(ends_not, roll(s, -1, axis), 0.0), axis);
        let after = flip(linear_scan(from, flip(select(ends_not, 0.0, 1.0), axis), axis), axis);
        scatter_add(zeros(src.shape()), axis, order, before * after)
    }
    /// The indices that sort along an axis, ascending.
    #[sample { x: distinct([3, 4]), axis: 1 }]
    fn argsort(x: Tensor, axis: isize) -> Tensor<i32> {
        let (values, indices) = x.sort(axis);
        indices
    }
    } };
}
pub(super) use reduction;
