//! Linear algebra by the textbook, on one matrix at a time.

use super::array::{Array, broadcast, index, volume};
use super::primal::{Arg, sum_to};

pub(super) struct Matrix {
    pub rows: usize,
    pub cols: usize,
    pub data: Vec<f64>,
}

impl Matrix {
    pub(super) fn build(rows: usize, cols: usize, f: impl Fn(usize, usize) -> f64) -> Self {
        Self { rows, cols, data: (0..rows * cols).map(|i| f(i / cols, i % cols)).collect() }
    }
    pub(super) fn at(&self, i: usize, j: usize) -> f64 {
        self.data[i * self.cols + j]
    }
    pub(super) fn times(&self, o: &Self) -> Self {
        assert_eq!(self.cols, o.rows, "inner dims");
        Self::build(self.rows, o.cols, |i, j| (0..self.cols).map(|k| self.at(i, k) * o.at(k, j)).sum())
    }
    pub(super) fn transposed(&self) -> Self {
        Self::build(self.cols, self.rows, |i, j| self.at(j, i))
    }
    pub(super) fn minor(&self, row: usize, col: usize) -> Self {
        let skip = |i: usize, at: usize| if i < at { i } else { i + 1 };
        Self::build(self.rows - 1, self.cols - 1, |i, j| self.at(skip(i, row), skip(j, col)))
    }
    /// Expansion by the first row.
    pub(super) fn det(&self) -> f64 {
        if self.rows == 0 {
            return 1.0;
        }
        (0..self.cols).map(|j| sign(j) * self.at(0, j) * self.minor(0, j).det()).sum()
    }
    pub(super) fn adjugate(&self) -> Self {
        Self::build(self.rows, self.cols, |i, j| sign(i + j) * self.minor(j, i).det())
    }
    pub(super) fn inverse(&self) -> Self {
        let d = self.det();
        let a = self.adjugate();
        Self::build(self.rows, self.cols, |i, j| a.at(i, j) / d)
    }
    pub(super) fn triangle(&self, lower: bool) -> Self {
        Self::build(self.rows, self.cols, |i, j| {
            if (i >= j && lower) || (i <= j && !lower) { self.at(i, j) } else { 0.0 }
        })
    }
    pub(super) fn cholesky(&self) -> Self {
        let n = self.rows;
        let mut l = Self::build(n, n, |_, _| 0.0);
        for i in 0..n {
            for j in 0..=i {
                let done: f64 = (0..j).map(|k| l.at(i, k) * l.at(j, k)).sum();
                let rest = 0.5 * (self.at(i, j) + self.at(j, i)) - done;
                l.data[i * n + j] = if i == j { rest.sqrt() } else { rest / l.at(j, j) };
            }
        }
        l
    }
}

fn sign(i: usize) -> f64 {
    if i.is_multiple_of(2) { 1.0 } else { -1.0 }
}

/// Matrix number `i` of a batch.
fn matrix(x: &Array, batch: &[usize]) -> Matrix {
    let r = x.shape.len();
    let (rows, cols) = (x.shape[r - 2], x.shape[r - 1]);
    let own = Array::numbered(&x.shape[..r - 2]);
    let start = own.wide(batch) as usize * rows * cols;
    Matrix { rows, cols, data: x.data[start..start + rows * cols].to_vec() }
}

/// `f` on each matrix of a batch; `tail` is the shape of what it gives.
pub(super) fn each(x: &Array, tail: &[usize], f: impl Fn(&Matrix) -> Vec<f64>) -> Array {
    each2(x, x, tail, |a, _| f(a))
}

fn each2(a: &Array, b: &Array, tail: &[usize], f: impl Fn(&Matrix, &Matrix) -> Vec<f64>) -> Array {
    let outer = |x: &Array| x.shape[..x.shape.len() - 2].to_vec();
    let batch = broadcast(&outer(a), &outer(b));
    let data = (0..volume(&batch)).flat_map(|i| {
        let at = index(&batch, i);
        f(&matrix(a, &at), &matrix(b, &at))
    });
    Array::new(&[&batch[..], tail].concat(), data.collect())
}

/// The rows of linear algebra; `None` for others.
pub(super) fn linear_algebra(name: &str, x: &Array, args: &[Arg]) -> Option<Vec<Array>> {
    let n = x.shape.last().copied().unwrap_or(0);
    let square = [n, n];
    Some(match name {
        "matmul" => {
            let b = args[1].array();
            let (row, column) = (x.shape.len() == 1, b.shape.len() == 1);
            let a2 = if row { Array::new(&[1, n], x.data.clone()) } else { x.clone() };
            let b2 = if column { Array::new(&[b.shape[0], 1], b.data.clone()) } else { b.clone() };
            let tail = [a2.shape[a2.shape.len() - 2], b2.shape[b2.shape.len() - 1]];
            let mut y = each2(&a2, &b2, &tail, |a, b| a.times(b).data);
            if column {
                y.shape.pop();
            }
            if row {
                let at = y.shape.len() - if column { 1 } else { 2 };
                y.shape.remove(at);
            }
            vec![y]
        }
        "matmul_to" => {
            let product = linear_algebra("matmul", x, args)?.remove(0);
            vec![sum_to(&product, &args[2].shape())]
        }
        "solve" | "triangular_solve" => {
            let b = args[1].array();
            let vector = b.shape.len() == 1;
            let b2 = if vector { Array::new(&[n, 1], b.data.clone()) } else { b.clone() };
            let tail = [n, b2.shape[b2.shape.len() - 1]];
            let lower = args.get(2).map(|l| l.host().bool());
            let mut y = each2(x, &b2, &tail, |a, b| {
                lower.map_or_else(|| a.inverse(), |l| a.triangle(l).inverse()).times(b).data
            });
            if vector {
                y.shape.pop();
            }
            vec![y]
        }
        "cholesky" => vec![each(x, &square, |a| a.cholesky().data)],
        "inverse" => vec![each(x, &square, |a| a.inverse().data)],
        "adjugate" => vec![each(x, &square, |a| a.adjugate().data)],
        "det" => vec![each(x, &[], |a| vec![a.det()])],
        "logabsdet" => {
            vec![each(x, &[], |a| vec![a.det().abs().ln()]), each(x, &[], |a| vec![a.det().signum()])]
        }
        "minors" => {
            let shape = [&x.shape[..], &[n - 1, n - 1]].concat();
            let b = x.shape.len() - 2;
            vec![Array::build(&shape, |at| {
                matrix(x, &at[..b]).minor(at[b], at[b + 1]).at(at[b + 2], at[b + 3])
            })]
        }
        _ => return None,
    })
}
