//! Singular values: reflectors make a triangle, Jacobi rotations make its rows orthogonal.

use std::cmp::Ordering;

use crate::element::{DType, Element, Float};
use crate::real::Arith;
use crate::strided::View;

use super::batch::{Batch, each, gather, product, store};
use super::lines::{dot, rotate, rows, subtract};
use super::orthogonal::{triangularise, turn};
use super::reflector::{is_turned, length, scale_of};
use super::vector::Registers;
use super::{Failure, computed};

/// Sweeps over all pairs of rows. Six to ten are usual.
const SWEEPS: usize = 60;

/// The singular values, descending; below them `U`, then `V`, whose columns belong to them, with `U diag(s) Vᵀ = A`. Each matrix of
/// the result has `1 + m + n` rows and as many columns as the shorter side of `A`. Where an element is not finite, all are NaN.
///
/// # Panics
/// When `out` does not fit `a`.
pub fn svd<T: Float>(out: &mut [T], a: View<'_, T>) -> Result<(), Failure> {
    let a = Batch::new(a);
    let k = a.rows.min(a.columns);
    computed!(T => C, factored::<T, C>(out, &a, (1 + a.rows + a.columns) * k, |factors, out| {
        let Some(f) = factors else { return out.iter_mut().for_each(|x| store(x, C::NAN)) };
        let (values, rest) = out.split_at_mut(k);
        let (left, right) = rest.split_at_mut(f.sides[0] * k);
        for (c, &i) in f.order.iter().enumerate() {
            store(&mut values[c], f.values[i] / f.scale);
            let [u, v] = f.vectors(i);
            let turned = is_turned(u.iter().copied());
            for (out, side) in [(&mut *left, u), (&mut *right, v)] {
                for (out, &x) in out[c..].iter_mut().step_by(k).zip(side) {
                    store(out, if turned { -x } else { x });
                }
            }
        }
    }))
}

/// The pseudo-inverse. Singular values up to `max(m, n) ε` times the largest count as 0. Where an element is not finite, all are
/// NaN.
///
/// # Panics
/// When `out` does not fit `a`.
pub fn pinv<T: Float>(out: &mut [T], a: View<'_, T>) -> Result<(), Failure> {
    let a = Batch::new(a);
    let (m, n) = (a.rows, a.columns);
    computed!(T => C, factored::<T, C>(out, &a, m * n, |factors, out| {
        let Some(mut f) = factors else { return out.iter_mut().for_each(|x| store(x, C::NAN)) };
        let spare = std::mem::take(&mut f.spare);
        let largest = f.values[f.order[0]];
        let least = largest * C::EPSILON * C::from_f64(m.max(n) as f64);
        // Row by row of the result, in a row of the workspace that holds no factor any more.
        for (r, row) in out.chunks_exact_mut(m).enumerate() {
            let sum = &mut spare[..m];
            sum.fill(C::ZERO);
            for &i in f.order.iter().take_while(|&&i| f.values[i] > least) {
                let [u, v] = f.vectors(i);
                subtract(sum, -(v[r] / f.values[i]), u);
            }
            row.iter_mut().zip(&*sum).for_each(|(out, &x)| store(out, x * f.scale));
        }
    }))
}

/// The factors of one matrix, times `scale`.
struct Factors<'a, C> {
    /// Rows and columns of the matrix.
    sides: [usize; 2],
    scale: C,
    values: &'a [C],
    /// From the largest singular value to the least.
    order: &'a [usize],
    /// For each singular value a row as long as the longer side.
    long: &'a [C],
    short: &'a [C],
    /// Room for a row as long as the longer side.
    spare: &'a mut [C],
}

impl<C> Factors<'_, C> {
    /// Column `i` of `U` and of `V`.
    fn vectors(&self, i: usize) -> [&[C]; 2] {
        let [rows, columns] = self.sides;
        let (m, n) = (rows.max(columns), rows.min(columns));
        let (long, short) = (&self.long[i * m..][..m], &self.short[i * n..][..n]);
        if rows == m { [long, short] } else { [short, long] }
    }
}

/// Calls `f` with the factors of each matrix, or with none where an element is not finite, and its part of the result.
fn factored<T: Float, C: Registers>(
    out: &mut [T],
    a: &Batch<'_, T>,
    size: usize,
    f: impl Fn(Option<Factors<'_, C>>, &mut [T]) + Sync,
) -> Result<(), Failure> {
    let (m, n) = (a.rows.max(a.columns), a.rows.min(a.columns));
    if n == 0 {
        return Ok(());
    }
    let work = product(&[a.count, m, n, n, 20]);
    each(out, a.count, size, work, |scratch, (): &mut (), i, out| {
        let sizes = [product(&[m, n]), product(&[m, n]), product(&[n, n]), n, n, m];
        let ([h, long, short, tau, values, spare], order) = scratch.with_order(sizes, n)?;
        let grid = a.grid(i);
        let columns = if a.rows >= a.columns { grid.transposed() } else { grid };
        // SAFETY: a matrix of the batch, and rows for its columns, or for its rows where these are fewer.
        unsafe { gather(columns, n, m, h.as_mut_ptr(), m) };
        let Some(scale) = scale_of(h) else {
            f(None, out);
            return Ok(true);
        };
        h.iter_mut().for_each(|x| *x = *x * scale);
        triangularise(h, m, tau, values);
        long.fill(C::ZERO);
        for k in 0..n {
            long[k * m + k] = C::ONE;
            for j in 0..n {
                short[k * n + j] = match j.cmp(&k) {
                    Ordering::Less => C::ZERO,
                    Ordering::Equal => values[k],
                    Ordering::Greater => h[j * m + k],
                };
            }
        }
        if !orthogonal_rows(short, long, m, values) {
            return Ok(false);
        }
        for x in long.chunks_exact_mut(m) {
            // Some hundred rotations change the length in its last digits.
            let length = dot(x, x).sqrt();
            x.iter_mut().for_each(|x| *x = *x / length);
            turn(h, m, tau, n, x);
        }
        normalise(short, values, &mut spare[..n]);
        order.iter_mut().enumerate().for_each(|(i, at)| *at = i);
        order.sort_by(|&i, &j| values[j].partial_cmp(&values[i]).unwrap_or(Ordering::Equal));
        f(Some(Factors { sides: [a.rows, a.columns], scale, values, order, long, short, spare }), out);
        Ok(true)
    })
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
        row.iter_mut().for_each(|x| *x = if is_row { *x / length } else { C::ZERO });
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
