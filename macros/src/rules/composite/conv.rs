//! Convolutions: windows of `x` and sums of products. Batch and channels are the first two axes.

macro_rules! conv {
    ($next:ident $($rest:tt)*) => { $next! { $($rest)*
    /// Cross-correlation of `x: [N, C, L]` with `w: [O, C, K]`, `stride` apart, of `x` with `padding` of zeros.
    #[note = "a dim of `w` that is longer than the padded axis is an error"]
    #[sample { x: [2, 3, 7], w: [4, 3, 3], stride: 2, padding: 1, dilation: 1 }]
    fn conv1d(x: Tensor, w: Tensor, stride: Sizes, padding: Padding, dilation: Sizes) -> Tensor {
        let axes = x.rank_of(3);
        let also = w.rank_of(3);
        let channels = w.dim_of(1, x.dim(1));
        let p = patches(x, -1, w.dim(2), stride, padding, dilation, 0.0, 0.0, false);
        contract(p, w, [0, 1, 2, 3], [4, 1, 3], [0, 4, 2])
    }
    /// Cross-correlation of `x: [N, C, H, W]` with `w: [O, C, KH, KW]`. One number is that of both axes.
    #[note = "a dim of `w` that is longer than the padded axis is an error"]
    #[sample { x: [2, 3, 6, 5], w: [4, 3, 3, 2], stride: [2, 1], padding: [1, 0], dilation: [1, 2] }]
    fn conv2d(x: Tensor, w: Tensor, stride: Sizes, padding: Padding, dilation: Sizes) -> Tensor {
        let axes = x.rank_of(4);
        let also = w.rank_of(4);
        let channels = w.dim_of(1, x.dim(1));
        let p = patches(x, [-2, -1], [w.dim(2), w.dim(3)], stride, padding, dilation, 0.0, 0.0, false);
        contract(p, w, [0, 1, 2, 3, 4, 5], [6, 1, 4, 5], [0, 6, 2, 3])
    }
    /// Cross-correlation of `x: [N, C, D, H, W]` with `w: [O, C, KD, KH, KW]`. One number is that of all three axes.
    #[note = "a dim of `w` that is longer than the padded axis is an error"]
    #[sample { x: [1, 2, 3, 4, 3], w: [2, 2, 2, 3, 1], stride: [1, 2, 1], padding: [0, 1, 0], dilation: 1 }]
    fn conv3d(x: Tensor, w: Tensor, stride: Sizes, padding: Padding, dilation: Sizes) -> Tensor {
        let axes = x.rank_of(5);
        let also = w.rank_of(5);
        let channels = w.dim_of(1, x.dim(1));
        let size = [w.dim(2), w.dim(3), w.dim(4)];
        let p = patches(x, [-3, -2, -1], size, stride, padding, dilation, 0.0, 0.0, false);
        contract(p, w, [0, 1, 2, 3, 4, 5, 6, 7], [8, 1, 5, 6, 7], [0, 8, 2, 3, 4])
    }
    /// `conv1d` of `groups` groups of channels, each with its part of `w: [O, C / groups, K]`. As many groups as channels are depthwise.
    #[note = "channels of `x` and `w` that the groups do not divide are an error"]
    #[sample { x: [2, 4, 6], w: [6, 2, 3], stride: 1, padding: 1, dilation: 2, groups: 2 }]
    fn conv1d_grouped(x: Tensor, w: Tensor, stride: Sizes, padding: Padding, dilation: Sizes, groups: usize) -> Tensor {
        let axes = x.rank_of(3);
        let also = w.rank_of(3);
        let channels = w.dim_of(1, x.dim_by(1, groups));
        let each = w.dim_by(0, groups);
        let v = reshape(x, [x.dim(0), groups, channels, x.dim(2)]);
        let f = reshape(w, [groups, each, channels, w.dim(2)]);
        let p = patches(v, -1, w.dim(2), stride, padding, dilation, 0.0, 0.0, false);
        let y = contract(p, f, [0, 1, 2, 3, 4], [1, 5, 2, 4], [0, 1, 5, 3]);
        reshape(y, [y.dim(0), w.dim(0), y.dim(3)])
    }
    /// `conv2d` of `groups` groups of channels, each with its part of `w: [O, C / groups, KH, KW]`. As many groups as channels are
    /// depthwise.
    #[note = "channels of `x` and `w` that the groups do not divide are an error"]
    #[sample { x: [2, 4, 4, 5], w: [6, 2, 3, 2], stride: [1, 2], padding: 1, dilation: 1, groups: 2 }]
    fn conv2d_grouped(x: Tensor, w: Tensor, stride: Sizes, padding: Padding, dilation: Sizes, groups: usize) -> Tensor {
        let axes = x.rank_of(4);
        let also = w.rank_of(4);
        let channels = w.dim_of(1, x.dim_by(1, groups));
        let each = w.dim_by(0, groups);
        let v = reshape(x, [x.dim(0), groups, channels, x.dim(2), x.dim(3)]);
        let f = reshape(w, [groups, each, channels, w.dim(2), w.dim(3)]);
        let p = patches(v, [-2, -1], [w.dim(2), w.dim(3)], stride, padding, dilation, 0.0, 0.0, false);
        let y = contract(p, f, [0, 1, 2, 3, 4, 5, 6], [1, 7, 2, 5, 6], [0, 1, 7, 3, 4]);
        reshape(y, [y.dim(0), w.dim(0), y.dim(3), y.dim(4)])
    }
    /// `conv3d` of `groups` groups of channels, each with its part of `w: [O, C / groups, KD, KH, KW]`. As many groups as channels are
    /// depthwise.
    #[note = "channels of `x` and `w` that the groups do not divide are an error; `w` is repeated for each of the batch"]
    #[sample { x: [2, 4, 3, 3, 4], w: [2, 2, 2, 2, 3], stride: [1, 2, 1], padding: [(1, 0), (0, 1), (1, 1)], dilation: 1, groups: 2 }]
    fn conv3d_grouped(x: Tensor, w: Tensor, stride: Sizes, padding: Padding, dilation: Sizes, groups: usize) -> Tensor {
        let axes = x.rank_of(5);
        let also = w.rank_of(5);
        let channels = w.dim_of(1, x.dim_by(1, groups));
        let each = w.dim_by(0, groups);
        let size = [w.dim(2), w.dim(3), w.dim(4)];
        let n = x.dim(0).saturating_mul(groups);
        let f = reshape(w, [1, groups, each, channels, w.dim(2), w.dim(3), w.dim(4)]);
        let v = reshape(x, [n, channels, x.dim(2), x.dim(3), x.dim(4)]);
        let p = patches(v, [-3, -2, -1], size, stride, padding, dilation, 0.0, 0.0, false);
        let all = broadcast_to(f, [x.dim(0), groups, f.dim(2), f.dim(3), f.dim(4), f.dim(5), f.dim(6)]);
        let each = reshape(all, [n, f.dim(2), f.dim(3), f.dim(4), f.dim(5), f.dim(6)]);
        let y = contract(p, each, [0, 1, 2, 3, 4, 5, 6, 7], [0, 8, 1, 5, 6, 7], [0, 8, 2, 3, 4]);
        reshape(y, [x.dim(0), w.dim(0), y.dim(2), y.dim(3), y.dim(4)])
    }
    /// The transpose of `conv1d` with `w: [C, O, K]`: its result is `(L - 1) stride + dilation (K - 1) + 1 + more` long, less the padding.
    /// With `Padding::SAME` it is `L stride` long.
    #[note = "`more` at least `stride` is an error, and so are an `x` without elements along an axis and `Padding::ceil`"]
    #[sample { x: [2, 3, 4], w: [3, 2, 3], stride: 2, padding: 1, dilation: 1, more: 1 }]
    fn conv_transpose1d(x: Tensor, w: Tensor, stride: Sizes, padding: Padding, dilation: Sizes, more: Sizes) -> Tensor {
        let axes = x.rank_of(3);
        let also = w.rank_of(3);
        let channels = w.dim_of(0, x.dim(1));
        let c = contract(x, w, [0, 1, 2], [1, 3, 4], [0, 3, 2, 4]);
        spread(c, 2, w.dim(2), stride, padding, dilation, more)
    }
    /// The transpose of `conv2d` with `w: [C, O, KH, KW]`. The axes are as long as with `conv_transpose1d`.
    #[note = "as `conv_transpose1d`"]
    #[sample { x: [2, 3, 3, 2], w: [3, 2, 2, 3], stride: [2, 1], padding: [1, 0], dilation: [1, 2], more: [1, 0] }]
    fn conv_transpose2d(x: Tensor, w: Tensor, stride: Sizes, padding: Padding, dilation: Sizes, more: Sizes) -> Tensor {
        let axes = x.rank_of(4);
        let also = w.rank_of(4);
        let channels = w.dim_of(0, x.dim(1));
        let c = contract(x, w, [0, 1, 2, 3], [1, 4, 5, 6], [0, 4, 2, 3, 5, 6]);
        spread(c, [2, 3], [w.dim(2), w.dim(3)], stride, padding, dilation, more)
    }
    /// The transpose of `conv3d` with `w: [C, O, KD, KH, KW]`. The axes are as long as with `conv_transpose1d`.
    #[note = "as `conv_transpose1d`"]
    #[sample { x: [1, 2, 2, 3, 2], w: [2, 2, 2, 2, 3], stride: [1, 2, 1], padding: [(1, 0), (0, 1), (1, 1)], dilation: 1, more: [0, 1, 0] }]
    fn conv_transpose3d(x: Tensor, w: Tensor, stride: Sizes, padding: Padding, dilation: Sizes, more: Sizes) -> Tensor {
        let axes = x.rank_of(5);
        let also = w.rank_of(5);
        let channels = w.dim_of(0, x.dim(1));
        let c = contract(x, w, [0, 1, 2, 3, 4], [1, 5, 6, 7, 8], [0, 5, 2, 3, 4, 6, 7, 8]);
        spread(c, [2, 3, 4], [w.dim(2), w.dim(3), w.dim(4)], stride, padding, dilation, more)
    }
    /// `conv_transpose1d` of `groups` groups of channels, each with its part of `w: [C, O / groups, K]`.
    #[note = "as `conv_transpose1d`; channels of `x` that the groups do not divide are an error"]
    #[sample { x: [2, 4, 3], w: [4, 2, 3], stride: 2, padding: 1, dilation: 1, more: 1, groups: 2 }]
    fn conv_transpose1d_grouped(x: Tensor, w: Tensor, stride: Sizes, padding: Padding, dilation: Sizes, more: Sizes, groups: usize) -> Tensor {
        let axes = x.rank_of(3);
        let also = w.rank_of(3);
        let each = x.dim_by(1, groups);
        let channels = w.dim_of(0, x.dim(1));
        let v = reshape(x, [x.dim(0), groups, each, x.dim(2)]);
        let f = reshape(w, [groups, each, w.dim(1), w.dim(2)]);
        let c = contract(v, f, [0, 1, 2, 3], [1, 2, 4, 5], [0, 1, 4, 3, 5]);
        let y = spread(c, 3, w.dim(2), stride, padding, dilation, more);
        flatten_axes(y, 1, 2)
    }
    /// `conv_transpose2d` of `groups` groups of channels, each with its part of `w: [C, O / groups, KH, KW]`.
    #[note = "as `conv_transpose1d`; channels of `x` that the groups do not divide are an error"]
    #[sample { x: [2, 4, 2, 3], w: [4, 1, 2, 3], stride: [2, 1], padding: [(1, 0), (0, 1)], dilation: 1, more: [1, 0], groups: 2 }]
    fn conv_transpose2d_grouped(x: Tensor, w: Tensor, stride: Sizes, padding: Padding, dilation: Sizes, more: Sizes, groups: usize) -> Tensor {
        let axes = x.rank_of(4);
        let also = w.rank_of(4);
        let each = x.dim_by(1, groups);
        let channels = w.dim_of(0, x.dim(1));
        let v = reshape(x, [x.dim(0), groups, each, x.dim(2), x.dim(3)]);
        let f = reshape(w, [groups, each, w.dim(1), w.dim(2), w.dim(3)]);
        let c = contract(v, f, [0, 1, 2, 3, 4], [1, 2, 5, 6, 7], [0, 1, 5, 3, 4, 6, 7]);
        let y = spread(c, [3, 4], [w.dim(2), w.dim(3)], stride, padding, dilation, more);
        flatten_axes(y, 1, 2)
    }
    /// `conv_transpose3d` of `groups` groups of channels, each with its part of `w: [C, O / groups, KD, KH, KW]`.
    #[note = "as `conv_transpose1d` and `conv3d_grouped`"]
    #[sample { x: [2, 4, 2, 2, 3], w: [4, 1, 2, 1, 2], stride: [1, 2, 1], padding: 0, dilation: 1, more: 0, groups: 2 }]
    fn conv_transpose3d_grouped(x: Tensor, w: Tensor, stride: Sizes, padding: Padding, dilation: Sizes, more: Sizes, groups: usize) -> Tensor {
        let axes = x.rank_of(5);
        let also = w.rank_of(5);
        let each = x.dim_by(1, groups);
        let channels = w.dim_of(0, x.dim(1));
        let size = [w.dim(2), w.dim(3), w.dim(4)];
        let n = x.dim(0).saturating_mul(groups);
        let f = reshape(w, [1, groups, each, w.dim(1), w.dim(2), w.dim(3), w.dim(4)]);
        let v = reshape(x, [n, each, x.dim(2), x.dim(3), x.dim(4)]);
        let all = broadcast_to(f, [x.dim(0), groups, f.dim(2), f.dim(3), f.dim(4), f.dim(5), f.dim(6)]);
        let each = reshape(all, [n, f.dim(2), f.dim(3), f.dim(4), f.dim(5), f.dim(6)]);
        let c = contract(v, each, [0, 1, 2, 3, 4], [0, 1, 5, 6, 7, 8], [0, 5, 2, 3, 4, 6, 7, 8]);
        let y = spread(c, [2, 3, 4], size, stride, padding, dilation, more);
        reshape(y, [x.dim(0), groups.saturating_mul(w.dim(1)), y.dim(2), y.dim(3), y.dim(4)])
    }
    /// `x: [N, C, ..]` with `bias: [C]` added to its channels, as layers do behind a convolution or a product.
    #[note = "as any map it is part of the kernel of what follows"]
    #[sample { x: [2, 3, 2, 2], bias: [3] }]
    fn add_bias(x: Tensor, bias: Tensor) -> Tensor {
        let c = reshape(bias, [bias.dim_of(0, x.dim(1))]);
        let plane = unsqueeze_if(unsqueeze_if(c, -1, x.rank() > 2), -1, x.rank() > 3);
        let volume = unsqueeze_if(unsqueeze_if(plane, -1, x.rank() > 4), -1, x.rank() > 5);
        x + unsqueeze_if(unsqueeze_if(volume, -1, x.rank() > 6), -1, x.rank() > 7)
    }
    } };
}
pub(super) use conv;
