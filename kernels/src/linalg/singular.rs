//! Singular values: reflectors make a triangle, whose rows Jacobi rotations make orthogonal; a large one becomes bidiagonal.

use std::cmp::Ordering;

use crate::element::{DType, Element, Float};
use crate::real::Arith;
use crate::strided::View;

use super::batch::{Batch, each, gather, product, store};
use super::lines::{scaled, subtract};
use super::orthogonal::{triangularise, turn};
use super::reflector::{is_turned, scale_of};
use super::vector::Registers;
use super::{Failure, bidiagonal, computed, jacobi};

/// Order from which on a bidiagonal matrix is the faster way.
const LARGE: usize = 32;

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
    let large = if n < LARGE { 0 } else { product(&[n, n]) };
    each(out, a.count, size, work, |scratch, (): &mut (), i, out| {
        let sizes =
            [product(&[m, n]), product(&[m, n]), product(&[n, n]), n, n, n, m.max(4 * n), large, large];
        let ([h, long, short, tau, diagonal, values, spare, w, left], order) =
            scratch.with_order(sizes, n)?;
        let grid = a.grid(i);
        let columns = if a.rows >= a.columns { grid.transposed() } else { grid };
        // SAFETY: a matrix of the batch, and rows for its columns, or for its rows where these are fewer.
        unsafe { gather(columns, n, m, h.as_mut_ptr(), m) };
        let Some(scale) = scale_of(h) else {
            f(None, out);
            return Ok(true);
        };
        scaled(h, scale);
        triangularise(h, m, tau, diagonal);
        long.fill(C::ZERO);
        let mut done = false;
        if n >= LARGE {
            triangle(h, m, diagonal, w);
            let work = bidiagonal::Work { w, left, spare: &mut spare[..4 * n] };
            done = bidiagonal::decompose(work, values, (long, m), short);
        }
        if !done {
            triangle(h, m, diagonal, short);
            done = jacobi::decompose(short, (long, m), values, &mut spare[..n]);
        }
        long.chunks_exact_mut(m).for_each(|x| turn(h, m, tau, n, x));
        order.iter_mut().enumerate().for_each(|(i, at)| *at = i);
        order.sort_unstable_by(|&i, &j| {
            values[j].partial_cmp(&values[i]).unwrap_or(Ordering::Equal).then(i.cmp(&j))
        });
        let spare = &mut spare[..m];
        f(Some(Factors { sides: [a.rows, a.columns], scale, values, order, long, short, spare }), out);
        Ok(done)
    })
}

/// `R`, row by row, of what `triangularise` made.
fn triangle<C: Registers>(h: &[C], m: usize, diagonal: &[C], r: &mut [C]) {
    let n = diagonal.len();
    for (k, row) in r.chunks_exact_mut(n).enumerate() {
        row[..k].fill(C::ZERO);
        row[k] = diagonal[k];
        (k + 1..n).for_each(|j| row[j] = h[j * m + k]);
    }
}
