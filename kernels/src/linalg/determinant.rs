//! Determinants and adjugates.

use crate::element::{DType, Element, Float};
use crate::strided::{Shared, View};

use super::adjugate::Workspace;
use super::batch::{Batch, each, gather, product, store};
use super::{Failure, computed, lu};

/// Calls `f(i, pivots, sign)` with the diagonal of `U` and the sign of the permutation of each matrix.
///
/// # Panics
/// When `a` is not a batch of square matrices.
fn determinants<T: Float>(
    a: View<'_, T>,
    f: impl Fn(usize, &mut dyn Iterator<Item = f64>, f64) + Sync,
) -> Result<(), Failure> {
    let a = Batch::square(a);
    let (n, count) = (a.rows, a.count);
    let work = product(&[count, n, n, n]) / 3;
    computed!(T => C, each(&mut [], count, 0, work, |scratch, (): &mut (), i, _: &mut [T]| {
        let (work, order) = scratch.with_order(lu::workspaces::<C>(n), n)?;
        // SAFETY: a matrix of the batch; the workspaces stay.
        unsafe {
            let factors = lu::factor::<T, C>(a.grid(i), n, count == 1, work, order);
            f(i, &mut factors.pivots().map(Element::to_f64), factors.sign());
        }
        Ok(true)
    }))
}

/// The determinant of each matrix of a batch; 0 for a singular one, 1 for an empty one. The product is formed in f64.
///
/// # Panics
/// When `a` is not a batch of square matrices or `out` does not fit.
pub fn det<T: Float>(out: &mut [T], a: View<'_, T>) -> Result<(), Failure> {
    let batch = Batch::square(a);
    assert_eq!(out.len(), batch.count);
    if batch.rows == 0 {
        out.fill(T::from_f64(1.0));
        return Ok(());
    }
    let out = Shared(out.as_mut_ptr());
    determinants(a, |i, pivots, sign| {
        let (mut det, mut singular, mut finite) = (sign, false, true);
        for x in pivots {
            singular |= x == 0.0;
            finite &= x.is_finite();
            det *= x;
        }
        // An infinite pivot beside a zero stays visible; an infinite product of finite ones does not.
        let det = if singular && finite { 0.0 } else { det };
        // SAFETY: one element for each matrix.
        unsafe { *out.at(i) = T::from_f64(det) };
    })
}

/// The logarithm of the absolute value of each determinant, -inf for a singular matrix, and its sign: 1, -1 or 0. The sum is
/// formed in f64.
///
/// # Panics
/// When `a` is not a batch of square matrices or a result does not fit.
pub fn logabsdet<T: Float>(logs: &mut [T], signs: &mut [T], a: View<'_, T>) -> Result<(), Failure> {
    let batch = Batch::square(a);
    assert!(logs.len() == batch.count && signs.len() == batch.count);
    if batch.rows == 0 {
        logs.fill(T::from_f64(0.0));
        signs.fill(T::from_f64(1.0));
        return Ok(());
    }
    let (logs, signs) = (Shared(logs.as_mut_ptr()), Shared(signs.as_mut_ptr()));
    determinants(a, |i, pivots, mut sign| {
        let mut log = 0.0;
        for x in pivots {
            log += x.abs().ln();
            sign *= if x == 0.0 { 0.0 } else { x.signum() };
        }
        // SAFETY: one element of both for each matrix.
        unsafe { (*logs.at(i), *signs.at(i)) = (T::from_f64(log), T::from_f64(sign)) };
    })
}

/// The adjugate of each matrix of a batch: `A adj(A) = det(A) I`, also where `A` is singular. `out` is dense, in the shape of
/// `a`.
///
/// # Panics
/// When `a` is not a batch of square matrices or `out` does not fit.
pub fn adjugate<T: Float>(out: &mut [T], a: View<'_, T>) -> Result<(), Failure> {
    let a = Batch::square(a);
    let (n, count) = (a.rows, a.count);
    if n == 0 {
        return Ok(());
    }
    each(out, count, n * n, product(&[2, count, n, n, n]), |_, w: &mut Workspace, i, out| {
        w.reserve(n)?;
        // SAFETY: a matrix of the batch, and room for it.
        unsafe { gather(a.grid(i), n, n, w.matrix.as_mut_ptr(), n) };
        out.iter_mut().zip(w.adjugate(n)).for_each(|(y, &x)| store(y, x));
        Ok(true)
    })
}
