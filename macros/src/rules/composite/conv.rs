//! Convolutions and pooling: windows of `x`, and a product or a reduction over each. Batch and channels are the first two axes.

macro_rules! conv {
    ($next:ident $($rest:tt)*) => { $next! { $($rest)*
    /// Cross-correlation of `x: [N, C, L]` with `w: [O, C, K]`, `stride` apart, of `x` with `padding` zeros on both sides.
    #[note = "a dim of `w` that is longer than the padded axis is an error"]
    #[sample { x: [2, 3, 7], w: [4, 3, 3], stride: 2, padding: 1, dilation: 1 }]
    fn conv1d(x: Tensor, w: Tensor, stride: Sizes, padding: Sizes, dilation: Sizes) -> Tensor {
        let p = windows(pad_each(x, -1, padding, 0.0), -1, w.dim(2), stride, dilation);
        contract(p, w, [0, 1, 2, 3], [4, 1, 3], [0, 4, 2])
    }
    /// Cross-correlation of `x: [N, C, H, W]` with `w: [O, C, KH, KW]`. One number is that of both axes.
    #[note = "a dim of `w` that is longer than the padded axis is an error"]
    #[sample { x: [2, 3, 6, 5], w: [4, 3, 3, 2], stride: [2, 1], padding: [1, 0], dilation: [1, 2] }]
    fn conv2d(x: Tensor, w: Tensor, stride: Sizes, padding: Sizes, dilation: Sizes) -> Tensor {
        let p = windows(pad_each(x, [-2, -1], padding, 0.0), [-2, -1], [w.dim(2), w.dim(3)], stride, dilation);
        contract(p, w, [0, 1, 2, 3, 4, 5], [6, 1, 4, 5], [0, 6, 2, 3])
    }
    /// Cross-correlation of `x: [N, C, D, H, W]` with `w: [O, C, KD, KH, KW]`. One number is that of all three axes.
    #[note = "a dim of `w` that is longer than the padded axis is an error"]
    #[sample { x: [1, 2, 3, 4, 3], w: [2, 2, 2, 3, 1], stride: [1, 2, 1], padding: [0, 1, 0], dilation: 1 }]
    fn conv3d(x: Tensor, w: Tensor, stride: Sizes, padding: Sizes, dilation: Sizes) -> Tensor {
        let size = [w.dim(2), w.dim(3), w.dim(4)];
        let p = windows(pad_each(x, [-3, -2, -1], padding, 0.0), [-3, -2, -1], size, stride, dilation);
        contract(p, w, [0, 1, 2, 3, 4, 5, 6, 7], [8, 1, 5, 6, 7], [0, 8, 2, 3, 4])
    }
    /// `conv1d` of `groups` groups of channels, each with its part of `w: [O, C / groups, K]`. As many groups as channels are depthwise.
    #[note = "channels of `x` and `w` that the groups do not divide are an error"]
    #[sample { x: [2, 4, 6], w: [6, 2, 3], stride: 1, padding: 1, dilation: 2, groups: 2 }]
    fn conv1d_grouped(x: Tensor, w: Tensor, stride: Sizes, padding: Sizes, dilation: Sizes, groups: usize) -> Tensor {
        let v = reshape(x, [x.dim(0), groups, x.dim(1) / groups.max(1), x.dim(2)]);
        let f = reshape(w, [groups, w.dim(0) / groups.max(1), w.dim(1), w.dim(2)]);
        let p = windows(pad_each(v, -1, padding, 0.0), -1, w.dim(2), stride, dilation);
        let y = contract(p, f, [0, 1, 2, 3, 4], [1, 5, 2, 4], [0, 1, 5, 3]);
        reshape(y, [y.dim(0), w.dim(0), y.dim(3)])
    }
    /// `conv2d` of `groups` groups of channels, each with its part of `w: [O, C / groups, KH, KW]`. As many groups as channels are
    /// depthwise.
    #[note = "channels of `x` and `w` that the groups do not divide are an error"]
    #[sample { x: [2, 4, 4, 5], w: [6, 2, 3, 2], stride: [1, 2], padding: 1, dilation: 1, groups: 2 }]
    fn conv2d_grouped(x: Tensor, w: Tensor, stride: Sizes, padding: Sizes, dilation: Sizes, groups: usize) -> Tensor {
        let v = reshape(x, [x.dim(0), groups, x.dim(1) / groups.max(1), x.dim(2), x.dim(3)]);
        let f = reshape(w, [groups, w.dim(0) / groups.max(1), w.dim(1), w.dim(2), w.dim(3)]);
        let p = windows(pad_each(v, [-2, -1], padding, 0.0), [-2, -1], [w.dim(2), w.dim(3)], stride, dilation);
        let y = contract(p, f, [0, 1, 2, 3, 4, 5, 6], [1, 7, 2, 5, 6], [0, 1, 7, 3, 4]);
        reshape(y, [y.dim(0), w.dim(0), y.dim(3), y.dim(4)])
    }
    /// The transpose of `conv1d` with `w: [C, O, K]`: its result is `(L - 1) stride + dilation (K - 1) + 1 - 2 padding + more` long.
    #[note = "`more` at least `stride` is an error, and so is an `x` without elements along an axis"]
    #[sample { x: [2, 3, 4], w: [3, 2, 3], stride: 2, padding: 1, dilation: 1, more: 1 }]
    fn conv_transpose1d(x: Tensor, w: Tensor, stride: Sizes, padding: Sizes, dilation: Sizes, more: Sizes) -> Tensor {
        let c = contract(x, w, [0, 1, 2], [1, 3, 4], [0, 3, 2, 4]);
        unpad_each(spread(c, 2, w.dim(2), stride, dilation, more), -1, padding)
    }
    /// The transpose of `conv2d` with `w: [C, O, KH, KW]`: each axis is `(L - 1) stride + dilation (K - 1) + 1 - 2 padding + more` long.
    #[note = "`more` at least `stride` is an error, and so is an `x` without elements along an axis"]
    #[sample { x: [2, 3, 3, 2], w: [3, 2, 2, 3], stride: [2, 1], padding: [1, 0], dilation: [1, 2], more: [1, 0] }]
    fn conv_transpose2d(x: Tensor, w: Tensor, stride: Sizes, padding: Sizes, dilation: Sizes, more: Sizes) -> Tensor {
        let c = contract(x, w, [0, 1, 2, 3], [1, 4, 5, 6], [0, 4, 2, 3, 5, 6]);
        unpad_each(spread(c, [2, 3], [w.dim(2), w.dim(3)], stride, dilation, more), [-2, -1], padding)
    }
    /// The largest element of each window of `size` elements of the last axis. Padding is no element of any window.
    #[note = "ties share the gradient, as in `max`"]
    #[sample { x: distinct([2, 2, 7]), size: 3, stride: 2, padding: 1 }]
    fn max_pool1d(x: Tensor, size: Sizes, stride: Sizes, padding: Sizes) -> Tensor {
        max(windows(pad_each(x, -1, padding, f64::NEG_INFINITY), -1, size, stride, 1), -1, false)
    }
    /// The largest element of each window of the last two axes. Padding is no element of any window.
    #[note = "ties share the gradient, as in `max`"]
    #[sample { x: distinct([1, 2, 5, 4]), size: [3, 2], stride: 2, padding: 1 }]
    fn max_pool2d(x: Tensor, size: Sizes, stride: Sizes, padding: Sizes) -> Tensor {
        let p = pad_each(x, [-2, -1], padding, f64::NEG_INFINITY);
        max(windows(p, [-2, -1], size, stride, 1), [-2, -1], false)
    }
    /// The largest element of each window of the last three axes. Padding is no element of any window.
    #[note = "ties share the gradient, as in `max`"]
    #[sample { x: distinct([1, 1, 3, 4, 3]), size: 2, stride: [1, 2, 1], padding: 0 }]
    fn max_pool3d(x: Tensor, size: Sizes, stride: Sizes, padding: Sizes) -> Tensor {
        let p = pad_each(x, [-3, -2, -1], padding, f64::NEG_INFINITY);
        max(windows(p, [-3, -2, -1], size, stride, 1), [-3, -2, -1], false)
    }
    /// The mean of each window of `size` elements of the last axis, to which padding brings zeros.
    #[note = "padding counts"]
    #[sample { x: [2, 2, 7], size: 3, stride: 2, padding: 1 }]
    fn avg_pool1d(x: Tensor, size: Sizes, stride: Sizes, padding: Sizes) -> Tensor {
        mean(windows(pad_each(x, -1, padding, 0.0), -1, size, stride, 1), -1, false)
    }
    /// The mean of each window of the last two axes, to which padding brings zeros.
    #[note = "padding counts; `avg_pool2d_within` leaves it out"]
    #[sample { x: [1, 2, 5, 4], size: [3, 2], stride: 2, padding: 1 }]
    fn avg_pool2d(x: Tensor, size: Sizes, stride: Sizes, padding: Sizes) -> Tensor {
        mean(windows(pad_each(x, [-2, -1], padding, 0.0), [-2, -1], size, stride, 1), [-2, -1], false)
    }
    /// The mean of each window of the last three axes, to which padding brings zeros.
    #[note = "padding counts"]
    #[sample { x: [1, 1, 3, 4, 3], size: 2, stride: [1, 2, 1], padding: 1 }]
    fn avg_pool3d(x: Tensor, size: Sizes, stride: Sizes, padding: Sizes) -> Tensor {
        mean(windows(pad_each(x, [-3, -2, -1], padding, 0.0), [-3, -2, -1], size, stride, 1), [-3, -2, -1], false)
    }
    /// The mean of the elements of `x` in each window of the last two axes.
    #[note = "padding does not count; a window of nothing but padding is an error of the sizes, and gives NaN"]
    #[sample { x: [1, 2, 5, 4], size: [3, 2], stride: 2, padding: 1 }]
    fn avg_pool2d_within(x: Tensor, size: Sizes, stride: Sizes, padding: Sizes) -> Tensor {
        let p = windows(pad_each(x, [-2, -1], padding, 0.0), [-2, -1], size, stride, 1);
        let one = broadcast_to(1.0, [x.dim(-2), x.dim(-1)]);
        let n = windows(pad_each(one, [-2, -1], padding, 0.0), [-2, -1], size, stride, 1);
        sum(p, [-2, -1], false) / sum(n, [-2, -1], false)
    }
    } };
}
pub(super) use conv;
