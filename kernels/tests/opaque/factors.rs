//! QR, eigenvalues, singular values and pseudo-inverses against their definitions.

use cotangent_kernels::linalg::{Failure, eigh, eigvalsh, lu, lu_order, matrix_exp, pinv, qr, svd};
use cotangent_kernels::strided::View;
use cotangent_kernels::{Float, f16};

use crate::linalg::{Mat, part};
use crate::support::{Random, Strided, indices};

/// Rows `from .. to`.
fn rows(a: &Mat, from: usize, to: usize) -> Mat {
    Mat(to - from, a.1, a.2[from * a.1..to * a.1].to_vec())
}

fn identity(n: usize) -> Mat {
    Mat(n, n, (0..n * n).map(|at| if at % (n + 1) == 0 { 1.0 } else { 0.0 }).collect())
}

/// `a` with its columns times `by`.
fn scaled(a: &Mat, by: &[f64]) -> Mat {
    Mat(a.0, a.1, a.2.iter().enumerate().map(|(at, x)| x * by[at % a.1]).collect())
}

fn symmetric(a: &Mat) -> Mat {
    Mat(a.0, a.1, a.2.iter().zip(a.t().2).map(|(x, y)| f64::midpoint(*x, y)).collect())
}

/// The component of largest magnitude is positive in each column.
fn is_turned_right(a: &Mat, eps: f64) -> bool {
    (0..a.1).all(|c| {
        let column = || (0..a.0).map(|r| a.2[r * a.1 + c]);
        let largest = column().fold(0.0, |x: f64, y| x.max(y.abs()));
        column().any(|x| x >= largest - 4.0 * eps)
    })
}

struct Bound {
    eps: f64,
    what: String,
}

impl Bound {
    fn close(&self, what: &str, got: &Mat, want: &Mat, scale: f64) {
        let bound = self.eps * (10.0 + 2.0 * got.1.max(got.0) as f64) * scale.max(1e-300);
        let distance = got.distance(want);
        assert!(distance <= bound, "{what} of {}: {distance} above {bound}", self.what);
    }
}

fn check_qr(b: &Bound, a: &Mat, y: &Mat) {
    let (m, n) = (a.0, a.1);
    let (q, r) = (rows(y, 0, m), rows(y, m, m + n).t());
    b.close("Q R", &q.times(&r), a, a.norm());
    b.close("Qᵀ Q", &q.t().times(&q), &identity(n), 1.0);
    for i in 0..n {
        assert!(r.2[i * n + i] >= 0.0, "the diagonal of R of {}", b.what);
        assert!((0..i).all(|j| r.2[i * n + j] == 0.0), "R of {} is upper triangular", b.what);
    }
}

fn check_eigh(b: &Bound, a: &Mat, y: &Mat, values: &[f64]) {
    let (n, a) = (a.0, symmetric(a));
    let (w, v) = (&y.2[..n], rows(y, 1, n + 1));
    b.close("A V", &a.times(&v), &scaled(&v, w), a.norm());
    b.close("Vᵀ V", &v.t().times(&v), &identity(n), 1.0);
    assert!(w.is_sorted(), "{w:?}");
    assert!(is_turned_right(&v, b.eps), "signs of {}", b.what);
    b.close("values", &Mat(1, n, values.to_vec()), &Mat(1, n, w.to_vec()), a.norm());
}

fn check_svd(b: &Bound, a: &Mat, y: &Mat) {
    let (m, n, k) = (a.0, a.1, a.0.min(a.1));
    let (s, u, v) = (&y.2[..k], rows(y, 1, m + 1), rows(y, m + 1, 1 + m + n));
    b.close("U diag(s) Vᵀ", &scaled(&u, s).times(&v.t()), a, a.norm());
    b.close("Uᵀ U", &u.t().times(&u), &identity(k), 1.0);
    b.close("Vᵀ V", &v.t().times(&v), &identity(k), 1.0);
    assert!(s.iter().rev().is_sorted() && s.iter().all(|&s| s >= 0.0), "{s:?}");
    assert!(is_turned_right(&u, b.eps), "signs of {}", b.what);
}

fn check_pinv(b: &Bound, a: &Mat, p: &Mat) {
    let (ap, pa) = (a.times(p), p.times(a));
    let scale = a.norm() * p.norm();
    b.close("A P A", &ap.times(a), a, a.norm() * scale);
    b.close("P A P", &pa.times(p), p, p.norm() * scale);
    b.close("A P", &ap, &ap.t(), scale);
    b.close("P A", &pa, &pa.t(), scale);
}

/// Random matrices of `m` rows and `n` columns, of which no more than `rank` are independent, in random layouts.
fn compare<T: Float>(r: &mut Random, sides: &[(usize, usize)], eps: f64) {
    for &(m, n) in sides {
        let batch: Vec<usize> = (0..r.below(3)).map(|_| 1 + r.below(3)).collect();
        let shared: Vec<usize> = (0..batch.len()).filter(|_| r.below(3) == 0).collect();
        let a = Strided::<T>::new(r, &[batch.as_slice(), &[m, n]].concat(), &shared);
        let (count, k) = (batch.iter().product::<usize>(), m.min(n));
        let new = |size: usize| vec![T::from_f64(f64::NAN); count * size];
        let (mut q, mut s, mut p) = (new((m + n) * n), new((1 + m + n) * k), new(n * m));
        let (mut e, mut w) = (new((n + 1) * n), new(n));
        svd(&mut s, a.view()).unwrap();
        pinv(&mut p, a.view()).unwrap();
        if m >= n {
            qr(&mut q, a.view()).unwrap();
        }
        if m == n {
            eigh(&mut e, a.view()).unwrap();
            eigvalsh(&mut w, a.view()).unwrap();
        }
        for (i, index) in indices(&batch).iter().enumerate() {
            let b = Bound { eps, what: format!("matrix {i} of {m} x {n}") };
            let a = Mat::of(&a, index);
            check_svd(&b, &a, &part(&s, 1 + m + n, k, i));
            if a.norm() > 0.0 {
                check_pinv(&b, &a, &part(&p, n, m, i));
            }
            if m >= n {
                check_qr(&b, &a, &part(&q, m + n, n, i));
            }
            if m == n {
                check_eigh(&b, &a, &part(&e, n + 1, n, i), &part(&w, 1, n, i).2);
            }
        }
    }
}

const SIDES: [(usize, usize); 26] = [
    (0, 0),
    (0, 3),
    (3, 0),
    (1, 1),
    (1, 4),
    (4, 1),
    (2, 2),
    (3, 2),
    (2, 3),
    (3, 3),
    (4, 4),
    (5, 5),
    (7, 7),
    (8, 3),
    (3, 8),
    (16, 16),
    (17, 17),
    (31, 31),
    (33, 20),
    (20, 33),
    (64, 64),
    (65, 64),
    (100, 100),
    (131, 131),
    (200, 70),
    (70, 200),
];

#[test]
fn factors_satisfy_their_equations() {
    let mut r = Random::new(31);
    compare::<f64>(&mut r, &SIDES, 4e-16);
    compare::<f32>(&mut r, &SIDES, 2e-7);
    compare::<f16>(&mut r, &[(1, 1), (2, 2), (5, 3), (3, 5), (7, 7)], 2e-3);
}

/// Quick enough for an interpreter that watches every access (Miri).
#[test]
fn factors_satisfy_their_equations_at_small_sizes() {
    let mut r = Random::new(32);
    compare::<f64>(&mut r, &SIDES[..13], 4e-16);
    compare::<f32>(&mut r, &[(5, 5), (9, 4), (4, 9)], 2e-7);
}

fn dense(a: &Mat) -> ([usize; 2], [isize; 2]) {
    ([a.0, a.1], [a.1 as isize, 1])
}

/// All of them, of one matrix: Q and R, eigenvalues and vectors, singular values and vectors, pseudo-inverse.
fn all_of(a: &Mat) -> [Vec<f64>; 4] {
    let ((m, n), (shape, strides)) = ((a.0, a.1), dense(a));
    let view = || View::new(&a.2, 0, &shape, &strides).unwrap();
    let new = |size: usize| vec![f64::NAN; size];
    let mut out = [new((m + n) * n), new((n + 1) * n), new((1 + m + n) * n), new(n * m)];
    qr(&mut out[0], view()).unwrap();
    eigh(&mut out[1], view()).unwrap();
    svd(&mut out[2], view()).unwrap();
    pinv(&mut out[3], view()).unwrap();
    out
}

fn check_all(what: &str, a: &Mat) {
    let (b, n) = (Bound { eps: 4e-16, what: what.to_owned() }, a.0);
    let [q, e, s, p] = all_of(a);
    check_qr(&b, a, &Mat(2 * n, n, q));
    let values = e[..n].to_vec();
    check_eigh(&b, a, &Mat(n + 1, n, e), &values);
    check_svd(&b, a, &Mat(1 + 2 * n, n, s));
    check_pinv(&b, a, &Mat(n, n, p));
}

#[test]
fn factors_of_special_matrices() {
    let mut r = Random::new(33);
    for n in [1, 2, 3, 5, 8, 20, 40] {
        check_all("zeros", &Mat(n, n, vec![0.0; n * n]));
        check_all("an identity", &identity(n));
        check_all("ones", &Mat(n, n, vec![1.0; n * n]));
        let power = |at: usize| 10f64.powi(-((at / n + at % n) as i32));
        let graded = Mat(n, n, (0..n * n).map(power).collect());
        check_all("a graded matrix", &graded);
        let ranks = [n / 2, n.saturating_sub(1)];
        for rank in ranks {
            let u = Mat(n, rank, r.vec(n * rank));
            check_all("a matrix of low rank", &u.times(&u.t()));
        }
        let mut q = vec![0.0; 2 * n * n];
        let a = Mat(n, n, r.vec(n * n));
        let (shape, strides) = dense(&a);
        qr(&mut q, View::new(&a.2, 0, &shape, &strides).unwrap()).unwrap();
        let q = Mat(n, n, q[..n * n].to_vec());
        check_all("an orthogonal matrix", &q);
        let twice: Vec<f64> = (0..n).map(|i| (i / 2) as f64).collect();
        check_all("a matrix with each eigenvalue twice", &scaled(&q, &twice).times(&q.t()));
        let tridiagonal = |at: usize| match (at / n).abs_diff(at % n) {
            0 => (at / n) as f64 - n as f64 / 2.0,
            1 => 1.0,
            _ => 0.0,
        };
        check_all("Wilkinson's matrix", &Mat(n, n, (0..n * n).map(tridiagonal).collect()));
    }
}

/// Neither squares nor what is divided by leave the range.
#[test]
fn factors_of_huge_and_tiny_matrices() {
    let a = Mat(4, 4, (0..16).map(|at| ((at * 7) % 11) as f64 - 4.0).collect());
    let [q, e, s, p] = all_of(&a);
    for exponent in [-1060, -1000, -600, 600, 1000, 1018] {
        // In two steps, as not every such power is a number.
        let scale = |x: f64| x * 2f64.powi(exponent / 2) * 2f64.powi(exponent - exponent / 2);
        let back = |x: f64| x * 2f64.powi(-exponent / 2) * 2f64.powi(-exponent + exponent / 2);
        let [q2, e2, s2, _] = all_of(&Mat(4, 4, a.2.iter().map(|&x| scale(x)).collect()));
        let eps = if exponent < -1022 { 1e-3 } else { 1e-13 };
        let near = |x: f64, y: f64| (x - y).abs() <= eps * (1.0 + y.abs());
        let near = |got: &[f64], want: &[f64]| got.iter().zip(want).all(|(&x, &y)| near(x, y));
        assert!(near(&q2[..16], &q[..16]), "Q at 2^{exponent}");
        assert!(near(&q2[16..].iter().map(|&x| back(x)).collect::<Vec<_>>(), &q[16..]), "R at 2^{exponent}");
        assert!(
            near(&e2[..4].iter().map(|&x| back(x)).collect::<Vec<_>>(), &e[..4]),
            "values at 2^{exponent}"
        );
        assert!(near(&s2[..4].iter().map(|&x| back(x)).collect::<Vec<_>>(), &s[..4]), "s at 2^{exponent}");
    }
    assert!(p.iter().all(|x| x.is_finite()));
    let tiny = Mat(4, 4, a.2.iter().map(|x| x * 2f64.powi(-500)).collect());
    check_pinv(
        &Bound { eps: 4e-16, what: "a tiny matrix".to_owned() },
        &tiny,
        &Mat(4, 4, all_of(&tiny)[3].clone()),
    );
}

#[test]
fn what_is_not_finite_gives_nan() {
    for odd in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        for n in [1, 2, 7] {
            let mut a = identity(n);
            a.2[n * n - 1] = odd;
            for out in all_of(&a) {
                assert!(out.iter().all(|x| x.is_nan()), "{odd} in {n} rows");
            }
        }
    }
}

/// Small singular values to as many digits as large ones, where columns are scaled.
#[test]
fn singular_values_are_accurate_relative_to_themselves() {
    let a = [1.0, 1e-20, 1e-20, 3e-40f64];
    let mut out = [0.0; 10];
    svd(&mut out, View::new(&a, 0, &[2, 2], &[2, 1]).unwrap()).unwrap();
    // det A = 3e-40 - 1e-40, and the larger one is 1 to double precision.
    assert!((out[1] / 2e-40 - 1.0).abs() < 1e-14, "{}", out[1]);
}

/// Each thread computes what one does, in a batch and where threads share a matrix.
#[test]
fn factors_do_not_depend_on_threads() {
    do_not_depend_on_threads(40, 24);
    do_not_depend_on_threads(2, 70);
    do_not_depend_on_threads(1, 300);
}

fn do_not_depend_on_threads(count: usize, n: usize) {
    let mut r = Random::new(34);
    let data: Vec<f64> = r.vec(count * n * n);
    let (shape, strides) = ([count, n, n], [(n * n) as isize, n as isize, 1]);
    let view = View::new(&data, 0, &shape, &strides).unwrap();
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let new = |size: usize| vec![f64::NAN; count * size];
            let mut out = [new(2 * n * n), new((n + 1) * n), new((1 + 2 * n) * n), new(n * n)];
            qr(&mut out[0], view).unwrap();
            eigh(&mut out[1], view).unwrap();
            svd(&mut out[2], view).unwrap();
            pinv(&mut out[3], view).unwrap();
            out.concat().into_iter().map(f64::to_bits).collect::<Vec<_>>()
        })
    };
    let one = run(1);
    assert!(run(2) == one && run(5) == one);
    // A matrix alone is computed as in a batch.
    let mut out = vec![0.0; (n + 1) * n];
    let last = count - 1;
    eigh(&mut out, View::new(&data, last * n * n, &[n, n], &[n as isize, 1]).unwrap()).unwrap();
    let at = 2 * count * n * n + last * (n + 1) * n;
    assert!(out.iter().map(|x| x.to_bits()).eq(one[at..][..(n + 1) * n].iter().copied()));
}

#[test]
fn a_batch_of_none_is_no_failure() {
    let view = View::<f64>::new(&[], 0, &[0, 3, 3], &[9, 3, 1]).unwrap();
    let done: [Result<(), Failure>; 4] =
        [qr(&mut [], view), eigh(&mut [], view), svd(&mut [], view), pinv(&mut [], view)];
    assert_eq!(done, [Ok(()); 4]);
}

#[test]
fn rows_in_order_are_lower_times_upper() {
    let mut r = Random::new(35);
    for &(m, n) in &SIDES {
        let a = Strided::<f64>::new(&mut r, &[2, m, n], &[]);
        let (mut order, mut y) = (vec![-1; 2 * m], vec![f64::NAN; m * n]);
        lu_order(&mut order, a.view()).unwrap();
        for i in 0..2 {
            let a = Mat::of(&a, &[i]);
            let order = &order[i * m..][..m];
            let taken: Vec<f64> =
                order.iter().flat_map(|&row| a.2[row as usize * n..][..n].to_vec()).collect();
            let taken = Mat(m, n, taken);
            let (shape, strides) = dense(&taken);
            lu(&mut y, View::new(&taken.2, 0, &shape, &strides).unwrap()).unwrap();
            let k = m.min(n);
            let l = |at: usize| match (at / k).cmp(&(at % k)) {
                std::cmp::Ordering::Less => 0.0,
                std::cmp::Ordering::Equal => 1.0,
                std::cmp::Ordering::Greater => y[at / k * n + at % k],
            };
            let l = Mat(m, k, (0..m * k).map(l).collect());
            let u = Mat(k, n, (0..k * n).map(|at| if at / n <= at % n { y[at] } else { 0.0 }).collect());
            assert!(l.2.iter().all(|x| x.abs() <= 1.0), "the pivots of {m} x {n} are the largest");
            let b = Bound { eps: 4e-16, what: format!("matrix {i} of {m} x {n}") };
            b.close("L U", &l.times(&u), &taken, l.norm() * u.norm());
        }
    }
    // A column of zeros, and a singular matrix.
    let (a, mut order, mut y) = ([0.0, 1.0, 0.0, 2.0], [0; 2], [f64::NAN; 4]);
    let view = View::new(&a, 0, &[2, 2], &[2, 1]).unwrap();
    lu_order(&mut order, view).unwrap();
    lu(&mut y, view).unwrap();
    assert_eq!((order, y), ([0, 1], [0.0, 1.0, 0.0, 2.0]));
}

fn exponential<T: Float>(a: &Mat) -> Mat {
    let data: Vec<T> = a.2.iter().map(|&x| T::from_f64(x)).collect();
    let (shape, strides) = dense(a);
    let mut out = vec![T::from_f64(f64::NAN); data.len()];
    matrix_exp(&mut out, View::new(&data, 0, &shape, &strides).unwrap()).unwrap();
    part(&out, a.0, a.1, 0)
}

/// By `e^A e^-A = 1`, `e^2A = (e^A)²`, and what is known: for every degree of the approximant, and beyond the last.
#[test]
fn exponentials() {
    let mut r = Random::new(36);
    for n in [1, 2, 3, 8, 20, 33] {
        for size in [1e-9, 1e-3, 0.01, 0.1, 0.5, 1.0, 2.0, 5.0, 20.0] {
            let random = Mat(n, n, r.vec(n * n));
            let times = |by: f64| Mat(n, n, random.2.iter().map(|x| x * by / random.norm()).collect());
            let (y, back, twice) = (
                exponential::<f64>(&times(size)),
                exponential::<f64>(&times(-size)),
                exponential::<f64>(&times(2.0 * size)),
            );
            let b = Bound { eps: 4e-16 * (1.0 + size), what: format!("{n} rows of norm {size}") };
            b.close("e^A e^-A", &y.times(&back), &identity(n), y.norm() * back.norm());
            b.close("e^2A", &y.times(&y), &twice, y.norm() * y.norm());
            let single = exponential::<f32>(&times(size));
            let b = Bound { eps: 2e-7 * (1.0 + size), ..b };
            b.close("e^A in f32", &single, &y, y.norm());
        }
    }
    let near = |got: Mat, want: &[f64]| {
        assert!(
            got.2.iter().zip(want).all(|(x, y)| (x - y).abs() <= 1e-15 * (1.0 + y.abs())),
            "{:?} {want:?}",
            got.2
        );
    };
    let e = std::f64::consts::E;
    near(exponential::<f64>(&Mat(2, 2, vec![1.0, 0.0, 0.0, -1.0])), &[e, 0.0, 0.0, 1.0 / e]);
    near(exponential::<f64>(&Mat(2, 2, vec![0.0, 1e9, 0.0, 0.0])), &[1.0, 1e9, 0.0, 1.0]);
    near(exponential::<f64>(&Mat(2, 2, vec![0.0; 4])), &[1.0, 0.0, 0.0, 1.0]);
    near(exponential::<f64>(&Mat(1, 1, vec![-1e300])), &[0.0]);
    for odd in [f64::NAN, f64::INFINITY] {
        let y = exponential::<f64>(&Mat(2, 2, vec![1.0, odd, 0.0, 1.0]));
        assert!(y.2.iter().all(|x| x.is_nan()));
    }
}
