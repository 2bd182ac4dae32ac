//! Scans along an axis. Reversed scans are scans of flipped views.

macro_rules! scan {
    ($next:ident $($rest:tt)*) => { $next! { $($rest)*
    /// Running sum along an axis.
    Cumsum = cumsum(x: num, #axis: Axis) -> y: num {
        linear;
        vjp { x: flip(cumsum(flip(g, axis), axis), axis) }
        shape same;
        sample { x: [2, 4], axis: 1 }
    }
    /// Running product along an axis. The rule never divides, so zeros are no exception, at any order.
    Cumprod = cumprod(x, #axis: Axis) -> y {
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
    LinearScan = linear_scan(a, b, #axis: Axis) -> y {
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
    Cummax = cummax(x: num, #axis: Axis) -> (values: num, indices: i32) {
        vjp { x: scatter_add(zeros(x.shape()), axis, indices, g) }
        jvp { gather(dx, axis, indices) }
        shape same;
        note "ties: the latest";
        sample { x: distinct([2, 4]), axis: 1 }
    }
    /// Running minimum along an axis, and where it was met. NaN wins from where it stands.
    Cummin = cummin(x: num, #axis: Axis) -> (values: num, indices: i32) {
        vjp { x: scatter_add(zeros(x.shape()), axis, indices, g) }
        jvp { gather(dx, axis, indices) }
        shape same;
        note "ties: the latest";
        sample { x: distinct([2, 4]), axis: 1 }
    }
    /// `y[k] = A[k] y[k-1] + b[k]` for matrices, along the third axis from the end; `y[0] = b[0]`, and `A[0]` is not read.
    MatrixScan = matrix_scan(a: [.., L, K, K], b: [.., L, K, V]) -> y: [.., L, K, V] {
        vjp {
            let back = flip(matrix_scan(flip(roll(mt(a), -1, -3), -3), flip(g, -3)), -3);
            a: sum_to(matmul(back, mt(shift(y, 1, -3, 0.0))), a.shape()), b: sum_to(back, b.shape())
        }
        jvp { matrix_scan(a, matmul(da, shift(y, 1, -3, 0.0)) + db) }
        note "each step is rounded to the element type";
        sample { a: [2, 4, 2, 2], b: [2, 4, 2, 3] }
    }
    /// `y[t, .., s] = w[0, t, .., s] y[t-1, .., s] + w[1, t, .., s] y[t-1, .., s-1] + w[2, t, .., s] y[t-1, .., s-2] + b[t, .., s]`;
    /// `y[0] = b[0]`, `w[.., 0, .., ..]` is not read, and what is before the first `s` is 0.
    BandScan = band_scan(w: [J, L, N, S], b: [L, N, S]) -> y: [L, N, S] {
        internal;
        vjp {
            let back = flip(band_scan(band_back(w), flip(g, [0, -1])), [0, -1]);
            w: unsqueeze(back, 0) * band_before(y), b: back
        }
        jvp { band_scan(w, sum(dw * band_before(y), 0, false) + db) }
        note "`J` is 3";
        sample { w: [3, 4, 2, 5], b: [4, 2, 5] }
    }
    /// The states of `ctc`: the parts of each state's paths that came from the same state, from the state before and from two before;
    /// and the logarithms of the sums over these paths. `skip` says which states may come from two before.
    CtcStates = ctc_states(lp: [L, N, S], skip: bool [N, S]) -> (w: [J, L, N, S], sums: [L, N, S]) {
        internal;
        vjp { lp: zero, skip: none }
        jvp { w * 0.0 }
        shape ctc_states;
        note "constants; formed in f64 and rounded once";
        sample { lp: [4, 2, 5], skip: bits([2, 5]) }
    }
    } };
}
pub(super) use scan;
