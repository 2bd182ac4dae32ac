//! Reductions: they close a group.

use super::rules;

rules! { Reduce:
    /// Sum over `axes`; a kept axis has length 1. The empty sum is 0.
    Sum = sum(x: num, #axes: Axes, #keep: bool) -> y: num {
        linear;
        vjp { x: broadcast_to(keep_axes(g, x.shape(), axes, keep), x.shape()) }
        sample { x: [3, 4], axes: 1, keep: false }
    }
}
