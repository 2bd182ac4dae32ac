//! Eigenvalues and eigenvectors of symmetric matrices: reflectors make a tridiagonal matrix, implicit QL steps a diagonal one.

use std::cmp::Ordering;

use crate::element::{DType, Element, Float};
use crate::real::Arith;
use crate::strided::View;

use super::batch::{Batch, columns, each, product, store, widen};
use super::cholesky::distance;
use super::lines::{dot, dot_and_subtract, scaled, subtract, subtract_two, subtract_two_and_dot};
use super::reflector::{is_turned, length, reflector, scale_of};
use super::reflectors::{Reflectors, Vectors, turn};
use super::rotations::Rotations;
use super::tile::Grid;
use super::vector::Registers;
use super::{Failure, computed, reflectors, rotations};

/// Steps for one eigenvalue. Two or three are usual.
const STEPS: usize = 80;

/// Eigenvalues in ascending order and, as columns below them, eigenvectors of the symmetric part `(A + Aᵀ) / 2`. Each matrix of
/// the result has `n + 1` rows. Where an element is not finite, all are NaN.
///
/// # Panics
/// When `a` is not a batch of square matrices or `out` does not fit.
pub fn eigh<T: Float>(out: &mut [T], a: View<'_, T>) -> Result<(), Failure> {
    run(out, a, true)
}

/// The eigenvalues of [`eigh`] alone.
///
/// # Panics
/// When `a` is not a batch of square matrices or `out` does not fit.
pub fn eigvalsh<T: Float>(out: &mut [T], a: View<'_, T>) -> Result<(), Failure> {
    run(out, a, false)
}

fn run<T: Float>(out: &mut [T], a: View<'_, T>, vectors: bool) -> Result<(), Failure> {
    let a = Batch::square(a);
    let (n, count) = (a.rows, a.count);
    if n == 0 {
        return Ok(());
    }
    let size = if vectors { product(&[n.saturating_add(1), n]) } else { n };
    let work = product(&[count, n, n, n, if vectors { 5 } else { 1 }]);
    computed!(T => C, each(out, count, size, work, |scratch, (): &mut (), i, out| {
        let square = product(&[n, n]);
        let step = distance::<C>(n);
        let turned = if vectors { product(&[n, step]) } else { 0 };
        let [work, angles] = if vectors { [reflectors::workspace(n, n), rotations::workspace(n)] } else { [0; 2] };
        let ([m, w, d, e, tau, p, work, angles], order) =
            scratch.with_order([square, turned, n, n, n, product(&[2, n]), work, angles], n)?;
        let alone = count == 1;
        // SAFETY: a matrix of the batch.
        unsafe { symmetric_part::<T, C>(a.grid(i), n, m) };
        let Some(scale) = scale_of(m) else {
            for x in out.iter_mut() { store(x, C::NAN); }
            return Ok(true);
        };
        scaled(m, scale);
        tridiagonal(m, n, d, e, tau, p);
        if vectors {
            // The transpose of the product of the reflectors.
            w.fill(C::ZERO);
            w.iter_mut().step_by(step + 1).for_each(|x| *x = C::ONE);
            let of = Reflectors { rows: m, step: n, end: n, shift: 1, tau: &tau[..n - 1] };
            turn(of, Vectors { rows: w, step, unit: true, alone }, work);
        }
        let w = &mut Rotations::new((w, step), if vectors { n } else { 0 }, angles, alone);
        if !diagonal(d, e, w) {
            return Ok(false);
        }
        w.finish();
        order.iter_mut().enumerate().for_each(|(i, at)| *at = i);
        order.sort_unstable_by(|&i, &j| d[i].partial_cmp(&d[j]).unwrap_or(Ordering::Equal).then(i.cmp(&j)));
        let (values, out) = out.split_at_mut(n);
        values.iter_mut().zip(&*order).for_each(|(out, &k)| store(out, d[k] / scale));
        if vectors {
            for (sign, v) in tau.iter_mut().zip(w.rows.chunks_exact(step)) {
                *sign = if is_turned(v[..n].iter().copied()) { -C::ONE } else { C::ONE };
            }
            columns(out, n, n, |c, r| tau[order[c]] * w.rows[order[c] * step + r]);
        }
        Ok(true)
    }))
}

/// # Safety
/// `a` has `n` rows and columns.
unsafe fn symmetric_part<T: Element, C: Registers>(a: Grid<T>, n: usize, m: &mut [C]) {
    let half = C::from_f64(0.5);
    for r in 0..n {
        for c in 0..=r {
            // SAFETY: elements of the matrix.
            let (x, y): (C, C) = unsafe { (widen(*a.at(r, c)), widen(*a.at(c, r))) };
            // Halves first: a sum could overflow. Equal ones stay as they are, bit for bit.
            let mean = if x == y { x } else { half * x + half * y };
            m[r * n + c] = mean;
            m[c * n + r] = mean;
        }
    }
}

/// Reduces the upper triangle of `a` to the diagonal `d` and what is beside it, `e`. Row `k` of `a` then has its reflector from
/// column `k + 1` on. `spare` has two rows.
///
/// What a reflector makes of a row waits until the next reflector is known and the row is read for it: rows are read once for both.
fn tridiagonal<C: Registers>(
    a: &mut [C],
    n: usize,
    d: &mut [C],
    e: &mut [C],
    tau: &mut [C],
    spare: &mut [C],
) {
    let half = C::from_f64(0.5);
    let (mut p, mut before) = spare.split_at_mut(n);
    let mut waits = false;
    for k in 0..n {
        let first = k + 1;
        let (head, rest) = a.split_at_mut(first * n);
        let (head, row) = head.split_at_mut(k * n);
        // Both from column `k` on.
        let (old, change) = if waits { (&head[(k - 1) * n + k..], &before[k..]) } else { (&[][..], &[][..]) };
        if waits {
            subtract_two(&mut row[k..], (old[0], change), (change[0], old));
        }
        d[k] = row[k];
        if first == n {
            e[k] = C::ZERO;
            break;
        }
        let v = &mut row[first..];
        let size = v.len();
        (tau[k], e[k]) = reflector(v);
        let (t, v) = (tau[k], &*v);
        // `p = tau B v`, of the upper triangle of `B` alone; what is subtracted is the negative.
        let p_new = &mut p[first..];
        p_new.fill(C::ZERO);
        for i in 0..size {
            let row = &mut rest[i * n + first + i..][..size - i];
            let (before, after) = p_new.split_at_mut(i + 1);
            let right = if waits {
                let (a, b) = (old[i + 1], change[i + 1]);
                row[0] = row[0] - (a * b + b * a);
                let (x, y) = ((a, &change[i + 2..]), (b, &old[i + 2..]));
                subtract_two_and_dot(&mut row[1..], x, y, &v[i + 1..], (v[i], after))
            } else {
                dot_and_subtract(&row[1..], &v[i + 1..], v[i], after)
            };
            before[i] = before[i] - (row[0] * v[i] + right);
        }
        for x in p_new.iter_mut() {
            *x = *x * -t;
        }
        let share = half * t * dot(p_new, v);
        subtract(p_new, share, v);
        waits = t != C::ZERO;
        std::mem::swap(&mut p, &mut before);
    }
}

/// Implicit QL steps on the tridiagonal matrix with diagonal `d` and `e` beside it; rows of `w`, where there are any, are to turn
/// along. False if one eigenvalue takes too many.
fn diagonal<C: Registers>(d: &mut [C], e: &mut [C], w: &mut Rotations<'_, C>) -> bool {
    let (n, two) = (d.len(), C::from_f64(2.0));
    let least = C::MIN_POSITIVE / C::EPSILON;
    for l in 0..n {
        let mut steps = 0;
        loop {
            let is_small = |&m: &usize| {
                e[m].magnitude() <= C::EPSILON * (d[m].magnitude() + d[m + 1].magnitude()) + least
            };
            let m = (l..n - 1).find(is_small).unwrap_or(n - 1);
            if m == l {
                break;
            }
            if steps == STEPS {
                return false;
            }
            steps += 1;
            // Wilkinson's shift.
            let ratio = (d[l + 1] - d[l]) / (two * e[l]);
            let long = length(ratio, C::ONE);
            let mut g = d[m] - d[l] + e[l] / (ratio + long.copysign(ratio));
            let (mut s, mut c, mut p) = (C::ONE, C::ONE, C::ZERO);
            let mut split = false;
            let vectors = w.n > 0;
            if vectors {
                w.begin(m, false);
            }
            for i in (l..m).rev() {
                let (f, b) = (s * e[i], c * e[i]);
                let r = length(f, g);
                e[i + 1] = r;
                if r == C::ZERO {
                    // The matrix falls into two.
                    d[i + 1] = d[i + 1] - p;
                    e[m] = C::ZERO;
                    split = true;
                    break;
                }
                (s, c) = (f / r, g / r);
                g = d[i + 1] - p;
                let q = (d[i] - g) * s + two * c * b;
                p = s * q;
                d[i + 1] = g + p;
                g = c * q - b;
                if vectors {
                    w.turn(c, s);
                }
            }
            if !split {
                d[l] = d[l] - p;
                e[l] = g;
                e[m] = C::ZERO;
            }
        }
    }
    true
}
