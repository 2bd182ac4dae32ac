//! Reductions that the tile driver folds: they close a group. Other reductions are composites of these.

use super::rules;

rules! { Reduce:
    /// Sum over `axes`; a kept axis has length 1.
    Sum = sum(x: num, #axes: Axes, #keep: bool) -> y: num {
        linear;
        vjp { x: broadcast_to(keep_axes(g, x.shape(), axes, keep), x.shape()) }
        combine sum;
        shape reduce;
        note "empty: 0";
        sample { x: [3, 4], axes: 1, keep: false }
    }
    /// Sum over the axes along which `shape` was broadcast: undoes `broadcast_to`.
    SumTo = sum_to(x: num, #shape: Shape) -> y: num {
        linear;
        vjp { x: broadcast_to(g, x.shape()) }
        combine sum;
        shape sum_to;
        batch sum_to;
        sample { x: [2, 3, 4], shape: [3, 1] }
    }
    /// Product over `axes`. The rule multiplies the others, so zeros are no exception, at any order.
    Prod = prod(x: num, #axes: Axes, #keep: bool) -> y: num {
        vjp { x: keep_axes(g, x.shape(), axes, keep) * prod_except(x, axes) }
        jvp { sum(prod_except(x, axes) * dx, axes, keep) }
        combine prod;
        shape reduce;
        note "empty: 1; zeros: the product of the others";
        sample { x: [3, 4], axes: 1, keep: false }
    }
    /// Maximum over `axes`. NaN wins.
    Max = max(x: num, #axes: Axes, #keep: bool) -> y: num {
        vjp {
            let hit = eq(x, keep_axes(y, x.shape(), axes, keep));
            let ties = sum(select(hit, 1.0, 0.0), axes, true);
            x: select(hit, keep_axes(g, x.shape(), axes, keep) / maximum(ties, 1.0), 0.0)
        }
        jvp {
            let hit = eq(x, keep_axes(y, x.shape(), axes, keep));
            sum(select(hit, dx, 0.0), axes, keep) / maximum(sum(select(hit, 1.0, 0.0), axes, keep), 1.0)
        }
        combine max;
        shape reduce;
        note "ties: equal shares; empty: -inf (the least number of an integer type)";
        sample { x: distinct([3, 4]), axes: 1, keep: false }
    }
    /// Minimum over `axes`. NaN wins.
    Min = min(x: num, #axes: Axes, #keep: bool) -> y: num {
        vjp {
            let hit = eq(x, keep_axes(y, x.shape(), axes, keep));
            let ties = sum(select(hit, 1.0, 0.0), axes, true);
            x: select(hit, keep_axes(g, x.shape(), axes, keep) / maximum(ties, 1.0), 0.0)
        }
        jvp {
            let hit = eq(x, keep_axes(y, x.shape(), axes, keep));
            sum(select(hit, dx, 0.0), axes, keep) / maximum(sum(select(hit, 1.0, 0.0), axes, keep), 1.0)
        }
        combine min;
        shape reduce;
        note "ties: equal shares; empty: inf (the greatest number of an integer type)";
        sample { x: distinct([3, 4]), axes: 1, keep: false }
    }
    /// Whether any element over `axes` is true.
    Any = any(x: bool, #axes: Axes, #keep: bool) -> y: bool {
        vjp { x: none }
        combine sum;
        shape reduce;
        note "empty: false";
        sample { x: bits([3, 4]), axes: 1, keep: false }
    }
    /// Whether all elements over `axes` are true.
    All = all(x: bool, #axes: Axes, #keep: bool) -> y: bool {
        vjp { x: none }
        combine prod;
        shape reduce;
        note "empty: true";
        sample { x: bits([3, 4]), axes: 1, keep: false }
    }
}
