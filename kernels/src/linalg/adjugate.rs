//! Adjugates through LU with full pivoting.
//!
//! `P A Q = L U` gives `adj(A) = det(P) det(Q) Q adj(U) L⁻¹ P`. Pivots come in order of size, so a singular matrix has its zeros at
//! the end of `U`, and the adjugate of a triangular matrix grows from its leading blocks without a division:
//!
//! ```text
//! U' = [U u]    adj(U') = [v adj(U)  -adj(U) u]
//!      [0 v]              [   0       det(U)  ]
//! ```
//!
//! An element of an adjugate does not depend on its own row and column of `A`. But all elements come out of the same `L` and `U`,
//! where an infinite element of `A` meets zeros of its own making. So a small matrix with elements that are not finite goes
//! minor by minor.

use super::batch::product;
use super::scratch::{NoMemory, renew};

/// The largest order at which minors are affordable, which cost O(n⁵).
const BY_MINORS: usize = 8;

#[derive(Default)]
pub(super) struct Workspace {
    pub(super) matrix: Vec<f64>,
    adj: Vec<f64>,
    out: Vec<f64>,
    rows: Vec<usize>,
    columns: Vec<usize>,
}

impl Workspace {
    /// Room for matrices of order `n`, the same in each call.
    pub(super) fn reserve(&mut self, n: usize) -> Result<(), NoMemory> {
        for matrix in [&mut self.matrix, &mut self.adj, &mut self.out] {
            renew(matrix, product(&[n, n]), 0.0)?;
        }
        renew(&mut self.rows, n, 0)?;
        renew(&mut self.columns, n, 0)
    }

    /// The adjugate of `matrix`, which is used up.
    pub(super) fn adjugate(&mut self, n: usize) -> &[f64] {
        // Up to order 2 they are the elements.
        if n <= 2 || (n <= BY_MINORS && !all_finite(&self.matrix)) {
            return self.by_minors(n);
        }
        let odd = self.factor(n);
        self.adjugate_of_upper(n);
        self.times_inverse_of_lower(n);
        // Row `i` of `adj(U) L⁻¹` belongs to column `columns[i]` of `A`, its column `j` to row `rows[j]`.
        for i in 0..n {
            for j in 0..n {
                let x = self.adj[i * n + j];
                self.out[self.columns[i] * n + self.rows[j]] = if odd { -x } else { x };
            }
        }
        &self.out
    }

    /// Element by element, by the definition.
    fn by_minors(&mut self, n: usize) -> &[f64] {
        let mut minor = [0.0; (BY_MINORS - 1) * (BY_MINORS - 1)];
        for (row, column) in (0..n).flat_map(|r| (0..n).map(move |c| (r, c))) {
            let kept = (0..n * n).filter(|at| at / n != row && at % n != column);
            minor.iter_mut().zip(kept).for_each(|(x, at)| *x = self.matrix[at]);
            let x = determinant(&mut minor[..(n - 1) * (n - 1)], n - 1);
            self.out[column * n + row] = if (row + column) % 2 == 1 { -x } else { x };
        }
        &self.out
    }

    /// `P A Q = L U` in place; whether the permutations together are odd.
    fn factor(&mut self, n: usize) -> bool {
        let a = &mut self.matrix;
        for (i, (row, column)) in self.rows.iter_mut().zip(&mut self.columns).enumerate() {
            (*row, *column) = (i, i);
        }
        let mut odd = false;
        for j in 0..n {
            let (mut row, mut column) = (j, j);
            for r in j..n {
                for c in j..n {
                    if a[r * n + c].abs() > a[row * n + column].abs() {
                        (row, column) = (r, c);
                    }
                }
            }
            if row != j {
                let (above, below) = a.split_at_mut(row * n);
                above[j * n..][..n].swap_with_slice(&mut below[..n]);
                self.rows.swap(j, row);
                odd = !odd;
            }
            if column != j {
                (0..n).for_each(|r| a.swap(r * n + j, r * n + column));
                self.columns.swap(j, column);
                odd = !odd;
            }
            let (above, below) = a.split_at_mut((j + 1) * n);
            let pivot = &above[j * n..];
            if pivot[j] == 0.0 {
                // All that is left is zero; so are the factors that would be.
                continue;
            }
            for other in below.chunks_exact_mut(n) {
                let factor = other[j] / pivot[j];
                other[j] = factor;
                eliminate(&mut other[j + 1..], factor, &pivot[j + 1..]);
            }
        }
        odd
    }

    /// `adj = adj(U)`.
    fn adjugate_of_upper(&mut self, n: usize) {
        let u = &self.matrix;
        self.adj.fill(0.0);
        self.adj.iter_mut().step_by(n + 1).for_each(|x| *x = 1.0);
        let mut det = 1.0;
        for k in 0..n {
            let v = u[k * n + k];
            // The column lies along memory while every row is multiplied by it.
            let column = &mut self.out[..k];
            column.iter_mut().enumerate().for_each(|(q, x)| *x = u[q * n + k]);
            for i in 0..k {
                let (row, column) = (&mut self.adj[i * n..][..=k], &column[i..]);
                row[k] = -row[i..k].iter().zip(column).map(|(x, u)| x * u).sum::<f64>();
                for x in &mut row[i..k] {
                    *x *= v;
                }
            }
            self.adj[k * n + k] = det;
            det *= v;
        }
    }

    /// `adj = adj L⁻¹`, column by column from the last.
    fn times_inverse_of_lower(&mut self, n: usize) {
        let l = &self.matrix;
        for row in self.adj.chunks_exact_mut(n.max(1)) {
            for j in (1..n).rev() {
                let x = row[j];
                eliminate(&mut row[..j], x, &l[j * n..][..j]);
            }
        }
    }
}

fn all_finite(x: &[f64]) -> bool {
    x.iter().all(|x| x.is_finite())
}

/// The determinant of a small matrix, which is used up.
fn determinant(a: &mut [f64], n: usize) -> f64 {
    if let [a, b, c, d] = *a {
        return a * d - b * c;
    }
    let mut det = 1.0;
    for j in 0..n {
        let size = |r: usize| a[r * n + j].abs();
        // NaN is the largest, as in `panel::largest`.
        let above =
            |r: usize, best: usize| size(r) > size(best) || (size(r).is_nan() && !size(best).is_nan());
        let row = (j + 1..n).fold(j, |best, r| if above(r, best) { r } else { best });
        if row != j {
            (j..n).for_each(|c| a.swap(j * n + c, row * n + c));
            det = -det;
        }
        let (above, below) = a.split_at_mut((j + 1) * n);
        let pivot = &above[j * n..];
        det *= pivot[j];
        if pivot[j] == 0.0 {
            // A zero times what is not finite stays visible.
            return if det == 0.0 && all_finite(below) { 0.0 } else { f64::NAN };
        }
        for other in below.chunks_exact_mut(n) {
            let factor = other[j] / pivot[j];
            eliminate(&mut other[j + 1..], factor, &pivot[j + 1..]);
        }
    }
    det
}

/// `y -= a x`.
#[inline(always)]
fn eliminate(y: &mut [f64], a: f64, x: &[f64]) {
    for (y, &x) in y.iter_mut().zip(x) {
        *y -= a * x;
    }
}
