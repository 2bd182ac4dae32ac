//! Indexing and order. Indices are `i32`; one out of range is an error; repeated ones add up.

macro_rules! index {
    ($next:ident $($rest:tt)*) => { $next! { $($rest)*
    /// `y[.., i, ..] = x[.., idx[.., i, ..], ..]` along `axis`; `idx` has the rank of `x` and its dims on the other axes.
    Gather = gather(x: any, #axis: Axis, idx: i32) -> y: any {
        linear;
        vjp { x: scatter_add(zeros(x.shape()), axis, idx, g), idx: none }
        shape gather;
        sample { x: [3, 4], axis: 1, idx: ints(0..4, [3, 2]) }
    }
    /// `gather` of one element along the last axis: `idx` has the dims of `x`, the last of them 1. A pass over `x` makes its cotangent.
    Pick = pick(x: any, idx: i32) -> y: any {
        internal;
        linear;
        vjp { x: select(eq(idx, iota(x.dim(-1))), g, 0.0), idx: none }
        shape pick;
        sample { x: [3, 4], idx: ints(0..4, [3, 1]) }
    }
    /// Adds `src` to `x` at `idx` along `axis`: the cotangent of `gather`. Deterministic: in the order of `src`.
    ScatterAdd = scatter_add(x: num, #axis: Axis, idx: i32, src: num) -> y: num {
        linear;
        vjp { x: g, idx: none, src: gather(g, axis, idx) }
        shape scatter_add;
        sample { x: [3, 4], axis: 1, idx: ints(0..4, [3, 2]), src: [3, 2] }
    }
    /// `x` with `src` in place of its elements at `idx` along `axis`.
    Scatter = scatter(x: any, #axis: Axis, idx: i32, src: any) -> y: any {
        linear;
        vjp {
            let number = cumsum(idx * 0 + 1, axis);
            let last = scatter(broadcast_to(0, x.shape()), axis, idx, number);
            x: select(eq(last, 0), g, 0.0), idx: none,
            src: select(eq(gather(last, axis, idx), number), gather(g, axis, idx), 0.0)
        }
        shape scatter_add;
        note "of several for one element the last stays, and has the gradient";
        sample { x: [3, 4], axis: 1, idx: ints(0..4, [3, 6]), src: [3, 6] }
    }
    /// `x` with its elements at `idx` along `axis` multiplied by `src`. The rule never divides, so zeros are no exception.
    ScatterMul = scatter_mul(x, #axis: Axis, idx: i32, src) -> y {
        vjp {
            x: g * scatter_mul(ones(x.shape()), axis, idx, src), idx: none,
            src: gather(g * x, axis, idx) * others_at(src, idx, axis)
        }
        jvp {
            let by = dsrc * others_at(src, idx, axis);
            dx * scatter_mul(ones(x.shape()), axis, idx, src) + x * scatter_add(zeros(x.shape()), axis, idx, by)
        }
        shape scatter_add;
        note "zeros: the product of the others; a product of sources that is not finite makes gradients by all sources of its lane NaN";
        sample { x: [3, 4], axis: 1, idx: ints(0..4, [3, 6]), src: [3, 6] }
    }
    /// `x` with the largest of its elements and those of `src` at `idx` along `axis`.
    ScatterMax = scatter_max(x: num, #axis: Axis, idx: i32, src: num) -> y: num {
        vjp {
            let stays = select(eq(x, y), 1.0, 0.0);
            let comes = select(eq(src, gather(y, axis, idx)), 1.0, 0.0);
            let share = g / maximum(scatter_add(stays, axis, idx, comes), 1.0);
            x: stays * share, idx: none, src: comes * gather(share, axis, idx)
        }
        jvp {
            let stays = select(eq(x, y), 1.0, 0.0);
            let comes = select(eq(src, gather(y, axis, idx)), 1.0, 0.0);
            let sums = scatter_add(stays * dx, axis, idx, comes * dsrc);
            sums / maximum(scatter_add(stays, axis, idx, comes), 1.0)
        }
        shape scatter_add;
        note "ties: equal shares; NaN wins, with derivative 0";
        sample { x: distinct([3, 3]), axis: 1, idx: ints(0..3, [3, 6]), src: distinct([3, 6]) }
    }
    /// The slices of `x` along `axis` that a vector of indices names.
    IndexSelect = index_select(x: any, #axis: Axis, idx: i32 [N]) -> y: any {
        linear;
        vjp { x: index_add(zeros(x.shape()), axis, idx, g), idx: none }
        shape index_select;
        batch slices;
        sample { x: [3, 4], axis: 1, idx: ints(0..4, [5]) }
    }
    /// Adds the slices of `src` to those of `x` along `axis` that a vector of indices names.
    IndexAdd = index_add(x: num, #axis: Axis, idx: i32 [N], src: num) -> y: num {
        linear;
        vjp { x: g, idx: none, src: index_select(g, axis, idx) }
        shape index_add;
        batch slices;
        sample { x: [3, 4], axis: 1, idx: ints(0..4, [5]), src: [3, 5] }
    }
    /// Row `ids[..]` of `table` for each index, whatever the shape of `ids`.
    Embedding = embedding(table: any [V, D], ids: i32) -> y: any {
        linear;
        vjp {
            let rows = reshape(g, [ids.numel(), table.dim(1)]);
            table: index_add(zeros(table.shape()), 0, reshape(ids, [ids.numel()]), rows), ids: none
        }
        shape embedding;
        batch slices;
        sample { table: [4, 3], ids: ints(0..4, [2, 3]) }
    }
    /// 1 at the index and 0 elsewhere, along a new last axis of length `n`.
    OneHot = one_hot(ids: i32, #n: usize) -> y: target {
        vjp { ids: none }
        shape one_hot;
        sample { ids: ints(0..4, [2, 3]), n: 4 }
    }
    /// Ascending along `axis`, stable, NaN last; and the indices that sort.
    Sort = sort(x: num, #axis: Axis) -> (values: num, indices: i32) {
        vjp { x: scatter_add(zeros(x.shape()), axis, indices, g) }
        jvp { gather(dx, axis, indices) }
        shape same;
        note "ties keep their order";
        sample { x: distinct([3, 4]), axis: 1 }
    }
    /// The `k` largest along `axis`, descending, NaN first; and their indices.
    Topk = topk(x: num, #k: usize, #axis: Axis) -> (values: num, indices: i32) {
        vjp { x: scatter_add(zeros(x.shape()), axis, indices, g) }
        jvp { gather(dx, axis, indices) }
        shape topk;
        note "of equal elements the first ones";
        sample { x: distinct([3, 5]), k: 2, axis: 1 }
    }
    /// Index of the maximum; over several axes, that into their elements in row-major order.
    Argmax = argmax(x: num, #axes: Axes, #keep: bool) -> y: i32 {
        vjp { x: zero }
        shape reduce;
        note "ties: the first; NaN wins; empty: an error";
        sample { x: distinct([3, 4]), axes: 1, keep: false }
    }
    /// Index of the minimum; over several axes, that into their elements in row-major order.
    Argmin = argmin(x: num, #axes: Axes, #keep: bool) -> y: i32 {
        vjp { x: zero }
        shape reduce;
        note "ties: the first; NaN wins; empty: an error";
        sample { x: distinct([3, 4]), axes: 1, keep: false }
    }
    /// How many elements of the vector `sorted` come before each of `x`, which keeps the order if it goes there.
    Searchsorted = searchsorted(sorted: num [N], x: num, #right: bool) -> y: i32 {
        vjp { sorted: zero, x: zero }
        shape searched;
        note "`sorted` ascends, NaN last; an equal element comes before if `right`";
        sample { sorted: [5], x: [2, 3], right: false }
    }
    /// `x[idx[.., 0], .., idx[.., K - 1], ..]`: the part of `x` behind its first `K` axes, for each list of `K` indices.
    GatherNd = gather_nd(x: any, idx: i32) -> y: any {
        linear;
        vjp { x: index_put_add(zeros(x.shape()), idx, g), idx: none }
        shape gather_nd;
        note "lists are the last axis of `idx`; as `x[i, j]` in NumPy, with the indices stacked";
        batch by_lists;
        sample { x: [3, 4, 2], idx: ints(0..3, [5, 2]) }
    }
    /// `x` with `src` in place of its parts at `idx`, which names them as in `gather_nd`: `x[i, j] = src`.
    IndexPut = index_put(x: any, idx: i32, src: any) -> y: any {
        linear;
        vjp {
            let number = reshape(iota(src.numel()) + 1, src.shape());
            let last = index_put(broadcast_to(0, x.shape()), idx, number);
            x: select(eq(last, 0), g, 0.0), idx: none,
            src: select(eq(gather_nd(last, idx), number), gather_nd(g, idx), 0.0)
        }
        shape index_put;
        note "of several for one part the last stays, and has the gradient";
        batch by_lists;
        sample { x: [3, 2], idx: ints(0..3, [5, 1]), src: [5, 2] }
    }
    /// `x` with `src` added to its parts at `idx`, which names them as in `gather_nd`: `index_put` of other libraries, with `accumulate`.
    IndexPutAdd = index_put_add(x: num, idx: i32, src: num) -> y: num {
        linear;
        vjp { x: g, idx: none, src: gather_nd(g, idx) }
        shape index_put;
        note "several for one part are all added, in the order of `src`";
        batch by_lists;
        sample { x: [3, 2], idx: ints(0..3, [5, 1]), src: [5, 2] }
    }
    /// How many elements of `x` are in each of `bins` equal parts of `lo..hi`.
    Histogram = histogram(x: num, #bins: usize, #lo: f64, #hi: f64) -> y: i32 {
        vjp { x: zero }
        shape iota;
        note "`hi` is in the last part; other elements and NaN are in none; edges are those of `linspace` in f64; no parts, or a `lo` that is not below `hi`, are errors";
        batch none;
        sample { x: [2, 3], bins: 4, lo: 0.0, hi: 1.0 }
    }
    } };
}
pub(super) use index;
