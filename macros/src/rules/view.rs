//! Layout arithmetic: no element is touched.

use super::rules;

rules! { View:
    /// Repeats along axes of length 1 and along missing leading axes, to `shape`.
    BroadcastTo = broadcast_to(x: any, #shape: Shape) -> y: any {
        linear;
        vjp { x: sum_to(g, x.shape()) }
        call broadcast_to;
        shape broadcast_to;
        sample { x: [3, 1], shape: [2, 3, 4] }
    }
}
