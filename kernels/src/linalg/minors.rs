//! A matrix without one row and one column, for each row and column.

use crate::element::{Element, Float};
use crate::strided::View;

use super::Failure;
use super::batch::{Batch, product};
use super::scratch::{NoMemory, renew};

/// `out[.., i, j, _, _]` is `a` without row `i` and column `j`; `out` is dense.
///
/// # Panics
/// When `a` is not a batch of square matrices or `out` does not fit.
pub fn minors<T: Element>(out: &mut [T], a: View<'_, T>) {
    let a = Batch::square(a);
    let n = a.rows;
    let m = n.saturating_sub(1);
    assert_eq!(out.len(), product(&[a.count, n, n, m, m]));
    if out.is_empty() {
        return;
    }
    for (batch, out) in out.chunks_exact_mut(n * n * m * m).enumerate() {
        for (ij, minor) in out.chunks_exact_mut(m * m).enumerate() {
            for (rc, x) in minor.iter_mut().enumerate() {
                *x = a.get(batch, beyond(rc / m, ij / n), beyond(rc % m, ij % n));
            }
        }
    }
}

/// The cotangent of [`minors`]: `out`, a dense batch of matrices, gets the sum of what each of its elements was copied to. The sum
/// runs in f64, in row-major order of `x`.
///
/// # Panics
/// When `x` is not a batch of what `minors` gives or `out` does not fit.
pub fn minors_cotangent<T: Float>(out: &mut [T], x: View<'_, T>) -> Result<(), Failure> {
    let lead = x.rank().checked_sub(4).expect("minors of a matrix or of a batch of them");
    let (n, m) = (x.shape()[lead], x.shape()[lead + 2]);
    assert!(x.shape()[lead..] == [n, n, m, m] && m == n.saturating_sub(1));
    let minors = Batch::new(x);
    assert_eq!(out.len(), minors.count);
    if out.is_empty() {
        return Ok(());
    }
    let mut sum = Vec::new();
    renew(&mut sum, product(&[n, n]), 0.0).map_err(|NoMemory| Failure::Memory)?;
    for (batch, out) in out.chunks_exact_mut(n * n).enumerate() {
        sum.fill(0.0);
        for ij in 0..n * n {
            for r in 0..m {
                for c in 0..m {
                    let at = beyond(r, ij / n) * n + beyond(c, ij % n);
                    sum[at] += minors.get(batch * n * n + ij, r, c).to_f64();
                }
            }
        }
        out.iter_mut().zip(&sum).for_each(|(y, &s)| *y = T::from_f64(s));
    }
    Ok(())
}

/// Index `i` of what is left when `removed` is gone, as an index of the whole.
fn beyond(i: usize, removed: usize) -> usize {
    i + usize::from(i >= removed)
}
