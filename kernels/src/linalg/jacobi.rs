//! One-sided Jacobi rotations: singular values of a matrix of few rows, the small ones to as many digits as the large ones.

use super::lines::{dot, rotate, rows, subtract};
use super::reflector::length;
use super::vector::Registers;

/// Sweeps over all pairs of rows. Six to ten are usual.
const SWEEPS: usize = 60;

/// Writes a matrix `v` of order `n` as `Σ values[i] u[i]ᵀ v[i]`. Rows of `v` become rows of length 1, with their factors in `values`.
/// Rows of `u` lie `step` apart, of which the first `n` elements are written. `trial` is as long as a row. False if it takes too long.
pub(super) fn decompose<C: Registers>(
    v: &mut [C],
    (u, step): (&mut [C], usize),
    values: &mut [C],
    trial: &mut [C],
) -> bool {
    let n = values.len();
    for (i, row) in u.chunks_exact_mut(step).enumerate() {
        row[..n].fill(C::ZERO);
        row[i] = C::ONE;
    }
    let done = orthogonal_rows(v, u, step, values);
    for row in u.chunks_exact_mut(step) {
        // Some hundred rotations change the length in its last digits.
        let length = dot(&row[..n], &row[..n]).sqrt();
        for x in &mut row[..n] {
            *x = *x / length;
        }
    }
    normalise(v, values, trial);
    done
}

/// Squares below are those of rows that count as zero.
fn least<C: Registers>() -> C {
    C::MIN_POSITIVE / C::EPSILON
}

/// Turns the rows of `w`, `n x n`, until all are orthogonal up to rounding, those of `j`, of length `m`, along with them. `squares`
/// holds those of their lengths at the end. False if it takes too long.
fn orthogonal_rows<C: Registers>(w: &mut [C], j: &mut [C], m: usize, squares: &mut [C]) -> bool {
    let (n, two) = (squares.len(), C::from_f64(2.0));
    let bound = C::EPSILON * C::from_f64((n as f64).sqrt());
    for _ in 0..SWEEPS {
        for (square, row) in squares.iter_mut().zip(w.chunks_exact(n)) {
            *square = dot(row, row);
        }
        let mut turned = false;
        for p in 0..n {
            for q in p + 1..n {
                let (x, y) = rows(w, n, p, q);
                let (u, v) = rows(j, m, p, q);
                let (u, v) = (&mut u[..n], &mut v[..n]);
                // The longer row first: far fewer sweeps.
                if squares[p] < squares[q] {
                    x.swap_with_slice(y);
                    u.swap_with_slice(v);
                    squares.swap(p, q);
                }
                let (a, b) = (squares[p], squares[q]);
                if b <= least() {
                    continue;
                }
                let common = dot(x, y);
                if common.magnitude() <= bound * a.sqrt() * b.sqrt() {
                    continue;
                }
                turned = true;
                let ratio = (b - a) / (two * common);
                let t = C::ONE.copysign(ratio) / (ratio.magnitude() + length(ratio, C::ONE));
                let c = C::ONE / (C::ONE + t * t).sqrt();
                rotate(x, y, c, c * t);
                rotate(u, v, c, c * t);
                let rest = b + t * common;
                squares[p] = a - t * common;
                squares[q] = if rest > C::ZERO { rest } else { C::ZERO };
            }
        }
        if !turned {
            return true;
        }
    }
    false
}

/// Rows of `w` get length 1, and `values` their lengths; those without one are completed to an orthonormal basis.
fn normalise<C: Registers>(w: &mut [C], values: &mut [C], trial: &mut [C]) {
    let n = values.len();
    for (row, value) in w.chunks_exact_mut(n).zip(&mut *values) {
        let square = dot(row, row);
        let is_row = square > least();
        *value = if is_row { square.sqrt() } else { C::ZERO };
        let length = *value;
        for x in row.iter_mut() {
            *x = if is_row { *x / length } else { C::ZERO };
        }
    }
    let (enough, mut next) = (C::from_f64(0.5 / n as f64), 0);
    for i in 0..n {
        if values[i] != C::ZERO {
            continue;
        }
        // Some unit vector is far enough from all that the others span.
        for _ in 0..n {
            trial.fill(C::ZERO);
            trial[next % n] = C::ONE;
            next += 1;
            for _ in 0..2 {
                for row in w.chunks_exact(n) {
                    let share = dot(trial, row);
                    subtract(trial, share, row);
                }
            }
            let square = dot(trial, trial);
            if square >= enough {
                let length = square.sqrt();
                w[i * n..][..n].iter_mut().zip(&*trial).for_each(|(x, &y)| *x = y / length);
                break;
            }
        }
    }
}
