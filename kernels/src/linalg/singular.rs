//! Singular values: reflectors make a triangle, whose rows Jacobi rotations make orthogonal; a large one becomes bidiagonal.

use std::cmp::Ordering;

use crate::element::{DType, Element, Float};
use crate::real::Arith;
use crate::strided::View;

use super::batch::{Batch, columns, each, gather, product, store};
use super::cholesky::distance;
use super::lines::scaled;
use super::reflector::{is_turned, scale_of};
use super::reflectors::{Reflectors, Vectors, add_product, triangularise, turn};
use super::vector::Registers;
use super::{Failure, bidiagonal, computed, jacobi, reflectors, rotations};

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
    let size = product(&[a.rows.saturating_add(a.columns).saturating_add(1), k]);
    computed!(T => C, factored::<T, C>(out, &a, size, |factors, out| {
        let Some(f) = factors else { return out.iter_mut().for_each(|x| store(x, C::NAN)) };
        let (values, rest) = out.split_at_mut(k);
        let (left, right) = rest.split_at_mut(f.sides[0] * k);
        for (c, &i) in f.order.iter().enumerate() {
            store(&mut values[c], f.values[i] / f.scale);
            let turned = is_turned(f.vectors(i)[0].iter().copied());
            f.spare[c] = if turned { -C::ONE } else { C::ONE };
        }
        for (side, out) in [left, right].into_iter().enumerate() {
            columns(out, k, f.sides[side], |c, r| f.spare[c] * f.vectors(f.order[c])[side][r]);
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
        let Some(f) = factors else { return out.iter_mut().for_each(|x| store(x, C::NAN)) };
        let largest = f.values[f.order[0]];
        let least = largest * C::EPSILON * C::from_f64(m.max(n) as f64);
        let k = m.min(n);
        let [long, short] = f.steps;
        for (row, &value) in f.long.chunks_exact_mut(long).zip(f.values) {
            scaled(row, if value > least { C::ONE / value } else { C::ZERO });
        }
        let (long, short) = ((&*f.long, [1, long]), (f.short, [1, short]));
        let [rows, columns] = if m >= n { [short, long] } else { [long, short] };
        let columns = (columns.0, [columns.1[1], 1]);
        add_product([n, m, k], (f.room, m), rows, columns, false, a.count == 1);
        out.iter_mut().zip(&*f.room).for_each(|(out, &x)| store(out, x * f.scale));
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
    /// From one row of `long` to the next, and of `short`.
    steps: [usize; 2],
    /// For each singular value a row as long as the longer side.
    long: &'a mut [C],
    short: &'a [C],
    /// Room for a row as long as the longer side.
    spare: &'a mut [C],
    /// Room for a matrix.
    room: &'a mut [C],
}

impl<C> Factors<'_, C> {
    /// Column `i` of `U` and of `V`.
    fn vectors(&self, i: usize) -> [&[C]; 2] {
        let [rows, columns] = self.sides;
        let (m, n) = (rows.max(columns), rows.min(columns));
        let (long, short) = (&self.long[i * self.steps[0]..][..m], &self.short[i * self.steps[1]..][..n]);
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
    let [large, angles] = if n < LARGE { [0; 2] } else { [product(&[n, n]), rotations::workspace(n)] };
    let alone = a.count == 1;
    let blocks = reflectors::workspace(m, n);
    // From one row of the workspace to the next, of the longer side and of the shorter one.
    let [apart, beside] = if n < LARGE { [m, n] } else { [distance::<C>(m), distance::<C>(n)] };
    each(out, a.count, size, work, |scratch, (): &mut (), i, out| {
        let sizes = [
            product(&[m, n]),
            product(&[n, apart]),
            product(&[n, beside]),
            n,
            n,
            n,
            m.max(4 * n),
            large,
            large,
            blocks,
            angles,
            angles,
        ];
        let ([h, long, short, tau, diagonal, values, spare, w, left, blocks, of_u, of_v], order) =
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
        triangularise(h, m, tau, diagonal, blocks, alone);
        long.fill(C::ZERO);
        let (mut done, mut beside, mut short) = (false, beside, short);
        if n >= LARGE {
            triangle(h, m, diagonal, w);
            let spare = &mut spare[..4 * n];
            let work = bidiagonal::Work { w, left, spare, blocks, angles: [of_u, of_v], alone };
            done = bidiagonal::decompose(work, values, (long, apart), (short, beside));
        }
        if !done {
            (beside, short) = (n, &mut short[..n * n]);
            triangle(h, m, diagonal, short);
            done = jacobi::decompose(short, (long, apart), values, &mut spare[..n]);
        }
        let of = Reflectors { rows: h, step: m, end: m, shift: 0, tau };
        turn(of, Vectors { rows: long, step: apart, unit: false, alone }, blocks);
        order.iter_mut().enumerate().for_each(|(i, at)| *at = i);
        order.sort_unstable_by(|&i, &j| {
            values[j].partial_cmp(&values[i]).unwrap_or(Ordering::Equal).then(i.cmp(&j))
        });
        let spare = &mut spare[..m];
        let steps = [apart, beside];
        f(
            Some(Factors {
                sides: [a.rows, a.columns],
                steps,
                scale,
                values,
                order,
                long,
                short,
                spare,
                room: h,
            }),
            out,
        );
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
