//! Products that wait for what stands behind them on NVIDIA's GPUs: which launches become part of cuBLASLt's kernels, and that these
//! compute what two kernels do.
#![cfg(feature = "cuda")]

use std::io::Write as _;
use std::process::Command;
use std::sync::{Mutex, MutexGuard, PoisonError};

use cotangent::cuda::{Precision, set_precision};
use cotangent::debug::counted;
use cotangent::prelude::*;
use cotangent::{DType, Float, bf16, cuda, f16, ops};
use cotangent_tests::beside::same;

#[path = "device_epilogues/slopes.rs"]
mod slopes;

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

/// What comes between a product and its bias, in this thread and in others.
#[test]
fn whatever_comes_next_ends_the_wait() {
    let Some((d, _alone)) = alone() else { return };
    let there = |i, shape: &[usize]| normal::<bf16>(i, shape).to(d).unwrap();
    let (x, w, b) = (there(1, &[64, 40]), there(2, &[40, 48]), there(3, &[48]));
    let read = |y: &Tensor<bf16>| y.to_vec().unwrap();
    let product = read(&x.matmul(&w).unwrap());
    let want = read(&linear(&x, &w, &b));
    // Memory that is taken again has other elements.
    let spoil = || drop([9, 10, 11].map(|i| there(i, &[64, 48])));
    spoil();
    let h = x.matmul(&w).unwrap();
    let other = b.add(&b).unwrap();
    let y = h.add(&b).unwrap();
    assert_eq!((read(&h), read(&other)[5]), (product.clone(), read(&b.mul(2.0).unwrap())[5]));
    drop((h, y));
    spoil();
    // Its operands are given back, and their memory is taken.
    let y = {
        let (x, w) = (x.mul(1.0).unwrap(), w.mul(1.0).unwrap());
        let h = x.matmul(&w).unwrap();
        drop((x, w));
        drop([there(8, &[64, 40]), there(9, &[40, 48])]);
        h + &b
    };
    let near = |a: &[bf16], b: &[bf16]| a.iter().zip(b).all(|(a, b)| (a.to_f32() - b.to_f32()).abs() < 0.1);
    assert!(near(&read(&y), &want));
    drop(x.matmul(&w).unwrap());
    spoil();
    // An operand is written before it is used.
    let own = Tensor::<bf16>::zeros([64, 40]).unwrap().to(d).unwrap();
    cuda::assign(&own, &x).unwrap();
    let h = own.matmul(&w).unwrap();
    cuda::assign(&own, &Tensor::ones([64, 40]).unwrap()).unwrap();
    assert_eq!(read(&h), product);
    std::thread::scope(|s| {
        for _ in 0..4 {
            s.spawn(|| {
                for _ in 0..25 {
                    assert!(near(&read(&linear(&x, &w, &b)), &want));
                    assert_eq!(read(&x.matmul(&w).unwrap()), product);
                }
            });
        }
    });
}

/// A product that is asked for in a recording is of that, and no other is.
#[test]
fn recordings_have_their_own_products() {
    let Some((d, _alone)) = alone() else { return };
    let there = |i, shape: &[usize]| normal::<bf16>(i, shape).to(d).unwrap();
    let (x, w, b) = (there(1, &[24, 40]), there(2, &[40, 48]), there(3, &[48]));
    let (v, c) = (there(4, &[48, 16]), there(5, &[16]));
    let want = perceptron(&x, &w, &b, &v, &c).to_vec().unwrap();
    // One waits in front of the recording, and one at its end.
    let before = x.matmul(&w).unwrap();
    let captured = cuda::capture(d, || {
        let y = perceptron::call(&x, &w, &b, &v, &c)?;
        Ok((y, x.matmul(&w)?))
    });
    let captured = captured.unwrap();
    assert_eq!(captured.launches(), 3);
    let product = before.to_vec().unwrap();
    for _ in 0..3 {
        captured.replay().unwrap();
        let (y, h) = captured.result();
        assert_eq!((y.to_vec().unwrap(), h.to_vec().unwrap()), (want.clone(), product.clone()));
    }
    // Other elements of an operand.
    cuda::assign(&x, &normal(7, &[24, 40])).unwrap();
    let next = perceptron(&x, &w, &b, &v, &c).to_vec().unwrap();
    let waits = x.matmul(&w).unwrap();
    captured.replay().unwrap();
    assert_eq!(captured.result().0.to_vec().unwrap(), next);
    assert_ne!(next, want);
    drop(waits);
    // One that is given up takes its product with it.
    let failed = cuda::capture(d, || {
        let h = x.matmul(&w)?;
        if h.to_vec().is_ok() { Ok(h) } else { Err(Error::msg("given up")) }
    });
    assert!(failed.is_err());
    assert_eq!(perceptron(&x, &w, &b, &v, &c).to_vec().unwrap(), next);
    // Another thread goes on meanwhile.
    let beside = cuda::capture(d, || {
        let h = x.matmul(&w)?;
        std::thread::scope(|s| {
            let other = s.spawn(|| x.matmul(&w)?.to_vec());
            other.join().unwrap()
        })?;
        Ok(h + &b)
    });
    let beside = beside.unwrap();
    assert_eq!(beside.launches(), 1);
    beside.replay().unwrap();
    assert_eq!(beside.result().to_vec().unwrap(), linear(&x, &w, &b).to_vec().unwrap());
}

/// Products that wait beside each other: what a launch reads of either, and what a third does to them.
#[test]
fn two_products_wait() {
    let Some((d, _alone)) = alone() else { return };
    let there = |i, shape: &[usize]| normal::<bf16>(i, shape).to(d).unwrap();
    let (x, w, v, b) = (there(1, &[64, 40]), there(2, &[40, 48]), there(3, &[40, 48]), there(4, &[48]));
    let read = |y: &Tensor<bf16>| y.to_vec().unwrap();
    let (first, second) = (read(&x.matmul(&w).unwrap()), read(&x.matmul(&v).unwrap()));
    let wanted = [read(&linear(&x, &w, &b)), read(&linear(&x, &v, &b))];
    let spoil = || drop([9, 10, 11].map(|i| there(i, &[64, 48])));
    for of in [0, 1] {
        spoil();
        let both = [x.matmul(&w).unwrap(), x.matmul(&v).unwrap()];
        let [p, q] = both;
        let (taken, other) = if of == 0 { (p, q) } else { (q, p) };
        let (y, counts) = counted(|| taken + &b);
        assert_eq!(counts.dispatches, u64::from(asked() == "none"));
        assert_eq!((read(&y), read(&other)), (wanted[of].clone(), [&second, &first][of].clone()));
    }
    // A launch that reads both, a product of a product, and a third.
    let sum = read(&x.matmul(&w).unwrap().add(&x.matmul(&v).unwrap()).unwrap());
    let near = |a: bf16, b: bf16, c: bf16| (a.to_f32() + b.to_f32() - c.to_f32()).abs() < 0.1;
    assert!((0..sum.len()).all(|i| near(first[i], second[i], sum[i])));
    let (h, turned) = (x.matmul(&w).unwrap(), there(5, &[48, 16]));
    let deep = h.matmul(&turned).unwrap();
    let third = x.matmul(&v).unwrap();
    let last = read(&deep);
    assert_eq!((read(&h), read(&third)), (first.clone(), second));
    // One that another reads is there before it is written over.
    let h = x.matmul(&w).unwrap();
    let again = h.matmul(&turned).unwrap();
    let y = h + &b;
    assert_eq!(read(&again), last);
    let (y, want) = (read(&y), &wanted[0]);
    assert!((0..y.len()).all(|i| (y[i].to_f32() - want[i].to_f32()).abs() < 0.1));
    // What both read is given back meanwhile, and a launch takes the later along.
    let own = x.mul(1.0).unwrap();
    let (p, q) = (own.matmul(&w).unwrap(), own.matmul(&v).unwrap());
    drop(own);
    assert_eq!(read(&(q + &b)), wanted[1]);
    assert_eq!(read(&p), first);
    let held = Tensor::from_vec(first, [64, 48]).unwrap().to(d).unwrap();
    assert_eq!(last, read(&held.matmul(&turned).unwrap()));
}

#[differentiable]
fn loss(w: &Tensor<bf16>, b: &Tensor<bf16>, #[constant] x: &Tensor<bf16>) -> Scalar<bf16> {
    (x.matmul(w) + b).gelu_tanh().square().mean()
}

/// A step that is replayed is the step as it runs.
#[test]
fn a_captured_step_has_epilogues() {
    let Some((d, _alone)) = alone() else { return };
    let there = |i, shape: &[usize]| normal::<bf16>(i, shape).to(d).unwrap();
    let (x, w, b) = (there(1, &[32, 24]), there(2, &[24, 16]), there(3, &[16]));
    let step = |(w, b): &(Tensor<bf16>, Tensor<bf16>)| -> Result<_> {
        let (value, back) = loss::vjp(w, b, &x)?;
        let g = back.pull(&Tensor::ones(value.shape())?.to(d)?)?;
        Ok(((w.sub(&g.w.mul(0.1)?)?, b.sub(&g.b.mul(0.1)?)?), value))
    };
    let captured = cuda::capture_step((w.clone(), b.clone()), step).unwrap();
    let mut plain = (w, b);
    for _ in 0..5 {
        let (next, value) = step(&plain).unwrap();
        plain = next;
        captured.replay().unwrap();
        assert_eq!(captured.result().1.item().unwrap(), value.item().unwrap());
    }
    assert_eq!(captured.result().0.0.to_vec().unwrap(), plain.0.to_vec().unwrap());
    assert_eq!(captured.result().0.1.to_vec().unwrap(), plain.1.to_vec().unwrap());
}

#[differentiable]
fn late(x: &Tensor, w: &Tensor) -> Tensor {
    let h = x.matmul(w);
    h.exp()
}

/// Runs programs whose products are told to fail. What it says is looked through by [`said`].
#[test]
#[ignore = "a part of another"]
fn failing() {
    let d = Device::cuda(0).unwrap();
    let there = |i, shape: &[usize]| normal::<f32>(i, shape).to(d).unwrap();
    let (x, w, b) = (there(1, &[8, 16]), there(2, &[16, 8]), there(3, &[8]));
    for round in ["first", "second"] {
        println!("{round} late {:?}", late::call(&x, &w).and_then(|y| y.to_vec()).map(|y| y.len()));
        println!("{round} linear {:?}", linear::call(&x, &w, &b).and_then(|y| y.to_vec()).map(|y| y.len()));
        let h = x.matmul(&w).unwrap();
        println!("{round} alone {:?} {:?}", h.to_vec().map(|y| y.len()), h.to_vec().map(|y| y.len()));
        let _h = x.matmul(&w).unwrap();
        println!("{round} beside {:?}", x.softmax(-1).map(|y| y.shape().to_vec()));
    }
}

/// What [`failing`] says where such a call of cuBLASLt fails.
fn said(fail: &str) -> String {
    let mut process = Command::new(std::env::current_exe().unwrap());
    process.args(["--exact", "failing", "--ignored", "--nocapture"]);
    let out = process.env("COTANGENT_STANDIN_FAIL", fail).output().unwrap();
    let said = String::from_utf8_lossy(&out.stdout) + String::from_utf8_lossy(&out.stderr);
    assert!(out.status.success(), "{said}");
    said.into_owned()
}

/// What fails when a product at last runs is its own error, wherever it is told.
#[test]
fn a_product_that_fails_late_is_named() {
    let Some((_, _alone)) = alone() else { return };
    if std::env::var_os("COTANGENT_STANDIN").is_none() {
        let _ = writeln!(std::io::stderr(), "left out: libraries that fail, without the stand-in");
        return;
    }
    let mut lines = include_str!("device_epilogues.rs").lines();
    let line = lines.position(|line| line.starts_with("fn late(")).map(|at| at + 2);
    let place = format!("matmul at tests/tests/device_epilogues.rs:{} in `late`", line.unwrap());
    let good = said("");
    assert!(good.matches("Ok(64)").count() == 8, "{good}");
    let first = said("cublasLtMatmul:1:13");
    assert!(first.contains(&format!("first late Err({place}: cublasLtMatmul")), "{first}");
    assert!(first.matches("Ok(64)").count() == 7, "the device goes on: {first}");
    // An epilogue that is refused is two kernels.
    assert!(said("cublasLtMatmul:2:13").matches("Ok(64)").count() == 8);
    let alone = said("cublasLtMatmul:3:13");
    assert!(alone.contains("first alone Err(matmul: cublasLtMatmul"), "{alone}");
    assert!(alone.contains("of a product that was refused"), "{alone}");
    assert!(alone.matches("Ok(64)").count() == 6, "{alone}");
    // In the call of another op, which has a name too.
    let beside = said("cublasLtMatmul:4:13");
    assert!(beside.contains("first beside Err(matmul: cublasLtMatmul"), "{beside}");
}
