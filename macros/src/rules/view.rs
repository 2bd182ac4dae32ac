//! Layout arithmetic: no element changes. `reshape` copies where strides cannot say it.

use super::rules;

rules! { View:
    /// The same elements, row major, in another shape; one size may be -1 and is inferred.
    Reshape = reshape(x: any, #sizes: Extent) -> y: any {
        linear;
        vjp { x: reshape(g, x.shape()) }
        shape reshape;
        sample { x: [2, 6], sizes: [3, -1] }
    }
    /// Axis `i` of the result is axis `axes[i]` of `x`.
    Permute = permute(x: any, #axes: Order) -> y: any {
        linear;
        vjp { x: unpermute(g, axes) }
        shape permute;
        sample { x: [2, 3, 4], axes: [2, 0, -2] }
    }
    /// Axis `axes[i]` of the result is axis `i` of `x`: undoes `permute`.
    Unpermute = unpermute(x: any, #axes: Order) -> y: any {
        internal;
        linear;
        vjp { x: permute(g, axes) }
        shape unpermute;
        sample { x: [2, 3, 4], axes: [2, 0, 1] }
    }
    /// Exchanges two axes.
    SwapAxes = swap_axes(x: any, #a: Axis, #b: Axis) -> y: any {
        linear;
        vjp { x: swap_axes(g, a, b) }
        shape swap_axes;
        sample { x: [2, 3, 4], a: 0, b: -1 }
    }
    /// Transpose of a matrix; another rank is an error, use `mt`.
    T = t(x: any [M, N]) -> y: any [N, M] {
        linear;
        vjp { x: t(g) }
        batch transposed;
        sample { x: [2, 3] }
    }
    /// Transpose of the last two axes.
    Mt = mt(x: any [.., M, N]) -> y: any [.., N, M] {
        linear;
        vjp { x: mt(g) }
        sample { x: [2, 3, 4] }
    }
    /// Repeats along axes of length 1 and along missing leading axes, to `shape`.
    BroadcastTo = broadcast_to(x: any, #shape: Shape) -> y: any {
        linear;
        vjp { x: sum_to(g, x.shape()) }
        shape broadcast_to;
        batch broadcast_to;
        sample { x: [3, 1], shape: [2, 3, 4] }
    }
    /// Drops axes, which must have length 1; all axes of length 1 if none is named.
    Squeeze = squeeze(x: any, #axes: Axes) -> y: any {
        linear;
        vjp { x: reshape(g, x.shape()) }
        shape squeeze;
        sample { x: [2, 1, 3], axes: 1 }
    }
    /// Inserts an axis of length 1, such that it has number `axis` in the result.
    Unsqueeze = unsqueeze(x: any, #axis: Axis) -> y: any {
        linear;
        vjp { x: squeeze(g, axis) }
        shape unsqueeze;
        sample { x: [2, 3], axis: -1 }
    }
    /// `squeeze(axis)` if `on`, else `x`: how rules treat vectors as matrices.
    SqueezeIf = squeeze_if(x: any, #axis: Axis, #on: bool) -> y: any {
        internal;
        linear;
        vjp { x: unsqueeze_if(g, axis, on) }
        shape squeeze_if;
        sample { x: [2, 1, 3], axis: 1, on: true }
    }
    /// `unsqueeze(axis)` if `on`, else `x`: how rules treat vectors as matrices.
    UnsqueezeIf = unsqueeze_if(x: any, #axis: Axis, #on: bool) -> y: any {
        internal;
        linear;
        vjp { x: squeeze_if(g, axis, on) }
        shape unsqueeze_if;
        sample { x: [2, 3], axis: -1, on: true }
    }
    /// Puts the axes that a reduction of a tensor of shape `shape` dropped back with length 1; nothing to do if `keep`.
    KeepAxes = keep_axes(x: any, #shape: Shape, #axes: Axes, #keep: bool) -> y: any {
        internal;
        linear;
        vjp { x: reshape(g, x.shape()) }
        shape keep_axes;
        sample { x: [2, 4], shape: [2, 3, 4], axes: 1, keep: false }
    }
    /// Merges the axes from `start` to `end`, both included, into one; a scalar becomes `[1]`.
    FlattenAxes = flatten_axes(x: any, #start: Axis, #end: Axis) -> y: any {
        linear;
        vjp { x: reshape(g, x.shape()) }
        shape flatten;
        sample { x: [2, 3, 4], start: 1, end: -1 }
    }
    /// `len` elements of an axis, from `start` on; what reaches beyond the axis is an error.
    Narrow = narrow(x: any, #axis: Axis, #start: usize, #len: usize) -> y: any {
        linear;
        vjp { x: slice_cotangent(g, x.shape(), axis, start as isize, (start + len) as isize, 1) }
        shape narrow;
        sample { x: [2, 5], axis: 1, start: 1, len: 3 }
    }
    /// Every `step`-th element of an axis from `start` up to `end`, excluded; both may be negative, from the end.
    Slice = slice(x: any, #axis: Axis, #start: isize, #end: isize, #step: usize) -> y: any {
        linear;
        vjp { x: slice_cotangent(g, x.shape(), axis, start, end, step) }
        shape slice;
        note "bounds beyond the axis are cut to it, as in Python; a step of 0 is an error";
        sample { x: [2, 7], axis: 1, start: 1, end: -1, step: 2 }
    }
    /// Reverses the order along axes.
    Flip = flip(x: any, #axes: Axes) -> y: any {
        linear;
        vjp { x: flip(g, axes) }
        shape same;
        sample { x: [2, 3], axes: 1 }
    }
    /// Windows that slide along axes: axis `axes[i]` counts the windows, and a new axis at the end has the `size[i]` elements of
    /// each. Windows are `stride[i]` apart, their elements `dilation[i]`; one number is that of all axes.
    Windows = windows(x: any, #axes: Axes, #size: Sizes, #stride: Sizes, #dilation: Sizes) -> y: any {
        linear;
        vjp { x: overlap_add(g, x.shape(), axes, size, stride, dilation) }
        shape windows;
        note "a window that reaches beyond its axis is an error; elements behind the last window are in none";
        sample { x: [2, 7, 5], axes: [1, -1], size: [3, 2], stride: [2, 1], dilation: [1, 2] }
    }
    /// The diagonal of the last two axes: element `i` is `x[.., i, i + offset]`.
    Diagonal = diagonal(x: any, #offset: isize) -> y: any {
        linear;
        vjp { x: diagonal_cotangent(g, x.shape(), offset) }
        shape diagonal;
        sample { x: [2, 3, 4], offset: 1 }
    }
    /// The diagonal of square matrices, the last two axes.
    MainDiagonal = main_diagonal(x: any [.., N, N]) -> y: any [.., N] {
        linear;
        vjp { x: diagonal_cotangent(g, x.shape(), 0) }
        note "other matrices are an error; `diagonal` takes them";
        sample { x: [2, 3, 3] }
    }
    /// The element at an index that has a number for each axis, as a tensor of rank 0: `x[i]`, `x[[i, j]]`.
    Element = element(x: any, #index: Sizes) -> y: any {
        linear;
        vjp { x: element_cotangent(g, x.shape(), index) }
        shape element;
        note "an index outside of the shape is an error; it counts from the front";
        batch element;
        sample { x: [2, 3], index: [1, 2] }
    }
    /// Part `part` of `x` cut along an axis into pieces of the given sizes, which must cover the axis.
    SplitPart = split_part(x: any, #sizes: Sizes, #axis: Axis, #part: usize) -> y: any {
        internal;
        linear;
        vjp { x: slice_cotangent(g, x.shape(), axis, sizes.start(part), sizes.start(part + 1), 1) }
        shape split_part;
        sample { x: [2, 5], sizes: [2, 3], axis: 1, part: 1 }
    }
    /// Part `part` of `x` cut along an axis into `n` pieces of equal size; the last may be smaller.
    ChunkPart = chunk_part(x: any, #n: usize, #axis: Axis, #part: usize) -> y: any {
        internal;
        linear;
        vjp { x: slice_cotangent(g, x.shape(), axis, x.shape().chunk_start(axis, n, part), x.shape().chunk_start(axis, n, part + 1), 1) }
        shape chunk_part;
        sample { x: [2, 5], n: 2, axis: 1, part: 0 }
    }
    /// Undoes `pad`: drops `before` and `after` elements of each axis.
    Unpad = unpad(x: any, #widths: Widths) -> y: any {
        internal;
        linear;
        vjp { x: pad(g, widths, 0.0) }
        shape unpad;
        sample { x: [4, 5], widths: [(1, 0), (2, 1)] }
    }
    /// `x`, whose places in its last `count` axes have numbers in i32.
    Numbered = numbered(x: any, #count: usize) -> y: any {
        internal;
        linear;
        vjp { x: g }
        shape same;
        note "more places are an error";
        sample { x: [2, 3, 4], count: 2 }
    }
    /// Axis `from[i]` of `x` becomes axis `to[i]`; the others keep their order.
    Movedim = movedim(x: any, #from: Axes, #to: Axes) -> y: any {
        linear;
        vjp { x: movedim(g, to, from) }
        shape movedim;
        note "NumPy's `moveaxis`";
        sample { x: [2, 3, 4], from: [0, -1], to: [1, 0] }
    }
}
