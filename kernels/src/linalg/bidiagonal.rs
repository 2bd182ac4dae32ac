//! Singular values of larger matrices: reflectors from both sides make a bidiagonal matrix, implicit QR steps a diagonal one. The
//! steps are those of Golub and Reinsch, Numer. Math. 14 (1970), 403-420.

use super::lines::{rotate, rows, subtract, subtract_and_dot};
use super::reflector::{length, reflector};
use super::reflectors::{Reflectors, Vectors, turn};
use super::rotations::Rotations;
use super::vector::Registers;

/// Steps for one singular value. Two are usual.
const STEPS: usize = 60;

/// Rows become the transpose of the product of reflectors, of which number `k` begins at element `k + shift`.
fn accumulate<C: Registers>(
    (rows, step): (&mut [C], usize),
    (reflectors, tau): (&[C], &[C]),
    shift: usize,
    work: &mut [C],
    alone: bool,
) {
    let n = tau.len();
    for (i, row) in rows.chunks_exact_mut(step).enumerate() {
        row[..n].fill(C::ZERO);
        row[i] = C::ONE;
    }
    let of = Reflectors { rows: reflectors, step: n, end: n, shift, tau: &tau[..n - shift] };
    turn(of, Vectors { rows, step, unit: true, alone }, work);
}

/// Workspace for a matrix of order `n`.
pub(super) struct Work<'a, C> {
    /// The matrix, then reflectors from the right.
    pub(super) w: &'a mut [C],
    /// `n x n`: reflectors from the left.
    pub(super) left: &'a mut [C],
    /// Four rows of `n`.
    pub(super) spare: &'a mut [C],
    /// For blocks of reflectors.
    pub(super) blocks: &'a mut [C],
    /// For the rotations of either side.
    pub(super) angles: [&'a mut [C]; 2],
    /// Whether threads may share the matrix.
    pub(super) alone: bool,
}

/// `values`, rows of `u` at a distance of `step` and rows of `v` at one of `beside` become those of `W = Σ values[i] u[i]ᵀ v[i]`. False if one takes too
/// many steps.
pub(super) fn decompose<C: Registers>(
    work: Work<'_, C>,
    values: &mut [C],
    (u, step): (&mut [C], usize),
    (v, beside): (&mut [C], usize),
) -> bool {
    let n = values.len();
    let Work { w, left, spare, blocks, angles: [of_u, of_v], alone } = work;
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
        let (head, below) = w.split_at_mut((k + 1) * n);
        let right = &mut head[k * n + k + 1..];
        subtract(right, tau_left[k] * x[0], sums);
        (tau_right[k], e[k]) = reflector(right);
        // A row is read once for both reflectors.
        for (row, &x) in below.chunks_exact_mut(n).zip(&x[1..]) {
            let row = &mut row[k + 1..];
            let share = tau_right[k] * subtract_and_dot(row, tau_left[k] * x, sums, right);
            subtract(row, share, right);
        }
    }
    accumulate((u, step), (left, tau_left), 0, blocks, alone);
    accumulate((v, beside), (w, tau_right), 1, blocks, alone);
    let mut u = Rotations::new((u, step), n, of_u, alone);
    let mut v = Rotations::new((v, beside), n, of_v, alone);
    e[n - 1] = C::ZERO;
    if !diagonal(values, e, &mut u, &mut v) {
        return false;
    }
    u.finish();
    v.finish();
    for (value, row) in values.iter_mut().zip(v.rows.chunks_exact_mut(beside)) {
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
fn diagonal<C: Registers>(
    d: &mut [C],
    e: &mut [C],
    u: &mut Rotations<'_, C>,
    v: &mut Rotations<'_, C>,
) -> bool {
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

/// Row `i` becomes `c row i + s row j`, row `j` is turned by the same angle, after all that waits.
fn rotated<C: Registers>(of: &mut Rotations<'_, C>, i: usize, j: usize, c: C, s: C) {
    of.finish();
    let (low, high) = rows(of.rows, of.step, i.min(j), i.max(j));
    let (low, high) = (&mut low[..of.n], &mut high[..of.n]);
    if i < j { rotate(low, high, c, -s) } else { rotate(high, low, c, -s) }
}

/// Where `d[q]` is nothing, what is above it goes up and to the left.
fn last_is_zero<C: Registers>(d: &mut [C], e: &mut [C], v: &mut Rotations<'_, C>, p: usize, q: usize) {
    let mut f = std::mem::replace(&mut e[q - 1], C::ZERO);
    d[q] = C::ZERO;
    for j in (p..q).rev() {
        let (c, s, r) = angle(d[j], f);
        d[j] = r;
        if j > p {
            f = -s * e[j - 1];
            e[j - 1] = c * e[j - 1];
        }
        rotated(v, j, q, c, s);
    }
}

/// Where `d[k]` is nothing, what is beside it goes to the right and down.
fn row_is_zero<C: Registers>(d: &mut [C], e: &mut [C], u: &mut Rotations<'_, C>, k: usize, q: usize) {
    let mut f = std::mem::replace(&mut e[k], C::ZERO);
    d[k] = C::ZERO;
    for j in k + 1..=q {
        let (c, s, r) = angle(d[j], f);
        d[j] = r;
        if j < q {
            f = -s * e[j];
            e[j] = c * e[j];
        }
        rotated(u, j, k, c, s);
    }
}

/// One step with the shift of the last two rows.
fn step<C: Registers>(
    d: &mut [C],
    e: &mut [C],
    u: &mut Rotations<'_, C>,
    v: &mut Rotations<'_, C>,
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
    u.begin(p, true);
    v.begin(p, true);
    for j in p..q {
        let (c, s, r) = angle(f, g);
        if j > p {
            e[j - 1] = r;
        }
        f = c * d[j] + s * e[j];
        e[j] = c * e[j] - s * d[j];
        g = s * d[j + 1];
        d[j + 1] = c * d[j + 1];
        v.turn(c, s);
        let (c, s, r) = angle(f, g);
        d[j] = r;
        f = c * e[j] + s * d[j + 1];
        d[j + 1] = c * d[j + 1] - s * e[j];
        if j + 1 < q {
            g = s * e[j + 1];
            e[j + 1] = c * e[j + 1];
        }
        u.turn(c, s);
    }
    e[q - 1] = f;
}
