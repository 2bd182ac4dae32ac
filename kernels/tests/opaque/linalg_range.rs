//! Numbers at the ends of their range: subnormal, huge, infinite, none.

use cotangent_kernels::Float;
use cotangent_kernels::linalg::{Failure, cholesky, det, inverse, solve, triangular_solve};
use cotangent_kernels::strided::View;

use crate::linalg::Mat;
use crate::support::Random;

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
