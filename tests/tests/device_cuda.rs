//! CUDA: what its GPUs have beyond WebGPU, beside the processor.
#![cfg(feature = "cuda")]

use cotangent::prelude::*;
use cotangent::{ErrorKind, bf16, f16};
use cotangent_tests::cuda;

#[test]
fn what_is_missing_is_an_error() {
    let said = Device::cuda(99).unwrap_err();
    assert_eq!(said.kind(), ErrorKind::Device);
    let said = said.to_string();
    assert!(said.starts_with("Device::cuda: "), "{said}");
    assert!(["libcuda is not found", "no GPU has number 99"].iter().any(|why| said.contains(why)), "{said}");
    assert_eq!("cuda:x".parse::<Device>().unwrap_err().kind(), ErrorKind::Device);
    assert!(cuda().is_none() || !Device::gpus().is_empty());
}

#[differentiable(order = 2)]
fn loss(x: &Tensor<f64>, w: &Tensor<f64>) -> Scalar<f64> {
    let y = x.matmul(w).softmax(1);
    (y.ln() * &y).sum() + x.mt().matmul(x).add(4.0).cholesky().sum()
}

/// Numbers that f32 lacks around windows, and what goes back through them.
#[differentiable]
fn padded(x: &Tensor<f64>) -> Scalar<f64> {
    let y = pad(x, [(0, 0), (0, 0), (1, 2), (0, 3)], 0.1).sin();
    max_pool2d(pad_reflect(y, [(0, 0), (0, 0), (2, 2), (1, 1)]), 3, 2, 0).exp().sum()
}

#[test]
fn f64_is_f64() {
    let Some(device) = cuda() else { return };
    let (x, w) = (Key::new(1).normal([70, 5]).unwrap(), Key::new(2).normal([5, 33]).unwrap());
    let of = |device: Device| {
        let (x, w): (Tensor<f64>, Tensor<f64>) = (x.to(device).unwrap(), w.to(device).unwrap());
        let (value, g) = loss::value_and_grad(&x, &w).unwrap();
        [&value.reshape([1]).unwrap(), &g.x.reshape([350]).unwrap(), &g.w.reshape([165]).unwrap()]
            .map(|x| x.to_vec().unwrap())
    };
    for (there, here) in of(device).iter().flatten().zip(of(Device::CPU).iter().flatten()) {
        assert!((there - here).abs() < 1e-12 * here.abs().max(1.0), "{there} {here}");
    }
    let both = [device, Device::CPU].map(|device| {
        let x = x.to(device).unwrap().reshape([1, 1, 70, 5]).unwrap();
        padded::grad(&x).unwrap().x.to_vec().unwrap()
    });
    for (there, here) in both[0].iter().zip(&both[1]) {
        assert!((there - here).abs() < 1e-13 * here.abs().max(1.0), "{there} {here}");
    }
}

#[test]
fn sixteen_bits_of_both_kinds() {
    fn of<T: Float>(device: Device) {
        let x = Key::new(3).normal::<f32>([6, 40]).unwrap().cast::<T>().unwrap();
        let both = [device, Device::CPU].map(|device| {
            let x = x.to(device).unwrap();
            let y = x.mul(&x).unwrap().sum_axis(1).unwrap();
            let z = x.matmul(&x.mt().unwrap()).unwrap();
            [y, z.reshape([36]).unwrap()].map(|y| y.to_vec().unwrap())
        });
        for (there, here) in both[0].iter().flatten().zip(both[1].iter().flatten()) {
            let (there, here) = (there.to_f64(), here.to_f64());
            assert!((there - here).abs() <= 0.01 * here.abs().max(1.0), "{}: {there} {here}", T::DTYPE);
        }
    }
    let Some(device) = cuda() else { return };
    of::<f16>(device);
    of::<bf16>(device);
}

/// What is added to one element is rounded once: in bf16 256 and 1 are 256.
#[test]
fn sums_of_many_sources() {
    let Some(device) = cuda() else { return };
    let ones = Tensor::<bf16>::ones([300]).unwrap().to(device).unwrap();
    let x = Tensor::<bf16>::zeros([2]).unwrap().to(device).unwrap();
    let at = Tensor::<i32>::zeros([300]).unwrap().to(device).unwrap();
    let y = x.scatter_add(0, &at, &ones).unwrap().to_vec().unwrap();
    assert_eq!(y.iter().map(|y| y.to_f64()).collect::<Vec<_>>(), [300.0, 0.0]);
}

/// Rows whose sums are read by neighbours, eight of 16 bits and four of 32, in one part and in several.
#[test]
fn sums_of_neighbours() {
    fn of<T: Float>(device: Device, dims: [usize; 2]) {
        let x = Key::new(5).uniform::<f32>(dims).unwrap().cast::<T>().unwrap();
        let both = [device, Device::CPU].map(|device| {
            let x = x.to(device).unwrap();
            let y = x.sum_axis(1).unwrap().reshape([dims[0]]).unwrap();
            y.add(&x.max_axis(1).unwrap().reshape([dims[0]]).unwrap()).unwrap().to_vec().unwrap()
        });
        for (there, here) in both[0].iter().zip(&both[1]) {
            let (there, here) = (there.to_f64(), here.to_f64());
            assert!((there - here).abs() <= 0.004 * here.abs(), "{} {dims:?}: {there} {here}", T::DTYPE);
        }
    }
    let Some(device) = cuda() else { return };
    for dims in [[3, 40], [600, 64], [1, 20_000], [2, 36]] {
        of::<f16>(device, dims);
        of::<f32>(device, dims);
        of::<f64>(device, dims);
    }
}

/// Sums and products of integers wrap, as in Rust without checks.
#[test]
fn integers_wrap() {
    let both = |x: &Tensor<i32>| {
        let y = x.mul(x).unwrap().add(x).unwrap();
        [y, x.sum().unwrap().reshape([1]).unwrap()].map(|y| y.to_vec().unwrap())
    };
    let Some(device) = cuda() else { return };
    let x = Tensor::from_vec(vec![i32::MAX, 1, 50_000, -50_000, i32::MIN, i32::MAX, 7, -1], [8]).unwrap();
    assert_eq!(both(&x.to(device).unwrap()), both(&x));
}
