//! Comparisons.

use cotangent::prelude::*;
use cotangent::{DType, Element, Num};

pub use cotangent_tests::beside::alone as device;
use cotangent_tests::there::only_keeps;

/// How far an element may be from that of the processor: relative to the largest of the result, in units of 1e-6.
pub fn compare<T: Element>(what: &str, got: &Tensor<T>, want: &Tensor<T>, units: f64) {
    assert_eq!(got.shape(), want.shape(), "{what}");
    assert!(want.device() == Device::CPU && got.device() != Device::CPU, "{what}");
    let (got, want) = (got.to_vec().unwrap(), want.to_vec().unwrap());
    if only_keeps() {
        return;
    }
    let size = want.iter().map(|x| x.to_f64().abs()).filter(|x| x.is_finite()).fold(0.0, f64::max);
    let unit = if T::DTYPE == DType::F16 { 1e-3 } else { 1e-6 };
    for (i, (a, b)) in got.iter().zip(&want).enumerate() {
        let (a, b) = (a.to_f64(), b.to_f64());
        let same = a == b || a.is_nan() && b.is_nan() || (a - b).abs() <= units * unit * size;
        assert!(same, "{what}: element {i} is {a}, not {b}");
    }
}

/// Normal numbers.
pub fn normal(seed: u64, dims: &[usize]) -> Tensor {
    Key::new(seed).normal(dims).unwrap()
}

/// Small integers, many of them equal.
pub fn ties<T: Num>(seed: u64, dims: &[usize]) -> Tensor<T> {
    let all = normal(seed, dims).to_vec().unwrap();
    Tensor::from_vec(all.iter().map(|x| T::from_f64(f64::from((x * 2.0).round()))).collect(), dims).unwrap()
}

/// With some elements in place of those at a distance of `step`.
pub fn with(x: &Tensor, step: usize, special: &[f32]) -> Tensor {
    let mut all = x.to_vec().unwrap();
    for (at, i) in (0..all.len()).step_by(step).enumerate() {
        all[i] = special[at % special.len()];
    }
    Tensor::from_vec(all, x.shape()).unwrap()
}
