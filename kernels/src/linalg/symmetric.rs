//! Eigenvalues and eigenvectors of symmetric matrices: reflectors make a tridiagonal matrix, implicit QL steps a diagonal one.

use std::cmp::Ordering;

use crate::element::{DType, Element, Float};
use crate::strided::View;

use super::batch::{Batch, each, product, store, widen};
use super::lines::{dot, dot_and_subtract, rotate, rows, scaled, subtract, subtract_two};
use super::reflector::{is_turned, length, reflect, reflector, scale_of};
use super::tile::Grid;
use super::vector::Registers;
use super::{Failure, computed};

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
    let size = if vectors { (n + 1) * n } else { n };
    let work = product(&[count, n, n, n, if vectors { 5 } else { 1 }]);
    computed!(T => C, each(out, count, size, work, |scratch, (): &mut (), i, out| {
        let square = product(&[n, n]);
        let turned = if vectors { square } else { 0 };
        let ([m, w, d, e, tau], order) = scratch.with_order([square, turned, n, n, n], n)?;
        // SAFETY: a matrix of the batch.
        unsafe { symmetric_part::<T, C>(a.grid(i), n, m) };
        let Some(scale) = scale_of(m) else {
            for x in out.iter_mut() { store(x, C::NAN); }
            return Ok(true);
        };
        scaled(m, scale);
        tridiagonal(m, n, d, e, tau);
        if vectors {
            accumulate(m, n, tau, w);
        }
        if !diagonal(d, e, w) {
            return Ok(false);
        }
        order.iter_mut().enumerate().for_each(|(i, at)| *at = i);
        order.sort_unstable_by(|&i, &j| d[i].partial_cmp(&d[j]).unwrap_or(Ordering::Equal).then(i.cmp(&j)));
        for (c, &k) in order.iter().enumerate() {
            store(&mut out[c], d[k] / scale);
            if vectors {
                let v = &w[k * n..][..n];
                let turned = is_turned(v.iter().copied());
                for (r, &x) in v.iter().enumerate() {
                    store(&mut out[(r + 1) * n + c], if turned { -x } else { x });
                }
            }
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
/// column `k + 1` on.
fn tridiagonal<C: Registers>(a: &mut [C], n: usize, d: &mut [C], e: &mut [C], tau: &mut [C]) {
    let half = C::from_f64(0.5);
    for k in 0..n - 1 {
        d[k] = a[k * n + k];
        let first = k + 1;
        let (head, rest) = a.split_at_mut(first * n);
        let v = &mut head[k * n + first..];
        let size = v.len();
        let (t, beside) = reflector(v);
        (tau[k], e[k]) = (t, beside);
        if t == C::ZERO {
            continue;
        }
        // `p = tau B v`, of the upper triangle of `B` alone; what is subtracted is the negative.
        let v = &*v;
        let p = &mut e[first..];
        p.fill(C::ZERO);
        for i in 0..size {
            let row = &rest[i * n + first..][..size];
            let (before, after) = p.split_at_mut(i + 1);
            let right = dot_and_subtract(&row[i + 1..], &v[i + 1..], v[i], after);
            before[i] = before[i] - (row[i] * v[i] + right);
        }
        for x in p.iter_mut() {
            *x = *x * -t;
        }
        let share = half * t * dot(p, v);
        subtract(p, share, v);
        for i in 0..size {
            subtract_two(&mut rest[i * n + first + i..][..size - i], (v[i], &p[i..]), (p[i], &v[i..]));
        }
    }
    d[n - 1] = a[n * n - 1];
    e[n - 1] = C::ZERO;
}

/// `w = Qᵀ`, where `Q` is the product of the reflectors.
fn accumulate<C: Registers>(a: &[C], n: usize, tau: &[C], w: &mut [C]) {
    w.fill(C::ZERO);
    w.iter_mut().step_by(n + 1).for_each(|x| *x = C::ONE);
    for k in (0..n - 1).rev() {
        let v = &a[k * n + k + 1..][..n - k - 1];
        for row in w[(k + 1) * n..].chunks_exact_mut(n) {
            let row = &mut row[k + 1..];
            reflect(row, tau[k], v);
        }
    }
}

/// Implicit QL steps on the tridiagonal matrix with diagonal `d` and `e` beside it; rows of `w`, where there are any, turn along.
/// False if one eigenvalue takes too many.
fn diagonal<C: Registers>(d: &mut [C], e: &mut [C], w: &mut [C]) -> bool {
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
                if !w.is_empty() {
                    let (x, y) = rows(w, n, i, i + 1);
                    rotate(x, y, c, s);
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
