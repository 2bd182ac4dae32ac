//! Resizing, sampling at points, pools by the size of the result.

macro_rules! image {
    ($next:ident $($rest:tt)*) => { $next! { $($rest)*
    /// An axis resized to `n` elements: element `i` is that at `floor(i len / n)`.
    #[note = "as PyTorch's `nearest`"]
    #[sample { x: [2, 5], axis: -1, n: 3 }]
    fn resize_nearest(x: Tensor, axis: isize, n: usize) -> Tensor {
        index_select(x, axis, place_before(n, x.dim(axis), false, 0.0))
    }
    /// An axis resized to `n` elements on straight lines between neighbours. With `align` the ends stay, else the elements are areas of
    /// one length. An image takes two calls, a volume three.
    #[note = "as PyTorch's `linear`, `bilinear`, `trilinear` with `align_corners`"]
    #[sample { x: [2, 5], axis: 0, n: 3, align: false }]
    fn resize_linear(x: Tensor, axis: isize, n: usize, align: bool) -> Tensor {
        let r = swap_axes(x, axis, -1);
        let at = place_before(n, r.dim(-1), align, 0.5);
        let part = place_within(n, r.dim(-1), align, 0.5);
        let a = neighbour(r, at, 0);
        swap_axes(a + (neighbour(r, at, 1) - a) * part, axis, -1)
    }
    /// An axis resized to `n` elements by cubic convolution with `a = -0.75`.
    #[note = "as PyTorch's `bicubic` with `align_corners`; beyond the ends the end goes on"]
    #[sample { x: [2, 5], axis: -1, n: 3, align: true }]
    fn resize_cubic(x: Tensor, axis: isize, n: usize, align: bool) -> Tensor {
        let r = swap_axes(x, axis, -1);
        let at = place_before(n, r.dim(-1), align, 0.5);
        let t = place_within(n, r.dim(-1), align, 0.5);
        let s = 1.0 - t;
        let near = neighbour(r, at, 0) * ((1.25 * t - 2.25) * t * t + 1.0) + neighbour(r, at, 1) * ((1.25 * s - 2.25) * s * s + 1.0);
        let far = neighbour(r, at, -1) * (-0.75 * t * s * s) + neighbour(r, at, 2) * (-0.75 * s * t * t);
        swap_axes(near + far, axis, -1)
    }
    /// The elements of the last axis `by` places behind those that `at` names; the ends beyond the ends.
    #[internal = true]
    #[sample { x: [2, 5], at: ints(0..4, [3]), by: 1 }]
    fn neighbour(x: Tensor, at: Tensor<i32>, by: i32) -> Tensor {
        index_select(x, -1, maximum(minimum(at + by, x.dim(-1) as i32 - 1), 0))
    }
    /// `x: [N, C, H, W]` at the points of `grid: [N, h, w, 2]`, each `(x, y)` in -1..1, on straight lines between neighbours; 0 outside.
    /// With `align` -1 and 1 are the middles of the first and the last element, else their outer edges.
    #[note = "as PyTorch's `grid_sample` with zeros; at an element the derivative by a point is that of the side above"]
    #[sample { x: [2, 2, 3, 4], grid: [2, 2, 3, 2], align: false }]
    fn grid_sample(x: Tensor, grid: Tensor, align: bool) -> Tensor {
        let on = align as usize as f64;
        let gx = squeeze(narrow(grid, -1, 0, 1), -1);
        let gy = squeeze(narrow(grid, -1, 1, 1), -1);
        let px = (gx + 1.0) * (0.5 * (x.dim(3) as f64 - on)) - 0.5 * (1.0 - on);
        let py = (gy + 1.0) * (0.5 * (x.dim(2) as f64 - on)) - 0.5 * (1.0 - on);
        let tx = unsqueeze(px - px.floor(), 1);
        let ty = unsqueeze(py - py.floor(), 1);
        let ix = px.floor().cast::<i32>();
        let iy = py.floor().cast::<i32>();
        let top = pixel(x, ix, iy) * (1.0 - tx) + pixel(x, ix + 1, iy) * tx;
        let low = pixel(x, ix, iy + 1) * (1.0 - tx) + pixel(x, ix + 1, iy + 1) * tx;
        top * (1.0 - ty) + low * ty
    }
    /// The elements of `x: [N, C, H, W]` at places, 0 outside: `[N, C, h, w]` for `ix, iy: [N, h, w]`.
    #[internal = true]
    #[sample { x: [2, 2, 3, 4], ix: ints(0..4, [2, 2, 3]), iy: ints(0..4, [2, 2, 3]) }]
    fn pixel(x: Tensor, ix: Tensor<i32>, iy: Tensor<i32>) -> Tensor {
        let within = and(and(ix.ge(0), ix.lt(x.dim(3) as i32)), and(iy.ge(0), iy.lt(x.dim(2) as i32)));
        let count = ix.dim(1) * ix.dim(2);
        let flat = reshape(select(within, iy * x.dim(3) as i32 + ix, 0), [ix.dim(0), 1, count]);
        let all = reshape(x, [x.dim(0), x.dim(1), x.dim(2) * x.dim(3)]);
        let y = gather(all, -1, broadcast_to(flat, [x.dim(0), x.dim(1), count]));
        select(unsqueeze(within, 1), reshape(y, [x.dim(0), x.dim(1), ix.dim(1), ix.dim(2)]), 0.0)
    }
    /// The points of an image of `h` by `w` elements moved by the matrices `theta: [N, 2, 3]`, for `grid_sample`: `[N, h, w, 2]`.
    #[sample { theta: [2, 2, 3], h: 2, w: 3, align: false }]
    fn affine_grid(theta: Tensor, h: usize, w: usize, align: bool) -> Tensor {
        let ys = broadcast_to(unsqueeze(evenly(h, align), -1), [h, w]);
        let xs = broadcast_to(evenly(w, align), [h, w]);
        let points = reshape(stack(&[xs, ys, broadcast_to(1.0, [h, w])], -1), [h.saturating_mul(w), 3]);
        reshape(matmul(points, theta.mt()), [theta.dim(0), h, w, 2])
    }
    /// `n` numbers from -1 to 1: the ends of the range with `align`, else the middles of `n` equal parts; one alone is 0.
    #[internal = true]
    #[sample { n: 3, align: false }]
    fn evenly(n: usize, align: bool) -> Tensor {
        let on = align as usize as f64;
        let gaps = n as f64 - on;
        let step = 2.0 / (gaps + (gaps == 0.0) as usize as f64);
        (iota(n).cast() - 0.5 * (n as f64 - 1.0)) * step
    }
    /// An axis as the means of `n` parts of it, `floor(i len / n)` to `ceil((i + 1) len / n)`. Of an image take two calls.
    #[note = "as PyTorch's adaptive average pools; parts overlap where `n` does not divide the length"]
    #[sample { x: [2, 5], axis: 0, n: 3 }]
    fn adaptive_avg_pool(x: Tensor, axis: isize, n: usize) -> Tensor {
        let r = swap_axes(x, axis, -1);
        let within = in_part(n, r.dim(-1));
        let y = sum(select(within, by_part(r, n), 0.0), -1, false) / sum(select(within, 1.0, 0.0), -1, false);
        swap_axes(y, axis, -1)
    }
    /// An axis as the largest elements of `n` parts of it, as in `adaptive_avg_pool`.
    #[note = "ties share the gradient, as in `max`"]
    #[sample { x: distinct([2, 5]), axis: -1, n: 3 }]
    fn adaptive_max_pool(x: Tensor, axis: isize, n: usize) -> Tensor {
        let r = swap_axes(x, axis, -1);
        swap_axes(max(select(in_part(n, r.dim(-1)), by_part(r, n), f64::NEG_INFINITY), -1, false), axis, -1)
    }
    /// The last axis as windows of equal length that begin where its `n` parts do, and reach over each.
    #[internal = true]
    #[sample { x: [2, 5], n: 3 }]
    fn by_part(x: Tensor, n: usize) -> Tensor {
        let size = x.dim(-1) / n.max(1) + 2;
        let at = place_before(n, x.dim(-1), false, 0.0).unsqueeze(-1) + iota(size);
        let all = reshape(minimum(at, x.dim(-1) as i32 - 1), [n.saturating_mul(size)]);
        windows(index_select(x, -1, all), -1, size, size, 1)
    }
    /// Whether an element of a window of `by_part` is in its part, which ends as the parts begin from the other end.
    #[internal = true]
    #[sample { n: 3, len: 5 }]
    fn in_part(n: usize, len: usize) -> Tensor<bool> {
        let begins = place_before(n, len, false, 0.0);
        let ends = len as i32 - flip(begins, 0);
        lt(begins.unsqueeze(-1) + iota(len / n.max(1) + 2), ends.unsqueeze(-1))
    }
    /// The p-norm of each window of the last axis.
    #[note = "as `norm_p`"]
    #[sample { x: [2, 2, 7], p: 3.0, size: 3, stride: 2 }]
    fn lp_pool1d(x: Tensor, p: f64, size: Sizes, stride: Sizes) -> Tensor {
        norm_p(windows(x, -1, size, stride, 1), p, -1, false)
    }
    /// The p-norm of each window of the last two axes.
    #[note = "as `norm_p`"]
    #[sample { x: [1, 2, 5, 4], p: 3.0, size: [3, 2], stride: 2 }]
    fn lp_pool2d(x: Tensor, p: f64, size: Sizes, stride: Sizes) -> Tensor {
        norm_p(windows(x, [-2, -1], size, stride, 1), p, [-2, -1], false)
    }
    /// `max_pool2d`, and where in `H W` elements each largest one stands.
    #[note = "ties share the gradient, and the place is that of the first"]
    #[sample { x: distinct([1, 2, 5, 4]), size: [3, 2], stride: 2, padding: 1 }]
    fn max_pool2d_with_indices(x: Tensor, size: Sizes, stride: Sizes, padding: Sizes) -> (Tensor, Tensor<i32>) {
        let w = windows(pad_each(x, [-2, -1], padding, f64::NEG_INFINITY), [-2, -1], size, stride, 1);
        let number = reshape(iota(x.dim(2) * x.dim(3)), [x.dim(2), x.dim(3)]);
        let of = windows(pad_each(number, [-2, -1], padding, -1.0), [-2, -1], size, stride, 1);
        let best = max(w, [-2, -1], true);
        let there = and(or(w.eq(best), w.is_nan()), of.ge(0));
        (squeeze(best, [-2, -1]), min(select(there, of, 2147483647), [-2, -1], false))
    }
    /// `x: [N, C, h, w]` at `indices` of `h_out w_out` elements, as `max_pool2d_with_indices` gives them; 0 elsewhere.
    #[note = "of several for one element the last stays"]
    #[sample { x: [1, 2, 2, 2], indices: ints(0..12, [1, 2, 2, 2]), h: 3, w: 4 }]
    fn max_unpool2d(x: Tensor, indices: Tensor<i32>, h: usize, w: usize) -> Tensor {
        let to = zeros([x.dim(0), x.dim(1), h.saturating_mul(w)]);
        let y = scatter(to, -1, flatten_axes(indices, 2, 3), flatten_axes(x, 2, 3));
        reshape(y, [x.dim(0), x.dim(1), h, w])
    }
    } };
}
pub(super) use image;
