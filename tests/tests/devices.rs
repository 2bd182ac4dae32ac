//! WebGPU, or the GPU of CUDA's that is named: memory, launches and errors of a device, against the processor. Without an adapter
//! nothing is tested, which the run says; `COTANGENT_REQUIRE=wgpu` makes it fail.
#![cfg(feature = "wgpu")]

use cotangent::optim::{AdamW, Optimizer};
use cotangent::prelude::*;
use cotangent::{Element, ErrorKind, f16, ops, tree};
use cotangent_tests::there::named_gpu;
use cotangent_tests::wgpu;

#[path = "devices/launched.rs"]
mod launched;
#[path = "devices/long.rs"]
mod long;
#[path = "devices/two.rs"]
mod two;

#[differentiable]
fn loss(
    #[constant] x: &Tensor<B, I>,
    w: &Tensor<I, H>,
    b: &Tensor<H>,
    #[constant] y: &Tensor<B, H>,
) -> Scalar {
    let h = (x.matmul(w) + b).tanh();
    let e = h - y;
    (&e * &e).mean()
}

fn normal(seed: u64, shape: &[usize]) -> Tensor {
    Key::new(seed).normal(shape).unwrap()
}

/// The largest difference, relative to the largest element or 1.
fn apart(there: &Tensor, here: &Tensor) -> f32 {
    assert_eq!(there.shape(), here.shape());
    let (a, b) = (there.to_vec().unwrap(), here.to_vec().unwrap());
    let size = b.iter().fold(1.0, |m: f32, b| m.max(b.abs()));
    a.iter().zip(&b).fold(0.0, |m: f32, (a, b)| m.max((a - b).abs())) / size
}

#[test]
fn adapters_are_told_apart() {
    let Some(device) = wgpu() else { return };
    #[cfg(feature = "cuda")]
    if named_gpu() == Some(device) {
        let all = Device::gpus();
        let said = Device::cuda(all.len()).unwrap_err().to_string();
        assert!(said.contains(&format!("no GPU has number {}", all.len())), "{said}");
        assert!(device.to_string().starts_with("cuda:") && all.iter().all(|name| !name.is_empty()));
        return;
    }
    let all = Device::adapters();
    assert!(all.iter().enumerate().all(|(i, a)| a.number == i && a.operands >= 8 && a.largest_tensor > 0));
    assert_eq!(Device::wgpu(&*all[0].name.to_uppercase()).unwrap(), device);
    let said = Device::wgpu(all.len()).unwrap_err();
    assert_eq!(said.kind(), ErrorKind::Device);
    assert!(said.to_string().contains("no WebGPU adapter has number"), "{said}");
    assert!(Device::wgpu("no such adapter").unwrap_err().to_string().contains("`no such adapter`"));
    assert_eq!(device.to_string(), "wgpu:0");
}

#[test]
fn elements_go_and_come_back() {
    fn of<T: Element>(device: Device, make: impl Fn(usize) -> T) {
        for shape in [&[][..], &[1], &[5], &[0, 3], &[2, 3, 5], &[257, 3]] {
            let x = Tensor::from_vec((0..shape.iter().product()).map(&make).collect(), shape).unwrap();
            let y = x.to(device).unwrap();
            assert_eq!(
                (y.device(), y.shape(), y.to_vec().unwrap()),
                (device, x.shape(), x.to_vec().unwrap())
            );
            assert_eq!(y.to(Device::CPU).unwrap(), x);
            assert!(y.as_slice().is_none(), "the processor does not see it");
            let (twice, all) = (ops::concat(&[&y, &y], if shape.is_empty() { return } else { 0 }), [&x, &x]);
            assert_eq!(twice.unwrap().to_vec().unwrap(), ops::concat(&all, 0).unwrap().to_vec().unwrap());
        }
        let x = Tensor::from_vec((0..24).map(&make).collect(), [2, 3, 4]).unwrap();
        let y = x.to(device).unwrap();
        let views: [&dyn Fn(&Tensor<T>) -> cotangent::Result<Tensor<T>>; 5] = [
            &|x| x.permute([2, 0, 1]),
            &|x| x.flip([0, 2])?.narrow(1, 1, 2),
            &|x| x.slice(2, 1, 4, 2),
            &|x| x.narrow(2, 3, 1)?.broadcast_to([2, 3, 7]),
            &|x| x.diagonal(1),
        ];
        for view in views {
            let (there, here) = (view(&y).unwrap(), view(&x).unwrap());
            assert_eq!(there.to_vec().unwrap(), here.to_vec().unwrap());
            assert_eq!(there.to(Device::CPU).unwrap().to_vec().unwrap(), here.to_vec().unwrap());
            assert_eq!(view(&x).unwrap().to(device).unwrap().to_vec().unwrap(), here.to_vec().unwrap());
        }
        assert_eq!(y.get(&[1, 2, 3]).unwrap(), make(23));
        assert_eq!(y.full_like(make(3)).unwrap().to_vec().unwrap(), vec![make(3); 24]);
    }
    let Some(device) = wgpu() else { return };
    of::<f32>(device, |i| i as f32 - 3.5);
    of::<i32>(device, |i| i as i32 - 7);
    of::<bool>(device, |i| i % 3 == 1);
    of::<u8>(device, |i| (i * 37) as u8);
    if Device::adapters()[0].has_f16 {
        of::<f16>(device, |i| f16::from_f32(i as f32 - 3.5));
    }
}

/// One thread a point, also beyond the 65,535 workgroups of one axis.
#[test]
fn every_point_is_computed() {
    let Some(device) = wgpu() else { return };
    for n in [0, 1, 255, 256, 257, 65_537, 65_535 * 256 + 300] {
        let x = Tensor::scalar(1.5f32).to(device).unwrap().broadcast_to([n]).unwrap();
        let y = x.add(&x).unwrap();
        if n < 100_000 {
            assert_eq!(y.to_vec().unwrap(), vec![3.0; n]);
        } else {
            let ends = [y.get(&[0]).unwrap(), y.get(&[65_535 * 256]).unwrap(), y.get(&[n - 1]).unwrap()];
            assert_eq!(ends, [3.0; 3]);
            assert_eq!(y.sum().unwrap().item().unwrap(), 3.0 * n as f32);
        }
    }
}

#[test]
fn reductions_over_any_axes() {
    let Some(device) = wgpu() else { return };
    for shape in [&[7, 5, 6][..], &[1, 1, 1], &[3, 4000, 2], &[600, 3, 40], &[2, 2, 30_000]] {
        let x = normal(7, shape);
        let y = x.to(device).unwrap();
        for axes in [&[0][..], &[1], &[2], &[0, 2], &[1, 2], &[0, 1, 2]] {
            let sums = [y.sum_axis(axes).unwrap(), x.sum_axis(axes).unwrap()];
            assert!(
                apart(&sums[0], &sums[1]) < 1e-5,
                "sum of {shape:?} over {axes:?}: {}",
                apart(&sums[0], &sums[1])
            );
            assert_eq!(
                y.max_axis(axes).unwrap().to_vec().unwrap(),
                x.max_axis(axes).unwrap().to_vec().unwrap()
            );
            assert_eq!(
                y.min_axis(axes).unwrap().to_vec().unwrap(),
                x.min_axis(axes).unwrap().to_vec().unwrap()
            );
            let positive = |x: &Tensor| x.gt(&x.zeros_like().unwrap()).unwrap();
            let (p, q) = (positive(&y), positive(&x));
            assert_eq!(
                p.any_axis(axes).unwrap().to_vec().unwrap(),
                q.any_axis(axes).unwrap().to_vec().unwrap()
            );
            assert_eq!(
                p.all_axis(axes).unwrap().to_vec().unwrap(),
                q.all_axis(axes).unwrap().to_vec().unwrap()
            );
            let (a, b) = (p.cast::<i32>().unwrap(), q.cast::<i32>().unwrap());
            assert_eq!(
                a.sum_axis(axes).unwrap().to_vec().unwrap(),
                b.sum_axis(axes).unwrap().to_vec().unwrap()
            );
        }
    }
    let x = Tensor::<f32>::zeros([0, 3]).unwrap().to(device).unwrap();
    assert_eq!(x.sum_axis(0).unwrap().to_vec().unwrap(), [0.0; 3]);
    assert_eq!(x.prod_axis(0).unwrap().to_vec().unwrap(), [1.0; 3]);
    let nan = tensor![1.0, f32::NAN, 3.0].to(device).unwrap();
    assert!(nan.max().unwrap().item().unwrap().is_nan() && nan.min().unwrap().item().unwrap().is_nan());
}

#[test]
fn products_of_odd_sizes() {
    let Some(device) = wgpu() else { return };
    for (m, k, n) in [
        (1, 1, 1),
        (3, 5, 7),
        (64, 64, 64),
        (65, 17, 130),
        (1, 300, 1),
        (200, 3, 70),
        (2, 70_000, 3),
        (4, 0, 3),
        (0, 4, 3),
    ] {
        let (a, b) = (normal(1, &[2, m, k]), normal(2, &[k, n]));
        let (at, bt) = (normal(3, &[k, m]), normal(4, &[n, k]));
        let there = |x: &Tensor| x.to(device).unwrap();
        let here = a.matmul(&b).unwrap();
        let close =
            |y: cotangent::Result<Tensor>, x: &Tensor| assert!(apart(&y.unwrap(), x) < 1e-5, "{m} {k} {n}");
        close(there(&a).matmul(&there(&b)), &here);
        let turned = at.t().unwrap().matmul(&bt.t().unwrap()).unwrap();
        close(there(&at).t().unwrap().matmul(&there(&bt).t().unwrap()), &turned);
        let vector = normal(5, &[k]);
        close(there(&a).matmul(&there(&vector)), &a.matmul(&vector).unwrap());
    }
}

/// Gradients and steps: what a training loop does, without a wait but for the loss.
#[test]
fn a_model_trains_there_as_here() {
    let Some(device) = wgpu() else { return };
    let (x, y) = (normal(1, &[64, 20]), normal(2, &[64, 6]));
    let train = |device: Device| {
        let (x, y) = (x.to(device).unwrap(), y.to(device).unwrap());
        let mut params =
            (normal(3, &[20, 6]).to(device).unwrap(), Tensor::zeros([6]).unwrap().to(device).unwrap());
        let mut optimizer = Optimizer::new(AdamW { lr: 0.05, ..AdamW::default() });
        let mut last = f32::NAN;
        for _ in 0..20 {
            let (value, g) = loss::value_and_grad(&x, &params.0, &params.1, &y).unwrap();
            optimizer.step(&mut params, &(g.w, g.b)).unwrap();
            last = value.item().unwrap();
        }
        assert_eq!((params.0.device(), params.1.device()), (device, device));
        (last, params)
    };
    let ((there, p), (here, q)) = (train(device), train(Device::CPU));
    assert!((there - here).abs() < 1e-4 * here && here < 1.5, "{there} {here}");
    assert!(apart(&p.0, &q.0) < 1e-3 && apart(&p.1, &q.1) < 1e-3);
    let (norm, other) = (tree::norm(&p).unwrap(), tree::norm(&q).unwrap());
    assert!((norm - other).abs() < 1e-3 * other, "{norm} {other}");
}

#[test]
fn what_a_device_cannot_do_is_one_sentence() {
    let Some(device) = wgpu() else { return };
    let wide = Tensor::<f64>::zeros([3]).unwrap();
    let x = normal(1, &[3, 3]).to(device).unwrap();
    if named_gpu().is_none() {
        let said = wide.to(device).unwrap_err();
        assert_eq!((said.kind(), said.to_string().as_str()), (ErrorKind::Device, "to: wgpu:0 has no f64"));
        assert_eq!(x.cast::<f64>().unwrap_err().to_string(), "cast: wgpu:0 has no f64");
    }
    let said = x.add(&normal(1, &[3])).unwrap_err();
    let who = format!("operands on different devices, {device} and cpu:0");
    assert!(said.to_string().contains(&who), "{said}");
}

#[test]
fn a_tensor_over_the_limit_is_an_error_and_the_device_goes_on() {
    let Some(device) = wgpu() else { return };
    let is_gpu = named_gpu().is_some();
    // More than a card has, or than an adapter binds.
    let most = if is_gpu { 1 << 40 } else { Device::adapters()[0].largest_tensor as usize };
    let x = Tensor::scalar(2.0f32).to(device).unwrap();
    let large = x.broadcast_to([most / 4 + 1]).unwrap();
    let said = large.exp().unwrap_err();
    assert_eq!(said.kind(), ErrorKind::Memory);
    let why =
        if is_gpu { format!("out of memory: {device} has no") } else { "over what wgpu:0 binds".to_owned() };
    assert!(said.to_string().contains(&why), "{said}");
    assert_eq!(x.mul(&x).unwrap().item().unwrap(), 4.0);
}

#[test]
fn threads_share_a_device() {
    let Some(device) = wgpu() else { return };
    let work = |seed: u64| {
        for n in 1..40 {
            let x = normal(seed + n, &[n as usize, 3]);
            let y = x.to(device).unwrap();
            assert!(
                apart(&y.exp().unwrap().sum_axis(0).unwrap(), &x.exp().unwrap().sum_axis(0).unwrap()) < 1e-5
            );
        }
    };
    std::thread::scope(|s| (0..4).for_each(|t| drop(s.spawn(move || work(100 * t)))));
}
