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

/// Casts to integers end at the ends of the range, and what is no number is 0.
#[test]
fn casts_are_those_of_rust() {
    fn of<T: Float>(device: Device) {
        let ends = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 3e9, -3e9, 2_147_483_520.0, -1.9, 1.9, -0.0];
        let x = Tensor::from_vec(ends.map(T::from_f64).to_vec(), [9]).unwrap();
        let both = [device, Device::CPU].map(|device| {
            let x = x.to(device).unwrap();
            (x.cast::<i32>().unwrap().to_vec().unwrap(), x.cast::<bool>().unwrap().to_vec().unwrap())
        });
        assert_eq!(both[0], both[1], "{}", T::DTYPE);
    }
    let Some(device) = cuda() else { return };
    of::<f64>(device);
    of::<f32>(device);
    of::<bf16>(device);
}

/// Functions that leave out what a division or a logarithm in general needs.
#[test]
fn short_functions_are_near() {
    let Some(device) = cuda() else { return };
    let mut all: Vec<f32> = (-4000..=4000).map(|i| 0.025 * i as f32).collect();
    all.extend([f32::INFINITY, f32::NEG_INFINITY, f32::NAN, 1e-30, -1e-30, 3e38, -3e38]);
    let x = Tensor::from_vec(all.clone(), [all.len()]).unwrap();
    let of = |x: &Tensor| {
        let y = x.mul(0.5).unwrap();
        [x.sigmoid(), x.softplus(), x.log_sigmoid(), x.logaddexp(&y)].map(|y| y.unwrap().to_vec().unwrap())
    };
    let (there, here) = (of(&x.to(device).unwrap()), of(&x));
    for (at, (there, here)) in there.iter().flatten().zip(here.iter().flatten()).enumerate() {
        // Results near the least normal number have fewer bits, and `logaddexp` has a zero.
        let size = if at < 3 * all.len() { here.abs() } else { here.abs().max(1.0) };
        let near = (there - here).abs() <= 8.0 * f32::EPSILON * size + 1e-44;
        let same = there == here || there.is_nan() && here.is_nan();
        assert!(same || near, "{at}: {there} {here} of {}", all[at % all.len()]);
    }
    // Where a logarithm of what is left would tell.
    for (x, y) in all.iter().zip(&there[0]) {
        assert!(!(*y > 1.0) && (*x != 0.0 || *y == 0.5) && (!(*x >= 20.0) || *y == 1.0), "{x} {y}");
    }
}

#[differentiable]
fn biased<T: Float>(x: &Tensor<T, N, M>, bias: &Tensor<T, M>, by: &Tensor<T, N, M>) -> Scalar<T> {
    ((x + bias).relu() * by).sum()
}

/// Sums over rows beside what is stored: columns by vectors and one by one, in one part and in several.
#[test]
fn sums_over_rows() {
    fn of<T: Float>(device: Device, dims: [usize; 2]) {
        let made = |seed, dims: &[usize]| {
            Key::new(seed).uniform::<f32>(dims.to_vec()).unwrap().add(-0.25).unwrap().cast::<T>().unwrap()
        };
        let (x, bias, by) = (made(1, &dims), made(2, &dims[1..]), made(3, &dims));
        let both = [device, Device::CPU].map(|device| {
            let [x, bias, by] = [&x, &bias, &by].map(|x| x.to(device).unwrap());
            let g = biased::grad(&x, &bias, &by).unwrap();
            // Of one part, and of a part of each column.
            let most = x.max_axis(0).unwrap().reshape([dims[1]]).unwrap();
            let turned = x.mt().unwrap().mul(&by.mt().unwrap()).unwrap().sum_axis(1).unwrap();
            let turned = turned.reshape([dims[1]]).unwrap();
            let gx = g.x.reshape([dims[0] * dims[1]]).unwrap();
            [gx, g.bias, g.by.reshape([dims[0] * dims[1]]).unwrap(), most, turned]
                .map(|y| y.to_vec().unwrap())
        });
        for (i, (there, here)) in both[0].iter().zip(&both[1]).enumerate() {
            assert_eq!(there.len(), here.len());
            for (there, here) in there.iter().zip(here) {
                let (there, here) = (there.to_f64(), here.to_f64());
                let near = 0.005 * here.abs().max(0.01 * dims[0] as f64);
                assert!((there - here).abs() <= near, "{} {dims:?}, {i}: {there} {here}", T::DTYPE);
            }
        }
    }
    let Some(device) = cuda() else { return };
    for dims in [[300, 256], [3000, 136], [37, 260], [1500, 40], [5000, 257]] {
        of::<bf16>(device, dims);
        of::<f32>(device, dims);
        of::<f64>(device, dims);
    }
}

/// Points that are no vectors, so many that a thread has several.
#[test]
fn points_one_by_one() {
    fn of<T: Float>(device: Device) {
        let x = Key::new(1).normal::<f32>([1030, 1025]).unwrap().cast::<T>().unwrap();
        let y = Key::new(2).normal::<f32>([1025]).unwrap().cast::<T>().unwrap();
        let both = [device, Device::CPU].map(|device| {
            let [x, y] = [&x, &y].map(|x| x.to(device).unwrap());
            let z = x.add(&y).unwrap();
            // In place.
            let z = z * &y;
            z.reshape([1030 * 1025]).unwrap().to_vec().unwrap()
        });
        assert!(both[0] == both[1], "{}", T::DTYPE);
    }
    let Some(device) = cuda() else { return };
    of::<f32>(device);
    of::<bf16>(device);
    of::<f64>(device);
}

/// Operands that lie across their results.
#[test]
fn points_of_turned_operands() {
    fn of<T: Float>(device: Device) {
        let made =
            |seed, dims: &[usize]| Key::new(seed).normal::<f32>(dims.to_vec()).unwrap().cast::<T>().unwrap();
        let (x, y, z) = (made(1, &[610, 530]), made(2, &[530, 610]), made(3, &[5, 340, 6, 33]));
        let both = [device, Device::CPU].map(|device| {
            let [x, y, z] = [&x, &y, &z].map(|x| x.to(device).unwrap());
            let a = x.mt().unwrap().add(&y).unwrap().mul(&y).unwrap();
            let b = x.narrow(0, 3, 600).unwrap().mt().unwrap().sub(&y.narrow(1, 5, 600).unwrap()).unwrap();
            let c = z.permute([0, 2, 3, 1]).unwrap().add(0.5).unwrap();
            // In place.
            let a = a + &x.mt().unwrap();
            [a, b, c].map(|y| {
                let count = y.shape().iter().product::<usize>();
                y.reshape([count]).unwrap().to_vec().unwrap()
            })
        });
        assert!(both[0] == both[1], "{}", T::DTYPE);
    }
    let Some(device) = cuda() else { return };
    of::<f32>(device);
    of::<f64>(device);
    of::<f16>(device);
}
