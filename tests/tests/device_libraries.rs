//! What NVIDIA's libraries compute, beside the processor: products by cuBLASLt, factors and systems by cuSOLVER and cuBLAS.
#![cfg(feature = "cuda")]

use std::sync::{Mutex, MutexGuard, PoisonError};

use cotangent::cuda::{Precision, precision, set_precision};
use cotangent::debug::counted;
use cotangent::prelude::*;
use cotangent::{ErrorKind, Float, bf16, f16, ops};
use cotangent_tests::beside::{At, same};
use cotangent_tests::cuda;

/// The GPU for one test at a time: precision is that of the process.
fn alone() -> Option<(Device, MutexGuard<'static, ()>)> {
    static ALONE: Mutex<()> = Mutex::new(());
    let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    Some((cuda()?, alone))
}

fn normal<T: Float>(i: u64, shape: &[usize]) -> Tensor<T> {
    Key::new(53).fold(i).normal::<f32>(shape).unwrap().cast().unwrap()
}

/// Sums of `k` products, each rounded once, and the result.
fn bound<T: Float>(k: usize) -> f64 {
    let sums = if T::DTYPE == cotangent::DType::F64 { f64::EPSILON } else { f64::from(f32::EPSILON) };
    let result = match T::DTYPE {
        cotangent::DType::F16 => 1.0 / 1024.0,
        cotangent::DType::Bf16 => 1.0 / 128.0,
        _ => 0.0,
    };
    4.0 * sums * (k as f64).sqrt().max(4.0) + result
}

/// All ways in which two matrices lie in memory.
fn layouts<T: Float>(d: Device) {
    for (m, k, n) in [(5, 7, 3), (64, 16, 48), (33, 65, 70), (1, 40, 9), (9, 40, 1), (2, 300, 80)] {
        let what = format!("{m} by {k} by {n} of {}", T::DTYPE);
        let (x, y) = (normal::<T>(1, &[m, k]), normal::<T>(2, &[k, n]));
        let (xt, yt) = (normal::<T>(3, &[k, m]), normal::<T>(4, &[n, k]));
        let near = bound::<T>(k);
        same(d, near, &what, |at| at.of(&x).matmul(&at.of(&y)));
        same(d, near, &what, |at| at.of(&xt).t()?.matmul(&at.of(&y)));
        same(d, near, &what, |at| at.of(&x).matmul(&at.of(&yt).t()?));
        same(d, near, &what, |at| at.of(&xt).t()?.matmul(&at.of(&yt).t()?));
        // The result's rows are side by side.
        same(d, near, &what, |at| ops::contract(&at.of(&x), &at.of(&y), [0, 1], [1, 2], [2, 0]));
        same(d, near, &what, |at| ops::contract(&at.of(&xt), &at.of(&yt), [1, 0], [2, 1], [2, 0]));
        // Parts of wider matrices, from odd places on.
        let wide = normal::<T>(5, &[m + 2, k + 3]);
        same(d, near, &what, |at| at.of(&wide).narrow(0, 1, m)?.narrow(1, 1, k)?.matmul(&at.of(&y)));
        let (tall, few) = (normal::<T>(6, &[k, m + 2]), normal::<T>(7, &[n + 1, k]));
        same(d, near, &what, |at| {
            at.of(&tall).narrow(1, 2, m)?.t()?.matmul(&at.of(&few).narrow(0, 1, n)?.t()?)
        });
        // Elements that are not side by side, backwards and forwards.
        let steps = normal::<T>(8, &[m, k, 2]);
        same(d, near, &what, |at| at.of(&steps).narrow(2, 1, 1)?.reshape([m, k])?.matmul(&at.of(&y)));
        same(d, near, &what, |at| at.of(&x).flip(1)?.matmul(&at.of(&y).flip(0)?));
    }
}

/// Batches: joined, by calls, shared, and those that are copied.
fn batches<T: Float>(d: Device) {
    let near = bound::<T>(24);
    let what = format!("of {}", T::DTYPE);
    let (x, y) = (normal::<T>(11, &[3, 4, 20, 24]), normal::<T>(12, &[3, 4, 24, 40]));
    same(d, near, &format!("two axes {what}"), |at| at.of(&x).matmul(&at.of(&y)));
    let (q, k) = (normal::<T>(13, &[3, 20, 4, 24]), normal::<T>(14, &[3, 40, 4, 24]));
    let scores = |at: At| ops::contract(&at.of(&q), &at.of(&k), [0, 2, 1, 4], [0, 3, 1, 4], [0, 1, 2, 3]);
    same(d, near, &format!("heads {what}"), scores);
    let (_, counts) = counted(|| scores_on::<T>(d, &q, &k));
    assert_eq!(counts.dispatches, 3, "a call for each of the shorter axis");
    let shared = normal::<T>(15, &[24, 40]);
    same(d, near, &format!("one operand for all {what}"), |at| {
        at.of(&x).matmul(&at.of(&shared).broadcast_to([3, 4, 24, 40])?)
    });
    same(d, near, &format!("the other for all {what}"), |at| {
        at.of(&shared).t()?.broadcast_to([3, 4, 40, 24])?.matmul(&at.of(&x).mt()?)
    });
    // The batch is the last axis of all.
    let (u, v) = (normal::<T>(16, &[40, 24, 7]), normal::<T>(17, &[24, 33, 7]));
    same(d, near, &format!("batches side by side {what}"), |at| {
        ops::contract(&at.of(&u), &at.of(&v), [0, 1, 2], [1, 3, 2], [0, 3, 2])
    });
    // Rows of two axes that do not walk as one, and many batches of two.
    let (u, v) = (normal::<T>(18, &[6, 24, 7]), normal::<T>(19, &[24, 40]));
    same(d, near, &format!("rows of two axes {what}"), |at| {
        ops::contract(&at.of(&u), &at.of(&v), [0, 1, 2], [1, 3], [0, 2, 3])
    });
    let (u, v) = (normal::<T>(20, &[18, 33, 19, 24]), normal::<T>(21, &[18, 34, 19, 24]));
    same(d, near, &format!("many batches {what}"), |at| {
        ops::contract(&at.of(&u), &at.of(&v), [0, 2, 1, 4], [0, 3, 1, 4], [0, 1, 2, 3])
    });
    // Windows that overlap.
    let w = normal::<T>(22, &[60]);
    same(d, near, &format!("windows {what}"), |at| at.of(&w).windows(0, 24, 1, 1)?.matmul(&at.of(&shared)));
}

fn scores_on<T: Float>(d: Device, q: &Tensor<T>, k: &Tensor<T>) -> Tensor<T> {
    ops::contract(&q.to(d).unwrap(), &k.to(d).unwrap(), [0, 2, 1, 4], [0, 3, 1, 4], [0, 1, 2, 3]).unwrap()
}

#[test]
fn products_of_every_type() {
    let Some((d, _alone)) = alone() else { return };
    layouts::<f32>(d);
    layouts::<f64>(d);
    layouts::<f16>(d);
    layouts::<bf16>(d);
    batches::<f32>(d);
    batches::<f64>(d);
    batches::<f16>(d);
    batches::<bf16>(d);
}

/// What is no number stays where it is, and memory that is not written yet is not read.
#[test]
fn products_of_no_numbers() {
    let Some((d, _alone)) = alone() else { return };
    let x = normal::<f32>(31, &[20, 30]);
    let hole = x.ln().unwrap();
    same(d, bound::<f32>(30), "NaN", |at| at.of(&hole).matmul(&at.of(&x).t()?));
    for (m, k, n) in [(0, 3, 4), (3, 0, 4), (3, 4, 0)] {
        let (x, y) = (normal::<f32>(32, &[m, k]), normal::<f32>(33, &[k, n]));
        same(d, 0.0, "nothing", |at| at.of(&x).matmul(&at.of(&y)));
    }
}

#[test]
fn f32_is_tf32_where_that_is_asked_for() {
    let Some((d, _alone)) = alone() else { return };
    let (x, y) = (normal::<f32>(41, &[400, 500]), normal::<f32>(42, &[500, 600]));
    let product = || x.to(d).unwrap().matmul(&y.to(d).unwrap()).unwrap().to_vec().unwrap();
    let (before, full) = (precision(), product());
    assert_eq!(before, Precision::Full);
    set_precision(Precision::Tf32);
    let (asked, rounded) = (precision(), product());
    let again = product();
    set_precision(Precision::Full);
    assert_eq!(asked, Precision::Tf32);
    assert_eq!(rounded, again);
    assert_eq!(full, product());
    let far = full.iter().zip(&rounded).map(|(x, y)| (x - y).abs()).fold(0.0, f32::max);
    assert!(far > 1e-3 && far < 0.2, "{far}");
}

/// Matrices far from singular, of elements near 1.
fn regular<T: Float>(i: u64, batch: &[usize], n: usize) -> Tensor<T> {
    let x = normal::<f64>(i, &[batch, &[n, n]].concat());
    let shift = Tensor::<f64>::eye(n).unwrap().mul(2.0 * (n as f64).sqrt()).unwrap();
    x.add(&shift).unwrap().cast().unwrap()
}

/// Orders from where on libraries are asked, as far as they take so many matrices.
fn systems<T: Float>(d: Device) {
    let near = if T::DTYPE == cotangent::DType::F64 { 1e-11 } else { 1e-3 };
    for (batch, n) in [(&[][..], 65), (&[2, 3], 100), (&[1], 130)] {
        let what = |op: &str| format!("{op} of {batch:?} of order {n} of {}", T::DTYPE);
        let (a, x) = (regular::<T>(1, batch, n), normal::<T>(2, &[batch, &[n, 7]].concat()));
        let product = a.matmul(&a.mt().unwrap()).unwrap();
        let dispatches = |op: &dyn Fn() -> Tensor<T>| counted(op).1.dispatches;
        let there = product.to(d).unwrap();
        // The symmetric part, the factor, what was found and the check.
        let matrices = batch.iter().product::<usize>() as u64;
        assert_eq!(dispatches(&|| ops::cholesky(&there).unwrap()), 4, "{matrices} by a library");
        same(d, near, &what("cholesky"), |at| ops::cholesky(&at.of(&product)));
        // Of what is not symmetric it is the symmetric part.
        same(d, near, &what("cholesky"), |at| {
            ops::cholesky(&at.of(&product.add(&normal(3, &[n, n])).unwrap()))
        });
        for a in [&a, &a.mt().unwrap()] {
            same(d, near, &what("solve"), |at| ops::solve(&at.of(a), &at.of(&x)));
            same(d, near, &what("inverse"), |at| ops::inverse(&at.of(a)));
            for lower in [false, true] {
                same(d, near, &what("triangular_solve"), |at| {
                    ops::triangular_solve(&at.of(a), &at.of(&x), lower)
                });
            }
        }
        let rows = a.flip(-2).unwrap();
        same(d, near, &what("solve, rows the other way"), |at| ops::solve(&at.of(&rows), &at.of(&x)));
        same(d, near, &what("logabsdet"), |at| Ok(ops::logabsdet(&at.of(&rows))?.0));
        same(d, near, &what("its sign"), |at| Ok(ops::logabsdet(&at.of(&rows))?.1));
        let scaled = rows.mul(0.5 / (n as f64).sqrt()).unwrap();
        same(d, near, &what("det"), |at| ops::det(&at.of(&scaled)));
    }
    // One matrix for a batch of sides, and sides for a batch of matrices.
    let (a, x) = (regular::<T>(4, &[], 80), normal::<T>(5, &[3, 80, 5]));
    same(d, near, "one matrix", |at| ops::solve(&at.of(&a), &at.of(&x)));
    same(d, near, "one triangle", |at| ops::triangular_solve(&at.of(&a), &at.of(&x), true));
    same(d, near, "a part", |at| {
        let wide = at.of(&regular::<T>(6, &[], 90));
        ops::triangular_solve(&wide.narrow(0, 3, 80)?.narrow(1, 3, 80)?, &at.of(&x), false)
    });
    // Order 300 has the sizes of panels.
    let (a, b) = (regular::<T>(7, &[], 300), normal::<T>(8, &[300]));
    same(d, near, "a vector", |at| ops::solve(&at.of(&a), &at.of(&b)));
}

#[test]
fn systems_of_large_orders() {
    let Some((d, _alone)) = alone() else { return };
    systems::<f32>(d);
    systems::<f64>(d);
    // Computed in f32 and rounded once.
    let a = regular::<f16>(9, &[], 70);
    same(d, 2e-3, "f16", |at| ops::inverse(&at.of(&a)));
}

#[test]
fn systems_without_a_result() {
    fn of<T: Float>(d: Device) {
        let n = 90;
        let mut all: Vec<T> = regular::<T>(11, &[3], n).to_vec().unwrap();
        // The second is singular: its column 40 is 0, and so is the pivot, in whatever order it is eliminated.
        for i in 0..n {
            for row in 0..n {
                all[(n + row) * n + i] = T::from_f64(((row * i + row + 2 * i) % 7) as f64);
            }
        }
        for row in 0..n {
            all[(n + row) * n + 40] = T::from_f64(0.0);
        }
        let a = Tensor::from_vec(all, [3, n, n]).unwrap();
        let zeros = Tensor::<T>::zeros([n, n]).unwrap();
        let mut hole: Vec<T> = regular::<T>(13, &[], n).to_vec().unwrap();
        hole[5 * n + 3] = T::from_f64(f64::NAN);
        let hole = Tensor::from_vec(hole, [n, n]).unwrap();
        let b = normal::<T>(12, &[n, 2]);
        for op in [
            |a: &Tensor<T>, _: &Tensor<T>| ops::cholesky(a),
            |a: &Tensor<T>, _: &Tensor<T>| ops::inverse(a),
            |a: &Tensor<T>, b: &Tensor<T>| ops::solve(a, b),
            |a: &Tensor<T>, b: &Tensor<T>| ops::triangular_solve(a, b, true),
        ] {
            let (want, there) = (op(&zeros, &b).unwrap_err(), op(&zeros.to(d).unwrap(), &b.to(d).unwrap()));
            let said = there.and_then(|x| x.to_vec()).unwrap_err();
            assert_eq!(said.kind(), ErrorKind::Value);
            let tail = |e: &cotangent::Error| e.to_string().rsplit_once("the matrix").unwrap().1.to_owned();
            assert_eq!(tail(&said), tail(&want));
            let x = op(&hole.to(d).unwrap(), &b.to(d).unwrap()).and_then(|x| x.to_vec());
            match (op(&hole, &b), x) {
                (Ok(here), Ok(there)) => {
                    let holes = |x: &[T]| x.iter().map(|x| x.to_f64().is_nan()).collect::<Vec<_>>();
                    assert_eq!(holes(&here.to_vec().unwrap()), holes(&there));
                }
                (here, there) => assert_eq!(here.is_err(), there.is_err(), "{here:?} {there:?}"),
            }
        }
        let said = ops::inverse(&a.to(d).unwrap()).unwrap().to_vec().unwrap_err();
        assert!(said.to_string().contains("[1]"), "{said}");
        let said = ops::cholesky(&a.to(d).unwrap()).unwrap().to_vec().unwrap_err();
        assert_eq!(said.kind(), ErrorKind::Value);
        assert_eq!(ops::det(&a.to(d).unwrap()).unwrap().to_vec().unwrap()[1].to_f64(), 0.0);
        assert_eq!(ops::det(&zeros.to(d).unwrap()).unwrap().item().unwrap().to_f64(), 0.0);
    }
    let Some((d, _alone)) = alone() else { return };
    of::<f32>(d);
    of::<f64>(d);
}

#[differentiable]
fn density(a: &Tensor<f64>, x: &Tensor<f64>) -> Scalar<f64> {
    let l = (a.matmul(&a.mt())).cholesky();
    let half = l.triangular_solve(x, true);
    (&half * &half).sum() + a.solve(x).sum()
}

/// Gradients are products and systems too.
#[test]
fn gradients_of_systems() {
    let Some((d, _alone)) = alone() else { return };
    let (a, x) = (regular::<f64>(21, &[], 75), normal::<f64>(22, &[75, 2]));
    same(d, 1e-9, "a", |at| Ok(density::grad(&at.of(&a), &at.of(&x))?.a));
    same(d, 1e-9, "x", |at| Ok(density::grad(&at.of(&a), &at.of(&x))?.x));
}
