use cotangent_kernels::linalg::{
    Failure, adjugate, cholesky, det, inverse, logabsdet, minors, minors_cotangent, solve, triangular_solve,
};
use cotangent_kernels::strided::View;
use cotangent_kernels::{Float, f16};

use crate::support::{Random, Strided, flat, indices};

/// A dense f64 matrix.
#[derive(Clone, Debug)]
pub(crate) struct Mat(pub(crate) usize, pub(crate) usize, pub(crate) Vec<f64>);

impl Mat {
    pub(crate) fn of<T: Float>(x: &Strided<T>, batch: &[usize]) -> Self {
        let (m, n) = (x.shape[batch.len()], x.shape[batch.len() + 1]);
        let at = |i| x.at(&[batch, &[i / n, i % n]].concat()).to_f64();
        Self(m, n, (0..m * n).map(at).collect())
    }

    pub(crate) fn times(&self, b: &Self) -> Self {
        let sum = |i: usize, j: usize| (0..self.1).map(|q| self.2[i * self.1 + q] * b.2[q * b.1 + j]).sum();
        Self(self.0, b.1, (0..self.0 * b.1).map(|i| sum(i / b.1, i % b.1)).collect())
    }

    pub(crate) fn t(&self) -> Self {
        Self(self.1, self.0, (0..self.0 * self.1).map(|i| self.2[i % self.0 * self.1 + i / self.0]).collect())
    }

    pub(crate) fn norm(&self) -> f64 {
        self.2.iter().map(|x| x * x).sum::<f64>().sqrt()
    }

    pub(crate) fn distance(&self, b: &Self) -> f64 {
        assert_eq!((self.0, self.1), (b.0, b.1));
        Self(self.0, self.1, self.2.iter().zip(&b.2).map(|(x, y)| x - y).collect()).norm()
    }

    fn without(&self, i: usize, j: usize) -> Self {
        let keep = |at: &usize| at / self.1 != i && at % self.1 != j;
        Self(self.0 - 1, self.1 - 1, (0..self.0 * self.1).filter(keep).map(|at| self.2[at]).collect())
    }

    /// By its definition.
    fn det(&self) -> f64 {
        let sign = |j: usize| if j.is_multiple_of(2) { 1.0 } else { -1.0 };
        if self.0 == 0 {
            1.0
        } else {
            (0..self.0).map(|j| sign(j) * self.2[j] * self.without(0, j).det()).sum()
        }
    }

    fn adjugate(&self) -> Self {
        let sign = |at: usize| if at.is_multiple_of(2) { 1.0 } else { -1.0 };
        let n = self.0;
        Self(n, n, (0..n * n).map(|at| sign(at / n + at % n) * self.without(at % n, at / n).det()).collect())
    }
}

struct Case<T> {
    batch: Vec<usize>,
    a: Strided<T>,
    b: Strided<T>,
}

/// Square matrices that are well conditioned (`n` on the diagonal), and right-hand sides, in random layouts.
fn case<T: Float>(r: &mut Random, n: usize) -> Case<T> {
    let batch: Vec<usize> = (0..r.below(3)).map(|_| 1 + r.below(3)).collect();
    let shared: Vec<usize> = (0..batch.len()).filter(|_| r.below(3) == 0).collect();
    let mut a = Strided::<T>::new(r, &[batch.as_slice(), &[n, n]].concat(), &shared);
    for index in indices(&a.shape) {
        let (i, j) = (index[batch.len()], index[batch.len() + 1]);
        if i == j {
            a.set(&index, T::from_f64(1.5 * (n as f64).sqrt() + a.at(&index).to_f64().abs()));
        }
    }
    let k = r.below(5);
    let b = Strided::<T>::new(r, &[batch.as_slice(), &[n, k]].concat(), &[]);
    Case { batch, a, b }
}

pub(crate) fn part<T: Float>(out: &[T], rows: usize, columns: usize, batch: usize) -> Mat {
    let size = rows * columns;
    Mat(rows, columns, out[batch * size..][..size].iter().map(|x| x.to_f64()).collect())
}

fn compare<T: Float>(r: &mut Random, sizes: &[usize], eps: f64) {
    for &n in sizes {
        let c = case::<T>(r, n);
        let (k, count) = (c.b.shape[c.batch.len() + 1], c.batch.iter().product::<usize>());
        let new = |size: usize| vec![T::from_f64(f64::NAN); count * size];
        let (mut x, mut inv, mut dets, mut logs, mut signs) =
            (new(n * k), new(n * n), new(1), new(1), new(1));
        let (mut low, mut up, mut chol, mut adj) = (new(n * k), new(n * k), new(n * n), new(n * n));
        solve(&mut x, c.a.view(), c.b.view()).unwrap();
        inverse(&mut inv, c.a.view()).unwrap();
        det(&mut dets, c.a.view()).unwrap();
        logabsdet(&mut logs, &mut signs, c.a.view()).unwrap();
        adjugate(&mut adj, c.a.view()).unwrap();
        triangular_solve(&mut low, c.a.view(), c.b.view(), true).unwrap();
        triangular_solve(&mut up, c.a.view(), c.b.view(), false).unwrap();
        // The symmetric part of `a` is diagonally dominant enough for this size, or nearly: shift it to be sure.
        let mut spd = Strided::<T>::new(r, &c.a.shape, &[]);
        for index in indices(&spd.shape) {
            let diagonal = index[c.batch.len()] == index[c.batch.len() + 1];
            let shift = if diagonal { 2.0 + n as f64 } else { 0.0 };
            let value = T::from_f64(c.a.at(&index).to_f64() + shift);
            spd.set(&index, value);
        }
        cholesky(&mut chol, spd.view()).unwrap();
        for (i, batch) in indices(&c.batch).iter().enumerate() {
            let (a, b) = (Mat::of(&c.a, batch), Mat::of(&c.b, batch));
            let close = |got: &Mat, want: &Mat, scale: f64, what: &str| {
                let bound = eps * (10.0 + n as f64) * (1e-3 + scale);
                assert!(got.distance(want) <= bound, "{what} of {n}: {} above {bound}", got.distance(want));
            };
            let y = part(&x, n, k, i);
            close(&a.times(&y), &b, a.norm() * y.norm(), "solve");
            let y = part(&inv, n, n, i);
            let mut one = Mat(n, n, vec![0.0; n * n]);
            one.2.iter_mut().step_by(n + 1).for_each(|x| *x = 1.0);
            close(&a.times(&y), &one, a.norm() * y.norm(), "inverse");
            let keep = |lower: bool| {
                let part =
                    |at: usize| if (at % n <= at / n) == lower || at % n == at / n { a.2[at] } else { 0.0 };
                Mat(n, n, (0..n * n).map(part).collect())
            };
            for (out, lower) in [(&low, true), (&up, false)] {
                let (t, y) = (keep(lower), part(out, n, k, i));
                close(&t.times(&y), &b, t.norm() * y.norm(), "triangular_solve");
            }
            let l = part(&chol, n, n, i);
            let m = Mat::of(&spd, batch);
            let mean = m.2.iter().zip(m.t().2).map(|(x, y)| f64::midpoint(*x, y)).collect();
            close(&l.times(&l.t()), &Mat(n, n, mean), m.norm(), "cholesky");
            assert!((0..n * n).all(|at| at % n <= at / n || l.2[at] == 0.0), "the upper triangle is zero");
            let d = dets[i].to_f64();
            // Beyond this the determinants of such f32 matrices overflow.
            if eps < 1e-10 || n <= 20 {
                let y = part(&adj, n, n, i);
                one.2.iter_mut().for_each(|x| *x *= d);
                close(&a.times(&y), &one, a.norm() * y.norm(), "adjugate");
            }
            if n <= 6 {
                let want = a.det();
                assert!(
                    (d - want).abs() <= eps * (10.0 + n as f64) * a.norm().powi(n as i32).max(1.0),
                    "det {d} {want}"
                );
                let log = signs[i].to_f64() * logs[i].to_f64().exp();
                assert!(
                    (log - want).abs() <= 10.0 * eps * a.norm().powi(n as i32).max(1.0),
                    "log {log} {want}"
                );
            }
        }
    }
}

#[test]
fn satisfy_their_equations() {
    let mut r = Random::new(9);
    let sizes = [0, 1, 2, 3, 4, 5, 6, 8, 15, 31, 32, 33, 40, 64, 65, 100, 131];
    compare::<f64>(&mut r, &sizes, 2e-16);
    compare::<f32>(&mut r, &sizes, 1e-7);
    compare::<f16>(&mut r, &[1, 2, 3, 4, 7], 1e-3);
}

/// Quick enough for an interpreter that watches every access (Miri).
#[test]
fn satisfy_their_equations_at_small_sizes() {
    let mut r = Random::new(15);
    compare::<f64>(&mut r, &[0, 1, 2, 4, 5, 9, 17, 18], 2e-16);
    compare::<f32>(&mut r, &[1, 3, 19], 1e-7);
    compare::<f16>(&mut r, &[2, 4], 1e-3);
}

/// What a broadcast repeats is factored once.
#[test]
fn solve_with_a_repeated_matrix() {
    let mut r = Random::new(16);
    for n in [1, 3, 17] {
        let mut a: Vec<f64> = r.vec(n * n);
        a.iter_mut().step_by(n + 1).for_each(|x| *x += 4.0 + n as f64);
        for k in [1, 2] {
            let b: Vec<f64> = r.vec(3 * n * k);
            let (n_, k_) = (n as isize, k as isize);
            let mut x = vec![f64::NAN; b.len()];
            let (shape, strides, sides) = ([[3, n, n], [3, n, k]], [0, n_, 1], [n_ * k_, k_, 1]);
            let va = View::new(&a, 0, &shape[0], &strides).unwrap();
            solve(&mut x, va, View::new(&b, 0, &shape[1], &sides).unwrap()).unwrap();
            for i in 0..3 {
                let (a, x, b) = (Mat(n, n, a.clone()), part(&x, n, k, i), part(&b, n, k, i));
                assert!(a.times(&x).distance(&b) < 1e-13, "system {i} of {n} by {k}");
            }
        }
    }
}

#[test]
fn a_large_system() {
    let mut r = Random::new(10);
    let n = 300;
    let mut a = Strided::<f64>::new(&mut r, &[n, n], &[]);
    for i in 0..n {
        a.set(&[i, i], 30.0);
    }
    let b = Strided::<f64>::new(&mut r, &[n, 7], &[]);
    let mut x = vec![0.0; n * 7];
    solve(&mut x, a.view(), b.view()).unwrap();
    let (a, x, b) = (Mat::of(&a, &[]), part(&x, n, 7, 0), Mat::of(&b, &[]));
    assert!(a.times(&x).distance(&b) < 1e-13 * a.norm() * x.norm());
}

/// The adjugate at every rank, against its definition.
#[test]
fn adjugates_of_singular_matrices() {
    let mut r = Random::new(11);
    for n in 1..=6 {
        for rank in 0..=n {
            let (u, v) = (Mat(n, rank, r.vec(n * rank)), Mat(rank, n, r.vec(n * rank)));
            let a = u.times(&v);
            let mut got = vec![f64::NAN; n * n];
            adjugate(&mut got, View::new(&a.2, 0, &[n, n], &[n as isize, 1]).unwrap()).unwrap();
            let want = a.adjugate();
            let bound = 1e-14 * (1.0 + a.norm().powi(n as i32 - 1));
            assert!(Mat(n, n, got.clone()).distance(&want) <= bound, "{n} of rank {rank}: {got:?} {want:?}");
        }
    }
}

#[test]
fn failures_name_the_first_matrix() {
    let (one, zero) = ([1.0, 0.0, 0.0, 1.0], [1.0f64, 2.0, 2.0, 4.0]);
    let a: Vec<f64> = [one, one, zero, one, zero].concat();
    let view = |d| View::new(d, 0, &[5, 2, 2], &[4, 2, 1]).unwrap();
    let failed = Err(Failure::Matrix(2));
    let mut out = vec![0.0; 20];
    assert_eq!(solve(&mut out, view(&a), view(&a)), failed);
    assert_eq!(inverse(&mut out, view(&a)), failed);
    assert_eq!(cholesky(&mut out, view(&a)), failed);
    let mut low = a.clone();
    low[11] = 0.0;
    assert_eq!(triangular_solve(&mut out, view(&low), view(&a), true), failed);
    assert_eq!(triangular_solve(&mut out, view(&a), view(&a), true), Ok(()));
    let (mut d, mut s) = ([9.0; 5], [9.0; 5]);
    det(&mut d, view(&a)).unwrap();
    assert_eq!(d, [1.0, 1.0, 0.0, 1.0, 0.0]);
    logabsdet(&mut d, &mut s, view(&a)).unwrap();
    assert_eq!((d[2], s[2]), (f64::NEG_INFINITY, 0.0));
    let nan = [f64::NAN, 1.0, 1.0, 1.0];
    let nan = View::new(&nan, 0, &[2, 2], &[2, 1]).unwrap();
    assert_eq!(cholesky(&mut out[..4], nan), Err(Failure::Matrix(0)));
    assert_eq!(inverse(&mut out[..4], nan), Ok(()));
    assert!(out[..4].iter().all(|x| x.is_nan()), "NaN is not hidden");
}

#[test]
fn a_determinant_does_not_overflow_on_the_way() {
    let a: Vec<f32> =
        (0..16).map(|i| if i % 5 == 0 { [1e30, 1e30, 1e-30, 1e-30][i / 5] } else { 0.0 }).collect();
    let mut out = [0.0f32];
    det(&mut out, View::new(&a, 0, &[4, 4], &[4, 1]).unwrap()).unwrap();
    assert!((out[0] - 1.0).abs() < 1e-5);
}

#[test]
fn minors_and_their_cotangent() {
    let mut r = Random::new(12);
    for n in 0..5 {
        let a = Strided::<f64>::new(&mut r, &[2, n, n], &[]);
        let m = n.saturating_sub(1);
        let shape = [2, n, n, m, m];
        let mut out = vec![f64::NAN; shape.iter().product()];
        minors(&mut out, a.view());
        for batch in 0..2 {
            for ij in indices(&[n, n]) {
                let want = Mat::of(&a, &[batch]).without(ij[0], ij[1]);
                let at = flat(&shape, &[batch, ij[0], ij[1], 0, 0]);
                assert_eq!(out[at..][..m * m], want.2);
            }
        }
        let x = Strided::<f64>::new(&mut r, &shape, &[]);
        let mut back = vec![f64::NAN; 2 * n * n];
        minors_cotangent(&mut back, x.view()).unwrap();
        let left: f64 = indices(&shape).iter().map(|i| x.at(i) * out[flat(&shape, i)]).sum();
        let right: f64 = indices(&[2, n, n]).iter().map(|i| a.at(i) * back[flat(&[2, n, n], i)]).sum();
        assert!((left - right).abs() < 1e-13, "n {n}: {left} {right}");
    }
}
