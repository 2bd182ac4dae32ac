//! LU factors of matrices of any sides, by rows and panels, with the order of rows apart from the factors.

use crate::element::{DType, Element, Float};
use crate::strided::{Shared, View};

use super::batch::{Batch, each, gather, product, scatter};
use super::cholesky::distance;
use super::lines::{rows, subtract};
use super::reflectors::add_product;
use super::vector::Registers;
use super::{Failure, computed};

/// The order of rows in which partial pivoting takes them: row `order[i]` of `A` is row `i` of `L U`.
///
/// # Panics
/// When `out` has no element for each row.
pub fn lu_order<T: Float>(out: &mut [i32], a: View<'_, T>) -> Result<(), Failure> {
    let a = Batch::new(a);
    let (m, n, count) = (a.rows, a.columns, a.count);
    assert_eq!(out.len(), product(&[count, m]));
    if out.is_empty() {
        // However many matrices without rows there are.
        return Ok(());
    }
    let out = Shared(out.as_mut_ptr());
    let work = product(&[count, m, n, m.min(n)]) / 2;
    computed!(T => C, each(&mut [], count, 0, work, |scratch, (): &mut (), i, _: &mut [T]| {
        let step = distance::<C>(n);
        let ([x, left], order) = scratch.with_order([product(&[m, step]), product(&[m, PANEL])], m)?;
        order.iter_mut().enumerate().for_each(|(i, at)| *at = i);
        // SAFETY: a matrix of the batch.
        unsafe { gather(a.grid(i), m, n, x.as_mut_ptr(), step) };
        eliminate::<C>((x, step), [m, n], left, Some(order), count == 1);
        for (r, &row) in order.iter().enumerate() {
            // SAFETY: one element for each row of each matrix.
            unsafe { out.at(i * m + r).write(row as i32) };
        }
        Ok(true)
    }))
}

/// `L` below the diagonal, which is 1 and not stored, and `U` from there on, with `L U = A`: rows stay where they are.
///
/// # Panics
/// When `out` is not dense in the shape of `a`.
pub fn lu<T: Float>(out: &mut [T], a: View<'_, T>) -> Result<(), Failure> {
    let a = Batch::new(a);
    let (m, n, count) = (a.rows, a.columns, a.count);
    let size = product(&[m, n]);
    if size == 0 {
        return Ok(());
    }
    let work = product(&[count, m, n, m.min(n)]) / 2;
    computed!(T => C, each(out, count, size, work, |scratch, (): &mut (), i, out| {
        let step = distance::<C>(n);
        let [x, left] = scratch.slices([product(&[m, step]), product(&[m, PANEL])])?;
        // SAFETY: a matrix of the batch.
        unsafe { gather(a.grid(i), m, n, x.as_mut_ptr(), step) };
        eliminate::<C>((x, step), [m, n], left, None, count == 1);
        // SAFETY: rows of both.
        unsafe { scatter(out.as_mut_ptr(), (m, n), (0, n), x.as_ptr(), step) };
        Ok(true)
    }))
}

/// Columns that are eliminated one by one, before a product eliminates them from all behind.
const PANEL: usize = 32;

/// Eliminates column after column of rows at a distance of `step`, with the largest element of the rest of each as pivot where there is
/// an order to note it in. `left` has room for a panel.
fn eliminate<C: Registers>(
    (x, step): (&mut [C], usize),
    [m, n]: [usize; 2],
    left: &mut [C],
    mut order: Option<&mut [usize]>,
    alone: bool,
) {
    let count = m.min(n);
    for from in (0..count).step_by(PANEL) {
        let to = count.min(from + PANEL);
        for k in from..to {
            if let Some(order) = &mut order {
                let mut at = k;
                for r in k + 1..m {
                    if x[r * step + k].magnitude() > x[at * step + k].magnitude() {
                        at = r;
                    }
                }
                if at > k {
                    let (a, b) = rows(x, step, k, at);
                    a.swap_with_slice(b);
                    order.swap(k, at);
                }
            }
            for r in k + 1..m {
                let (pivot, row) = rows(x, step, k, r);
                // Where all of a column is zero, its multiples are too.
                if row[k] != C::ZERO {
                    let factor = row[k] / pivot[k];
                    row[k] = factor;
                    subtract(&mut row[k + 1..to], factor, &pivot[k + 1..to]);
                }
            }
        }
        if to == n {
            return;
        }
        for r in from + 1..to {
            for k in from..r {
                let (pivot, row) = rows(x, step, k, r);
                let factor = row[k];
                if factor != C::ZERO {
                    subtract(&mut row[to..n], factor, &pivot[to..n]);
                }
            }
        }
        let (width, (above, below)) = (to - from, x.split_at_mut(to * step));
        for (minus, row) in left.chunks_exact_mut(width).zip(below.chunks_exact(step)) {
            minus.iter_mut().zip(&row[from..to]).for_each(|(minus, &x)| *minus = -x);
        }
        if m > to {
            let (rest, above) = ((&mut below[to..], step), (&above[from * step + to..], [step, 1]));
            add_product([m - to, n - to, width], rest, (left, [width, 1]), above, true, alone);
        }
    }
}
