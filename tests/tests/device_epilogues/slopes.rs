//! The derivative of `relu` behind a product, and sums of derivatives for biases: with `COTANGENT_CUDA_EPILOGUES=drelu,bgrad` they are
//! cuBLASLt's, and else kernels of their own. Numbers are the same.

use std::io::Write as _;

use cotangent::cuda;

use super::*;

/// What `drelu` is about, of any `y`.
#[differentiable]
fn masked<T: Float>(x: &Tensor<T>, w: &Tensor<T>, #[constant] y: &Tensor<T>) -> Tensor<T> {
    select(y.le(0.0), 0.0, x.matmul(w))
}

#[differentiable]
fn unbiased_relu<T: Float>(x: &Tensor<T>, w: &Tensor<T>, v: &Tensor<T>) -> Tensor<T> {
    x.matmul(w).relu().matmul(v)
}

#[differentiable]
fn perceptron_relu<T: Float>(
    x: &Tensor<T>,
    w: &Tensor<T>,
    b: &Tensor<T>,
    v: &Tensor<T>,
    c: &Tensor<T>,
) -> Tensor<T> {
    (x.matmul(w) + b).relu().matmul(v) + c
}

/// Three layers, as a loss.
#[differentiable]
fn deep<T: Float>(x: &Tensor<T>, w: &Tensor<T>, b: &Tensor<T>, v: &Tensor<T>, c: &Tensor<T>) -> Scalar<T> {
    let h = (x.matmul(w) + b).relu();
    let h = (h.matmul(v) + c).relu();
    h.matmul(v).square().mean()
}

/// Behind a transpose, whose cotangent lies across what `relu` gave.
#[differentiable]
fn across<T: Float>(x: &Tensor<T>, w: &Tensor<T>) -> Tensor<T> {
    x.relu().t().matmul(w)
}

#[differentiable]
fn between<T: Float>(x: &Tensor<T>, w: &Tensor<T>, #[constant] y: &Tensor<T>) -> Tensor<T> {
    select(y.le(0.0), 0.0, einsum!("bmk,bkn->mbn", x, w))
}

/// Numbers around 0, of which some are 0, some -0 and some subnormal.
fn around<T: Float>(i: u64, shape: &[usize]) -> Tensor<T> {
    let few = [0.0, -0.0, 6e-8, -6e-8];
    let count = shape.iter().product();
    let all: Vec<f32> = normal::<f32>(i, &[count]).to_vec().unwrap();
    let of = |(k, x): (usize, &f32)| if k % 5 == 0 { few[k / 5 % 4] } else { *x };
    Tensor::from_vec(all.iter().enumerate().map(of).collect(), shape).unwrap().cast().unwrap()
}

/// Whole numbers, whose sums are exact: rounding moves none of them over 0.
fn whole<T: Float>(i: u64, shape: &[usize]) -> Tensor<T> {
    let all: Vec<f32> = normal::<f32>(i, shape).to_vec().unwrap();
    let all = all.iter().map(|x| (2.0 * x).round().clamp(-2.0, 2.0)).collect();
    Tensor::from_vec(all, shape).unwrap().cast().unwrap()
}

/// Shapes and layouts: columns that fill bytes, 16 bytes and 128 bits, and others.
fn masks<T: Float>(d: Device) {
    let near = bound::<T>();
    for (m, k, n) in [
        (24, 16, 32),
        (5, 7, 3),
        (1, 40, 9),
        (9, 40, 1),
        (33, 20, 70),
        (40, 16, 128),
        (3, 8, 136),
        (130, 8, 256),
        (4, 3, 300),
    ] {
        let (x, w) = (normal::<T>(1, &[m, k]), normal::<T>(2, &[k, n]));
        let same_at = |of: &str, y: &Tensor<T>, view: &dyn Fn(&Tensor<T>) -> Result<Tensor<T>>| {
            let what = format!("{of}, {m} by {k} by {n} of {}", T::DTYPE);
            same(d, near, &what, |at| Ok(masked(&at.of(&x), &at.of(&w), &view(&at.of(y))?)));
        };
        same_at("dense", &around(3, &[m, n]), &|y| Ok(y.clone()));
        same_at("turned", &around(4, &[n, m]), &Tensor::t);
        same_at("a row", &around(5, &[n]), &|y| Ok(y.clone()));
        same_at("a column", &around(6, &[m, 1]), &|y| Ok(y.clone()));
        same_at("backwards", &around(7, &[m, n]), &|y| y.flip(1));
        same_at("at an odd place", &around(8, &[m * n + 3]), &|y| y.narrow(0, 3, m * n)?.reshape([m, n]));
        same_at("at a near place", &around(8, &[m * n + 8]), &|y| y.narrow(0, 8, m * n)?.reshape([m, n]));
        same_at("in steps", &around(9, &[m, 2 * n]), &|y| y.narrow(1, n, n));
        let (xs, ws, ys) =
            (normal::<T>(10, &[3, m, k]), normal::<T>(11, &[3, k, n]), around::<T>(12, &[3, m, n]));
        let what = |of: &str| format!("{of}, {m} by {k} by {n} of {}", T::DTYPE);
        same(d, near, &what("a batch"), |at| Ok(masked(&at.of(&xs), &at.of(&ws), &at.of(&ys))));
        same(d, near, &what("rows of two axes"), |at| Ok(masked(&at.of(&xs), &at.of(&w), &at.of(&ys))));
        // The batch lies between rows and columns of the result.
        let y = around::<T>(13, &[m, 3, n]);
        same(d, near, &what("a batch between"), |at| Ok(between(&at.of(&xs), &at.of(&ws), &at.of(&y))));
        same(d, 4.0 * near, &what("across"), |at| {
            let (_, back) = across::vjp(&at.of(&around::<T>(14, &[k, n])), &at.of(&normal(15, &[k, 8])))?;
            Ok(back.pull(&at.of(&normal(16, &[n, 8])))?.x)
        });
    }
}

/// Of whole numbers, which TF32 has too.
fn mask_alone<T: Float>(d: Device) {
    for (m, n) in [(33, 70), (24, 136)] {
        let (x, w, y) = (whole::<T>(1, &[m, 40]), whole::<T>(2, &[40, n]), around::<T>(3, &[m, n]));
        same(d, bound::<T>(), &T::DTYPE.to_string(), |at| Ok(masked(&at.of(&x), &at.of(&w), &at.of(&y))));
    }
}

#[test]
fn masks_are_those_of_the_processor() {
    let Some((d, _alone)) = alone() else { return };
    masks::<bf16>(d);
    mask_alone::<f16>(d);
    mask_alone::<f32>(d);
    mask_alone::<f64>(d);
    set_precision(Precision::Tf32);
    mask_alone::<f32>(d);
    set_precision(Precision::Full);
}

/// What is no number is above no number: its cotangent goes on. Where a cotangent that is none is masked, cuBLASLt may say either.
#[test]
fn masks_hide_nothing() {
    let Some((d, _alone)) = alone() else { return };
    let (m, k, n) = (16, 8, 48);
    let y = around::<bf16>(1, &[m, n]).ln().unwrap().add(2.0).unwrap();
    let x = normal::<bf16>(2, &[m, k]);
    let w = normal::<bf16>(3, &[k, n]);
    same(d, bound::<bf16>(), "of what is no number", |at| Ok(masked(&at.of(&x), &at.of(&w), &at.of(&y))));
    let y = around::<bf16>(1, &[m, n]);
    let x = x.ln().unwrap();
    let read = |d: Device| masked(&x.to(d).unwrap(), &w.to(d).unwrap(), &y.to(d).unwrap()).to_vec().unwrap();
    let (here, there) = (read(Device::CPU), read(d));
    if cotangent_tests::there::only_keeps() {
        return;
    }
    let (mut none, mut zeros) = (0, 0);
    for ((y, here), there) in y.to_vec().unwrap().iter().zip(here).zip(there) {
        let (y, here, there) = (y.to_f32(), here.to_f32(), there.to_f32());
        let is_free = y <= 0.0 && has("drelu");
        assert!(is_free || here.is_nan() == there.is_nan(), "at {y}: {here} here, {there} there");
        none += usize::from(here.is_nan());
        zeros += usize::from(y <= 0.0 && here == 0.0);
    }
    assert!(none > 0 && zeros > 0);
}

/// Gradients of layers with biases, few rows and many.
fn layers_of<T: Float>(d: Device) {
    let near = 4.0 * bound::<T>();
    for (rows, inner) in [(&[24][..], 32), (&[24], 20), (&[1], 32), (&[2, 3], 40), (&[7], 8), (&[300], 136)] {
        let of = |i, last: usize| whole::<T>(i, &[rows, &[last]].concat());
        let (x, t) = (of(1, 16), of(6, 8));
        let (w, b) = (whole::<T>(2, &[16, inner]), whole::<T>(3, &[inner]));
        let (v, c) = (whole::<T>(4, &[inner, 8]), whole::<T>(5, &[8]));
        let what = |of: &str| format!("{of}, {rows:?} by {inner} of {}", T::DTYPE);
        let pulled = |at: cotangent_tests::beside::At| {
            let (_, back) = perceptron_relu::vjp(&at.of(&x), &at.of(&w), &at.of(&b), &at.of(&v), &at.of(&c))?;
            back.pull(&at.of(&t))
        };
        same(d, near, &what("x"), |at| Ok(pulled(at)?.x));
        same(d, near, &what("w"), |at| Ok(pulled(at)?.w));
        same(d, near, &what("b"), |at| Ok(pulled(at)?.b));
        same(d, near, &what("v"), |at| Ok(pulled(at)?.v));
        same(d, near, &what("c"), |at| Ok(pulled(at)?.c));
        let small = x.mul(0.25).unwrap();
        let smooth = |at: cotangent_tests::beside::At| {
            let (_, back) = perceptron::vjp(&at.of(&small), &at.of(&w), &at.of(&b), &at.of(&v), &at.of(&c))?;
            back.pull(&at.of(&t))
        };
        same(d, near, &what("x behind gelu"), |at| Ok(smooth(at)?.x));
        same(d, near, &what("b behind gelu"), |at| Ok(smooth(at)?.b));
        let plain = |at: cotangent_tests::beside::At| {
            let (_, back) = unbiased_relu::vjp(&at.of(&x), &at.of(&w), &at.of(&v))?;
            back.pull(&at.of(&t))
        };
        same(d, near, &what("x without biases"), |at| Ok(plain(at)?.x));
        same(d, near, &what("w without biases"), |at| Ok(plain(at)?.w));
        let (v, c) = (whole::<T>(4, &[inner, inner]), whole::<T>(5, &[inner]));
        let loss = |at: cotangent_tests::beside::At| {
            Ok(deep::value_and_grad(&at.of(&x), &at.of(&w), &at.of(&b), &at.of(&v), &at.of(&c))?.1)
        };
        same(d, 2.0 * near, &what("x of a loss"), |at| Ok(loss(at)?.x));
        same(d, 2.0 * near, &what("b of a loss"), |at| Ok(loss(at)?.b));
        same(d, 2.0 * near, &what("c of a loss"), |at| Ok(loss(at)?.c));
    }
}

#[test]
fn gradients_of_biases_are_those_of_the_processor() {
    let Some((d, _alone)) = alone() else { return };
    layers_of::<f32>(d);
    layers_of::<bf16>(d);
}

/// Kernels of pullbacks: of `gelu_tanh` and of `relu` with biases, and of `relu` without.
fn pulls<T: Float>(d: Device) -> [u64; 3] {
    let there = |i, shape: &[usize]| normal::<T>(i, shape).to(d).unwrap();
    let (x, w, b) = (there(1, &[24, 16]), there(2, &[16, 32]), there(3, &[32]));
    let (v, c, t) = (there(4, &[32, 8]), there(5, &[8]), there(6, &[24, 8]));
    let (_, smooth) = perceptron::vjp(&x, &w, &b, &v, &c).unwrap();
    let (_, bent) = perceptron_relu::vjp(&x, &w, &b, &v, &c).unwrap();
    let (_, plain) = unbiased_relu::vjp(&x, &w, &v).unwrap();
    [
        dispatches(|| smooth.pull(&t).unwrap()),
        dispatches(|| bent.pull(&t).unwrap()),
        dispatches(|| plain.pull(&t).unwrap()),
    ]
}

/// Bits are a kernel in the place of the one that chose, so that as many run. Without `relu` a kernel less runs.
#[test]
fn pullbacks_are_few_kernels() {
    let Some((d, _alone)) = alone() else { return };
    let apart = [7, 6, 6];
    let fused = if has("bgrad") && !has("none") { [6, 6, 6] } else { apart };
    assert_eq!(pulls::<bf16>(d), fused);
    assert_eq!(pulls::<f16>(d), fused);
    assert_eq!(pulls::<f32>(d), apart);
    assert_eq!(pulls::<f64>(d), apart);
    set_precision(Precision::Tf32);
    let rounded = pulls::<f32>(d);
    set_precision(Precision::Full);
    assert_eq!(rounded, fused);
}

/// Replays of a graph read what is there then, and their bits are the graph's own.
#[test]
fn captures_make_bits_each_time() {
    let Some((d, _alone)) = alone() else { return };
    let there = |i, shape: &[usize]| normal::<bf16>(i, shape).to(d).unwrap();
    let (x, w, b) = (there(1, &[24, 32]), there(2, &[32, 32]), there(3, &[32]));
    let (v, c, y) = (there(4, &[32, 32]), there(5, &[32]), there(6, &[24, 32]));
    let masks = cuda::capture(d, || masked::call(&x, &w, &y)).unwrap();
    assert_eq!(masks.launches(), 2);
    let step = cuda::capture(d, || Ok(deep::value_and_grad(&x, &w, &b, &v, &c)?.1)).unwrap();
    for round in 0..3 {
        // Between replays others have the memory that bits were in.
        drop([9, 10, 11].map(|i| there(i, &[24, 16])));
        cuda::assign(&x, &normal(20 + round, &[24, 32])).unwrap();
        cuda::assign(&y, &around(30 + round, &[24, 32])).unwrap();
        masks.replay().unwrap();
        step.replay().unwrap();
        let g = deep::value_and_grad(&x, &w, &b, &v, &c).unwrap().1;
        let read = |y: &Tensor<bf16>| y.to_vec().unwrap();
        assert_eq!(read(masks.result()), read(&masked(&x, &w, &y)));
        assert_eq!(read(&step.result().x), read(&g.x));
        assert_eq!(read(&step.result().b), read(&g.b));
        assert_eq!(read(&step.result().c), read(&g.c));
    }
}

/// Bits are given back, and what waited for them goes on.
#[test]
fn bits_are_given_back() {
    let Some((d, _alone)) = alone() else { return };
    let there = |i, shape: &[usize]| normal::<bf16>(i, shape).to(d).unwrap();
    let (x, w, y) = (there(1, &[64, 40]), there(2, &[40, 48]), there(3, &[64, 48]));
    let call = || drop(masked(&x, &w, &y).to_vec().unwrap());
    call();
    let used = cuda::memory(d).unwrap().used;
    (0..8).for_each(|_| call());
    assert_eq!(cuda::memory(d).unwrap().used, used);
    // What it reads is given back before it runs.
    let want = masked(&x, &w, &y).to_vec().unwrap();
    let result = {
        let y = y.mul(1.0).unwrap();
        masked(&x, &w, &y)
    };
    drop([9, 10, 11].map(|i| there(i, &[64, 48])));
    assert_eq!(result.to_vec().unwrap(), want);
}

/// Asks for each epilogue of a derivative. What is said is looked through by the next test.
#[test]
#[ignore = "a part of another"]
fn asking() {
    let d = Device::cuda(0).unwrap();
    pulls::<bf16>(d);
    pulls::<f32>(d);
    let there = |i, shape: &[usize]| normal::<bf16>(i, shape).to(d).unwrap();
    let (x, w, y) = (there(1, &[24, 8]), there(2, &[8, 20]), there(3, &[24, 20]));
    masked(&x, &w, &y).to_vec().unwrap();
}

/// Numbers are the same with and without, so that cuBLASLt's stand-in says what it was asked for.
#[test]
fn derivatives_are_asked_for() {
    let Some((_, _alone)) = alone() else { return };
    if !asked().is_empty() {
        return;
    }
    if std::env::var_os("COTANGENT_STANDIN").is_none() {
        let _ = writeln!(std::io::stderr(), "left out: what cuBLASLt is asked for, without the stand-in");
        return;
    }
    // `DRELU`, `DRELU_BGRAD`, `DGELU_BGRAD`.
    for (names, want) in
        [("", [0, 0, 0]), ("drelu", [2, 0, 0]), (" bgrad", [0, 0, 1]), ("drelu, bgrad", [2, 1, 1])]
    {
        let mut process = Command::new(std::env::current_exe().unwrap());
        process.env(EPILOGUES, names).env("COTANGENT_STANDIN_EPILOGUES", "1");
        process.args(["--exact", "slopes::asking", "--ignored", "--nocapture"]);
        let out = process.output().unwrap();
        let said = String::from_utf8_lossy(&out.stderr);
        assert!(out.status.success(), "{said}");
        let lines =
            |number: u32| said.lines().filter(|line| line.ends_with(&format!("epilogue {number}"))).count();
        assert_eq!([lines(136), lines(152), lines(208)], want, "{names}: {said}");
    }
}
