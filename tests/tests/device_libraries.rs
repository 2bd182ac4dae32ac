//! What NVIDIA's libraries compute, beside the processor: products by cuBLASLt.
#![cfg(feature = "cuda")]

use std::sync::{Mutex, MutexGuard, PoisonError};

use cotangent::cuda::{Precision, precision, set_precision};
use cotangent::debug::counted;
use cotangent::prelude::*;
use cotangent::{Float, bf16, f16, ops};
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
    same(d, near, &format!("windows {what}"), |at| {
        at.of(&w).windows(0, 24, 1, 1)?.matmul(&at.of(&shared))
    });
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
    let (x, y) = (normal::<f32>(41, &[40, 50]), normal::<f32>(42, &[50, 60]));
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
    assert!(far > 1e-4 && far < 0.05, "{far}");
}
