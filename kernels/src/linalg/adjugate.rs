//! Adjugates through LU with full pivoting.
//!
//! `P A Q = L U` gives `adj(A) = det(P) det(Q) Q adj(U) L⁻¹ P`. Pivots come in order of size, so a singular matrix has its zeros at
//! the end of `U`, and the adjugate of a triangular matrix grows from its leading blocks without a division:
//!
//! ```text
//! U' = [U u]    adj(U') = [v adj(U)  -adj(U) u]
//!      [0 v]              [   0       det(U)  ]
//! ```

use super::batch::product;
use super::scratch::{NoMemory, renew};

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

/// `y -= a x`.
#[inline(always)]
fn eliminate(y: &mut [f64], a: f64, x: &[f64]) {
    for (y, &x) in y.iter_mut().zip(x) {
        *y -= a * x;
    }
}
