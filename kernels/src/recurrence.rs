//! Linear recurrences of vectors: by matrices, by bands of three diagonals, and the bands of alignments.

use crate::element::Float;
use crate::gemm;
use crate::strided::{View, dense, product};

/// `out[.., l, ..] += a[.., l, ..] out[.., l - 1, ..]` for each step `l` but the first, in order. `a` has matrices of `n x n` behind the
/// axis of the steps, and the dense `out` matrices of `n x columns`; leading axes are those of both.
///
/// # Panics
/// When the shapes do not fit each other.
pub fn matrix_scan<T: Float>(out: &mut [T], a: View<'_, T>, columns: usize) {
    let (rank, shape) = (a.rank(), a.shape());
    assert!(rank >= 3 && shape[rank - 2] == shape[rank - 1], "{shape:?}");
    assert_eq!(out.len(), product(&shape[..rank - 1]).saturating_mul(columns));
    if out.is_empty() {
        return;
    }
    let (steps, size) = (shape[rank - 3], shape[rank - 2] * columns);
    let mut one = shape.to_vec();
    one[rank - 3] = 1;
    let mut rows = one.clone();
    rows[rank - 1] = columns;
    let strides = dense(&rows);
    let mut last = vec![T::from_f64(0.0); out.len() / steps];
    let mut product = last.clone();
    for step in 0..steps {
        if step > 0 {
            let before = View::new(&last, 0, &rows, &strides[..rank]).expect("strides of the dense states");
            gemm::matmul(&mut product, a.only(rank - 3, step, &one), before);
        }
        let states = out.chunks_exact_mut(size).skip(step).step_by(steps);
        for ((y, last), product) in states.zip(last.chunks_exact_mut(size)).zip(product.chunks_exact(size)) {
            if step > 0 {
                y.iter_mut().zip(product).for_each(|(y, p)| *y = T::from_f64(y.to_f64() + p.to_f64()));
            }
            last.copy_from_slice(y);
        }
    }
}

/// `out[l, n, s] += Σ w[j, l, n, s] out[l - 1, n, s - j]` over `j` from 0 to 2, for each step `l` but the first, in order. `w` and `out`
/// are dense, with `lanes` indices `n` and `states` indices `s`. Sums are formed in f64.
///
/// # Panics
/// When the lengths do not fit each other.
pub fn band_scan<T: Float>(out: &mut [T], w: &[T], lanes: usize, states: usize) {
    let row = product(&[lanes, states]);
    assert!(w.len() == 3 * out.len() && (out.is_empty() || out.len().is_multiple_of(row)));
    if out.is_empty() {
        return;
    }
    let len = out.len();
    for at in row..len {
        let s = at % states;
        let mut sum = out[at].to_f64();
        for j in 0..3.min(s + 1) {
            sum += w[j * len + at].to_f64() * out[at - row - j].to_f64();
        }
        out[at] = T::from_f64(sum);
    }
}

/// Of the paths through states that stay, go on by one or, where `skip`, by two, and begin in the first or second state: in `sums` the
/// logarithm of the sum, over those that are in state `s` at step `l`, of the exponentials of the sums of `lp` along them; in `w` the
/// parts that came from `s`, `s - 1` and `s - 2`, 0 where there is no path. All are dense: `lp` and `sums` `[l, n, s]`, `w` `[3, l, n, s]`,
/// `skip` `[n, s]`.
///
/// # Panics
/// When the lengths do not fit each other.
pub fn alignments<T: Float>(w: &mut [T], sums: &mut [T], lp: &[T], skip: &[bool], states: usize) {
    let (len, row) = (lp.len(), skip.len());
    assert!(sums.len() == len && w.len() == 3 * len && (row == 0 && len == 0 || len.is_multiple_of(row)));
    assert!(row == 0 || row.is_multiple_of(states));
    w.fill(T::from_f64(0.0));
    let mut last = vec![f64::NEG_INFINITY; row];
    let mut next = last.clone();
    for at in 0..len {
        let (n, s) = (at % row, at % states);
        let p = lp[at].to_f64();
        next[n] = if at < row {
            if s < 2 { p } else { f64::NEG_INFINITY }
        } else {
            let from = |j: usize| {
                let open = s >= j && (j < 2 || skip[n]);
                if open { last[n - j] } else { f64::NEG_INFINITY }
            };
            let terms = [from(0), from(1), from(2)];
            // NaN wins.
            let top = terms.iter().fold(f64::NEG_INFINITY, |m, &t| if t > m || t.is_nan() { t } else { m });
            if top == f64::NEG_INFINITY || p == f64::NEG_INFINITY {
                f64::NEG_INFINITY
            } else {
                let parts = terms.map(|t| (t - top).exp());
                let sum: f64 = parts.iter().sum();
                for (j, part) in parts.iter().enumerate() {
                    w[j * len + at] = T::from_f64(part / sum);
                }
                top + sum.ln() + p
            }
        };
        sums[at] = T::from_f64(next[n]);
        if n + 1 == row {
            std::mem::swap(&mut last, &mut next);
        }
    }
}
