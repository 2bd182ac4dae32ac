//! Where blocks end, where matrices fail, and where there are none.

use cotangent_kernels::Float;
use cotangent_kernels::linalg::{
    Failure, adjugate, cholesky, det, inverse, logabsdet, minors, minors_cotangent, solve, triangular_solve,
};
use cotangent_kernels::strided::View;

use crate::linalg::{Mat, part};
use crate::support::Random;

/// Sizes at which blocks of registers, panels and jobs end, alone and so that several threads share one matrix.
#[test]
fn satisfy_their_equations_where_blocks_end() {
    let mut r = Random::new(13);
    compare_one::<f64>(&mut r, &[1, 7, 8, 9, 16, 17, 47, 48, 49, 63, 127, 128, 129, 193, 260], 2e-16);
    compare_one::<f32>(&mut r, &[1, 7, 8, 9, 16, 17, 47, 48, 49, 63, 127, 128, 129, 193, 260], 1e-7);
}

/// One matrix of each order, in row-major and column-major layouts, with few and with many right-hand sides.
fn compare_one<T: Float>(r: &mut Random, sizes: &[usize], eps: f64) {
    for &n in sizes {
        let mut a: Vec<T> = r.vec(n * n);
        for i in 0..n {
            a[i * n + i] = T::from_f64(2.0 * (n as f64).sqrt() * (1.0 + a[i * n + i].to_f64().abs()));
        }
        for strides in [[n as isize, 1], [1, n as isize]] {
            let shape = [n, n];
            let view = View::new(&a, 0, &shape, &strides).unwrap();
            let m = Mat(
                n,
                n,
                (0..n * n)
                    .map(|at| a[(at / n) * strides[0] as usize + at % n * strides[1] as usize].to_f64())
                    .collect(),
            );
            for k in [1, 3, 40] {
                let b: Vec<T> = r.vec(n * k);
                let sides = [[k as isize, 1], [1, n as isize]][r.below(2)];
                let (shape, mut x) = ([n, k], vec![T::from_f64(f64::NAN); n * k]);
                let vb = View::new(&b, 0, &shape, &sides).unwrap();
                let want = Mat(
                    n,
                    k,
                    (0..n * k)
                        .map(|at| b[at / k * sides[0] as usize + at % k * sides[1] as usize].to_f64())
                        .collect(),
                );
                let check = |x: &[T], a: &Mat, what: &str| {
                    let x = part(x, n, k, 0);
                    let (error, bound) =
                        (a.times(&x).distance(&want), eps * (10.0 + n as f64) * a.norm() * x.norm());
                    assert!(error <= bound, "{what} of {n} with {k}: {error} above {bound}");
                };
                solve(&mut x, view, vb).unwrap();
                check(&x, &m, "solve");
                for lower in [true, false] {
                    let keep = |at: usize| {
                        if at % n == at / n || (at % n < at / n) == lower { m.2[at] } else { 0.0 }
                    };
                    triangular_solve(&mut x, view, vb, lower).unwrap();
                    check(
                        &x,
                        &Mat(n, n, (0..n * n).map(keep).collect()),
                        if lower { "lower" } else { "upper" },
                    );
                }
            }
            let mut inv = vec![T::from_f64(f64::NAN); n * n];
            inverse(&mut inv, view).unwrap();
            let y = part(&inv, n, n, 0);
            let mut one = Mat(n, n, vec![0.0; n * n]);
            one.2.iter_mut().step_by(n + 1).for_each(|x| *x = 1.0);
            assert!(
                m.times(&y).distance(&one) <= eps * (10.0 + n as f64) * m.norm() * y.norm(),
                "inverse of {n}"
            );
        }
    }
}

/// The last pivot is the first that is not positive, at every size up to some blocks; and so is the first zero one of LU.
#[test]
fn late_failures() {
    for n in [1, 2, 5, 8, 9, 16, 17, 31, 64, 65, 100, 130] {
        let mut a = vec![0.0f64; n * n];
        a.iter_mut().step_by(n + 1).for_each(|x| *x = 4.0);
        for i in 1..n {
            (a[i * n + i - 1], a[(i - 1) * n + i]) = (1.0, 1.0);
        }
        let (shape, strides) = ([n, n], [n as isize, 1]);
        let mut out = vec![0.0; n * n];
        let run = |a: &[f64], out: &mut [f64]| cholesky(out, View::new(a, 0, &shape, &strides).unwrap());
        assert_eq!(run(&a, &mut out), Ok(()));
        for bad in [-1.0, 0.0, f64::NAN] {
            let last = std::mem::replace(&mut a[n * n - 1], bad);
            assert_eq!(run(&a, &mut out), Err(Failure::Matrix(0)), "{bad} at the end of {n}");
            a[n * n - 1] = last;
        }
        // Two equal rows, found by the last pivot or before: powers of two are exact.
        let mut a: Vec<f64> = (0..n * n).map(|at| if at % n >= at / n { 1.0 } else { 0.0 }).collect();
        if n > 1 {
            a.copy_within((n - 2) * n..(n - 1) * n, (n - 1) * n);
        } else {
            a[0] = 0.0;
        }
        let view = View::new(&a, 0, &shape, &strides).unwrap();
        assert_eq!(inverse(&mut out, view), Err(Failure::Matrix(0)), "a singular matrix of {n}");
        let mut d = [9.0];
        det(&mut d, view).unwrap();
        assert_eq!(d, [0.0]);
    }
}

/// The same bits on one thread and on several, for one large matrix and for a batch.
#[test]
fn threads_change_no_bit() {
    let run = |threads: usize| {
        let mut r = Random::new(14);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut bits = Vec::new();
            for (count, n) in [(1, 300), (300, 12)] {
                let mut a: Vec<f64> = r.vec(count * n * n);
                for m in a.chunks_exact_mut(n * n) {
                    m.iter_mut().step_by(n + 1).for_each(|x| *x = 2.0 * n as f64);
                }
                let (shape, strides) = ([count, n, n], [(n * n) as isize, n as isize, 1]);
                let view = View::new(&a, 0, &shape, &strides).unwrap();
                let mut out = vec![0.0; count * n * n];
                inverse(&mut out, view).unwrap();
                bits.extend(out.iter().map(|x| x.to_bits()));
                cholesky(&mut out, view).unwrap();
                bits.extend(out.iter().map(|x| x.to_bits()));
                triangular_solve(&mut out, view, view, false).unwrap();
                bits.extend(out.iter().map(|x| x.to_bits()));
                solve(&mut out, view, view).unwrap();
                bits.extend(out.iter().map(|x| x.to_bits()));
            }
            bits
        })
    };
    assert!(run(1) == run(3));
}

/// Nothing is done for matrices without elements, however many; each has a determinant.
#[test]
fn batches_of_empty_matrices() {
    let (none, mut out): ([f64; 0], [f64; 0]) = ([], []);
    let many = 1 << 40;
    for shape in [[many, 1, 0, 0], [many, many, 0, 0]] {
        let a = View::new(&none, 0, &shape, &[0, 0, 0, 1]).unwrap();
        assert_eq!(cholesky(&mut out, a), Ok(()));
        assert_eq!(inverse(&mut out, a), Ok(()));
        assert_eq!(adjugate(&mut out, a), Ok(()));
        minors(&mut out, a);
        assert_eq!(
            minors_cotangent(&mut out, View::new(&none, 0, &[many, 0, 0, 0, 0], &[0; 5]).unwrap()),
            Ok(())
        );
        let sides = [shape[0], shape[1], 0, 3];
        let b = View::new(&none, 0, &sides, &[0, 0, 3, 1]).unwrap();
        assert_eq!(solve(&mut out, a, b), Ok(()));
        assert_eq!(triangular_solve(&mut out, a, b, true), Ok(()));
    }
    let a = View::new(&none, 0, &[5, 0, 0], &[0, 0, 1]).unwrap();
    let (mut logs, mut signs) = ([7.0; 5], [7.0; 5]);
    logabsdet(&mut logs, &mut signs, a).unwrap();
    assert_eq!((logs, signs), ([0.0; 5], [1.0; 5]));
    det(&mut logs, a).unwrap();
    assert_eq!(logs, [1.0; 5]);
}

/// The element `[i, j]` of an adjugate is a minor without row `j` and column `i`: what is not finite there does not count in it.
#[test]
fn adjugates_of_what_is_not_finite() {
    let close =
        |got: f64, want: f64| got == want || (got - want).abs() < 1e-12 || (got.is_nan() && want.is_nan());
    let (inf, nan) = (f64::INFINITY, f64::NAN);
    let of = |a: &[f64], n: usize| {
        let mut out = vec![9.0; n * n];
        adjugate(&mut out, View::new(a, 0, &[n, n], &[n as isize, 1]).unwrap()).unwrap();
        out
    };
    for x in [inf, -inf, nan] {
        for (a, want) in [
            ([x, 2.0, 3.0, 4.0], [4.0, -2.0, -3.0, x]),
            ([1.0, x, 3.0, 4.0], [4.0, -x, -3.0, 1.0]),
            ([1.0, 2.0, x, 4.0], [4.0, -2.0, -x, 1.0]),
            ([1.0, 2.0, 3.0, x], [x, -2.0, -3.0, 1.0]),
            ([x, 0.0, 0.0, x], [x, 0.0, 0.0, x]),
        ] {
            let got = of(&a, 2);
            assert!(got.iter().zip(&want).all(|(&g, &w)| close(g, w)), "{a:?}: {got:?}");
        }
        assert_eq!(of(&[x], 1), [1.0]);
        let mut det_of = [0.0];
        let small = [x, 1.0, 1.0, 1.0];
        det(&mut det_of, View::new(&small, 0, &[2, 2], &[2, 1]).unwrap()).unwrap();
        assert!(close(det_of[0], x), "{x}: {det_of:?}");
    }
    // One at any place of a matrix of any order: the row of the adjugate of its column and the column of its row are as without it.
    let mut r = Random::new(18);
    for n in 3..=8 {
        let mut a: Vec<f64> = r.vec(n * n);
        for at in [0, 1, n, n * n - 1, n * (n / 2) + n / 2] {
            let want = of(&a, n);
            for x in [inf, nan] {
                let old = std::mem::replace(&mut a[at], x);
                let got = of(&a, n);
                a[at] = old;
                for (i, j) in (0..n).flat_map(|i| (0..n).map(move |j| (i, j))) {
                    if i == at % n || j == at / n {
                        assert!(close(got[i * n + j], want[i * n + j]), "order {n}, {x} at {at}: {i}, {j}");
                    } else {
                        assert!(!got[i * n + j].is_finite(), "order {n}, {x} at {at}: {i}, {j}");
                    }
                }
            }
        }
    }
}
