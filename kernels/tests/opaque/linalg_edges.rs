//! Where blocks end, where matrices fail, and where numbers do.

use cotangent_kernels::Float;
use cotangent_kernels::linalg::{Failure, cholesky, det, inverse, solve, triangular_solve};
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
            assert_eq!(run(&a, &mut out), Err(Failure { batch: 0 }), "{bad} at the end of {n}");
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
        assert_eq!(inverse(&mut out, view), Err(Failure { batch: 0 }), "a singular matrix of {n}");
        let mut d = [9.0];
        det(&mut d, view);
        assert_eq!(d, [0.0]);
    }
}

/// An answer that has no number is NaN, wherever in the matrix it comes from, and not "singular".
#[test]
fn nan_is_not_hidden() {
    for n in [2, 3, 8, 17, 40] {
        for at in 0..n * n {
            let mut a = vec![0.0f64; n * n];
            a.iter_mut().step_by(n + 1).for_each(|x| *x = 2.0);
            a[at] = f64::NAN;
            let (shape, strides) = ([n, n], [n as isize, 1]);
            let view = View::new(&a, 0, &shape, &strides).unwrap();
            let mut out = vec![0.0; n * n];
            assert_eq!(inverse(&mut out, view), Ok(()), "NaN at {at} of {n}");
            assert!(out.iter().any(|x| x.is_nan()), "NaN at {at} of {n}");
            if at % (n + 1) == 0 {
                let mut d = [0.0];
                det(&mut d, view);
                assert!(d[0].is_nan());
                assert_eq!(cholesky(&mut out, view), Err(Failure { batch: 0 }));
            }
        }
    }
}

/// An infinity makes NaN of the zeros to which rows are filled up; those are no rows.
#[test]
fn infinities_stay_in_their_matrix() {
    for n in [2, 3, 8, 17, 40] {
        for at in 0..n * n {
            let mut a = vec![0.0f32; n * n];
            a.iter_mut().step_by(n + 1).for_each(|x| *x = 2.0);
            a[at] = f32::INFINITY;
            let (shape, strides) = ([n, n], [n as isize, 1]);
            let view = View::new(&a, 0, &shape, &strides).unwrap();
            let mut out = vec![0.0; n * n];
            let done = inverse(&mut out, view);
            assert!(at % (n + 1) == 0 || done.is_err() || out.iter().any(|x| !x.is_finite()), "{at} of {n}");
            let mut d = [0.0];
            det(&mut d, view);
            assert!(at % (n + 1) != 0 || !d[0].is_finite(), "{at} of {n}: {d:?}");
        }
    }
}

/// A divisor whose reciprocal overflows, or loses digits, is divided by.
#[test]
fn divisors_at_the_ends_of_the_range() {
    for divisor in [f32::from_bits(1), 1e-40, 1e-38, 1.0, 3e38] {
        for (n, k) in [(1, 1), (3, 2), (20, 1), (20, 5)] {
            let mut a = vec![0.0f32; n * n];
            a.iter_mut().step_by(n + 1).for_each(|x| *x = 1.0);
            a[n * n - 1] = divisor;
            let mut b = vec![0.0f32; n * k];
            b[n * k - 1] = divisor;
            let (sa, sb) = ([n as isize, 1], [k as isize, 1]);
            for lower in [true, false] {
                let mut out = vec![f32::NAN; n * k];
                let (shape_a, shape_b) = ([n, n], [n, k]);
                let (a, b) =
                    (View::new(&a, 0, &shape_a, &sa).unwrap(), View::new(&b, 0, &shape_b, &sb).unwrap());
                triangular_solve(&mut out, a, b, lower).unwrap();
                assert!(
                    out.iter().enumerate().all(|(i, &x)| x == if i == n * k - 1 { 1.0 } else { 0.0 }),
                    "{divisor} {out:?}"
                );
            }
        }
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
