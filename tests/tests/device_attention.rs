//! Attention in tiles on CUDA beside the processor: all options, lengths that no tile divides, every type.
#![cfg(feature = "cuda")]

use cotangent::ops::{self, causal_mask};
use cotangent::prelude::*;
use cotangent::{DType, bf16, debug, f16};
use cotangent_tests::cuda;
use cotangent_tests::flow::normal;
use cotangent_tests::there::computed;

/// What two sums of products may differ by, relative to the largest of a result.
fn close(dtype: DType) -> f64 {
    match dtype {
        DType::F16 => 4e-3,
        DType::Bf16 => 3e-2,
        DType::F64 if computed() == DType::F64 => 1e-13,
        _ => 1e-5,
    }
}

fn compare<T: Float>(what: &str, got: &Tensor<T>, want: &Tensor<T>) {
    assert_eq!(got.shape(), want.shape(), "{what}");
    let all = |x: &Tensor<T>| x.to_vec().unwrap().iter().map(|x| x.to_f64()).collect::<Vec<_>>();
    let (got, want) = (all(got), all(want));
    let size = want.iter().map(|x| x.abs()).fold(0.0, f64::max);
    for (i, (a, b)) in got.iter().zip(&want).enumerate() {
        let near = (a - b).abs() <= close(T::DTYPE) * size;
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
    let make = |seed, [b, h, l, e]: [usize; 4], device: Device| {
        let (dims, turned) = ([b, h, l, e], [b, l, h, e]);
        if is_turned {
            of::<T>(seed, &turned).to(device).unwrap().permute([0, 2, 1, 3]).unwrap()
        } else {
            of::<T>(seed, &dims).to(device).unwrap()
        }
    };
    let [there, here] = [device, Device::CPU].map(|device| {
        let (q, k) = (make(1, [b, h, l, e], device), make(2, [b, g, s, e], device));
        let (v, t) = (make(3, [b, g, s, w], device), make(4, [b, h, l, w], device));
        let (mask, bias) = (mask.to(device).unwrap(), bias.to(device).unwrap());
        let y = ops::attend(&q, &k, &v, &mask, &bias, 0.4).unwrap();
        [y, ops::attend_cotangents(&q, &k, &v, &mask, &bias, &t, 0.4).unwrap()]
    });
    let parts = [0, b * h * l * e, b * g * s * e, b * g * s * w];
    compare(what, &there[0], &here[0]);
    for (i, name) in ["q", "k", "v"].into_iter().enumerate() {
        let part = |x: &Tensor<T>| x.narrow(0, parts[..=i].iter().sum(), parts[i + 1]).unwrap();
        compare(&format!("{what}: {name}"), &part(&there[1]), &part(&here[1]));
    }
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
    cuda().into_iter().for_each(options::<f32>);
}

#[test]
fn options_in_f64() {
    cuda().into_iter().for_each(options::<f64>);
}

#[test]
fn options_in_sixteen_bits() {
    let Some(device) = cuda() else { return };
    options::<f16>(device);
    options::<bf16>(device);
}

/// Threads hold the sums of long heads apart: keys and values take a kernel each.
#[test]
fn long_heads() {
    let Some(device) = cuda() else { return };
    let (mask, case) = (
        causal_mask(70, 70).unwrap(),
        Case { what: "long", dims: [1, 1, 1, 70, 70, 256, 256], is_turned: false },
    );
    beside(device, case, &mask, &Tensor::<bf16>::scalar(bf16::from_f64(0.0)));
    beside(device, case, &mask, &Tensor::<f32>::scalar(0.0));
    // Longer ones have their weights in memory.
    let case = Case { what: "longest", dims: [1, 1, 1, 9, 9, 257, 3], is_turned: false };
    beside(device, case, &causal_mask(9, 9).unwrap(), &Tensor::<f32>::scalar(0.0));
}

#[differentiable(order = 2)]
fn energy(q: &Tensor, k: &Tensor, v: &Tensor, #[constant] open: &Tensor<bool>, bias: &Tensor) -> Scalar {
    q.attention(k, v, open, bias, 0.4).square().sum()
}

#[test]
fn derivatives() {
    let Some(device) = cuda() else { return };
    let made = |device: Device| {
        let to = |seed, dims: &[usize]| of::<f32>(seed, dims).to(device).unwrap();
        let (q, k, v) = (to(1, &[1, 2, 33, 8]), to(2, &[1, 1, 40, 8]), to(3, &[1, 1, 40, 16]));
        let (open, bias) = (causal_mask(33, 40).unwrap().to(device).unwrap(), to(4, &[2, 1, 40]));
        let (value, g) = energy::value_and_grad(&q, &k, &v, &open, &bias).unwrap();
        let (_, h) = energy::hvp(&q, &k, &v, &open, &bias, &g.q, &g.k, &g.v, &g.bias).unwrap();
        [value.reshape([1]).unwrap(), g.q, g.k, g.v, g.bias, h.q, h.k, h.v, h.bias]
    };
    for (i, (there, here)) in made(device).iter().zip(&made(Device::CPU)).enumerate() {
        compare(&format!("derivative {i}"), there, here);
    }
}

/// Nothing but tiles: one kernel each, and one for the mask where it differs within a head.
#[test]
fn kernels_are_few() {
    let Some(device) = cuda() else { return };
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
