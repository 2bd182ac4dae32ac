//! Launches over the same rows as one kernel on NVIDIA's GPUs: which are joined, and that these compute what each of them does alone.
#![cfg(feature = "cuda")]

use std::sync::{Mutex, MutexGuard, PoisonError};

use cotangent::debug::counted;
use cotangent::prelude::*;
use cotangent::{DType, Float, bf16, f16};
use cotangent_tests::beside::{At, same};

const ROWS: &str = "COTANGENT_CUDA_ROWS";

/// The GPU for one test at a time.
fn alone() -> Option<(Device, MutexGuard<'static, ()>)> {
    static ALONE: Mutex<()> = Mutex::new(());
    let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    Some((cotangent_tests::cuda()?, alone))
}

fn normal<T: Float>(i: u64, shape: &[usize]) -> Tensor<T> {
    Key::new(83).fold(i).normal::<f32>(shape).unwrap().cast().unwrap()
}

fn labels(rows: usize, classes: usize) -> Tensor<i32> {
    Tensor::from_vec((0..rows).map(|i| (7 * i % classes) as i32).collect(), [rows]).unwrap()
}

/// Sums of another order, and one rounding more or less of 16 bits.
fn bound<T: Float>() -> f64 {
    match T::DTYPE {
        DType::F16 => 1.0 / 512.0,
        DType::Bf16 => 1.0 / 64.0,
        DType::F64 => 1e-12,
        _ => 2e-6,
    }
}

#[differentiable]
fn weights<T: Float>(x: &Tensor<T>) -> Tensor<T> {
    x.softmax(-1)
}

#[differentiable]
fn logarithms<T: Float>(x: &Tensor<T>) -> Tensor<T> {
    x.log_softmax(-1)
}

#[differentiable]
fn normalizer<T: Float>(x: &Tensor<T>) -> Tensor<T> {
    x.logsumexp(-1, false)
}

#[differentiable]
fn entropy<T: Float>(x: &Tensor<T>, #[constant] labels: &Tensor<i32>) -> Scalar<T> {
    x.cross_entropy(labels)
}

#[differentiable]
fn layer<T: Float>(x: &Tensor<T>, gain: &Tensor<T>, shift: &Tensor<T>) -> Tensor<T> {
    x.layer_norm(gain, shift)
}

#[differentiable]
fn layer_loss<T: Float>(x: &Tensor<T>, gain: &Tensor<T>, shift: &Tensor<T>) -> Scalar<T> {
    x.layer_norm(gain, shift).square().mean()
}

#[differentiable]
fn root<T: Float>(x: &Tensor<T>, gain: &Tensor<T>) -> Tensor<T> {
    x.rms_norm(gain)
}

#[differentiable]
fn standard<T: Float>(x: &Tensor<T>) -> Tensor<T> {
    x.standardize(-1, 0.001)
}

fn is_apart() -> bool {
    std::env::var(ROWS).is_ok_and(|v| v == "none")
}

#[test]
fn what_is_normalised_is_one_kernel() {
    let Some((d, _alone)) = alone() else { return };
    if is_apart() {
        return;
    }
    let there = |i, shape: &[usize]| normal::<f32>(i, shape).to(d).unwrap();
    let (x, gain, shift) = (there(1, &[24, 40]), there(2, &[40]), there(3, &[40]));
    let of = labels(24, 40).to(d).unwrap();
    // What comes next would join what waits, as it reads the same.
    let count = |run: &dyn Fn() -> Tensor| {
        let (y, counts) = counted(run);
        y.to_vec().unwrap();
        counts.dispatches
    };
    assert_eq!(count(&|| weights(&x)), 1);
    assert_eq!(count(&|| logarithms(&x)), 1);
    assert_eq!(count(&|| normalizer(&x)), 1);
    assert_eq!(count(&|| standard(&x)), 1);
    assert_eq!(count(&|| root(&x, &gain)), 1);
    assert_eq!(count(&|| layer(&x, &gain, &shift)), 1);
    // The elements of labels and the numbers of classes are ops of their own, and the mean of all rows joins parts.
    println!("{}", count(&|| entropy::value_and_grad(&x, &of).unwrap().1.x));
    // Sums over rows have parts too.
    assert_eq!(count(&|| layer_loss::value_and_grad(&x, &gain, &shift).unwrap().1.x), 3);
}

/// All of it over rows of so many elements.
fn over<T: Float>(d: Device, rows: usize, inner: usize) {
    let near = bound::<T>();
    let what = |of: &str| format!("{of}, {rows} rows of {inner} of {}", T::DTYPE);
    let x = normal::<T>(1, &[rows, inner]);
    let (gain, shift, g) = (normal::<T>(2, &[inner]), normal::<T>(3, &[inner]), normal::<T>(4, &[rows, inner]));
    let labels = labels(rows, inner);
    same(d, near, &what("softmax"), |at| Ok(weights(&at.of(&x))));
    same(d, near, &what("log_softmax"), |at| Ok(logarithms(&at.of(&x))));
    same(d, near, &what("logsumexp"), |at| Ok(normalizer(&at.of(&x))));
    same(d, near, &what("standardize"), |at| Ok(standard(&at.of(&x))));
    same(d, near, &what("rms_norm"), |at| Ok(root(&at.of(&x), &at.of(&gain))));
    same(d, near, &what("layer_norm"), |at| Ok(layer(&at.of(&x), &at.of(&gain), &at.of(&shift))));
    let near = 4.0 * near;
    same(d, near, &what("cross_entropy"), |at| Ok(entropy::value_and_grad(&at.of(&x), &at.of(&labels))?.0));
    same(d, near, &what("its gradient"), |at| Ok(entropy::value_and_grad(&at.of(&x), &at.of(&labels))?.1.x));
    let pulled = |at: At| layer::vjp(&at.of(&x), &at.of(&gain), &at.of(&shift))?.1.pull(&at.of(&g));
    same(d, near, &what("layer_norm by x"), |at| Ok(pulled(at)?.x));
    same(d, near, &what("by gain"), |at| Ok(pulled(at)?.gain));
    same(d, near, &what("by shift"), |at| Ok(pulled(at)?.shift));
    let both = |at: At| layer_loss::value_and_grad(&at.of(&x), &at.of(&gain), &at.of(&shift));
    same(d, near, &what("its loss"), |at| Ok(both(at)?.0));
    same(d, near, &what("loss by x"), |at| Ok(both(at)?.1.x));
    same(d, near, &what("loss by gain"), |at| Ok(both(at)?.1.gain));
    same(d, near, &what("root by x"), |at| {
        root::vjp(&at.of(&x), &at.of(&gain))?.1.pull(&at.of(&g)).map(|g| g.x)
    });
}

#[test]
fn rows_are_those_of_the_processor() {
    let Some((d, _alone)) = alone() else { return };
    for (rows, inner) in [(5, 1), (1, 7), (7, 3), (600, 4), (24, 33), (9, 1000), (520, 100), (2, 4096), (2, 40_000)] {
        over::<f32>(d, rows, inner);
    }
    over::<f64>(d, 12, 40);
    over::<f16>(d, 12, 40);
    over::<bf16>(d, 12, 44);
    over::<bf16>(d, 3, 256);
}
