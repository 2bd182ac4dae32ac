//! Launches over the same rows as one kernel on NVIDIA's GPUs: which launches join, and whether the kernel computes the same as each alone.
#![cfg(feature = "cuda")]

use std::io::Write as _;
use std::process::Command;
use std::sync::{Mutex, MutexGuard, PoisonError};

use cotangent::debug::counted;
use cotangent::prelude::*;
use cotangent::{DType, Float, bf16, f16};
use cotangent_tests::beside::{At, same};

#[path = "device_rows/failures.rs"]
mod failures;
#[path = "device_rows/waits.rs"]
mod waits;

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
    x.logsumexp_axis(-1)
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
    // The elements of labels are an op of its own. The sum of all rows joins parts, and its mean is made behind that.
    assert_eq!(count(&|| entropy::value_and_grad(&x, &of).unwrap().1.x), 4);
    // Sums over rows have parts too.
    assert_eq!(count(&|| layer_loss::value_and_grad(&x, &gain, &shift).unwrap().1.x), 3);
}

/// All of it over rows of so many elements.
fn over<T: Float>(d: Device, rows: usize, inner: usize) {
    let near = bound::<T>();
    let what = |of: &str| format!("{of}, {rows} rows of {inner} of {}", T::DTYPE);
    let x = normal::<T>(1, &[rows, inner]);
    let (gain, shift, g) =
        (normal::<T>(2, &[inner]), normal::<T>(3, &[inner]), normal::<T>(4, &[rows, inner]));
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
    for (rows, inner) in
        [(5, 1), (1, 7), (7, 3), (600, 4), (24, 33), (9, 1000), (520, 100), (2, 4096), (2, 40_000)]
    {
        over::<f32>(d, rows, inner);
    }
    over::<f64>(d, 12, 40);
    over::<f16>(d, 12, 40);
    over::<bf16>(d, 12, 44);
    over::<bf16>(d, 3, 256);
}

/// Rows that do not lie in order, and what is read at other points than it was made at.
#[test]
fn layouts_are_those_of_the_processor() {
    let Some((d, _alone)) = alone() else { return };
    let near = bound::<f32>();
    let (x, b) = (normal::<f32>(1, &[24, 24]), normal::<f32>(2, &[24]));
    let by = |what: &str, y: &dyn Fn(Tensor, Tensor) -> Result<Tensor>| {
        same(d, near, what, |at| y(at.of(&x), at.of(&b)));
    };
    by("turned", &|x, _| x.mt()?.softmax(-1));
    by("beside its transpose", &|x, _| x.sub(&x.sum_keep(1)?)?.mul(&x.mt()?));
    by("backwards", &|x, _| x.sub(&x.sum_keep(1)?.flip(0)?));
    by("of other rows", &|x, _| x.sub(&x.sum_axis(1)?.reshape([24])?));
    by("every second", &|x, _| x.reshape([24, 12, 2])?.narrow(2, 1, 1)?.reshape([24, 12])?.softmax(-1));
    by("from the third", &|x, _| x.narrow(1, 3, 20)?.softmax(-1));
    by("some of its elements", &|x, _| {
        let y = x.sub(&x.sum_keep(1)?)?;
        y.narrow(1, 0, 1)?.mul(&x.sum_keep(1)?)
    });
    by("rows of two axes", &|x, _| x.reshape([4, 6, 24])?.softmax(-1));
    by("points of two axes", &|x, b| {
        let x = x.reshape([24, 6, 4])?;
        let s = x.sum_keep([1, 2])?;
        x.sub(&s)?.mul(&b.reshape([6, 4])?)
    });
    by("along one of them", &|x, b| {
        let x = x.reshape([24, 6, 4])?;
        x.sub(&x.sum_keep([1, 2])?)?.mul(&b.narrow(0, 0, 6)?.reshape([6, 1])?)
    });
    by("first and last axis", &|x, _| {
        let x = x.reshape([4, 6, 24])?;
        x.sub(&x.sum_keep([0, 2])?)
    });
    by("all of it", &|x, _| x.sub(&x.sum_keep([0, 1])?)?.mul(&x));
    by("columns", &|x, _| x.sub(&x.sum_keep(0)?)?.mul(&x.sum_keep(1)?));
    by("rows, then all", &|x, _| {
        let s = x.max_keep(1)?;
        let all = x.sub(&s)?.sum_keep([0, 1])?;
        x.sub(&s)?.mul(&all)
    });
    by("in place", &|x, b| {
        let h = x.mul(&b)?;
        let s = h.sum_keep(1)?;
        let h = h - &s;
        let t = h.sum_keep(1)?;
        Ok((h - &t) * &s)
    });
    // What one row overwrites others still read.
    by("in place, across", &|x, b| {
        let h = x.mul(&b)?;
        let s = h.sum_keep(1)?;
        let t = h.mt()?.mul(&s)?;
        let h = h * &s;
        let y = t + &h;
        // It runs while `h` is somebody's, and so in memory.
        y.to_vec()?;
        Ok(y)
    });
    // Threads of a row read a number where one of them writes.
    let (wide, few) = (normal::<f32>(3, &[6, 200]), normal::<f32>(4, &[6, 1]));
    same(d, near, "a number in place", |at| {
        let (x, v) = (at.of(&wide), at.of(&few).mul(2.0)?);
        let s = x.sum_keep(1)?;
        let v = v * &s;
        let y = x.sub(&v)?;
        y.to_vec()?;
        Ok(y)
    });
    by("bool", &|x, _| {
        let any = x.gt(&x.mean_keep(1)?)?;
        any.select(&x, &x.min_keep(1)?)
    });
}

/// Programs of the same members in another order, and of numbers that are rounded to other types.
#[test]
fn chains_that_look_alike_are_told_apart() {
    let Some((d, _alone)) = alone() else { return };
    let x = normal::<f32>(1, &[24, 40]) * 0.1;
    let of = |what: &str, y: &dyn Fn(Tensor) -> Result<Tensor>| {
        same(d, bound::<f32>(), what, |at| y(at.of(&x)));
    };
    of("exp before max", &|x| {
        let number = x.sum_keep(1)?.exp()?;
        let other = x.max_keep(1)?;
        x.sub(&number)?.div(&other)
    });
    of("exp behind max", &|x| {
        let number = x.sum_keep(1)?;
        let other = x.max_keep(1)?;
        let number = number.exp()?;
        x.sub(&other)?.div(&number)
    });
    of("by f16", &|x| x.sub(&x.sum_keep(1)?.cast::<f16>()?.cast::<f32>()?));
    of("by bf16", &|x| x.sub(&x.sum_keep(1)?.cast::<bf16>()?.cast::<f32>()?));
}

/// Long rows, whose elements memory of a block may have room for or not.
#[test]
#[ignore = "a part of another"]
fn long() {
    let Some((d, _alone)) = alone() else { return };
    let bits = |y: Tensor| {
        y.to_vec().unwrap().iter().fold(0_u64, |all, y| all.rotate_left(7) ^ u64::from(y.to_bits()))
    };
    for inner in [5000, 13_000, 40_000] {
        let there = |i, shape: &[usize]| normal::<f32>(i, shape).to(d).unwrap();
        let x = there(1, &[3, inner]);
        println!("bits {inner} {}", bits(weights(&x)));
        println!(
            "bits {inner} {}",
            bits(entropy::value_and_grad(&x, &labels(3, inner).to(d).unwrap()).unwrap().1.x)
        );
        let (gain, shift) = (there(2, &[inner]), there(3, &[inner]));
        let (_, g) = layer_loss::value_and_grad(&x, &gain, &shift).unwrap();
        println!("bits {inner} {} {} {}", bits(g.x), bits(g.gain), bits(g.shift));
    }
}

fn again(test: &[&str], name: &str, value: &str) -> String {
    let mut process = Command::new(std::env::current_exe().unwrap());
    let out = process.args(test).env(name, value).output().unwrap();
    let said = String::from_utf8_lossy(&out.stdout) + String::from_utf8_lossy(&out.stderr);
    assert!(out.status.success(), "{name}={value}: {said}");
    said.into_owned()
}

/// The process says that launches go apart, and the numbers are the same.
#[test]
fn a_switch_keeps_launches_apart() {
    let Some((_, _alone)) = alone() else { return };
    if !is_apart() {
        let parts = [
            "whatever_needs_its_memory_comes_behind",
            "layouts_are_those_of_the_processor",
            "recordings_have_their_own_chains",
        ];
        again(&parts, ROWS, "none");
    }
}

/// Memory that threads share decides where elements are kept, and no bit.
#[test]
fn cards_have_the_same_bits() {
    let Some((_, _alone)) = alone() else { return };
    if std::env::var_os("COTANGENT_STANDIN").is_none() {
        let _ = writeln!(std::io::stderr(), "left out: another card, without the stand-in");
        return;
    }
    let bits = |card| {
        let said = again(&["--exact", "long", "--ignored", "--nocapture"], "COTANGENT_STANDIN_CARD", card);
        said.lines()
            .filter_map(|line| line.split_once("bits "))
            .map(|(_, bits)| bits.to_owned())
            .collect::<Vec<_>>()
    };
    let all = bits("90");
    assert_eq!(all.len(), 9);
    assert_eq!(all, bits("86"));
}
