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
    } };
}
pub(super) use layout;
