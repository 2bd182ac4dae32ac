//! Resizing, sampling at points, pools by the size of the result.

macro_rules! image {
    ($next:ident $($rest:tt)*) => { $next! { $($rest)*
    /// An axis resized to `n` elements: element `i` is that at `floor(i len / n)`.
    #[note = "as PyTorch's `nearest`"]
    #[sample { x: [2, 5], axis: -1, n: 3 }]
    fn resize_nearest(x: Tensor, axis: isize, n: usize) -> Tensor {
        index_select(x, axis, place_before(n, x.dim(axis), false, 0.0))
    }
    /// An axis resized to `n` elements: element `i` is that in which its middle lies, `floor((i + 0.5) len / n)`.
    #[note = "as PyTorch's `nearest-exact`"]
    #[sample { x: [2, 5], axis: -1, n: 3 }]
    fn resize_nearest_exact(x: Tensor, axis: isize, n: usize) -> Tensor {
        let halves = place_before(n.saturating_mul(2), x.dim(axis), false, 0.0);
        index_select(x, axis, slice(halves, 0, 1, n.saturating_mul(2) as isize, 2))
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
    #[note = "as PyTorch's `grid_sample` with zeros, other than two coordinates are an error; at an element the derivative by a point is that of the side above"]
    #[sample { x: [2, 2, 3, 4], grid: [2, 2, 3, 2], align: false }]
    fn grid_sample(x: Tensor, grid: Tensor, align: bool) -> Tensor {
        between(x, on_axis(grid, [1, 1], 0, x.dim(3), align), on_axis(grid, [1, 1], 1, x.dim(2), align))
    }
    /// `grid_sample` with the border going on outside.
    #[note = "as PyTorch's `border`; on the outer elements and outside the derivative by a point is 0"]
    #[sample { x: [2, 2, 3, 4], grid: [2, 2, 3, 2], align: false }]
    fn grid_sample_border(x: Tensor, grid: Tensor, align: bool) -> Tensor {
        let px = held(on_axis(grid, [1, 1], 0, x.dim(3), align), x.dim(3));
        between(x, px, held(on_axis(grid, [1, 1], 1, x.dim(2), align), x.dim(2)))
    }
    /// `grid_sample` with mirror images outside: at the middles of the outer elements with `align`, else at their edges.
    #[note = "as PyTorch's `reflection`; at a mirror, and between it and an outer element, the derivative by a point is 0"]
    #[sample { x: [2, 2, 3, 4], grid: [2, 2, 3, 2], align: false }]
    fn grid_sample_reflect(x: Tensor, grid: Tensor, align: bool) -> Tensor {
        let px = mirrored(on_axis(grid, [1, 1], 0, x.dim(3), align), x.dim(3), align);
        between(x, px, mirrored(on_axis(grid, [1, 1], 1, x.dim(2), align), x.dim(2), align))
    }
    /// The elements of `x: [N, C, H, W]` nearest to the points of `grid: [N, h, w, 2]`, as in `grid_sample`; 0 outside.
    #[note = "as PyTorch's mode `nearest`: from the middle between two to the even one; the derivative by a point is 0"]
    #[sample { x: [1, 2, 3, 4], grid: [1, 2, 2, 2], align: false }]
    fn grid_nearest(x: Tensor, grid: Tensor, align: bool) -> Tensor {
        pixel(x, rounded(on_axis(grid, [1, 1], 0, x.dim(3), align)), rounded(on_axis(grid, [1, 1], 1, x.dim(2), align)))
    }
    /// `grid_nearest` with the border going on outside.
    #[note = "as `grid_nearest`"]
    #[sample { x: [1, 2, 3, 4], grid: [1, 2, 2, 2], align: false }]
    fn grid_nearest_border(x: Tensor, grid: Tensor, align: bool) -> Tensor {
        let px = held(on_axis(grid, [1, 1], 0, x.dim(3), align), x.dim(3));
        pixel(x, rounded(px), rounded(held(on_axis(grid, [1, 1], 1, x.dim(2), align), x.dim(2))))
    }
    /// `grid_nearest` with mirror images outside, as in `grid_sample_reflect`.
    #[note = "as `grid_nearest`"]
    #[sample { x: [1, 2, 3, 4], grid: [1, 2, 2, 2], align: false }]
    fn grid_nearest_reflect(x: Tensor, grid: Tensor, align: bool) -> Tensor {
        let px = mirrored(on_axis(grid, [1, 1], 0, x.dim(3), align), x.dim(3), align);
        pixel(x, rounded(px), rounded(mirrored(on_axis(grid, [1, 1], 1, x.dim(2), align), x.dim(2), align)))
    }
    /// `x: [N, C, D, H, W]` at the points of `grid: [N, d, h, w, 3]`, each `(x, y, z)`, as in `grid_sample`; 0 outside.
    #[note = "as `grid_sample`"]
    #[sample { x: [1, 2, 2, 3, 4], grid: [1, 2, 2, 2, 3], align: false }]
    fn grid_sample3d(x: Tensor, grid: Tensor, align: bool) -> Tensor {
        let pz = on_axis(grid, [1, 1, 1], 2, x.dim(2), align);
        between3d(x, on_axis(grid, [1, 1, 1], 0, x.dim(4), align), on_axis(grid, [1, 1, 1], 1, x.dim(3), align), pz)
    }
    /// `grid_sample3d` with the border going on outside.
    #[note = "as `grid_sample_border`"]
    #[sample { x: [1, 2, 2, 3, 4], grid: [1, 2, 2, 2, 3], align: false }]
    fn grid_sample3d_border(x: Tensor, grid: Tensor, align: bool) -> Tensor {
        let pz = held(on_axis(grid, [1, 1, 1], 2, x.dim(2), align), x.dim(2));
        let py = held(on_axis(grid, [1, 1, 1], 1, x.dim(3), align), x.dim(3));
        between3d(x, held(on_axis(grid, [1, 1, 1], 0, x.dim(4), align), x.dim(4)), py, pz)
    }
    /// `grid_sample3d` with mirror images outside, as in `grid_sample_reflect`.
    #[note = "as `grid_sample_reflect`"]
    #[sample { x: [1, 2, 2, 3, 4], grid: [1, 2, 2, 2, 3], align: false }]
    fn grid_sample3d_reflect(x: Tensor, grid: Tensor, align: bool) -> Tensor {
        let pz = mirrored(on_axis(grid, [1, 1, 1], 2, x.dim(2), align), x.dim(2), align);
        let py = mirrored(on_axis(grid, [1, 1, 1], 1, x.dim(3), align), x.dim(3), align);
        between3d(x, mirrored(on_axis(grid, [1, 1, 1], 0, x.dim(4), align), x.dim(4), align), py, pz)
    }
    /// The elements of `x: [N, C, D, H, W]` nearest to the points of `grid: [N, d, h, w, 3]`, as in `grid_sample3d`; 0 outside.
    #[note = "as `grid_nearest`"]
    #[sample { x: [1, 2, 2, 3, 4], grid: [1, 1, 2, 1, 3], align: false }]
    fn grid_nearest3d(x: Tensor, grid: Tensor, align: bool) -> Tensor {
        let pz = rounded(on_axis(grid, [1, 1, 1], 2, x.dim(2), align));
        voxel(x, rounded(on_axis(grid, [1, 1, 1], 0, x.dim(4), align)), rounded(on_axis(grid, [1, 1, 1], 1, x.dim(3), align)), pz)
    }
    /// `grid_nearest3d` with the border going on outside.
    #[note = "as `grid_nearest`"]
    #[sample { x: [1, 2, 2, 3, 4], grid: [1, 1, 2, 1, 3], align: false }]
    fn grid_nearest3d_border(x: Tensor, grid: Tensor, align: bool) -> Tensor {
        let pz = held(on_axis(grid, [1, 1, 1], 2, x.dim(2), align), x.dim(2));
        let py = held(on_axis(grid, [1, 1, 1], 1, x.dim(3), align), x.dim(3));
        voxel(x, rounded(held(on_axis(grid, [1, 1, 1], 0, x.dim(4), align), x.dim(4))), rounded(py), rounded(pz))
    }
    /// `grid_nearest3d` with mirror images outside, as in `grid_sample_reflect`.
    #[note = "as `grid_nearest`"]
    #[sample { x: [1, 2, 2, 3, 4], grid: [1, 1, 2, 1, 3], align: false }]
    fn grid_nearest3d_reflect(x: Tensor, grid: Tensor, align: bool) -> Tensor {
        let pz = mirrored(on_axis(grid, [1, 1, 1], 2, x.dim(2), align), x.dim(2), align);
        let py = mirrored(on_axis(grid, [1, 1, 1], 1, x.dim(3), align), x.dim(3), align);
        voxel(x, rounded(mirrored(on_axis(grid, [1, 1, 1], 0, x.dim(4), align), x.dim(4), align)), rounded(py), rounded(pz))
    }
    /// Coordinate `at` of points as the number of an element of an axis of `len`, with what is between two. Points have as many
    /// coordinates as there are `ones`.
    #[internal = true]
    #[sample { grid: [2, 3, 2], ones: [1, 1], at: 1, len: 4, align: false }]
    fn on_axis(grid: Tensor, ones: Sizes, at: usize, len: usize, align: bool) -> Tensor {
        let on = align as usize as f64;
        (squeeze(split_part(grid, ones, -1, at), -1) + 1.0) * (0.5 * (len as f64 - on)) - 0.5 * (1.0 - on)
    }
    /// Places no further out than the elements of an axis of `len`. On the outer ones the derivative is 0: `between` would read
    /// beyond them.
    #[internal = true]
    #[sample { p: off(0.0, -3.0..7.0), len: 4 }]
    fn held(p: Tensor, len: usize) -> Tensor {
        let last = (len.max(1) - 1) as f64;
        select(and(p.gt(0.0), p.lt(last)), p, stop_gradient(clamp(p, 0.0, last)))
    }
    /// Places beyond an axis of `len` mirrored into it, as often as it takes.
    #[internal = true]
    #[sample { p: 0.6..2.4, len: 4, align: false }]
    fn mirrored(p: Tensor, len: usize, align: bool) -> Tensor {
        let on = align as usize as f64;
        let far = len as f64 - on;
        let span = far + (far == 0.0) as usize as f64;
        let from = (p + 0.5 * (1.0 - on)).abs();
        let turns = (from / span).floor();
        let within = from - turns * span;
        let odd = turns - (turns * 0.5).floor() * 2.0;
        let back = within + odd * (span - 2.0 * within);
        held(back - 0.5 * (1.0 - on), len)
    }
    /// The number of the nearest element, of two the even one.
    #[internal = true]
    #[sample { p: 0.6..1.4 }]
    fn rounded(p: Tensor) -> Tensor<i32> { p.round().cast::<i32>() }
    /// `x: [N, C, H, W]` at `px, py: [N, h, w]` of its elements, on straight lines between neighbours.
    #[internal = true]
    #[sample { x: [2, 2, 3, 4], px: [2, 2, 3], py: [2, 2, 3] }]
    fn between(x: Tensor, px: Tensor, py: Tensor) -> Tensor {
        let tx = unsqueeze(px - px.floor(), 1);
        let ty = unsqueeze(py - py.floor(), 1);
        let ix = px.floor().cast::<i32>();
        let iy = py.floor().cast::<i32>();
        let top = pixel(x, ix, iy) * (1.0 - tx) + pixel(x, ix + 1, iy) * tx;
        let low = pixel(x, ix, iy + 1) * (1.0 - tx) + pixel(x, ix + 1, iy + 1) * tx;
        top * (1.0 - ty) + low * ty
    }
    /// `x: [N, C, D, H, W]` at `px, py, pz: [N, d, h, w]` of its elements, on straight lines between neighbours.
    #[internal = true]
    #[sample { x: [1, 2, 2, 3, 4], px: [1, 2, 2, 2], py: [1, 2, 2, 2], pz: [1, 2, 2, 2] }]
    fn between3d(x: Tensor, px: Tensor, py: Tensor, pz: Tensor) -> Tensor {
        let iz = pz.floor().cast::<i32>();
        let tz = unsqueeze(pz - pz.floor(), 1);
        slab(x, px, py, iz) * (1.0 - tz) + slab(x, px, py, iz + 1) * tz
    }
    /// `between3d` for places that are on elements along the first axis.
    #[internal = true]
    #[sample { x: [1, 2, 2, 3, 4], px: [1, 2, 2, 2], py: [1, 2, 2, 2], iz: ints(0..2, [1, 2, 2, 2]) }]
    fn slab(x: Tensor, px: Tensor, py: Tensor, iz: Tensor<i32>) -> Tensor {
        let tx = unsqueeze(px - px.floor(), 1);
        let ty = unsqueeze(py - py.floor(), 1);
        let ix = px.floor().cast::<i32>();
        let iy = py.floor().cast::<i32>();
        let top = voxel(x, ix, iy, iz) * (1.0 - tx) + voxel(x, ix + 1, iy, iz) * tx;
        let low = voxel(x, ix, iy + 1, iz) * (1.0 - tx) + voxel(x, ix + 1, iy + 1, iz) * tx;
        top * (1.0 - ty) + low * ty
    }
    /// The elements of `x: [N, C, H, W]` at places, 0 outside: `[N, C, h, w]` for `ix, iy: [N, h, w]`.
    #[internal = true]
    #[sample { x: [2, 2, 3, 4], ix: ints(0..4, [2, 2, 3]), iy: ints(0..4, [2, 2, 3]) }]
    fn pixel(x: Tensor, ix: Tensor<i32>, iy: Tensor<i32>) -> Tensor {
        let within = and(and(ix.ge(0), ix.lt(x.dim(3) as i32)), and(iy.ge(0), iy.lt(x.dim(2) as i32)));
        let count = ix.dim(1) * ix.dim(2);
        let flat = reshape(select(within, iy * x.dim(3) as i32 + ix, 0), [ix.dim(0), 1, count]);
        let all = flatten_axes(numbered(x, 2), 2, 3);
        let y = gather(all, -1, broadcast_to(flat, [x.dim(0), x.dim(1), count]));
        select(unsqueeze(within, 1), reshape(y, [x.dim(0), x.dim(1), ix.dim(1), ix.dim(2)]), 0.0)
    }
    /// The elements of `x: [N, C, D, H, W]` at places, 0 outside: `[N, C, d, h, w]` for `ix, iy, iz: [N, d, h, w]`.
    #[internal = true]
    #[sample { x: [1, 2, 2, 3, 4], ix: ints(0..4, [1, 2, 2, 2]), iy: ints(0..3, [1, 2, 2, 2]), iz: ints(0..3, [1, 2, 2, 2]) }]
    fn voxel(x: Tensor, ix: Tensor<i32>, iy: Tensor<i32>, iz: Tensor<i32>) -> Tensor {
        let plane = and(and(ix.ge(0), ix.lt(x.dim(4) as i32)), and(iy.ge(0), iy.lt(x.dim(3) as i32)));
        let within = and(plane, and(iz.ge(0), iz.lt(x.dim(2) as i32)));
        let count = ix.dim(1) * ix.dim(2) * ix.dim(3);
        let at = (iz * x.dim(3) as i32 + iy) * x.dim(4) as i32 + ix;
        let flat = reshape(select(within, at, 0), [ix.dim(0), 1, count]);
        let all = flatten_axes(numbered(x, 3), 2, 4);
        let y = gather(all, -1, broadcast_to(flat, [x.dim(0), x.dim(1), count]));
        let at_all = reshape(y, [x.dim(0), x.dim(1), ix.dim(1), ix.dim(2), ix.dim(3)]);
        select(unsqueeze(within, 1), at_all, 0.0)
    }
    /// The points of an image of `h` by `w` elements moved by the matrices `theta: [N, 2, 3]`, for `grid_sample`: `[N, h, w, 2]`.
    #[sample { theta: [2, 2, 3], h: 2, w: 3, align: false }]
    fn affine_grid(theta: Tensor, h: usize, w: usize, align: bool) -> Tensor {
        let ys = broadcast_to(unsqueeze(evenly(h, align), -1), [h, w]);
        let xs = broadcast_to(evenly(w, align), [h, w]);
        let points = reshape(stack(&[xs, ys, broadcast_to(1.0, [h, w])], -1), [h.saturating_mul(w), 3]);
        reshape(matmul(points, theta.mt()), [theta.dim(0), h, w, 2])
    }
    /// The points of a volume of `d` by `h` by `w` elements moved by the matrices `theta: [N, 3, 4]`, for `grid_sample3d`:
    /// `[N, d, h, w, 3]`.
    #[sample { theta: [2, 3, 4], d: 2, h: 1, w: 3, align: false }]
    fn affine_grid3d(theta: Tensor, d: usize, h: usize, w: usize, align: bool) -> Tensor {
        let zs = broadcast_to(unsqueeze(unsqueeze(evenly(d, align), -1), -1), [d, h, w]);
        let ys = broadcast_to(unsqueeze(evenly(h, align), -1), [d, h, w]);
        let xs = broadcast_to(evenly(w, align), [d, h, w]);
        let points = stack(&[xs, ys, zs, broadcast_to(1.0, [d, h, w])], -1);
        let flat = reshape(points, [d.saturating_mul(h).saturating_mul(w), 4]);
        reshape(matmul(flat, theta.mt()), [theta.dim(0), d, h, w, 3])
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
        lt(begins.unsqueeze(-1) + iota((len / n.max(1)).saturating_add(2)), ends.unsqueeze(-1))
    }
    } };
}
pub(super) use image;
