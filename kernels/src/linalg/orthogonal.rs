//! QR factors of matrices with at least as many rows as columns. Columns lie along memory here.

use crate::element::{DType, Element, Float};
use crate::real::Arith;
use crate::strided::View;

use super::batch::{Batch, columns, each, gather, product, store};
use super::lines::scaled;
use super::reflector::scale_of;
use super::reflectors::{Reflectors, Vectors, triangularise, turn, workspace};
use super::{Failure, computed};

/// `Q` with orthonormal columns, and below it `Rᵀ`, with `Q R = A`, `R` upper triangular and nothing on its diagonal negative. Each
/// matrix of the result has `m + n` rows. Where an element is not finite, all are NaN.
///
/// # Panics
/// When `a` has fewer rows than columns or `out` does not fit.
pub fn qr<T: Float>(out: &mut [T], a: View<'_, T>) -> Result<(), Failure> {
    let a = Batch::new(a);
    let (m, n, count) = (a.rows, a.columns, a.count);
    assert!(m >= n, "at least as many rows as columns");
    if n == 0 {
        return Ok(());
    }
    let work = product(&[count, m, n, n, 2]);
    computed!(T => C, each(out, count, product(&[m.saturating_add(n), n]), work, |scratch, (): &mut (), i, out| {
        let square = product(&[m, n]);
        let [h, q, tau, diagonal, work] = scratch.slices([square, square, n, n, workspace(m, n)])?;
        // SAFETY: a matrix of the batch, and rows of `m` for its columns.
        unsafe { gather(a.grid(i).transposed(), n, m, h.as_mut_ptr(), m) };
        let Some(scale) = scale_of(h) else {
            for x in out.iter_mut() { store(x, C::NAN); }
            return Ok(true);
        };
        scaled(h, scale);
        let alone = count == 1;
        triangularise(h, m, tau, diagonal, work, alone);
        q.fill(C::ZERO);
        q.iter_mut().step_by(m + 1).for_each(|x| *x = C::ONE);
        let of = Reflectors { rows: h, step: m, end: m, shift: 0, tau };
        turn(of, Vectors { rows: q, step: m, unit: true, alone }, work);
        let sign = |j: usize| if diagonal[j] < C::ZERO { -C::ONE } else { C::ONE };
        let (top, bottom) = out.split_at_mut(m * n);
        columns(top, n, m, |j, r| sign(j) * q[j * m + r]);
        for (k, row) in bottom.chunks_exact_mut(n).enumerate() {
            for (j, out) in row.iter_mut().enumerate() {
                let x = match k.cmp(&j) {
                    std::cmp::Ordering::Less => C::ZERO,
                    std::cmp::Ordering::Equal => sign(j) * diagonal[j],
                    std::cmp::Ordering::Greater => sign(j) * h[k * m + j],
                };
                store(out, x / scale);
            }
        }
        Ok(true)
    }))
}
