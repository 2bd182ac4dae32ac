//! Singular values of larger matrices: reflectors from both sides make a bidiagonal matrix, implicit QR steps a diagonal one. The
//! steps are those of Golub and Reinsch, Numer. Math. 14 (1970), 403-420.

use super::lines::{rotate, rows, subtract};
use super::reflector::{length, reflect, reflector};
use super::vector::Registers;

/// Steps for one singular value. Two are usual.
const STEPS: usize = 60;

/// Rows that turn along: the first `n` elements of rows at a distance of `step`.
struct Turned<'a, C> {
    rows: &'a mut [C],
    step: usize,
    n: usize,
}

impl<C: Registers> Turned<'_, C> {
    /// Row `i` becomes `c row i + s row j`, row `j` is turned by the same angle.
    fn turn(&mut self, i: usize, j: usize, c: C, s: C) {
        let (low, high) = rows(self.rows, self.step, i.min(j), i.max(j));
        let (low, high) = (&mut low[..self.n], &mut high[..self.n]);
        if i < j { rotate(low, high, c, -s) } else { rotate(high, low, c, -s) }
    }

    /// The transpose of the product of reflectors, of which number `k` begins at element `k + shift`.
    fn accumulate(&mut self, reflectors: &[C], tau: &[C], shift: usize) {
        for (i, row) in self.rows.chunks_exact_mut(self.step).enumerate() {
            row[..self.n].fill(C::ZERO);
            row[i] = C::ONE;
        }
        for k in (0..self.n - shift).rev() {
            let v = &reflectors[k * self.n + k + shift..(k + 1) * self.n];
            for row in self.rows[(k + shift) * self.step..].chunks_exact_mut(self.step) {
                reflect(&mut row[k + shift..self.n], tau[k], v);
            }
        }
    }
}

/// Workspace for a matrix of order `n`.
pub(super) struct Work<'a, C> {
    /// The matrix, then reflectors from the right.
    pub(super) w: &'a mut [C],
    /// `n x n`: reflectors from the left.
    pub(super) left: &'a mut [C],
    /// Four rows of `n`.
    pub(super) spare: &'a mut [C],
}

/// `values`, rows of `u` at a distance of `step` and rows of `v` become those of `W = Σ values[i] u[i]ᵀ v[i]`. False if one takes too
/// many steps.
pub(super) fn decompose<C: Registers>(
    work: Work<'_, C>,
    values: &mut [C],
    (u, step): (&mut [C], usize),
    v: &mut [C],
) -> bool {
    let n = values.len();
    let Work { w, left, spare } = work;
    let (taus, rest) = spare.split_at_mut(2 * n);
    let (tau_left, tau_right) = taus.split_at_mut(n);
    let (e, sums) = rest.split_at_mut(n);
    for k in 0..n {
        let x = &mut left[k * n + k..(k + 1) * n];
        for (i, x) in (k..n).zip(&mut *x) {
            *x = w[i * n + k];
        }
        (tau_left[k], values[k]) = reflector(x);
        if k + 1 == n {
            break;
        }
        let sums = &mut sums[k + 1..];
        sums.fill(C::ZERO);
        for (i, &x) in (k..n).zip(&*x) {
            subtract(sums, -x, &w[i * n + k + 1..(i + 1) * n]);
        }
        for (i, &x) in (k..n).zip(&*x) {
            subtract(&mut w[i * n + k + 1..(i + 1) * n], tau_left[k] * x, sums);
        }
        let (head, below) = w.split_at_mut((k + 1) * n);
        let x = &mut head[k * n + k + 1..];
        (tau_right[k], e[k]) = reflector(x);
        for row in below.chunks_exact_mut(n) {
            reflect(&mut row[k + 1..], tau_right[k], x);
        }
    }
    let mut u = Turned { rows: u, step, n };
    let mut v = Turned { rows: v, step: n, n };
    u.accumulate(left, tau_left, 0);
    v.accumulate(w, tau_right, 1);
    e[n - 1] = C::ZERO;
    if !diagonal(values, e, &mut u, &mut v) {
        return false;
    }
    for (value, row) in values.iter_mut().zip(v.rows.chunks_exact_mut(n)) {
        if *value < C::ZERO {
            *value = -*value;
            for x in row.iter_mut() {
                *x = -*x;
            }
        }
    }
    true
}

/// The angle that turns `(a, b)` into `(length, 0)`.
fn angle<C: Registers>(a: C, b: C) -> (C, C, C) {
    let r = length(a, b);
    if r == C::ZERO { (C::ONE, C::ZERO, r) } else { (a / r, b / r, r) }
}

/// Implicit QR steps on the bidiagonal matrix with diagonal `d` and `e` above it.
fn diagonal<C: Registers>(d: &mut [C], e: &mut [C], u: &mut Turned<'_, C>, v: &mut Turned<'_, C>) -> bool {
    let least = C::MIN_POSITIVE / C::EPSILON;
    let (mut q, mut steps) = (d.len() - 1, 0);
    loop {
        // The last block without a zero above its diagonal.
        let is_small =
            |&k: &usize| e[k].magnitude() <= C::EPSILON * (d[k].magnitude() + d[k + 1].magnitude()) + least;
        let p = (0..q).rev().find(is_small).map_or(0, |k| {
            e[k] = C::ZERO;
            k + 1
        });
        if p == q {
            if q == 0 {
                return true;
            }
            (q, steps) = (q - 1, 0);
            continue;
        }
        if steps == STEPS {
            return false;
        }
        steps += 1;
        let beside =
            |k: usize| if k > p { e[k].magnitude() + e[k - 1].magnitude() } else { e[k].magnitude() };
        let zero = (p..=q).rev().find(|&k| d[k].magnitude() <= C::EPSILON * beside(k) + least);
        match zero {
            Some(k) if k == q => last_is_zero(d, e, v, p, q),
            Some(k) => row_is_zero(d, e, u, k, q),
            None => step(d, e, u, v, p, q),
        }
    }
}

/// Where `d[q]` is nothing, what is above it goes up and to the left.
fn last_is_zero<C: Registers>(d: &mut [C], e: &mut [C], v: &mut Turned<'_, C>, p: usize, q: usize) {
    let mut f = std::mem::replace(&mut e[q - 1], C::ZERO);
    d[q] = C::ZERO;
    for j in (p..q).rev() {
        let (c, s, r) = angle(d[j], f);
        d[j] = r;
        if j > p {
            f = -s * e[j - 1];
            e[j - 1] = c * e[j - 1];
        }
        v.turn(j, q, c, s);
    }
}

/// Where `d[k]` is nothing, what is beside it goes to the right and down.
fn row_is_zero<C: Registers>(d: &mut [C], e: &mut [C], u: &mut Turned<'_, C>, k: usize, q: usize) {
    let mut f = std::mem::replace(&mut e[k], C::ZERO);
    d[k] = C::ZERO;
    for j in k + 1..=q {
        let (c, s, r) = angle(d[j], f);
        d[j] = r;
        if j < q {
            f = -s * e[j];
            e[j] = c * e[j];
        }
        u.turn(j, k, c, s);
    }
}

/// One step with the shift of the last two rows.
fn step<C: Registers>(
    d: &mut [C],
    e: &mut [C],
    u: &mut Turned<'_, C>,
    v: &mut Turned<'_, C>,
    p: usize,
    q: usize,
) {
    let half = C::from_f64(0.5);
    let b = half * ((d[q - 1] + d[q]) * (d[q - 1] - d[q]) + e[q - 1] * e[q - 1]);
    let c = (d[q] * e[q - 1]) * (d[q] * e[q - 1]);
    let root = (b * b + c).sqrt().copysign(b);
    let shift = if b + root == C::ZERO { C::ZERO } else { c / (b + root) };
    let mut f = (d[p] + d[q]) * (d[p] - d[q]) + shift;
    let mut g = d[p] * e[p];
    for j in p..q {
        let (c, s, r) = angle(f, g);
        if j > p {
            e[j - 1] = r;
        }
        f = c * d[j] + s * e[j];
        e[j] = c * e[j] - s * d[j];
        g = s * d[j + 1];
        d[j + 1] = c * d[j + 1];
        v.turn(j, j + 1, c, s);
        let (c, s, r) = angle(f, g);
        d[j] = r;
        f = c * e[j] + s * d[j + 1];
        d[j + 1] = c * d[j + 1] - s * e[j];
        if j + 1 < q {
            g = s * e[j + 1];
            e[j + 1] = c * e[j + 1];
        }
        u.turn(j, j + 1, c, s);
    }
    e[q - 1] = f;
}
