//! LU factors of matrices of any sides, by rows, with the order of rows apart from the factors.

use crate::element::{DType, Element, Float};
use crate::strided::{Shared, View};

use super::batch::{Batch, each, gather, product, store};
use super::lines::{rows, subtract};
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
    let out = Shared(out.as_mut_ptr());
    let work = product(&[count, m, n, m.min(n)]) / 2;
    computed!(T => C, each(&mut [], count, 0, work, |scratch, (): &mut (), i, _: &mut [T]| {
        let ([x], order) = scratch.with_order([product(&[m, n])], m)?;
        order.iter_mut().enumerate().for_each(|(i, at)| *at = i);
        // SAFETY: a matrix of the batch.
        unsafe { gather(a.grid(i), m, n, x.as_mut_ptr(), n) };
        eliminate::<C>(x, [m, n], Some(order));
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
    let work = product(&[count, m, n, m.min(n)]) / 2;
    computed!(T => C, each(out, count, size, work, |scratch, (): &mut (), i, out| {
        let [x] = scratch.slices([size])?;
        // SAFETY: a matrix of the batch.
        unsafe { gather(a.grid(i), m, n, x.as_mut_ptr(), n) };
        eliminate::<C>(x, [m, n], None);
        out.iter_mut().zip(&*x).for_each(|(out, &x)| store(out, x));
        Ok(true)
    }))
}

/// Eliminates column after column, with the largest element of the rest of each as pivot where there is an order to note it in. Which
/// rows are exchanged has no influence on the numbers.
fn eliminate<C: Registers>(x: &mut [C], [m, n]: [usize; 2], mut order: Option<&mut [usize]>) {
    for k in 0..m.min(n) {
        if let Some(order) = &mut order {
            let mut at = k;
            for r in k + 1..m {
                if x[r * n + k].magnitude() > x[at * n + k].magnitude() {
                    at = r;
                }
            }
            if at > k {
                let (a, b) = rows(x, n, k, at);
                a.swap_with_slice(b);
                order.swap(k, at);
            }
        }
        for r in k + 1..m {
            let (pivot, row) = rows(x, n, k, r);
            // Where all of a column is zero, its multiples are too.
            if row[k] != C::ZERO {
                let factor = row[k] / pivot[k];
                row[k] = factor;
                subtract(&mut row[k + 1..], factor, &pivot[k + 1..]);
            }
        }
    }
}
