//! Ops that copy elements into a new layout, and the constructors that rules and composites need.

macro_rules! layout {
    ($next:ident $($rest:tt)*) => { $next! { $($rest)*
    /// Joins tensors along an axis; their other dims agree.
    Concat = concat(xs: .., #axis: Axis) -> y: any {
        linear;
        vjp fn concat_vjp;
        shape concat;
        sample { xs: list([2, 3], [2, 1]), axis: 1 }
    }
    /// Joins tensors of one shape along a new axis, which has number `axis` in the result.
    Stack = stack(xs: .., #axis: Axis) -> y: any {
        linear;
        vjp fn stack_vjp;
        shape stack;
        sample { xs: list([2, 3], [2, 3]), axis: 1 }
    }
    /// Zeros of shape `shape` with `x` at `start, start + step, ..` of an axis: the cotangent of `slice`.
    SliceCotangent = slice_cotangent(x: any, #shape: Shape, #axis: Axis, #start: isize, #end: isize, #step: usize) -> y: any {
        internal;
        linear;
        vjp { x: slice(g, axis, start, end, step) }
        shape given;
        sample { x: [2, 3], shape: [2, 7], axis: 1, start: 1, end: -1, step: 2 }
    }
    /// Windows added up where they lie, into a tensor of shape `shape`: undoes `windows` but for what overlaps.
    OverlapAdd = overlap_add(x: num, #shape: Shape, #axes: Axes, #size: Sizes, #stride: Sizes, #dilation: Sizes) -> y: num {
        linear;
        vjp { x: windows(g, axes, size, stride, dilation) }
        shape given;
        note "each sum has one order, whatever the number of threads; elements in no window are 0";
        sample { x: [2, 3, 3, 3, 2], shape: [2, 7, 5], axes: [1, -1], size: [3, 2], stride: [2, 1], dilation: [1, 2] }
    }
    /// `overlap_add` into axes as long as their windows reach, and `more[i]` elements more; then `padding` is dropped.
    Spread = spread(x: num, #axes: Axes, #size: Sizes, #stride: Sizes, #padding: Padding, #dilation: Sizes, #more: Sizes) -> y: num {
        internal;
        linear;
        vjp { x: patches(g, axes, size, stride, padding, dilation, 0.0, 0.0, false) }
        shape spread;
        note "`SAME`: `stride` times as long as `x`, without more; the padding of `Padding::ceil` is an error";
        sample { x: [2, 3, 3, 3, 2], axes: [1, 2], size: [3, 2], stride: [2, 1], padding: [1, 0], dilation: [1, 2], more: [1, 0] }
    }
    /// `x` with the padding of its windows, of `value`. Elements that `Padding::ceil` adds behind the padding are `beyond`.
    Surround = surround(
        x: any, #axes: Axes, #size: Sizes, #stride: Sizes, #padding: Padding, #dilation: Sizes, #value: f64, #beyond: f64, #pools: bool
    ) -> y: any {
        internal;
        vjp { x: surround_cotangent(g, x.shape(), axes, size, stride, padding, dilation) }
        jvp { surround(dx, axes, size, stride, padding, dilation, 0.0, 0.0, pools) }
        shape surround;
        note "padding of more than half of a window is an error where it `pools`";
        sample { x: [2, 7, 5], axes: [1, -1], size: [3, 2], stride: [2, 1], padding: [(1, 0), (0, 2)], dilation: [1, 2], value: 0.5, beyond: 0.0, pools: false }
    }
    /// `x` without the padding of windows of a tensor of shape `shape`: the cotangent of `surround`.
    SurroundCotangent = surround_cotangent(x: any, #shape: Shape, #axes: Axes, #size: Sizes, #stride: Sizes, #padding: Padding, #dilation: Sizes) -> y: any {
        internal;
        linear;
        vjp { x: surround(g, axes, size, stride, padding, dilation, 0.0, 0.0, false) }
        shape given;
        sample { x: [2, 8, 7], shape: [2, 7, 5], axes: [1, -1], size: [3, 2], stride: [2, 1], padding: [(1, 0), (0, 2)], dilation: [1, 2] }
    }
    /// The largest element of each window of `windows`. NaN wins.
    WindowMax = window_max(x, #axes: Axes, #size: Sizes, #stride: Sizes, #dilation: Sizes) -> y {
        internal;
        vjp { x: window_share(x, y, g, axes, size, stride, dilation) }
        jvp { window_pick(y, x, dx, axes, size, stride, dilation) }
        shape window_max;
        note "ties: equal shares";
        sample { x: distinct([2, 5, 4]), axes: [1, 2], size: [3, 2], stride: [1, 2], dilation: [2, 1] }
    }
    /// The mean of `t` over the places in each window of `x` whose elements are at least `y`: those of the largest, if `y` is that.
    WindowPick = window_pick(y, x, t, #axes: Axes, #size: Sizes, #stride: Sizes, #dilation: Sizes) -> p {
        internal;
        vjp { y: zero, x: zero, t: window_share(x, y, g, axes, size, stride, dilation) }
        jvp { window_pick(y, x, dt, axes, size, stride, dilation) }
        shape same;
        sample { y: [2, 1, 1], x: distinct([2, 3, 3]), t: [2, 3, 3], axes: [1, 2], size: [3, 2], stride: 1, dilation: [1, 2] }
    }
    /// `c` of each window, shared by the places in `x` whose elements are at least `y`: the cotangent of `window_max`.
    WindowShare = window_share(x, y, c, #axes: Axes, #size: Sizes, #stride: Sizes, #dilation: Sizes) -> s {
        internal;
        vjp { x: zero, y: zero, c: window_pick(y, x, g, axes, size, stride, dilation) }
        jvp { window_share(x, y, dc, axes, size, stride, dilation) }
        shape same;
        sample { x: distinct([2, 3, 3]), y: [2, 1, 1], c: [2, 1, 1], axes: [1, 2], size: [3, 2], stride: 1, dilation: [1, 2] }
    }
    /// Zeros of shape `shape` with `x` on a diagonal of the last two axes: the cotangent of `diagonal`.
    DiagonalCotangent = diagonal_cotangent(x: any, #shape: Shape, #offset: isize) -> y: any {
        internal;
        linear;
        vjp { x: diagonal(g, offset) }
        shape given;
        sample { x: [2, 3], shape: [2, 3, 4], offset: 1 }
    }
    /// Zeros of shape `shape` with the scalar `x` at an index: the cotangent of `element`.
    ElementCotangent = element_cotangent(x: any, #shape: Shape, #index: Sizes) -> y: any {
        internal;
        linear;
        vjp { x: element(g, index) }
        shape given;
        batch element_cotangent;
        sample { x: [], shape: [2, 3], index: [1, 2] }
    }
    /// A matrix with the vector `x` on its diagonal, batched; `offset > 0` is above the main diagonal.
    DiagEmbed = diag_embed(x: any, #offset: isize) -> y: any {
        linear;
        vjp { x: diagonal(g, offset) }
        shape diag_embed;
        sample { x: [2, 3], offset: -1 }
    }
    /// Of a vector the diagonal matrix, of a matrix the diagonal.
    Diag = diag(x: any, #offset: isize) -> y: any {
        linear;
        vjp { x: diag_cotangent(g, x.shape(), offset) }
        shape diag;
        batch diag;
        sample { x: [3], offset: 1 }
    }
    /// The cotangent of `diag` of a tensor of shape `shape`.
    DiagCotangent = diag_cotangent(x: any, #shape: Shape, #offset: isize) -> y: any {
        internal;
        linear;
        vjp { x: diag(g, offset) }
        shape given;
        batch diag;
        sample { x: [3], shape: [3, 4], offset: 1 }
    }
    /// Extends each axis by `before` and `after` elements of `value`: one pair per axis.
    Pad = pad(x: any, #widths: Widths, #value: f64) -> y: any {
        vjp { x: unpad(g, widths) }
        jvp { pad(dx, widths, 0.0) }
        shape pad;
        sample { x: [2, 3], widths: [(1, 0), (2, 1)], value: 0.5 }
    }
    /// Extends each axis by its mirror image, the edge not repeated.
    PadReflect = pad_reflect(x: any, #widths: Widths) -> y: any {
        linear;
        vjp { x: pad_reflect_cotangent(g, x.shape(), widths) }
        shape pad;
        sample { x: [2, 3], widths: [(1, 0), (2, 1)] }
    }
    /// The cotangent of `pad_reflect`: what was copied is summed.
    PadReflectCotangent = pad_reflect_cotangent(x, #shape: Shape, #widths: Widths) -> y {
        internal;
        linear;
        vjp { x: pad_reflect(g, widths) }
        shape given;
        sample { x: [3, 6], shape: [2, 3], widths: [(1, 0), (2, 1)] }
    }
    /// Extends each axis by its edge.
    PadReplicate = pad_replicate(x: any, #widths: Widths) -> y: any {
        linear;
        vjp { x: pad_replicate_cotangent(g, x.shape(), widths) }
        shape pad;
        sample { x: [2, 3], widths: [(1, 0), (4, 1)] }
    }
    /// The cotangent of `pad_replicate`: what was copied is summed.
    PadReplicateCotangent = pad_replicate_cotangent(x, #shape: Shape, #widths: Widths) -> y {
        internal;
        linear;
        vjp { x: pad_replicate(g, widths) }
        shape given;
        sample { x: [3, 8], shape: [2, 3], widths: [(1, 0), (4, 1)] }
    }
    /// Extends each axis periodically; widths up to the length of the axis.
    PadCircular = pad_circular(x: any, #widths: Widths) -> y: any {
        linear;
        vjp { x: pad_circular_cotangent(g, x.shape(), widths) }
        shape pad;
        sample { x: [2, 3], widths: [(1, 0), (2, 1)] }
    }
    /// The cotangent of `pad_circular`: what was copied is summed.
    PadCircularCotangent = pad_circular_cotangent(x, #shape: Shape, #widths: Widths) -> y {
        internal;
        linear;
        vjp { x: pad_circular(g, widths) }
        shape given;
        sample { x: [3, 6], shape: [2, 3], widths: [(1, 0), (2, 1)] }
    }
    /// Moves elements by `by` places along an axis; those that leave come back at the other end.
    Roll = roll(x: any, #by: isize, #axis: Axis) -> y: any {
        linear;
        vjp { x: roll(g, by.wrapping_neg(), axis) }
        shape same;
        sample { x: [2, 5], by: -2, axis: 1 }
    }
    /// Moves elements by `by` places along an axis; those that leave are lost and `fill` comes in.
    Shift = shift(x, #by: isize, #axis: Axis, #fill: f64) -> y {
        internal;
        vjp { x: shift(g, by.wrapping_neg(), axis, 0.0) }
        jvp { shift(dx, by, axis, 0.0) }
        shape same;
        sample { x: [2, 5], by: 1, axis: 1, fill: 1.0 }
    }
    /// `reps[i]` copies along axis `i`, aligned at the end; a longer list adds axes in front.
    Tile = tile(x: any, #reps: Sizes) -> y: any {
        linear;
        vjp { x: tile_cotangent(g, x.shape(), reps) }
        shape tile;
        batch tile;
        sample { x: [2, 3], reps: [2, 1, 2] }
    }
    /// The cotangent of `tile`: the sum of the copies.
    TileCotangent = tile_cotangent(x, #shape: Shape, #reps: Sizes) -> y {
        internal;
        linear;
        vjp { x: tile(g, reps) }
        shape given;
        batch tile;
        sample { x: [2, 2, 6], shape: [2, 3], reps: [2, 1, 2] }
    }
    /// Each element `n` times in a row, along an axis.
    RepeatInterleave = repeat_interleave(x: any, #n: usize, #axis: Axis) -> y: any {
        linear;
        vjp { x: repeat_interleave_cotangent(g, x.shape(), n, axis) }
        shape repeat_interleave;
        sample { x: [2, 3], n: 2, axis: -1 }
    }
    /// The cotangent of `repeat_interleave`: the sum of the copies.
    RepeatInterleaveCotangent = repeat_interleave_cotangent(x, #shape: Shape, #n: usize, #axis: Axis) -> y {
        internal;
        linear;
        vjp { x: repeat_interleave(g, n, axis) }
        shape given;
        sample { x: [2, 6], shape: [2, 3], n: 2, axis: -1 }
    }
    /// The axes `axes` moved to the end and merged, in order, into one.
    FoldAxes = fold_axes(x: any, #axes: Axes) -> y: any {
        internal;
        linear;
        vjp { x: unfold_axes(g, x.shape(), axes) }
        shape fold_axes;
        sample { x: [2, 3, 4], axes: [0, 2] }
    }
    /// Undoes `fold_axes` of a tensor of shape `shape`.
    UnfoldAxes = unfold_axes(x: any, #shape: Shape, #axes: Axes) -> y: any {
        internal;
        linear;
        vjp { x: fold_axes(g, axes) }
        shape given;
        sample { x: [3, 8], shape: [2, 3, 4], axes: [0, 2] }
    }
    /// `0, 1, .., n - 1`.
    Iota = iota(#n: usize) -> y: i32 {
        vjp {}
        shape iota;
        sample { n: 4 }
    }
    /// Where `n` elements lie evenly among `len`: the element before each. `offset` is the middle of an element; with `align` the ends
    /// meet instead.
    PlaceBefore = place_before(#n: usize, #len: usize, #align: bool, #offset: f64) -> y: i32 {
        internal;
        vjp {}
        shape iota;
        note "exact for offsets 0 and 0.5; before the first element is element -1; a `len` of 0 is an error";
        sample { n: 3, len: 5, align: false, offset: 0.5 }
    }
    /// The part of the way from the element of `place_before` to the next.
    PlaceWithin = place_within(#n: usize, #len: usize, #align: bool, #offset: f64) -> y: target {
        internal;
        vjp {}
        shape iota;
        note "as `place_before`";
        sample { n: 3, len: 5, align: false, offset: 0.5 }
    }
    /// Cosines, and behind them sines, of the angles `(start + p) / scale * base^(-2i / dim)`: `[2, n, dim / 2]`.
    RopeTable = rope_table(#n: usize, #dim: usize, #base: f64, #scale: f64, #start: usize) -> y: target {
        vjp {}
        shape rope_table;
        note "formed in f64 and rounded once; an odd `dim`, and a `base` or `scale` not above 0, are errors";
        sample { n: 3, dim: 4, base: 100.0, scale: 2.0, start: 1 }
    }
    /// Triangles over frequencies, `[freqs, mels]`: the frequencies of `rfft` lie evenly from 0 to half of `rate`, and the corners evenly on the
    /// mel scale from `low` to `high`. The scale is that of HTK, or Slaney's; `area` divides each by half of its width.
    MelBank = mel_bank(#freqs: usize, #mels: usize, #rate: f64, #low: f64, #high: f64, #htk: bool, #area: bool) -> y: target {
        vjp {}
        shape mel_bank;
        note "as `torchaudio.functional.melscale_fbanks`, formed in f64 and rounded once; a triangle over no frequency, and a range that is none, are errors";
        sample { freqs: 9, mels: 3, rate: 100.0, low: 0.0, high: 50.0, htk: true, area: false }
    }
    /// Uniform over `low..high`: `key.uniform(shape)`, `key.uniform_in(low, high, shape)`. Draws are constants.
    KeyUniform = key_uniform(#key: Key, #low: f64, #high: f64, #shape: Shape) -> y: target {
        internal;
        vjp {}
        shape given;
        sample { key: 7, low: 0.5, high: 1.5, shape: [2, 3] }
    }
    /// Standard normal: `key.normal(shape)`.
    KeyNormal = key_normal(#key: Key, #shape: Shape) -> y: target {
        internal;
        vjp {}
        shape given;
        sample { key: 7, shape: [2, 3] }
    }
    /// `true` with probability `p`: `key.bernoulli(p, shape)`.
    KeyBernoulli = key_bernoulli(#key: Key, #p: f64, #shape: Shape) -> y: bool {
        internal;
        vjp {}
        shape given;
        sample { key: 7, p: 0.5, shape: [2, 3] }
    }
    /// Integers, uniform over `low..high`: `key.randint(low, high, shape)`.
    KeyRandint = key_randint(#key: Key, #low: i32, #high: i32, #shape: Shape) -> y: i32 {
        internal;
        vjp {}
        shape given;
        sample { key: 7, low: -1, high: 5, shape: [2, 3] }
    }
    /// The numbers `0..n` in random order: `key.permutation(n)`.
    KeyPermutation = key_permutation(#key: Key, #n: usize) -> y: i32 {
        internal;
        vjp {}
        shape iota;
        sample { key: 7, n: 4 }
    }
    /// Of the last two axes of `shape`, whether an element is on or below (`lower`), or on or above, diagonal `offset`.
    TriMask = tri_mask(#shape: Shape, #offset: isize, #lower: bool) -> y: bool {
        internal;
        vjp {}
        shape tri_mask;
        note "the result is a matrix, without the batch axes; a rank below 2 is an error";
        sample { shape: [3, 4], offset: 1, lower: true }
    }
    } };
}
pub(super) use layout;
