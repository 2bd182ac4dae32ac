//! How many launches a call of the workloads is on CUDA, at small sizes.
#![cfg(feature = "cuda")]

use cotangent::cuda::{Precision, capture, set_precision};
use cotangent::prelude::*;
use cotangent::{Float, bf16, debug};
use cotangent_tests::workloads::{block, cross_entropy, elementwise, layer_norm, mlp, small};

fn normal<T: Float>(home: Device, key: u64, shape: &[usize]) -> Tensor<T> {
    let x: Tensor = Key::new(key).normal(shape).unwrap();
    (x * 0.1).cast::<T>().unwrap().to(home).unwrap()
}

/// Launches of a call whose results are read, and nothing else.
fn launches<R>(call: impl Fn() -> Result<R>, read: impl Fn(R) -> Result<()>) -> u64 {
    let (read, counts) = debug::counted(|| call().and_then(&read));
    read.unwrap();
    counts.dispatches
}

fn value<T: Float, G>((value, _): (Tensor<T>, G)) -> Result<()> {
    value.to_vec().map(drop)
}

fn of_layers<T: Float>(home: Device) -> [u64; 2] {
    let of = |key, shape: &[usize]| normal::<T>(home, key, shape);
    let (n, x) = (128, of(1, &[64, 128]));
    let [a, b, c] = [2, 3, 4].map(|key| of(key, &[n, n]));
    let [p, q] = [5, 6].map(|key| of(key, &[n]));
    let perceptron = launches(|| mlp::value_and_grad(&x, &a, &b, &c, &p, &q), value);
    let (x, qkv, out) = (of(1, &[2, 24, n]), of(2, &[n, 3 * n]), of(3, &[n, n]));
    let (up, down) = (of(4, &[n, 4 * n]), of(5, &[4 * n, n]));
    [perceptron, launches(|| block::value_and_grad(&x, &qkv, &out, &up, &down, &p, &q, 2), value)]
}

#[test]
fn workloads_are_few_launches() {
    let Some(home) = cotangent_tests::cuda() else { return };
    let of = |key, shape: &[usize]| normal::<f32>(home, key, shape);
    let (x, y) = (of(1, &[64]), of(2, &[64]));
    assert_eq!(launches(|| small::value_and_grad(&x, &y), value), 1);
    assert_eq!(launches(|| Ok(elementwise(&x)), |y| y.to_vec().map(drop)), 1);
    let (x, gain, shift) = (of(1, &[64, 1024]), of(2, &[1024]), of(3, &[1024]));
    let classes =
        Tensor::from_vec((0..64).map(|i| i * 7 % 1024).collect(), [64]).and_then(|at| at.to(home)).unwrap();
    // Beside the kernel that keeps a row: the labels' logits, and what joins the losses of all rows.
    assert_eq!(launches(|| cross_entropy::value_and_grad(&x, &classes), value), 3);
    // What joins the losses, and what joins the gradients of gain and shift.
    assert_eq!(launches(|| layer_norm::value_and_grad(&x, &gain, &shift), value), 3);
    // A recording counts what ran, so a kernel that was refused would be as many launches as without. The numbers of the classes come from
    // the host, and are copied.
    let captured = capture(home, || cross_entropy::value_and_grad(&x, &classes)).unwrap();
    assert_eq!(captured.launches(), 3 + 1);
    let captured = capture(home, || layer_norm::value_and_grad(&x, &gain, &shift)).unwrap();
    assert_eq!(captured.launches(), 3);
    assert_eq!(of_layers::<f32>(home), [15, 31]);
    assert_eq!(of_layers::<bf16>(home), [15, 29]);
    set_precision(Precision::Tf32);
    assert_eq!(of_layers::<f32>(home), [15, 29]);
}
