//! QR factors of matrices with at least as many rows as columns. Columns lie along memory here.

use crate::element::{DType, Element, Float};
use crate::real::Arith;
use crate::strided::View;

use super::batch::{Batch, each, gather, product, store};
use super::lines::scaled;
use super::reflector::{reflect, reflector, scale_of};
use super::vector::Registers;
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
    computed!(T => C, each(out, count, (m + n) * n, work, |scratch, (): &mut (), i, out| {
        let [h, q, tau, diagonal] = scratch.slices([product(&[m, n]), m, n, n])?;
        // SAFETY: a matrix of the batch, and rows of `m` for its columns.
        unsafe { gather(a.grid(i).transposed(), n, m, h.as_mut_ptr(), m) };
        let Some(scale) = scale_of(h) else {
            for x in out.iter_mut() { store(x, C::NAN); }
            return Ok(true);
        };
        scaled(h, scale);
        triangularise(h, m, tau, diagonal);
        let (top, bottom) = out.split_at_mut(m * n);
        for j in 0..n {
            q.fill(C::ZERO);
            q[j] = C::ONE;
            turn(h, m, tau, j + 1, q);
            let sign = if diagonal[j] < C::ZERO { -C::ONE } else { C::ONE };
            top[j..].iter_mut().step_by(n).zip(&*q).for_each(|(out, &x)| store(out, sign * x));
            for k in 0..n {
                let x = match k.cmp(&j) {
                    std::cmp::Ordering::Less => C::ZERO,
                    std::cmp::Ordering::Equal => sign * diagonal[j],
                    std::cmp::Ordering::Greater => sign * h[k * m + j],
                };
                store(&mut bottom[k * n + j], x / scale);
            }
        }
        Ok(true)
    }))
}

/// Makes the matrix whose columns are rows of `h` upper triangular. Column `k` keeps its part above the diagonal. Its diagonal element
/// goes into `diagonal`, and its reflector stands from there on.
pub(super) fn triangularise<C: Registers>(h: &mut [C], m: usize, tau: &mut [C], diagonal: &mut [C]) {
    for k in 0..tau.len() {
        let (head, rest) = h.split_at_mut((k + 1) * m);
        let v = &mut head[k * m + k..];
        (tau[k], diagonal[k]) = reflector(v);
        for column in rest.chunks_exact_mut(m) {
            reflect(&mut column[k..], tau[k], v);
        }
    }
}

/// `x` becomes `Q x`, where reflectors from number `count` on would change nothing.
pub(super) fn turn<C: Registers>(h: &[C], m: usize, tau: &[C], count: usize, x: &mut [C]) {
    for k in (0..count).rev() {
        reflect(&mut x[k..], tau[k], &h[k * m + k..(k + 1) * m]);
    }
}
