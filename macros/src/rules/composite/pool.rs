//! Pooling and patches: reductions over windows of the last axes, and windows as columns.

macro_rules! pool {
    ($next:ident $($rest:tt)*) => { $next! { $($rest)*
    /// The largest element of each window of `size` elements of the last axis. Padding is no element of any window.
    #[note = "ties share the gradient, as in `max`; padding of more than half of a window is an error"]
    #[sample { x: distinct([2, 2, 7]), size: 3, stride: 2, padding: 1 }]
    fn max_pool1d(x: Tensor, size: Sizes, stride: Sizes, padding: Padding) -> Tensor {
        max_pool1d_dilated(x, size, stride, padding, 1)
    }
    /// `max_pool1d` of windows whose elements are `dilation` apart.
    #[note = "ties share the gradient, as in `max`; padding of more than half of a window is an error"]
    #[sample { x: distinct([2, 2, 7]), size: 3, stride: 2, padding: 1, dilation: 2 }]
    fn max_pool1d_dilated(x: Tensor, size: Sizes, stride: Sizes, padding: Padding, dilation: Sizes) -> Tensor {
        let p = surround(x, -1, size, stride, padding, dilation, f64::NEG_INFINITY, f64::NEG_INFINITY, true);
        window_max(p, -1, size, stride, dilation)
    }
    /// The largest element of each window of the last two axes. Padding is no element of any window.
    #[note = "ties share the gradient, as in `max`; padding of more than half of a window is an error"]
    #[sample { x: distinct([1, 2, 5, 4]), size: [3, 2], stride: 2, padding: 1 }]
    fn max_pool2d(x: Tensor, size: Sizes, stride: Sizes, padding: Padding) -> Tensor {
        max_pool2d_dilated(x, size, stride, padding, 1)
    }
    /// `max_pool2d` of windows whose elements are `dilation` apart.
    #[note = "ties share the gradient, as in `max`; padding of more than half of a window is an error"]
    #[sample { x: distinct([1, 2, 5, 4]), size: [3, 2], stride: 2, padding: 1, dilation: [1, 2] }]
    fn max_pool2d_dilated(x: Tensor, size: Sizes, stride: Sizes, padding: Padding, dilation: Sizes) -> Tensor {
        let p = surround(x, [-2, -1], size, stride, padding, dilation, f64::NEG_INFINITY, f64::NEG_INFINITY, true);
        window_max(p, [-2, -1], size, stride, dilation)
    }
    /// The largest element of each window of the last three axes. Padding is no element of any window.
    #[note = "ties share the gradient, as in `max`; padding of more than half of a window is an error"]
    #[sample { x: distinct([1, 1, 3, 4, 3]), size: 2, stride: [1, 2, 1], padding: 0 }]
    fn max_pool3d(x: Tensor, size: Sizes, stride: Sizes, padding: Padding) -> Tensor {
        max_pool3d_dilated(x, size, stride, padding, 1)
    }
    /// `max_pool3d` of windows whose elements are `dilation` apart.
    #[note = "ties share the gradient, as in `max`; padding of more than half of a window is an error"]
    #[sample { x: distinct([1, 1, 3, 4, 3]), size: 2, stride: [1, 2, 1], padding: 0, dilation: [2, 1, 1] }]
    fn max_pool3d_dilated(x: Tensor, size: Sizes, stride: Sizes, padding: Padding, dilation: Sizes) -> Tensor {
        let p = surround(x, [-3, -2, -1], size, stride, padding, dilation, f64::NEG_INFINITY, f64::NEG_INFINITY, true);
        window_max(p, [-3, -2, -1], size, stride, dilation)
    }
    /// The mean of each window of `size` elements of the last axis, to which padding brings zeros.
    #[note = "padding counts, but for what `Padding::ceil` adds; `avg_pool1d_within` leaves it out; padding of more than half of a window is an error"]
    #[sample { x: [2, 2, 7], size: 3, stride: 2, padding: 1 }]
    fn avg_pool1d(x: Tensor, size: Sizes, stride: Sizes, padding: Padding) -> Tensor {
        window_means(x, broadcast_to(1.0, [x.dim(-1)]), -1, size, stride, padding, 1.0)
    }
    /// The mean of each window of the last two axes, to which padding brings zeros.
    #[note = "padding counts, but for what `Padding::ceil` adds; `avg_pool2d_within` leaves it out; padding of more than half of a window is an error"]
    #[sample { x: [1, 2, 5, 4], size: [3, 2], stride: 2, padding: 1 }]
    fn avg_pool2d(x: Tensor, size: Sizes, stride: Sizes, padding: Padding) -> Tensor {
        window_means(x, broadcast_to(1.0, [x.dim(-2), x.dim(-1)]), [-2, -1], size, stride, padding, 1.0)
    }
    /// The mean of each window of the last three axes, to which padding brings zeros.
    #[note = "padding counts, but for what `Padding::ceil` adds; `avg_pool3d_within` leaves it out; padding of more than half of a window is an error"]
    #[sample { x: [1, 1, 3, 4, 3], size: 2, stride: [1, 2, 1], padding: 1 }]
    fn avg_pool3d(x: Tensor, size: Sizes, stride: Sizes, padding: Padding) -> Tensor {
        window_means(x, broadcast_to(1.0, [x.dim(-3), x.dim(-2), x.dim(-1)]), [-3, -2, -1], size, stride, padding, 1.0)
    }
    /// The mean of the elements of `x` in each window of the last axis.
    #[note = "padding does not count; padding of more than half of a window is an error"]
    #[sample { x: [2, 2, 7], size: 3, stride: 2, padding: [(1, 0)] }]
    fn avg_pool1d_within(x: Tensor, size: Sizes, stride: Sizes, padding: Padding) -> Tensor {
        window_means(x, broadcast_to(1.0, [x.dim(-1)]), -1, size, stride, padding, 0.0)
    }
    /// The mean of the elements of `x` in each window of the last two axes.
    #[note = "as `avg_pool1d_within`"]
    #[sample { x: [1, 2, 5, 4], size: [3, 2], stride: 2, padding: 1 }]
    fn avg_pool2d_within(x: Tensor, size: Sizes, stride: Sizes, padding: Padding) -> Tensor {
        window_means(x, broadcast_to(1.0, [x.dim(-2), x.dim(-1)]), [-2, -1], size, stride, padding, 0.0)
    }
    /// The mean of the elements of `x` in each window of the last three axes.
    #[note = "as `avg_pool1d_within`"]
    #[sample { x: [1, 1, 3, 4, 3], size: 2, stride: [1, 2, 1], padding: 1 }]
    fn avg_pool3d_within(x: Tensor, size: Sizes, stride: Sizes, padding: Padding) -> Tensor {
        window_means(x, broadcast_to(1.0, [x.dim(-3), x.dim(-2), x.dim(-1)]), [-3, -2, -1], size, stride, padding, 0.0)
    }
    /// Sums of the windows of the last axes, over the sums of these windows of `one`, whose padding is `counted`.
    #[internal = true]
    #[sample { x: [2, 2, 3], one: 0.5..1.5, axes: [-2, -1], size: 2, stride: 1, padding: [(0, 1), (1, 0)], counted: 1.0 }]
    fn window_means(x: Tensor, one: Tensor, axes: Axes, size: Sizes, stride: Sizes, padding: Padding, counted: f64) -> Tensor {
        let p = patches(x, axes, size, stride, padding, 1, 0.0, 0.0, true);
        sum(p, axes, false) / sum(patches(one, axes, size, stride, padding, 1, counted, 0.0, true), axes, false)
    }
    /// The p-norm of each window of the last axis, to which padding brings zeros.
    #[note = "as `norm_p`; PyTorch makes norms of windows that `Padding::ceil` completes larger, as if all of them were there; padding of more than half of a window is an error"]
    #[sample { x: [2, 2, 7], p: 3.0, size: 3, stride: 2, padding: 0 }]
    fn lp_pool1d(x: Tensor, p: f64, size: Sizes, stride: Sizes, padding: Padding) -> Tensor {
        norm_p(patches(x, -1, size, stride, padding, 1, 0.0, 0.0, true), p, -1, false)
    }
    /// The p-norm of each window of the last two axes, to which padding brings zeros.
    #[note = "as `lp_pool1d`"]
    #[sample { x: [1, 2, 5, 4], p: 3.0, size: [3, 2], stride: 2, padding: 0 }]
    fn lp_pool2d(x: Tensor, p: f64, size: Sizes, stride: Sizes, padding: Padding) -> Tensor {
        norm_p(patches(x, [-2, -1], size, stride, padding, 1, 0.0, 0.0, true), p, [-2, -1], false)
    }
    /// The p-norm of each window of the last three axes, to which padding brings zeros.
    #[note = "as `lp_pool1d`"]
    #[sample { x: [1, 2, 3, 3, 4], p: 3.0, size: 2, stride: [1, 1, 2], padding: 0 }]
    fn lp_pool3d(x: Tensor, p: f64, size: Sizes, stride: Sizes, padding: Padding) -> Tensor {
        norm_p(patches(x, [-3, -2, -1], size, stride, padding, 1, 0.0, 0.0, true), p, [-3, -2, -1], false)
    }
    /// `max_pool1d`, and where in `L` elements each largest one stands.
    #[note = "ties share the gradient, and the place is that of the first; more elements than i32 counts, and padding of more than half of a window, are an error"]
    #[sample { x: distinct([2, 2, 7]), size: 3, stride: 2, padding: 1 }]
    fn max_pool1d_with_indices(x: Tensor, size: Sizes, stride: Sizes, padding: Padding) -> (Tensor, Tensor<i32>) {
        max_pool1d_dilated_with_indices(x, size, stride, padding, 1)
    }
    /// `max_pool1d_dilated`, and where in `L` elements each largest one stands.
    #[note = "as `max_pool1d_with_indices`"]
    #[sample { x: distinct([2, 2, 7]), size: 3, stride: 2, padding: 1, dilation: 2 }]
    fn max_pool1d_dilated_with_indices(x: Tensor, size: Sizes, stride: Sizes, padding: Padding, dilation: Sizes) -> (Tensor, Tensor<i32>) {
        let at = numbered(x, 1);
        window_best(at, iota(at.dim(-1)), -1, size, stride, padding, dilation)
    }
    /// `max_pool2d`, and where in `H W` elements each largest one stands.
    #[note = "ties share the gradient, and the place is that of the first; more elements than i32 counts, and padding of more than half of a window, are an error"]
    #[sample { x: distinct([1, 2, 5, 4]), size: [3, 2], stride: 2, padding: 1 }]
    fn max_pool2d_with_indices(x: Tensor, size: Sizes, stride: Sizes, padding: Padding) -> (Tensor, Tensor<i32>) {
        max_pool2d_dilated_with_indices(x, size, stride, padding, 1)
    }
    /// `max_pool2d_dilated`, and where in `H W` elements each largest one stands.
    #[note = "as `max_pool2d_with_indices`"]
    #[sample { x: distinct([1, 2, 5, 4]), size: [3, 2], stride: 2, padding: 1, dilation: [1, 2] }]
    fn max_pool2d_dilated_with_indices(x: Tensor, size: Sizes, stride: Sizes, padding: Padding, dilation: Sizes) -> (Tensor, Tensor<i32>) {
        let at = numbered(x, 2);
        window_best(at, reshape(iota(at.dim(-2) * at.dim(-1)), [at.dim(-2), at.dim(-1)]), [-2, -1], size, stride, padding, dilation)
    }
    /// `max_pool3d`, and where in `D H W` elements each largest one stands.
    #[note = "ties share the gradient, and the place is that of the first; more elements than i32 counts, and padding of more than half of a window, are an error"]
    #[sample { x: distinct([1, 1, 3, 4, 3]), size: 2, stride: [1, 2, 1], padding: 1 }]
    fn max_pool3d_with_indices(x: Tensor, size: Sizes, stride: Sizes, padding: Padding) -> (Tensor, Tensor<i32>) {
        max_pool3d_dilated_with_indices(x, size, stride, padding, 1)
    }
    /// `max_pool3d_dilated`, and where in `D H W` elements each largest one stands.
    #[note = "as `max_pool3d_with_indices`"]
    #[sample { x: distinct([1, 1, 3, 4, 3]), size: 2, stride: [1, 2, 1], padding: 1, dilation: [2, 1, 1] }]
    fn max_pool3d_dilated_with_indices(x: Tensor, size: Sizes, stride: Sizes, padding: Padding, dilation: Sizes) -> (Tensor, Tensor<i32>) {
        let at = numbered(x, 3);
        window_best(at, reshape(iota(at.dim(-3) * at.dim(-2) * at.dim(-1)), [at.dim(-3), at.dim(-2), at.dim(-1)]), [-3, -2, -1], size, stride, padding, dilation)
    }
    /// The largest element of each window of the last axes, and the `number` of the first that is as large.
    #[internal = true]
    #[sample { x: distinct([2, 3, 4]), number: ints(0..9, [3, 4]), axes: [-2, -1], size: 2, stride: 1, padding: 1, dilation: 2 }]
    fn window_best(x: Tensor, number: Tensor<i32>, axes: Axes, size: Sizes, stride: Sizes, padding: Padding, dilation: Sizes) -> (Tensor, Tensor<i32>) {
        let w = patches(x, axes, size, stride, padding, dilation, f64::NEG_INFINITY, f64::NEG_INFINITY, true);
        let of = patches(number, axes, size, stride, padding, dilation, -1.0, -1.0, true);
        let best = max(w, axes, true);
        let there = and(or(w.eq(best), w.is_nan()), of.ge(0));
        (squeeze(best, axes), min(select(there, of, 2147483647), axes, false))
    }
    /// `x: [N, C, l]` at `indices` of `len` elements, as `max_pool1d_with_indices` gives them; 0 elsewhere.
    #[note = "of several for one element the last stays; more elements than i32 counts are an error"]
    #[sample { x: [1, 2, 3], indices: ints(0..9, [1, 2, 3]), len: 9 }]
    fn max_unpool1d(x: Tensor, indices: Tensor<i32>, len: usize) -> Tensor {
        scatter(numbered(zeros([x.dim(0), x.dim(1), len]), 1), -1, indices, x)
    }
    /// `x: [N, C, h, w]` at `indices` of `h_out w_out` elements, as `max_pool2d_with_indices` gives them; 0 elsewhere.
    #[note = "of several for one element the last stays; more elements than i32 counts are an error"]
    #[sample { x: [1, 2, 2, 2], indices: ints(0..12, [1, 2, 2, 2]), h: 3, w: 4 }]
    fn max_unpool2d(x: Tensor, indices: Tensor<i32>, h: usize, w: usize) -> Tensor {
        let to = numbered(zeros([x.dim(0), x.dim(1), h.saturating_mul(w)]), 1);
        let y = scatter(to, -1, flatten_axes(indices, 2, 3), flatten_axes(x, 2, 3));
        reshape(y, [x.dim(0), x.dim(1), h, w])
    }
    /// `x: [N, C, d, h, w]` at `indices` of `d_out h_out w_out` elements, as `max_pool3d_with_indices` gives them; 0 elsewhere.
    #[note = "of several for one element the last stays; more elements than i32 counts are an error"]
    #[sample { x: [1, 2, 2, 1, 2], indices: ints(0..18, [1, 2, 2, 1, 2]), d: 3, h: 2, w: 3 }]
    fn max_unpool3d(x: Tensor, indices: Tensor<i32>, d: usize, h: usize, w: usize) -> Tensor {
        let to = numbered(zeros([x.dim(0), x.dim(1), d.saturating_mul(h).saturating_mul(w)]), 1);
        let y = scatter(to, -1, flatten_axes(indices, 2, 4), flatten_axes(x, 2, 4));
        reshape(y, [x.dim(0), x.dim(1), d, h, w])
    }
    /// `windows` of `x` with padding of `value`, `beyond` and `pools` as in `surround`.
    #[internal = true]
    #[sample { x: [2, 7, 5], axes: [1, -1], size: [3, 2], stride: [2, 1], padding: [(1, 0), (0, 2)], dilation: [1, 2], value: 0.5, beyond: 0.0, pools: false }]
    fn patches(x: Tensor, axes: Axes, size: Sizes, stride: Sizes, padding: Padding, dilation: Sizes, value: f64, beyond: f64, pools: bool) -> Tensor {
        windows(surround(x, axes, size, stride, padding, dilation, value, beyond, pools), axes, size, stride, dilation)
    }
    /// Windows of `x: [N, C, H, W]` as columns, `[N, C KH KW, L]` of `L` windows.
    #[note = "as PyTorch's `unfold`; a copy of all windows, where `windows` is a view"]
    #[sample { x: [2, 2, 4, 5], size: [2, 3], stride: [1, 2], padding: 1, dilation: 1 }]
    fn unfold(x: Tensor, size: Sizes, stride: Sizes, padding: Padding, dilation: Sizes) -> Tensor {
        let p = permute(patches(x, [-2, -1], size, stride, padding, dilation, 0.0, 0.0, false), [0, 1, 4, 5, 2, 3]);
        flatten_axes(flatten_axes(p, 1, 3), -2, -1)
    }
    /// Columns of `unfold`, `[N, C KH KW, L]`, added up where they lie in `[N, C, h, w]`: its transpose.
    #[note = "as PyTorch's `fold`; other columns than windows of `h` by `w` have are an error"]
    #[sample { x: [2, 12, 9], h: 4, w: 5, size: [2, 3], stride: [2, 1], padding: [(1, 1), (0, 0)], dilation: 1 }]
    fn fold(x: Tensor, h: usize, w: usize, size: Sizes, stride: Sizes, padding: Padding, dilation: Sizes) -> Tensor {
        let frame = surround(broadcast_to(0.0, [h, w]), [0, 1], size, stride, padding, dilation, 0.0, 0.0, false);
        let one = windows(frame, [0, 1], size, stride, dilation);
        let c = x.dim_by(1, one.dim(2).saturating_mul(one.dim(3)));
        let columns = x.dim_of(2, one.dim(0).saturating_mul(one.dim(1)));
        let p = reshape(x, [x.dim(0), c, one.dim(2), one.dim(3), one.dim(0), one.dim(1)]);
        let y = permute(p, [0, 1, 4, 5, 2, 3]);
        let whole = overlap_add(y, [x.dim(0), c, frame.dim(0), frame.dim(1)], [-2, -1], size, stride, dilation);
        surround_cotangent(whole, [x.dim(0), c, h, w], [-2, -1], size, stride, padding, dilation)
    }
    } };
}
pub(super) use pool;
