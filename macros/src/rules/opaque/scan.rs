//! Scans along an axis. Reversed scans are scans of flipped views.

macro_rules! scan {
    ($next:ident $($rest:tt)*) => { $next! { $($rest)*
    /// Running sum along an axis.
    Cumsum = cumsum(x: num, #axis: isize) -> y: num {
        linear;
        vjp { x: flip(cumsum(flip(g, axis), axis), axis) }
        shape same;
        sample { x: [2, 4], axis: 1 }
    }
    /// Running product along an axis. The rule never divides, so zeros are no exception, at any order.
    Cumprod = cumprod(x, #axis: isize) -> y {
        vjp {
            let later = linear_scan(flip(roll(x, -1, axis), axis), flip(g, axis), axis);
            x: shift(y, 1, axis, 1.0) * flip(later, axis)
        }
        jvp { linear_scan(x, shift(y, 1, axis, 1.0) * dx, axis) }
        shape same;
        note "zeros: the product of the others";
        sample { x: [2, 4], axis: 1 }
    }
    /// `y[k] = a[k] y[k-1] + b[k]` along an axis; `y[0] = b[0]`, and `a[0]` is not read.
    LinearScan = linear_scan(a, b, #axis: isize) -> y {
        vjp {
            let r = flip(linear_scan(flip(roll(a, -1, axis), axis), flip(g, axis), axis), axis);
            a: r * shift(y, 1, axis, 0.0), b: r
        }
        jvp { linear_scan(a, da * shift(y, 1, axis, 0.0) + db, axis) }
        shape same;
        note "`a` and `b` have one shape";
        sample { a: [2, 4], b: [2, 4], axis: 1 }
    }
    /// Running maximum along an axis, and where it was met. NaN wins from where it stands.
    Cummax = cummax(x: num, #axis: isize) -> (values: num, indices: i32) {
        vjp { x: scatter_add(zeros(x.shape()), axis, indices, g) }
        jvp { gather(dx, axis, indices) }
        shape same;
        note "ties: the latest";
        sample { x: distinct([2, 4]), axis: 1 }
    }
    /// Running minimum along an axis, and where it was met. NaN wins from where it stands.
    Cummin = cummin(x: num, #axis: isize) -> (values: num, indices: i32) {
        vjp { x: scatter_add(zeros(x.shape()), axis, indices, g) }
        jvp { gather(dx, axis, indices) }
        shape same;
        note "ties: the latest";
        sample { x: distinct([2, 4]), axis: 1 }
    }
    } };
}
pub(super) use scan;
