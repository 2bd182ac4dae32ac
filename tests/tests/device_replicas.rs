//! Sums over GPUs, beside the same sums on the processor, and which of NVIDIA's libraries are there. Cases that end badly are processes of
//! their own.
#![cfg(feature = "cuda")]

use std::io::Write as _;
use std::sync::{Mutex, MutexGuard, PoisonError};

use cotangent::prelude::*;
use cotangent::tree::TensorTree;
use cotangent::{ErrorKind, Float, bf16, cuda, debug, f16, tree};
use cotangent_tests::there::only_keeps;

#[path = "device_replicas/memory.rs"]
mod memory;
#[path = "device_replicas/processes.rs"]
mod processes;
#[path = "device_replicas/training.rs"]
mod training;

/// Two GPUs, for one test at a time: launches are counted.
fn pair() -> Option<([Device; 2], MutexGuard<'static, ()>)> {
    static ALONE: Mutex<()> = Mutex::new(());
    let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    match (Device::cuda(0), Device::cuda(1)) {
        (Ok(first), Ok(second)) if !only_keeps() => Some(([first, second], alone)),
        (_, why) => {
            let why = why.map_or_else(|e| e.to_string(), |_| "no kernel runs".to_owned());
            drop(writeln!(std::io::stderr(), "skipped: no two GPUs ({why})"));
            None
        }
    }
}

fn normal<T: Float>(i: u64, shape: &[usize]) -> Tensor<T> {
    Key::new(59).fold(i).normal::<f32>(shape).unwrap().cast().unwrap()
}

type Tree<T> = (Tensor<T>, Vec<Tensor<T>>, Option<Tensor<T>>, [Tensor<T>; 1]);

fn tree_of<T: Float>(i: u64, device: Device) -> Tree<T> {
    let made = |k: u64, shape: &[usize]| normal::<T>(10 * i + k, shape).to(device).unwrap();
    let list = vec![made(1, &[3, 5]), made(2, &[]), made(3, &[0, 4]), made(4, &[1000])];
    // Elements that do not lie side by side, and a part of others.
    let turned = made(6, &[4, 3]).t().unwrap();
    (made(0, &[7]), list, Some(turned), [made(7, &[9]).narrow(0, 2, 5).unwrap()])
}

fn elements<A: TensorTree>(a: &A) -> Vec<f64> {
    struct All(Vec<f64>);
    impl tree::Visit for All {
        fn leaf<T: Float>(&mut self, _: &tree::Path, x: &Tensor<T>) -> Result<()> {
            self.0.extend(x.to_vec()?.into_iter().map(|x| x.to_f64()));
            Ok(())
        }
    }
    let mut all = All(Vec::new());
    tree::visit(a, &mut all).unwrap();
    all.0
}

fn sums_of<T: Float>(devices: [Device; 2], within: f64) {
    let here = [0, 1].map(|i| elements(&tree_of::<T>(i, Device::CPU)));
    let mut sums = [0, 1].map(|i| tree_of::<T>(i, devices[i as usize]));
    let (asked, counts) = debug::counted(|| cuda::sum_over_gpus(&mut sums));
    asked.unwrap();
    assert_eq!(counts.waits, 0);
    let mut means = [1, 0].map(|i| tree_of::<T>(1 - i, devices[1 - i as usize]));
    cuda::mean_over_gpus(&mut means).unwrap();
    for (all, factor) in [(&sums, 1.0), (&means, 0.5)] {
        let [a, b] = [elements(&all[0]), elements(&all[1])];
        assert!(a.iter().zip(&b).all(|(a, b)| a.to_bits() == b.to_bits()), "replicas of {}", T::DTYPE);
        for ((x, y), sum) in here[0].iter().zip(&here[1]).zip(&a) {
            assert!((factor * (x + y) - sum).abs() <= within, "{x} {y} {sum} of {}", T::DTYPE);
        }
    }
    assert_eq!([&sums[0].0, &sums[1].0].map(Tensor::device), devices);
}

#[test]
fn sums_of_every_type() {
    let Some((devices, _alone)) = pair() else { return };
    sums_of::<f32>(devices, 1e-6);
    sums_of::<f64>(
        devices,
        if cotangent_tests::there::computed() == cotangent::DType::F64 { 1e-15 } else { 3e-6 },
    );
    sums_of::<f16>(devices, 1.0 / 256.0);
    sums_of::<bf16>(devices, 1.0 / 32.0);
    let counts = [tensor![3, -4, 1 << 24], tensor![5, 9, 1]];
    let mut sums = [0, 1].map(|i| counts[i].to(devices[i]).unwrap());
    cuda::sum_counts_over_gpus(&mut sums).unwrap();
    assert_eq!(sums.map(|x| x.to_vec().unwrap()), [[8, 5, (1 << 24) + 1]; 2]);
}

/// A product, a launch over rows and a launch behind these rows wait for the next command: here for the sum. Memory given back right
/// after the sum is taken by the command behind.
#[test]
fn what_waits_comes_before_the_sum() {
    let Some((devices, _alone)) = pair() else { return };
    let (x, y) = (normal::<f32>(1, &[40, 50]), normal::<f32>(2, &[50, 60]));
    let run = |device: Device, by: f32| -> Result<(Tensor, Tensor)> {
        let (x, y) = (x.mul(by)?.to(device)?, y.to(device)?);
        let z = x.matmul(&y)?;
        let rows = x.softmax(1)?;
        let rows = rows.mul(&x)?;
        // The last of a product waits, or of rows.
        Ok(if by > 1.5 { (rows, z) } else { (rows, x.matmul(&y)?) })
    };
    let here = [run(Device::CPU, 1.0).unwrap(), run(Device::CPU, 2.0).unwrap()].map(|pair| elements(&pair));
    for _ in 0..3 {
        let mut sums = [run(devices[0], 1.0).unwrap(), run(devices[1], 2.0).unwrap()];
        // Read where they are, and given back right behind the sum.
        let before = sums.clone();
        cuda::sum_over_gpus(&mut sums).unwrap();
        drop(before);
        // Of the sizes that are free now.
        let others: Vec<Tensor> = devices
            .iter()
            .flat_map(|&device| {
                [2000, 2400, 3000].map(|n| Tensor::full([n], 77.0).unwrap().to(device).unwrap())
            })
            .map(|x| x.add(1.0).unwrap())
            .collect();
        for pair in &sums {
            for ((a, b), sum) in here[0].iter().zip(&here[1]).zip(elements(pair)) {
                assert!((a + b - sum).abs() < 2e-4, "{a} {b} {sum}");
            }
        }
        drop(others);
    }
}

#[test]
fn replicas_that_do_not_belong_together_are_an_error() {
    let Some((devices, _alone)) = pair() else { return };
    let there = |i: usize, shape: &[usize]| Tensor::<f32>::ones(shape).unwrap().to(devices[i]).unwrap();
    let says = |replicas: &mut [Vec<Tensor>], kind: ErrorKind, what: &str| {
        let before: Vec<_> =
            replicas.iter().flatten().filter(|x| x.device() != Device::CPU).cloned().collect();
        let said = cuda::sum_over_gpus(replicas).unwrap_err();
        assert_eq!((said.kind(), said.op()), (kind, Some("cuda::sum_over_gpus")), "{said}");
        assert!(said.to_string().contains(what), "{said}");
        assert!(before.iter().all(|x| x.to_vec().unwrap().iter().all(|&x| x == 1.0)), "nothing has changed");
    };
    let one = |i: usize| vec![there(i, &[2, 3])];
    let differ = "the values of cuda:0 and cuda:1 differ at 0: shapes [2, 3] and [3, 2]";
    says(&mut [one(0), vec![there(1, &[3, 2])]], ErrorKind::Shape, differ);
    let differ = "the values of cuda:0 and cuda:1 differ at 0: 1 tensors and 2";
    says(&mut [one(0), vec![there(1, &[2, 3]), there(1, &[2, 3])]], ErrorKind::Shape, differ);
    says(
        &mut [one(0), Vec::new()],
        ErrorKind::Shape,
        "the value of cuda:0 has tensors, and another has none",
    );
    says(&mut [one(1), one(1)], ErrorKind::Device, "two values are on cuda:1; a GPU has one");
    let here = || vec![Tensor::<f32>::ones([2, 3]).unwrap()];
    says(&mut [one(0), here()], ErrorKind::Device, "a value is on cpu:0");
    let mixed = || vec![there(0, &[1]), there(1, &[1])];
    says(&mut [mixed(), mixed()], ErrorKind::Device, "one value is on cuda:0 (`0`) and on cuda:1 (`1`)");
    let mut none = [(Some(there(0, &[2])), there(0, &[2])), (None, there(1, &[2]))];
    let said = cuda::mean_over_gpus(&mut none).unwrap_err();
    assert!(
        said.to_string().starts_with("cuda::mean_over_gpus: the values of cuda:0 and cuda:1 differ"),
        "{said}"
    );
    let mut counts = [tensor![1], tensor![1, 2].to(devices[0]).unwrap()];
    assert_eq!(cuda::sum_counts_over_gpus(&mut counts).unwrap_err().kind(), ErrorKind::Shape);
    let mut recorded = [one(0), one(1)];
    let said = cuda::capture(devices[0], || cuda::sum_over_gpus(&mut recorded)).unwrap_err();
    assert!(said.to_string().contains("in what `cuda::capture` records"), "{said}");
    cuda::sum_over_gpus(&mut recorded).unwrap();
    assert_eq!(recorded[1][0].to_vec().unwrap(), [2.0; 6]);
}

#[cfg(feature = "wgpu")]
#[test]
fn webgpu_is_no_gpu_of_cudas() {
    let Some((devices, _alone)) = pair() else { return };
    let Ok(other) = Device::wgpu(0) else { return };
    let mut all = [devices[0], other].map(|device| Tensor::<f32>::ones([3]).unwrap().to(device).unwrap());
    let said = cuda::sum_over_gpus(&mut all).unwrap_err();
    assert!(
        said.to_string().contains("a value is on wgpu:0, and sums are of GPUs by `Device::cuda`"),
        "{said}"
    );
}

#[differentiable]
fn picked(table: &Tensor<V, H>, #[constant] ids: &Tensor<i32, B>) -> Tensor<B, H> {
    table.index_select(0, ids)
}

/// An index that is out of range on one GPU is an error of whoever reads the sum on another.
#[test]
fn what_one_gpu_finds_wrong_all_are_told() {
    let Some((devices, _alone)) = pair() else { return };
    let table = normal::<f32>(41, &[5, 3]);
    let run = |i: usize, ids: [i32; 2]| -> Result<Tensor> {
        picked::call(&table.to(devices[i])?, &Tensor::from_vec(ids.to_vec(), [2])?.to(devices[i])?)
    };
    for bad in [0, 1] {
        let other = 1 - bad;
        let mut ids = [[1, 2]; 2];
        ids[bad] = [0, 7];
        let good = run(other, [3, 4]).unwrap();
        let mut sums = [run(0, ids[0]).unwrap(), run(1, ids[1]).unwrap()];
        cuda::sum_over_gpus(&mut sums).unwrap();
        let made = sums[other].exp().unwrap();
        let said = made.to_vec().unwrap_err();
        assert!(
            said.to_string().contains("cuda::sum_over_gpus: a value of cuda:0 or cuda:1 was made of"),
            "{said}"
        );
        let said = sums[bad].to_vec().unwrap_err();
        assert_eq!(said.kind(), ErrorKind::Index);
        assert!(said.to_string().contains("index_select at tests/tests/device_replicas.rs"), "{said}");
        // Both go on, and what was spoiled stays so.
        assert_eq!(good.to_vec().unwrap().len(), 6);
        assert!(cuda::sum_over_gpus(&mut sums).is_err());
        let mut sums = [run(0, [1, 2]).unwrap(), run(1, [1, 2]).unwrap()];
        cuda::sum_over_gpus(&mut sums).unwrap();
        assert_eq!(sums[0].to_vec().unwrap(), sums[1].to_vec().unwrap());
    }
}

/// Threads whose GPUs overlap do not wait for each other's for good.
#[test]
fn threads_have_sums_of_overlapping_gpus() {
    let Some((devices, _alone)) = pair() else { return };
    let third = Device::cuda(2).unwrap_or(devices[0]);
    std::thread::scope(|s| {
        for pair in [devices, [devices[1], third], [third, devices[1]], [devices[1], devices[0]]] {
            s.spawn(move || {
                for i in 0..20 {
                    let mut all =
                        pair.map(|device| Tensor::<f32>::full([50], i as f32).unwrap().to(device).unwrap());
                    cuda::sum_over_gpus(&mut all).unwrap();
                    if i % 7 == 0 {
                        assert_eq!(all[1].to_vec().unwrap(), [2.0 * i as f32; 50]);
                    }
                }
            });
        }
    });
}
