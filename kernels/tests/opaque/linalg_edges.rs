//! Where blocks end, where matrices fail, and where numbers do.

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
                det(&mut d, view).unwrap();
                assert!(d[0].is_nan());
                assert_eq!(cholesky(&mut out, view), Err(Failure::Matrix(0)));
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
            det(&mut d, view).unwrap();
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

/// A matrix of integers times the least number of the type and its factor: exact wherever all is computed as it should be.
#[test]
fn cholesky_of_subnormal_matrices() {
    fn check<T: Float>(r: &mut Random, exponent: i32) {
        for n in [1, 2, 4, 5, 8, 16, 17, 33, 70] {
            // Ones on the diagonal: quotients are exact.
            let l: Vec<f64> = (0..n * n)
                .map(|at| match (at % n).cmp(&(at / n)) {
                    std::cmp::Ordering::Less => {
                        (r.below(5) as f64 - 2.0) * f64::from(u8::from(r.below(3) == 0))
                    }
                    std::cmp::Ordering::Equal => 1.0,
                    std::cmp::Ordering::Greater => 0.0,
                })
                .collect();
            let lower = Mat(n, n, l.clone());
            let square = lower.times(&Mat(n, n, (0..n * n).map(|at| l[at % n * n + at / n]).collect()));
            let scaled = |x: f64, exponent: i32| {
                T::from_f64(x * 2.0_f64.powi(exponent / 2) * 2.0_f64.powi(exponent - exponent / 2))
            };
            let a: Vec<T> = square.2.iter().map(|&x| scaled(x, exponent)).collect();
            let mut out = vec![T::from_f64(f64::NAN); n * n];
            let done = cholesky(&mut out, View::new(&a, 0, &[n, n], &[n as isize, 1]).unwrap());
            assert_eq!(done, Ok(()), "{n} in {:?}", T::DTYPE);
            let want: Vec<T> = l.iter().map(|&x| scaled(x, exponent / 2)).collect();
            assert_eq!(out, want, "{n} in {:?}", T::DTYPE);
        }
    }
    let mut r = Random::new(17);
    check::<f32>(&mut r, -148);
    check::<f64>(&mut r, -1074);
}

/// The sum of two elements overflows; their mean does not.
#[test]
fn cholesky_of_huge_matrices() {
    fn check<T: Float>(exponent: i32) {
        for n in [1, 2, 4, 17] {
            let factor = |scale: f64| {
                let element = |at: usize| {
                    if at.is_multiple_of(n + 1) { 3.0 } else { 0.5 - 1.0 / (2 + n + at % n + at / n) as f64 }
                };
                let a: Vec<T> = (0..n * n).map(|at| T::from_f64(element(at) * scale)).collect();
                let mut out = vec![T::from_f64(f64::NAN); n * n];
                let done = cholesky(&mut out, View::new(&a, 0, &[n, n], &[n as isize, 1]).unwrap());
                assert_eq!(done, Ok(()), "{n} in {:?}", T::DTYPE);
                out
            };
            // By a power of four nothing is rounded otherwise.
            let (one, huge) = (factor(1.0), factor(2.0_f64.powi(exponent)));
            for (x, y) in one.iter().zip(&huge) {
                assert_eq!(x.to_f64() * 2.0_f64.powi(exponent / 2), y.to_f64(), "{n} in {:?}", T::DTYPE);
            }
        }
    }
    check::<f32>(126);
    check::<f64>(1022);
}

/// A quotient by a subnormal pivot overflows, and times a zero it is NaN; the factor is nothing special.
#[test]
fn cholesky_with_pivots_of_every_size() {
    fn check<T: Float>(tiny: i32, side: i32, large: i32) {
        let pow = |e: i32| 2.0_f64.powi(e / 2) * 2.0_f64.powi(e - e / 2);
        for n in [3, 4, 17, 40] {
            for (p, q) in [(0, 1), (0, n - 1), (n / 2, n - 1)] {
                let mut a = vec![T::from_f64(0.0); n * n];
                a.iter_mut().step_by(n + 1).for_each(|x| *x = T::from_f64(1.0));
                (a[p * n + p], a[q * n + q]) = (T::from_f64(pow(tiny)), T::from_f64(pow(large)));
                (a[p * n + q], a[q * n + p]) = (T::from_f64(pow(side)), T::from_f64(pow(side)));
                let mut out = vec![T::from_f64(f64::NAN); n * n];
                let done = cholesky(&mut out, View::new(&a, 0, &[n, n], &[n as isize, 1]).unwrap());
                assert_eq!(done, Ok(()), "{p}, {q} of {n} in {:?}", T::DTYPE);
                for (at, x) in out.iter().enumerate() {
                    let want = match (at / n, at % n) {
                        (r, c) if (r, c) == (p, p) => pow(tiny / 2),
                        (r, c) if (r, c) == (q, p) => pow(side - tiny / 2),
                        (r, c) if (r, c) == (q, q) => (pow(large) - pow(2 * side - tiny)).sqrt(),
                        (r, c) => f64::from(u8::from(r == c)),
                    };
                    assert!((x.to_f64() - want).abs() <= 1e-6 * want, "{at} of {n}: {x:?}, not {want:e}");
                }
                // Not positive, with the same pivots.
                a[q * n + q] = T::from_f64(pow(2 * side - tiny - 3));
                let done = cholesky(&mut out, View::new(&a, 0, &[n, n], &[n as isize, 1]).unwrap());
                assert_eq!(done, Err(Failure::Matrix(0)), "{p}, {q} of {n} in {:?}", T::DTYPE);
            }
        }
    }
    check::<f32>(-146, -16, 120);
    check::<f64>(-1070, -40, 1000);
}

/// A zero pivot beside an infinite one says nothing: the determinant is not a number, and the matrix not singular.
#[test]
fn infinite_pivots_are_not_singular() {
    fn check<T: Float>() {
        for n in [2, 3, 16, 17, 40] {
            for at in 0..n - 1 {
                let mut a = vec![T::from_f64(0.0); n * n];
                a.iter_mut().step_by(n + 1).for_each(|x| *x = T::from_f64(2.0));
                a[at * (n + 1)] = T::from_f64(f64::INFINITY);
                (a[at * n + n - 1], a[(n - 1) * n + at]) = (T::from_f64(1.0), T::from_f64(1.0));
                a[n * n - 1] = T::from_f64(0.0);
                let (shape, strides) = ([n, n], [n as isize, 1]);
                let view = View::new(&a, 0, &shape, &strides).unwrap();
                let mut out = vec![T::from_f64(0.0); n * n];
                assert_eq!(inverse(&mut out, view), Ok(()), "infinity at {at} of {n}");
                assert!(out.iter().any(|x| !x.to_f64().is_finite()), "infinity at {at} of {n}");
                assert_eq!(solve(&mut out, view, view), Ok(()), "infinity at {at} of {n}");
                assert!(out.iter().any(|x| !x.to_f64().is_finite()), "infinity at {at} of {n}");
            }
        }
    }
    check::<f32>();
    check::<f64>();
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
