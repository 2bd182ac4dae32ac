//! Factors by the textbook, on one matrix at a time, packed as their rows pack them.

use super::array::{Array, Kind};
use super::matrix::{Matrix, each};
use super::primal::Arg;

/// The rows of factors; `None` for others.
pub(super) fn factors(name: &str, x: &Array, args: &[Arg]) -> Option<Array> {
    let [.., m, n] = x.shape[..] else { return None };
    let k = m.min(n);
    Some(match name {
        "eigh_packed" => each(x, &[n + 1, n], |a| {
            let (w, v) = eigen(&symmetric(a));
            [w, v.data].concat()
        }),
        "eigvalsh" => each(x, &[n], |a| eigen(&symmetric(a)).0),
        "qr_packed" => each(x, &[m + n, n], |a| {
            let r = a.transposed().times(a).cholesky().transposed();
            [a.times(&r.inverse()).data, r.transposed().data].concat()
        }),
        "svd_packed" => each(x, &[1 + m + n, k], |a| {
            let (s, u, v) = if m >= n { singular(a) } else { swapped(singular(&a.transposed())) };
            [s, u.data, v.data].concat()
        }),
        "pinv" => each(x, &[n, m], |a| {
            let t = a.transposed();
            if m >= n { t.times(a).inverse().times(&t).data } else { t.times(&a.times(&t).inverse()).data }
        }),
        "matrix_exp" => each(x, &[n, n], |a| exponential(a).data),
        "matrix_power" => each(x, &[n, n], |a| {
            let by = args[1].int();
            let a = if by < 0 { inverse(a) } else { Matrix::build(n, n, |i, j| a.at(i, j)) };
            (0..by.abs()).fold(identity(n), |y, _| y.times(&a)).data
        }),
        "lu_order" => each(x, &[m], |a| eliminated(a, true).1).of(Kind::Int),
        "lu_packed" => each(x, &[m, n], |a| eliminated(a, false).0.data),
        _ => return None,
    })
}

fn symmetric(a: &Matrix) -> Matrix {
    Matrix::build(a.rows, a.cols, |i, j| 0.5 * (a.at(i, j) + a.at(j, i)))
}

/// Ascending eigenvalues and their vectors as columns, by Jacobi's rotations.
fn eigen(a: &Matrix) -> (Vec<f64>, Matrix) {
    let n = a.rows;
    let mut a = Matrix::build(n, n, |i, j| a.at(i, j));
    let mut v = identity(n);
    for _ in 0..30 {
        for p in 0..n {
            for q in p + 1..n {
                if a.at(p, q) != 0.0 {
                    let angle = 0.5 * (2.0 * a.at(p, q)).atan2(a.at(q, q) - a.at(p, p));
                    let (s, c) = angle.sin_cos();
                    let turn = Matrix::build(n, n, |i, j| match (i, j) {
                        (i, j) if i == j => {
                            if i == p || i == q {
                                c
                            } else {
                                1.0
                            }
                        }
                        (i, j) if i == p && j == q => s,
                        (i, j) if i == q && j == p => -s,
                        _ => 0.0,
                    });
                    a = turn.transposed().times(&a).times(&turn);
                    v = v.times(&turn);
                }
            }
        }
    }
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|&i, &j| a.at(i, i).total_cmp(&a.at(j, j)));
    let values = order.iter().map(|&i| a.at(i, i)).collect();
    (values, turned(&Matrix::build(n, n, |i, j| v.at(i, order[j]))))
}

/// Columns with their largest component positive.
fn turned(v: &Matrix) -> Matrix {
    let sign = |j: usize| {
        let largest = (0..v.rows).max_by(|&i, &k| v.at(i, j).abs().total_cmp(&v.at(k, j).abs()));
        largest.map_or(1.0, |i| v.at(i, j).signum())
    };
    Matrix::build(v.rows, v.cols, |i, j| sign(j) * v.at(i, j))
}

type Factors = (Vec<f64>, Matrix, Matrix);

/// Of a matrix with at least as many rows as columns.
fn singular(a: &Matrix) -> Factors {
    let (mut squares, v) = eigen(&a.transposed().times(a));
    let n = squares.len();
    squares.reverse();
    let s: Vec<f64> = squares.iter().map(|x| x.sqrt()).collect();
    let v = Matrix::build(n, n, |i, j| v.at(i, n - 1 - j));
    let u = a.times(&v);
    let u = Matrix::build(a.rows, n, |i, j| u.at(i, j) / s[j]);
    with_signs((s, u, v))
}

/// The signs of `u` by its largest components, those of `v` with them.
fn with_signs((s, u, v): Factors) -> Factors {
    let right = turned(&u);
    let sign = |j: usize| (0..u.rows).map(|i| right.at(i, j) * u.at(i, j)).sum::<f64>().signum();
    let v = Matrix::build(v.rows, v.cols, |i, j| sign(j) * v.at(i, j));
    (s, right, v)
}

fn swapped((s, u, v): Factors) -> Factors {
    with_signs((s, v, u))
}

fn identity(n: usize) -> Matrix {
    Matrix::build(n, n, |i, j| if i == j { 1.0 } else { 0.0 })
}

/// The series of a small fraction, squared again.
fn exponential(a: &Matrix) -> Matrix {
    let n = a.rows;
    let part = Matrix::build(n, n, |i, j| a.at(i, j) / 1024.0);
    let mut term = identity(n);
    let mut y = identity(n);
    for k in 1..12 {
        let next = term.times(&part);
        term = Matrix::build(n, n, |i, j| next.at(i, j) / f64::from(k));
        y = Matrix::build(n, n, |i, j| y.at(i, j) + term.at(i, j));
    }
    (0..10).fold(y, |y, _| y.times(&y))
}

/// `L` and `U` in one, and the order of rows.
fn eliminated(a: &Matrix, pivots: bool) -> (Matrix, Vec<f64>) {
    let mut order: Vec<usize> = (0..a.rows).collect();
    let mut a = Matrix::build(a.rows, a.cols, |i, j| a.at(i, j));
    for k in 0..a.rows.min(a.cols) {
        if pivots {
            let at = (k..a.rows).rev().max_by(|&i, &j| a.at(i, k).abs().total_cmp(&a.at(j, k).abs()));
            let at = at.expect("a row is left");
            order.swap(k, at);
            let row = |i| {
                if i == k {
                    at
                } else if i == at {
                    k
                } else {
                    i
                }
            };
            a = Matrix::build(a.rows, a.cols, |i, j| a.at(row(i), j));
        }
        a = Matrix::build(a.rows, a.cols, |i, j| {
            let factor = a.at(i, k) / a.at(k, k);
            match (i > k, j.cmp(&k)) {
                (true, std::cmp::Ordering::Equal) => factor,
                (true, std::cmp::Ordering::Greater) => a.at(i, j) - factor * a.at(k, j),
                _ => a.at(i, j),
            }
        });
    }
    (a, order.into_iter().map(|i| i as f64).collect())
}

/// By elimination below and above the diagonal: blocks of blocks are too large for minors.
fn inverse(a: &Matrix) -> Matrix {
    let n = a.rows;
    let mut x = Matrix::build(n, 2 * n, |i, j| if j < n { a.at(i, j) } else { f64::from(j - n == i) });
    for k in 0..n {
        let at = (k..n).max_by(|&i, &j| x.at(i, k).abs().total_cmp(&x.at(j, k).abs()));
        let at = at.expect("a row is left");
        let row = |i| {
            if i == k {
                at
            } else if i == at {
                k
            } else {
                i
            }
        };
        x = Matrix::build(n, 2 * n, |i, j| x.at(row(i), j));
        x = Matrix::build(n, 2 * n, |i, j| {
            let pivot = x.at(k, j) / x.at(k, k);
            if i == k { pivot } else { x.at(i, j) - x.at(i, k) * pivot }
        });
    }
    Matrix::build(n, n, |i, j| x.at(i, n + j))
}
