//! Other names and shapes of the layout ops, masks, constructors.

macro_rules! layout {
    ($next:ident $($rest:tt)*) => { $next! { $($rest)*
    /// All elements as a vector, row major.
    #[sample { x: [2, 3] }]
    fn flatten(x: Tensor) -> Tensor { flatten_axes(x, 0, -1) }
    /// `swap_axes`.
    #[sample { x: [2, 3, 4], a: 0, b: 2 }]
    fn transpose(x: Tensor, a: isize, b: isize) -> Tensor { swap_axes(x, a, b) }
    /// `tile`, as PyTorch calls it.
    #[sample { x: [2, 3], reps: [2, 2] }]
    fn repeat(x: Tensor, reps: Sizes) -> Tensor { tile(x, reps) }
    /// 0 above diagonal `offset` of the last two axes.
    #[sample { x: [3, 4], offset: 1 }]
    fn tril(x: Tensor, offset: isize) -> Tensor { select(tri_mask(x.shape(), offset, true), x, 0.0) }
    /// 0 below diagonal `offset` of the last two axes.
    #[sample { x: [3, 4], offset: -1 }]
    fn triu(x: Tensor, offset: isize) -> Tensor { select(tri_mask(x.shape(), offset, false), x, 0.0) }
    /// The sum of the diagonal of the last two axes.
    #[sample { x: [3, 3] }]
    fn trace(x: Tensor) -> Tensor { sum(x.diagonal(0), -1, false) }
    /// `value` where `mask`, else `x`.
    #[sample { x: [2, 3], mask: bits([2, 3]), value: 0.5 }]
    fn masked_fill(x: Tensor, mask: Tensor<bool>, value: f64) -> Tensor { select(mask, value, x) }
    /// `gather`, with PyTorch's order of arguments.
    #[sample { x: [3, 4], idx: ints(0..4, [3, 2]), axis: 1 }]
    fn take_along_axis(x: Tensor, idx: Tensor<i32>, axis: isize) -> Tensor { gather(x, axis, idx) }
    /// All elements 0.
    #[sample { shape: [2, 3] }]
    fn zeros(shape: Shape) -> Tensor { broadcast_to(0.0, shape) }
    /// All elements 1.
    #[sample { shape: [2, 3] }]
    fn ones(shape: Shape) -> Tensor { broadcast_to(1.0, shape) }
    /// All elements `value`.
    #[sample { shape: [2, 3], value: 0.5 }]
    fn full(shape: Shape, value: f64) -> Tensor { broadcast_to(value, shape) }
    /// The identity matrix.
    #[sample { n: 3 }]
    fn eye(n: usize) -> Tensor {
        let i = iota(n);
        select(i.unsqueeze(-1).eq(i), 1.0, 0.0)
    }
    /// Each element 0 with probability `p`, the others scaled by `1 / (1 - p)`. The same `key` draws the same mask.
    #[note = "a `p` outside of 0..=1 is an error; of 1 all is 0"]
    #[sample { x: [2, 3], p: 0.25, key: 7 }]
    fn dropout(x: Tensor, p: f64, key: Key) -> Tensor {
        let kept = 1.0 / (1.0 - p + (p == 1.0) as usize as f64);
        select(key_bernoulli(key, p, x.shape()), 0.0, x * kept)
    }
    /// `x` with `src` in place of its elements `start..` along `axis`: what a cache of keys and values does at each step.
    #[note = "a `src` that does not fit is an error; the result is a copy of all of `x`"]
    #[sample { x: [2, 5], src: [2, 2], axis: 1, start: 1 }]
    fn update_slice(x: Tensor, src: Tensor, axis: isize, start: usize) -> Tensor {
        let end = start.saturating_add(src.dim(axis));
        let after = narrow(x, axis, end, x.dim(axis).saturating_sub(end));
        concat(&[narrow(x, axis, 0, start), src, after], axis)
    }
    /// Channels `[N, C r², H, W]` as blocks of pixels `[N, C, H r, W r]`.
    #[note = "channels that `r²` does not divide, and an `r` of 0, are an error"]
    #[sample { x: [2, 8, 2, 3], r: 2 }]
    fn pixel_shuffle(x: Tensor, r: usize) -> Tensor {
        let c = x.dim_by(1, r.saturating_mul(r));
        let y = permute(reshape(x, [x.dim(0), c, r, r, x.dim(2), x.dim(3)]), [0, 1, 4, 2, 5, 3]);
        reshape(y, [x.dim(0), c, x.dim(2).saturating_mul(r), x.dim(3).saturating_mul(r)])
    }
    /// Undoes `pixel_shuffle`.
    #[note = "sides that `r` does not divide, and an `r` of 0, are an error"]
    #[sample { x: [2, 2, 4, 6], r: 2 }]
    fn pixel_unshuffle(x: Tensor, r: usize) -> Tensor {
        let h = x.dim_by(2, r);
        let w = x.dim_by(3, r);
        let y = permute(reshape(x, [x.dim(0), x.dim(1), h, r, w, r]), [0, 1, 3, 5, 2, 4]);
        reshape(y, [x.dim(0), x.dim(1).saturating_mul(r).saturating_mul(r), h, w])
    }
    /// The Kronecker product of two matrices.
    #[sample { a: [2, 3], b: [3, 2] }]
    fn kron(a: Tensor, b: Tensor) -> Tensor {
        let y = contract(a, b, [0, 1], [2, 3], [0, 2, 1, 3]);
        reshape(y, [y.dim(0) * y.dim(1), y.dim(2) * y.dim(3)])
    }
    /// `x` with the smallest of its elements and those of `src` at `idx` along `axis`.
    #[note = "ties: equal shares; NaN wins, with derivative 0"]
    #[sample { x: distinct([3, 3]), axis: 1, idx: ints(0..3, [3, 6]), src: distinct([3, 6]) }]
    fn scatter_min(x: Tensor, axis: isize, idx: Tensor<i32>, src: Tensor) -> Tensor { -scatter_max(-x, axis, idx, -src) }
    /// How often each of `0..n` occurs.
    #[note = "another number is an error"]
    #[sample { x: ints(0..4, [6]), n: 4 }]
    fn bincount(x: Tensor<i32>, n: usize) -> Tensor<i32> {
        index_add(iota(n) * 0, 0, x, x * 0 + 1)
    }
    /// The cross product of vectors of three elements along `axis`.
    #[note = "another length is an error"]
    #[sample { a: [2, 3], b: [2, 3], axis: -1 }]
    fn cross(a: Tensor, b: Tensor, axis: isize) -> Tensor {
        let three = a.dim_of(axis, 3);
        let also = b.dim_of(axis, three);
        let (a0, a1, a2) = (third(a, axis, 0), third(a, axis, 1), third(a, axis, 2));
        let (b0, b1, b2) = (third(b, axis, 0), third(b, axis, 1), third(b, axis, 2));
        concat(&[a1 * b2 - a2 * b1, a2 * b0 - a0 * b2, a0 * b1 - a1 * b0], axis)
    }
    /// Element `i` along an axis of three.
    #[internal = true]
    #[sample { x: [2, 3], axis: -1, i: 1 }]
    fn third(x: Tensor, axis: isize, i: usize) -> Tensor { split_part(x, [1, 1, 1], axis, i) }
    } };
}
pub(super) use layout;
