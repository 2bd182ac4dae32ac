//! Products on NVIDIA's GPUs that wait for launches behind them: which launches become part of cuBLASLt's kernels, and whether the
//! joined kernels compute the same as two kernels.
#![cfg(feature = "cuda")]

use std::process::Command;
use std::sync::{Mutex, MutexGuard, PoisonError};

use cotangent::cuda::{Precision, set_precision};
use cotangent::debug::counted;
use cotangent::prelude::*;
use cotangent::{DType, Float, bf16, f16, ops};
use cotangent_tests::beside::same;

#[path = "device_epilogues/failures.rs"]
mod failures;
#[path = "device_epilogues/slopes.rs"]
mod slopes;
#[path = "device_epilogues/waits.rs"]
mod waits;

const EPILOGUES: &str = "COTANGENT_CUDA_EPILOGUES";

/// The GPU for one test at a time: precision is that of the process.
fn alone() -> Option<(Device, MutexGuard<'static, ()>)> {
    static ALONE: Mutex<()> = Mutex::new(());
    let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    Some((cotangent_tests::cuda()?, alone))
}

fn normal<T: Float>(i: u64, shape: &[usize]) -> Tensor<T> {
    Key::new(59).fold(i).normal::<f32>(shape).unwrap().mul(0.5).unwrap().cast().unwrap()
}

/// The processor rounds a product before a bias comes to it, and an epilogue rounds once, behind the function: one rounding of the
/// largest apart. A tanh of 11 bits is as near as f16.
fn bound<T: Float>() -> f64 {
    match T::DTYPE {
        DType::F16 => 1.0 / 1024.0,
        DType::Bf16 => 1.0 / 128.0,
        DType::F64 => 1e-13,
        _ => 2e-6,
    }
}

#[differentiable]
fn linear<T: Float>(x: &Tensor<T>, w: &Tensor<T>, b: &Tensor<T>) -> Tensor<T> {
    x.matmul(w) + b
}

#[differentiable]
fn turned<T: Float>(x: &Tensor<T>, w: &Tensor<T>, b: &Tensor<T>) -> Tensor<T> {
    b + x.matmul(&w.t())
}

#[differentiable]
fn rectified<T: Float>(x: &Tensor<T>, w: &Tensor<T>, b: &Tensor<T>) -> Tensor<T> {
    (x.matmul(w) + b).relu()
}

#[differentiable]
fn smooth<T: Float>(x: &Tensor<T>, w: &Tensor<T>, b: &Tensor<T>) -> Tensor<T> {
    (x.matmul(w) + b).gelu_tanh()
}

#[differentiable]
fn plain<T: Float>(x: &Tensor<T>, w: &Tensor<T>) -> Tensor<T> {
    x.matmul(w).gelu_tanh()
}

/// Another function: through `erfc`.
#[differentiable]
fn exact<T: Float>(x: &Tensor<T>, w: &Tensor<T>, b: &Tensor<T>) -> Tensor<T> {
    (x.matmul(w) + b).gelu()
}

/// The product is read again.
#[differentiable]
fn again<T: Float>(x: &Tensor<T>, w: &Tensor<T>, b: &Tensor<T>) -> Tensor<T> {
    let h = x.matmul(w);
    let y = (&h + b).windows(0, 1, 1, 1).sum_axis(2);
    y * h
}

#[differentiable]
fn perceptron<T: Float>(
    x: &Tensor<T>,
    w: &Tensor<T>,
    b: &Tensor<T>,
    v: &Tensor<T>,
    c: &Tensor<T>,
) -> Tensor<T> {
    (x.matmul(w) + b).gelu_tanh().matmul(v) + c
}

/// Without biases: each launch behind a product is one of its kernels.
#[differentiable]
fn unbiased<T: Float>(x: &Tensor<T>, w: &Tensor<T>, v: &Tensor<T>) -> Tensor<T> {
    x.matmul(w).gelu_tanh().matmul(v)
}

#[differentiable]
fn unbiased_loss<T: Float>(x: &Tensor<T>, w: &Tensor<T>, v: &Tensor<T>) -> Scalar<T> {
    x.matmul(w).gelu_tanh().matmul(v).square().mean()
}

/// The derivative's factors the other way round, and at another tensor.
#[differentiable]
fn chained<T: Float>(x: &Tensor<T>, w: &Tensor<T>, h: &Tensor<T>) -> Tensor<T> {
    h.gelu_tanh().matmul(w) * x
}

fn dispatches<R>(run: impl FnOnce() -> R) -> u64 {
    counted(run).1.dispatches
}

/// Kernels of a layer in a type.
fn calls<T: Float>(d: Device) -> [u64; 6] {
    let there = |i, shape: &[usize]| normal::<T>(i, shape).to(d).unwrap();
    let (x, w, b) = (there(1, &[24, 40]), there(2, &[40, 48]), there(3, &[48]));
    [
        dispatches(|| linear(&x, &w, &b)),
        dispatches(|| turned(&x, &there(2, &[48, 40]), &b)),
        dispatches(|| rectified(&x, &w, &b)),
        dispatches(|| smooth(&x, &w, &b)),
        dispatches(|| plain(&x, &w)),
        dispatches(|| exact(&x, &w, &b)),
    ]
}

/// Kernels of the forward part, the pullback and the gradient of two layers without biases.
fn derived<T: Float>(d: Device) -> [u64; 3] {
    let there = |i, shape: &[usize]| normal::<T>(i, shape).to(d).unwrap();
    let (x, w, v, t) = (there(1, &[24, 16]), there(2, &[16, 32]), there(3, &[32, 8]), there(4, &[24, 8]));
    let ((_, back), forward) = counted(|| unbiased::vjp(&x, &w, &v).unwrap());
    [
        forward.dispatches,
        dispatches(|| back.pull(&t).unwrap()),
        dispatches(|| unbiased_loss::value_and_grad(&x, &w, &v).unwrap()),
    ]
}

/// In a pullback another product is asked for between the one that a launch reads and the launch.
#[test]
fn derivatives_of_layers_are_their_products_own() {
    let Some((d, _alone)) = alone() else { return };
    // The function has a kernel behind its product or none, and so has its derivative. The pullback computes the function again.
    let (apart, own) = ([3, 6, 9], [2, 5, 7]);
    let or_apart = |own| if asked() == "none" { apart } else { own };
    assert_eq!(derived::<bf16>(d), or_apart(own));
    assert_eq!(derived::<f16>(d), or_apart(own));
    assert_eq!(derived::<f32>(d), apart);
    assert_eq!(derived::<f64>(d), apart);
    set_precision(Precision::Tf32);
    let rounded = derived::<f32>(d);
    set_precision(Precision::Full);
    assert_eq!(rounded, or_apart(own));
}

/// What the process takes along.
fn asked() -> String {
    std::env::var(EPILOGUES).unwrap_or_default()
}

/// Whether it is told to take this along.
fn has(name: &str) -> bool {
    asked().split(',').any(|own| own.trim() == name)
}

#[test]
fn a_layer_is_one_call() {
    let Some((d, _alone)) = alone() else { return };
    // Rectifying keeps NaN, and cuBLASLt's does not.
    let relu = if has("relu") { 1 } else { 2 };
    let apart = [2; 6];
    let or_apart = |all| if asked() == "none" { apart } else { all };
    assert_eq!(calls::<bf16>(d), or_apart([1, 1, relu, 1, 1, 2]));
    assert_eq!(calls::<f16>(d), or_apart([1, 1, relu, 1, 1, 2]));
    // A tanh of nobody knows how many bits is none of f32.
    assert_eq!(calls::<f32>(d), or_apart([1, 1, relu, 2, 2, 2]));
    assert_eq!(calls::<f64>(d), apart);
    set_precision(Precision::Tf32);
    let rounded = calls::<f32>(d);
    set_precision(Precision::Full);
    assert_eq!(rounded, or_apart([1, 1, relu, 1, 1, 2]));
    if asked() == "none" {
        return;
    }
    let there = |i, shape: &[usize]| normal::<bf16>(i, shape).to(d).unwrap();
    let (x, w, b) = (there(1, &[24, 40]), there(2, &[40, 48]), there(3, &[48]));
    let (v, c) = (there(4, &[48, 16]), there(5, &[16]));
    assert_eq!(dispatches(|| perceptron(&x, &w, &b, &v, &c)), 2);
    // What the function was given is kept for the pullback, by the same call.
    assert_eq!(dispatches(|| perceptron::vjp(&x, &w, &b, &v, &c).map(drop)), 2);
    assert_eq!(dispatches(|| plain::vjp(&x, &w).map(drop)), 1);
    // Several axes are the rows of one product.
    assert_eq!(dispatches(|| smooth(&there(6, &[2, 3, 40]), &w, &b)), 1);
    assert_eq!(dispatches(|| smooth(&there(6, &[1, 40]), &w, &b)), 1);
    // Of operators, where the product is nobody else's.
    assert_eq!(dispatches(|| x.matmul(&w).unwrap() + &b), 1);
    assert_eq!(dispatches(|| x.matmul(&w).unwrap().add(&b).unwrap()), 2);
}

/// Shapes and layouts of a layer, and what is no epilogue.
fn layers<T: Float>(d: Device) {
    let near = bound::<T>();
    for (m, k, n) in [(24, 40, 48), (5, 7, 3), (1, 40, 9), (9, 40, 1), (33, 20, 70), (64, 300, 8)] {
        let what = |of: &str| format!("{of}, {m} by {k} by {n} of {}", T::DTYPE);
        let (x, w, b) = (normal::<T>(1, &[m, k]), normal::<T>(2, &[k, n]), normal::<T>(3, &[n]));
        same(d, near, &what("linear"), |at| Ok(linear(&at.of(&x), &at.of(&w), &at.of(&b))));
        let wt = normal::<T>(4, &[n, k]);
        same(d, near, &what("turned"), |at| Ok(turned(&at.of(&x), &at.of(&wt), &at.of(&b))));
        same(d, near, &what("relu"), |at| Ok(rectified(&at.of(&x), &at.of(&w), &at.of(&b))));
        same(d, near, &what("gelu"), |at| Ok(smooth(&at.of(&x), &at.of(&w), &at.of(&b))));
        same(d, near, &what("gelu alone"), |at| Ok(plain(&at.of(&x), &at.of(&w))));
        same(d, near, &what("another gelu"), |at| Ok(exact(&at.of(&x), &at.of(&w), &at.of(&b))));
        same(d, near, &what("read again"), |at| Ok(again(&at.of(&x), &at.of(&w), &at.of(&b))));
        // A bias of rows, of one element, of all elements, and the product twice.
        let of = |i, shape: &[usize]| normal::<T>(i, shape);
        for bias in [of(5, &[m, 1]), of(6, &[1]), of(7, &[m, n]), of(8, &[1, n])] {
            same(d, near, &what("another bias"), |at| Ok(linear(&at.of(&x), &at.of(&w), &at.of(&bias))));
            same(d, near, &what("with gelu"), |at| Ok(smooth(&at.of(&x), &at.of(&w), &at.of(&bias))));
        }
        same(d, near, &what("twice"), |at| {
            let h = at.of(&x).matmul(&at.of(&w))?;
            h.add(&h)
        });
        // Biases at odd places, backwards and in steps.
        let wide = of(9, &[2 * n + 3]);
        same(d, near, &what("odd"), |at| Ok(at.of(&x).matmul(&at.of(&w))? + &at.of(&wide).narrow(0, 3, n)?));
        same(d, near, &what("backwards"), |at| Ok(at.of(&x).matmul(&at.of(&w))? + &at.of(&b).flip(0)?));
        same(d, near, &what("steps"), |at| {
            let b = at.of(&wide).narrow(0, 0, 2 * n)?.reshape([n, 2])?.narrow(1, 0, 1)?.reshape([n])?;
            Ok(at.of(&x).matmul(&at.of(&w))? + &b)
        });
        // The result's rows lie side by side, and the bias along either.
        same(d, near, &what("columns"), |at| {
            let h = ops::contract(&at.of(&x), &at.of(&w), [0, 1], [1, 2], [2, 0])?;
            Ok(h + &at.of(&of(10, &[m])))
        });
        same(d, near, &what("columns, rows"), |at| {
            let h = ops::contract(&at.of(&x), &at.of(&w), [0, 1], [1, 2], [2, 0])?;
            Ok(h.t()? + &at.of(&b))
        });
        // Batches, with one matrix for all or one each.
        let (xs, ws) = (of(11, &[3, m, k]), of(12, &[3, k, n]));
        same(d, near, &what("rows of two axes"), |at| Ok(smooth(&at.of(&xs), &at.of(&w), &at.of(&b))));
        same(d, near, &what("batch"), |at| Ok(smooth(&at.of(&xs), &at.of(&ws), &at.of(&b))));
        let bs = of(13, &[3, 1, n]);
        same(d, near, &what("batch of biases"), |at| Ok(smooth(&at.of(&xs), &at.of(&ws), &at.of(&bs))));
    }
}

#[test]
fn layers_are_those_of_the_processor() {
    let Some((d, _alone)) = alone() else { return };
    layers::<f32>(d);
    layers::<f16>(d);
    layers::<bf16>(d);
    layers::<f64>(d);
}

/// The process says what is taken along, and the numbers are the same.
#[test]
fn switches_take_more_along_or_nothing() {
    // It has the GPU for itself.
    let Some((_, _alone)) = alone() else { return };
    let layers = [
        "a_layer_is_one_call",
        "derivatives_of_layers_are_their_products_own",
        "layers_are_those_of_the_processor",
    ];
    let slopes =
        ["slopes::", "derivatives_of_layers_are_their_products_own", "whatever_comes_next_ends_the_wait"];
    for (what, tests) in [("none", layers), ("relu", layers), ("drelu", slopes), ("drelu,bgrad", slopes)] {
        let mut again = Command::new(std::env::current_exe().unwrap());
        again.env(EPILOGUES, what).args(tests);
        let said = again.output().unwrap();
        assert!(said.status.success(), "{what}: {}", String::from_utf8_lossy(&said.stdout));
    }
}

/// Gradients of a perceptron, whose forward part keeps what the function was given.
fn gradients<T: Float>(d: Device) {
    let near = 4.0 * bound::<T>();
    let (x, w, b) = (normal::<T>(1, &[24, 16]), normal::<T>(2, &[16, 32]), normal::<T>(3, &[32]));
    let (v, c, t) = (normal::<T>(4, &[32, 8]), normal::<T>(5, &[8]), normal::<T>(6, &[24, 8]));
    let pulled = |at: cotangent_tests::beside::At| {
        let (_, back) = perceptron::vjp(&at.of(&x), &at.of(&w), &at.of(&b), &at.of(&v), &at.of(&c))?;
        back.pull(&at.of(&t))
    };
    let what = T::DTYPE.to_string();
    same(d, near, &what, |at| Ok(pulled(at)?.x));
    same(d, near, &what, |at| Ok(pulled(at)?.w));
    same(d, near, &what, |at| Ok(pulled(at)?.b));
    same(d, near, &what, |at| Ok(pulled(at)?.v));
    same(d, near, &what, |at| Ok(pulled(at)?.c));
    // Columns that are multiples of 8 and others, one row, several axes, batches of matrices.
    for (rows, inner) in [(&[24][..], 32), (&[24], 20), (&[1], 32), (&[2, 3], 40), (&[7], 8)] {
        let of = |i, last: usize| normal::<T>(i, &[rows, &[last]].concat());
        let (x, t) = (of(1, 16), of(6, 8));
        let (w, v) = (normal::<T>(2, &[16, inner]), normal::<T>(4, &[inner, 8]));
        let pulled = |at: cotangent_tests::beside::At| {
            let (_, back) = unbiased::vjp(&at.of(&x), &at.of(&w), &at.of(&v))?;
            back.pull(&at.of(&t))
        };
        let what = format!("{what}, {rows:?} by {inner}");
        same(d, near, &what, |at| Ok(pulled(at)?.x));
        same(d, near, &what, |at| Ok(pulled(at)?.w));
        same(d, near, &what, |at| Ok(pulled(at)?.v));
        let of = |at: cotangent_tests::beside::At| {
            let (value, g) = unbiased_loss::value_and_grad(&at.of(&x), &at.of(&w), &at.of(&v))?;
            Ok((value, g))
        };
        same(d, near, &what, |at| Ok(of(at)?.0));
        same(d, near, &what, |at| Ok(of(at)?.1.x));
        same(d, near, &what, |at| Ok(of(at)?.1.w));
        same(d, near, &what, |at| Ok(of(at)?.1.v));
    }
    let of = |i, last: [usize; 2]| normal::<T>(i, &[&[3], &last[..]].concat());
    let (x, w, v, c) = (of(1, [8, 16]), of(2, [16, 24]), of(4, [24, 8]), of(6, [8, 8]));
    same(d, near, &format!("{what}, a batch"), |at| {
        let (_, back) = unbiased::vjp(&at.of(&x), &at.of(&w), &at.of(&v))?;
        Ok(back.pull(&at.of(&c))?.x)
    });
    let (x, w, h, t) = (normal::<T>(7, &[24, 8]), normal::<T>(8, &[32, 8]), normal::<T>(9, &[24, 32]), &t);
    let pulled = |at: cotangent_tests::beside::At| {
        let (_, back) = chained::vjp(&at.of(&x), &at.of(&w), &at.of(&h))?;
        back.pull(&at.of(t))
    };
    same(d, near, &what, |at| Ok(pulled(at)?.h));
}

#[test]
fn gradients_are_those_of_the_processor() {
    let Some((d, _alone)) = alone() else { return };
    gradients::<f32>(d);
    gradients::<f64>(d);
    gradients::<f16>(d);
    gradients::<bf16>(d);
}

/// Both forms of `gelu` are 5e-4 apart at most, where a tanh of 11 bits is 3e-4 from its own: on the mean they differ.
#[test]
fn gelu_is_that_of_tanh() {
    let Some((d, _alone)) = alone() else { return };
    let points: Vec<f32> = (0..256).map(|i| -3.0 + i as f32 / 128.0).collect();
    let all = points.iter().flat_map(|&x| [x, 0.0]).collect();
    let x = Tensor::from_vec(all, [256, 2]).unwrap().to(d).unwrap();
    let (w, b) = (Tensor::ones([2, 8]).unwrap().to(d).unwrap(), Tensor::zeros([8]).unwrap().to(d).unwrap());
    set_precision(Precision::Tf32);
    let (y, counts) = counted(|| smooth(&x, &w, &b));
    set_precision(Precision::Full);
    assert_eq!(counts.dispatches, 1);
    let want = |x: f64| 0.5 * x * (1.0 + (0.797_884_560_802_865_4 * (x + 0.044_715 * x.powi(3))).tanh());
    let y = y.to_vec().unwrap();
    let off = points.iter().enumerate().map(|(i, &x)| f64::from(y[8 * i + 3]) - want(f64::from(x)));
    let mean = off.sum::<f64>() / 256.0;
    assert!(mean.abs() < 4e-5, "{mean}");
}

/// What is no number stays so.
#[test]
fn no_epilogue_hides_what_is_no_number() {
    let Some((d, _alone)) = alone() else { return };
    let x = normal::<bf16>(1, &[16, 24]).ln().unwrap();
    let (w, b) = (normal::<bf16>(2, &[24, 32]), normal::<bf16>(3, &[32]));
    same(d, bound::<bf16>(), "relu", |at| Ok(rectified(&at.of(&x), &at.of(&w), &at.of(&b))));
    same(d, bound::<bf16>(), "gelu", |at| Ok(smooth(&at.of(&x), &at.of(&w), &at.of(&b))));
    let (v, t) = (normal::<bf16>(4, &[32, 8]), normal::<bf16>(5, &[16, 8]));
    same(d, bound::<bf16>(), "its derivative", |at| {
        let (_, back) = unbiased::vjp(&at.of(&x), &at.of(&w), &at.of(&v))?;
        Ok(back.pull(&at.of(&t))?.x)
    });
}
