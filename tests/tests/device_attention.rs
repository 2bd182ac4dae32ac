//! Attention in tiles on CUDA beside the processor: all options, lengths that no tile divides, every type.
#![cfg(feature = "cuda")]

use std::sync::{Mutex, MutexGuard, PoisonError};

use cotangent::cuda::{Precision, capture, memory, set_precision};
use cotangent::ops::{self, causal_mask};
use cotangent::prelude::*;
use cotangent::{DType, bf16, debug, f16};
use cotangent_tests::cuda;
use cotangent_tests::flow::normal;
use cotangent_tests::there::{computed, only_keeps};

/// The GPU for one test at a time, with products of f32 in this precision: it is that of the process.
struct Alone {
    device: Device,
    _guard: MutexGuard<'static, ()>,
}

fn alone(precision: Precision) -> Option<Alone> {
    static ALONE: Mutex<()> = Mutex::new(());
    let guard = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let device = cuda()?;
    set_precision(precision);
    Some(Alone { device, _guard: guard })
}

impl Drop for Alone {
    fn drop(&mut self) {
        set_precision(Precision::Full);
    }
}

const SCALE: f64 = 0.4;

/// What a result may differ by from that in f64, relative to its largest: sums of products of `wide` elements.
///
/// In TF32 an operand is off by 2^-11 of it, high or low: a score by `scale` and the root of `wide` as much, and its weight by that part
/// of it. The weight and what it is multiplied by are rounded once more. The largest of many thousand is a few times what most are.
fn close(dtype: DType, wide: usize) -> f64 {
    match dtype {
        DType::F16 => 4e-3,
        DType::Bf16 => 3e-2,
        DType::F64 if computed() == DType::F64 => 1e-13,
        DType::F32 if cotangent::cuda::precision() == Precision::Tf32 => {
            8.0 * (1.0 + SCALE * (wide as f64).sqrt()) / 2048.0
        }
        _ => 1e-5,
    }
}

fn all<T: Float>(x: &Tensor<T>) -> Vec<f64> {
    x.to_vec().unwrap().iter().map(|x| x.to_f64()).collect()
}

/// The largest difference, relative to the largest element.
fn far<T: Float>(got: &Tensor<T>, want: &Tensor<f64>) -> f64 {
    let (got, want) = (all(got), all(want));
    let size = want.iter().map(|x| x.abs()).fold(0.0, f64::max);
    got.iter().zip(&want).map(|(a, b)| (a - b).abs() / size).fold(0.0, f64::max)
}

fn compare<T: Float>(what: &str, wide: usize, got: &Tensor<T>, want: &Tensor<f64>) {
    assert_eq!(got.shape(), want.shape(), "{what}");
    let (got, want) = (all(got), all(want));
    if only_keeps() {
        return;
    }
    let size = want.iter().map(|x| x.abs()).fold(0.0, f64::max);
    for (i, (a, b)) in got.iter().zip(&want).enumerate() {
        let near = (a - b).abs() <= close(T::DTYPE, wide) * size;
        assert!(near, "{what} of {}: element {i} is {a}, not {b}", T::DTYPE);
    }
}

/// Elements that `T` has, so that both sides begin with the same.
fn of<T: Float>(seed: u64, dims: &[usize]) -> Tensor<T> {
    Key::new(seed).normal::<f64>(dims).unwrap().cast::<T>().unwrap()
}

#[derive(Clone, Copy)]
struct Case {
    what: &'static str,
    /// Batch, heads of queries and of keys, queries, keys, and lengths of both.
    dims: [usize; 7],
    is_turned: bool,
}

fn beside<T: Float>(device: Device, case: Case, mask: &Tensor<bool>, bias: &Tensor<T>) {
    let Case { what, dims: [b, h, g, l, s, e, w], is_turned } = case;
    // Heads between queries, as models have them before they are turned.
    let make = |seed, [b, h, l, e]: [usize; 4]| {
        let (dims, turned) = ([b, h, l, e], [b, l, h, e]);
        of::<T>(seed, if is_turned { &turned } else { &dims })
    };
    let all = [make(1, [b, h, l, e]), make(2, [b, g, s, e]), make(3, [b, g, s, w]), make(4, [b, h, l, w])];
    let there = both(all.each_ref().map(|x| x.to(device).unwrap()), is_turned, mask, bias, device);
    let bias = bias.cast::<f64>().unwrap();
    let here = both(all.each_ref().map(|x| x.cast::<f64>().unwrap()), is_turned, mask, &bias, Device::CPU);
    let parts = [0, b * h * l * e, b * g * s * e, b * g * s * w];
    compare(what, e, &there[0], &here[0]);
    for (i, name) in ["q", "k", "v"].into_iter().enumerate() {
        let range = (parts[..=i].iter().sum(), parts[i + 1]);
        let (got, want) = (there[1].narrow(0, range.0, range.1), here[1].narrow(0, range.0, range.1));
        compare(&format!("{what}: {name}"), e.max(w), &got.unwrap(), &want.unwrap());
    }
}

/// The result, and the cotangents.
fn both<T: Float>(
    all: [Tensor<T>; 4],
    is_turned: bool,
    mask: &Tensor<bool>,
    bias: &Tensor<T>,
    device: Device,
) -> [Tensor<T>; 2] {
    let [q, k, v, t] = all.map(|x| if is_turned { x.permute([0, 2, 1, 3]).unwrap() } else { x });
    let (mask, bias) = (mask.to(device).unwrap(), bias.to(device).unwrap());
    let y = ops::attend(&q, &k, &v, &mask, &bias, SCALE).unwrap();
    [y, ops::attend_cotangents(&q, &k, &v, &mask, &bias, &t, SCALE).unwrap()]
}

fn options<T: Float>(device: Device) {
    let open = Tensor::scalar(true);
    let none = Tensor::<T>::scalar(T::from_f64(0.0));
    let case = |what, dims| Case { what, dims, is_turned: false };
    let turned = |what, dims| Case { what, dims, is_turned: true };
    beside(device, case("one of each", [1, 1, 1, 1, 1, 1, 1]), &open, &none);
    beside(device, turned("shared heads", [2, 4, 2, 63, 65, 16, 24]), &open, &of::<T>(5, &[4, 1, 1]));
    let later = causal_mask(65, 200).unwrap();
    beside(device, turned("causal", [1, 2, 1, 65, 200, 32, 40]), &later, &of::<T>(5, &[2, 65, 200]));
    // Some queries have no open key, and odd lengths have no lines of 16 bytes.
    let holes = normal(6, [2, 70, 90]).gt(2.0).unwrap();
    beside(device, case("holes", [1, 2, 2, 70, 90, 5, 7]), &holes, &of::<T>(5, &[1, 90]));
    let padding = Tensor::from_vec((0..2 * 90).map(|i| i % 90 < 80 - 30 * (i / 90)).collect(), [2, 1, 1, 90]);
    beside(device, case("padding", [2, 3, 1, 5, 90, 33, 20]), &padding.unwrap(), &none);
    let closed = Tensor::scalar(false);
    beside(device, case("closed", [1, 1, 1, 20, 40, 8, 8]), &closed, &none);
    let low = Tensor::<T>::scalar(T::from_f64(f64::NEG_INFINITY));
    beside(device, case("low", [1, 1, 1, 20, 40, 8, 8]), &open, &low);
    beside(device, case("no keys", [1, 2, 1, 3, 0, 8, 8]), &open, &none);
    beside(device, case("no queries", [1, 2, 1, 0, 3, 8, 8]), &open, &none);
}

#[test]
fn options_in_f32() {
    alone(Precision::Full).into_iter().for_each(|at| options::<f32>(at.device));
}

#[test]
fn options_in_tf32() {
    alone(Precision::Tf32).into_iter().for_each(|at| options::<f32>(at.device));
}

#[test]
fn options_in_f64() {
    // Which has no other.
    alone(Precision::Tf32).into_iter().for_each(|at| options::<f64>(at.device));
}

#[test]
fn options_in_sixteen_bits() {
    let Some(at) = alone(Precision::Full) else { return };
    options::<f16>(at.device);
    options::<bf16>(at.device);
}

/// Heads as models have them, in several tiles of several warps.
#[test]
fn usual_heads() {
    let Some(at) = alone(Precision::Tf32) else { return };
    let case = |what, e| Case { what, dims: [1, 1, 1, 130, 140, e, e], is_turned: true };
    for case in [case("64", 64), case("128", 128)] {
        let mask = causal_mask(130, 140).unwrap();
        beside(at.device, case, &mask, &Tensor::<f32>::scalar(0.0));
        beside(at.device, case, &mask, &Tensor::<bf16>::scalar(bf16::from_f64(0.0)));
    }
}

/// Threads hold the sums of long heads apart: keys and values take a kernel each.
#[test]
fn long_heads() {
    let Some(at) = alone(Precision::Full) else { return };
    let (mask, case) = (
        causal_mask(70, 70).unwrap(),
        Case { what: "long", dims: [1, 1, 1, 70, 70, 256, 256], is_turned: false },
    );
    beside(at.device, case, &mask, &Tensor::<bf16>::scalar(bf16::from_f64(0.0)));
    beside(at.device, case, &mask, &Tensor::<f32>::scalar(0.0));
    set_precision(Precision::Tf32);
    beside(at.device, case, &mask, &Tensor::<f32>::scalar(0.0));
    // Longer ones have their weights in memory.
    set_precision(Precision::Full);
    let case = Case { what: "longest", dims: [1, 1, 1, 9, 9, 257, 3], is_turned: false };
    beside(at.device, case, &causal_mask(9, 9).unwrap(), &Tensor::<f32>::scalar(0.0));
}

/// f32 is as exact as ever unless somebody asks for less.
#[test]
fn precision_is_a_choice() {
    let Some(at) = alone(Precision::Full) else { return };
    let all = [1, 2, 3, 4].map(|seed| of::<f32>(seed, &[1, 2, 70, 48]));
    let (open, none) = (Tensor::scalar(true), Tensor::<f32>::scalar(0.0));
    let made = || both(all.each_ref().map(|x| x.to(at.device).unwrap()), false, &open, &none, at.device);
    let wide = all.each_ref().map(|x| x.cast::<f64>().unwrap());
    let want = both(wide, false, &open, &Tensor::scalar(0.0), Device::CPU);
    let full = made();
    set_precision(Precision::Tf32);
    let (rounded, again) = (made(), made());
    let near = close(DType::F32, 48);
    set_precision(Precision::Full);
    let later = made();
    for i in 0..2 {
        let [exact, other] = [&full, &rounded].map(|made| far(&made[i], &want[i]));
        assert!(exact < 3e-6, "{exact}");
        assert!(other > 1e-4 && other < near, "{other}");
        assert_eq!(full[i].to_vec().unwrap(), later[i].to_vec().unwrap());
        assert_eq!(rounded[i].to_vec().unwrap(), again[i].to_vec().unwrap());
    }
}

/// Few rows of queries: blocks of threads share the keys of a row.
fn shared_keys<T: Float>(device: Device) {
    let none = Tensor::<T>::scalar(T::from_f64(0.0));
    let case = |what, dims| Case { what, dims, is_turned: false };
    beside(device, case("one query", [2, 2, 1, 1, 600, 16, 24]), &Tensor::scalar(true), &none);
    // The end of all keys is closed, and all keys of the second of a batch: parts without an open key.
    let ends = Tensor::from_vec((0..2 * 1100).map(|i| i < 300).collect(), [2, 1, 1, 1100]).unwrap();
    beside(device, case("ends", [2, 1, 1, 3, 1100, 40, 16]), &ends, &of::<T>(5, &[3, 1100]));
    let holes = normal(6, [5, 1000]).gt(1.0).unwrap();
    beside(device, case("shared holes", [1, 2, 1, 5, 1000, 7, 9]), &holes, &of::<T>(5, &[2, 1, 1]));
    let low = Tensor::<T>::scalar(T::from_f64(f64::NEG_INFINITY));
    beside(device, case("shared low", [1, 1, 1, 2, 520, 8, 8]), &Tensor::scalar(true), &low);
}

#[test]
fn keys_are_shared() {
    let Some(at) = alone(Precision::Full) else { return };
    shared_keys::<f32>(at.device);
    shared_keys::<f64>(at.device);
    shared_keys::<bf16>(at.device);
    set_precision(Precision::Tf32);
    shared_keys::<f32>(at.device);
}

/// What parts hand on is the recording's, and is given back.
#[test]
fn shared_keys_are_captured() {
    let Some(at) = alone(Precision::Full) else { return };
    let to = |seed, dims: &[usize]| of::<f32>(seed, dims).to(at.device).unwrap();
    let (q, k, v) = (to(1, &[1, 2, 3, 16]), to(2, &[1, 1, 900, 16]), to(3, &[1, 1, 900, 16]));
    let (mask, bias) = (Tensor::scalar(true).to(at.device).unwrap(), to(5, &[]));
    let run = || -> Result<_> {
        let y = ops::attend(&q, &k, &v, &mask, &bias, SCALE)?;
        let t = ops::attend_cotangents(&q, &k, &v, &mask, &bias, &y, SCALE)?;
        Ok((y, t))
    };
    let ((y, t), counts) = debug::counted(|| run().unwrap());
    // Result, what makes weights and queries are joined, keys and values have many rows.
    assert_eq!(counts.dispatches, 2 + 2 + 2 + 1);
    let used = memory(at.device).unwrap().used;
    run().unwrap();
    assert_eq!(memory(at.device).unwrap().used, used);
    let captured = capture(at.device, run).unwrap();
    for _ in 0..2 {
        captured.replay().unwrap();
        assert_eq!(captured.result().0.to_vec().unwrap(), y.to_vec().unwrap());
        assert_eq!(captured.result().1.to_vec().unwrap(), t.to_vec().unwrap());
    }
    drop(captured);
    assert_eq!(memory(at.device).unwrap().used, used);
}

#[differentiable(order = 2)]
fn energy(q: &Tensor, k: &Tensor, v: &Tensor, #[constant] open: &Tensor<bool>, bias: &Tensor) -> Scalar {
    q.attention(k, v, open, bias, 0.4).square().sum()
}

#[test]
fn derivatives() {
    let Some(at) = alone(Precision::Full) else { return };
    let made = |device: Device| {
        let to = |seed, dims: &[usize]| of::<f32>(seed, dims).to(device).unwrap();
        let (q, k, v) = (to(1, &[1, 2, 33, 8]), to(2, &[1, 1, 40, 8]), to(3, &[1, 1, 40, 16]));
        let (open, bias) = (causal_mask(33, 40).unwrap().to(device).unwrap(), to(4, &[2, 1, 40]));
        let (value, g) = energy::value_and_grad(&q, &k, &v, &open, &bias).unwrap();
        let (_, h) = energy::hvp(&q, &k, &v, &open, &bias, &g.q, &g.k, &g.v, &g.bias).unwrap();
        [value.reshape([1]).unwrap(), g.q, g.k, g.v, g.bias, h.q, h.k, h.v, h.bias]
    };
    for (i, (there, here)) in made(at.device).iter().zip(&made(Device::CPU)).enumerate() {
        compare(&format!("derivative {i}"), 8, there, &here.cast().unwrap());
    }
}

/// Nothing but tiles: one kernel each, and one for the mask where it differs within a head.
#[test]
fn kernels_are_few() {
    let Some(at) = alone(Precision::Full) else { return };
    let device = at.device;
    let to = |seed, dims: &[usize]| of::<f32>(seed, dims).to(device).unwrap();
    let (q, k, v) = (to(1, &[1, 2, 100, 16]), to(2, &[1, 1, 300, 16]), to(3, &[1, 1, 300, 16]));
    let bias = Tensor::scalar(0.0f32).to(device).unwrap();
    for (mask, forward, reverse) in [(Tensor::scalar(true), 1, 3), (causal_mask(100, 300).unwrap(), 2, 4)] {
        let mask = mask.to(device).unwrap();
        let (_, counts) = debug::counted(|| ops::attend(&q, &k, &v, &mask, &bias, 0.4).unwrap());
        assert_eq!(counts.dispatches, forward);
        let (_, counts) =
            debug::counted(|| ops::attend_cotangents(&q, &k, &v, &mask, &bias, &q, 0.4).unwrap());
        assert_eq!(counts.dispatches, reverse);
    }
}
