//! Sums over GPUs, beside the same sums on the processor, and which of NVIDIA's libraries are there. Cases that end badly are processes of
//! their own.
#![cfg(feature = "cuda")]

#[cfg(unix)]
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, MutexGuard, PoisonError};

use cotangent::optim::{Adam, Optimizer};
use cotangent::prelude::*;
use cotangent::tree::TensorTree;
use cotangent::{ErrorKind, Float, bf16, cuda, debug, f16, tree};
use cotangent_tests::there::only_keeps;

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

/// What others hold stays as it is, zeros of both take no memory, and what is alone is written where it is.
#[test]
fn memory_is_written_where_nobody_else_holds_it() {
    let Some((devices, _alone)) = pair() else { return };
    let own = |i: usize| Tensor::<f32>::full([3000], i as f32 + 1.0).unwrap().to(devices[i]).unwrap();
    let mut sums = [own(0), own(1)];
    cuda::sum_over_gpus(&mut sums).unwrap();
    let used = || devices.map(|device| cuda::memory(device).unwrap());
    let before = used();
    cuda::sum_over_gpus(&mut sums).unwrap();
    assert_eq!(used(), before);
    let kept = sums.clone();
    let zeros = |i: usize| sums[i].zeros_like().unwrap();
    let mut trees = [(sums[0].clone(), zeros(0), zeros(0)), (sums[1].clone(), zeros(1), own(1))];
    cuda::sum_over_gpus(&mut trees).unwrap();
    for (tree, kept) in trees.iter().zip(&kept) {
        assert_eq!((tree.0.get(&[7]).unwrap(), kept.get(&[7]).unwrap()), (12.0, 6.0));
        assert_eq!((tree.1.get(&[2999]).unwrap(), tree.2.get(&[2999]).unwrap()), (0.0, 2.0));
    }
}

#[differentiable]
fn either(a: &Tensor<N>, b: &Tensor<N>, #[constant] is_first: bool) -> Scalar {
    if is_first { (a * a).sum() } else { (b * b * b).sum() }
}

/// What one GPU has a gradient of, and another has none of; and what neither has.
#[test]
fn zeros_of_some_are_made_where_their_sum_is() {
    let Some((devices, _alone)) = pair() else { return };
    let grads = |which: [bool; 2]| {
        [0, 1].map(|i| {
            let there = |x: f32| Tensor::<f32>::full([3000], x).unwrap().to(devices[i]).unwrap();
            let g = either::grad(&there(2.0), &there(3.0), which[i]).unwrap();
            (g.a, g.b)
        })
    };
    let used = || devices.map(|device| cuda::memory(device).unwrap().used);
    let mut mixed = grads([true, false]);
    cuda::sum_over_gpus(&mut mixed).unwrap();
    for (a, b) in &mixed {
        assert_eq!((a.get(&[2999]).unwrap(), b.get(&[2999]).unwrap()), (4.0, 27.0));
    }
    drop(mixed);
    let mut same = grads([true, true]);
    // What waits has run.
    for (a, _) in &same {
        a.get(&[7]).unwrap();
    }
    let before = used();
    cuda::mean_over_gpus(&mut same).unwrap();
    assert_eq!(used(), before, "zeros of all take no memory");
    assert_eq!(same.map(|(a, b)| (a.get(&[7]).unwrap(), b.get(&[7]).unwrap())), [(4.0, 0.0); 2]);
}

/// One program serves any number of devices.
#[test]
fn one_value_alone_stays_as_it_is() {
    let mut here = [Tensor::<f32>::full([2], 3.0).unwrap()];
    cuda::sum_over_gpus(&mut here).unwrap();
    cuda::sum_over_gpus::<Tensor>(&mut []).unwrap();
    cuda::sum_counts_over_gpus(&mut [tensor![4]]).unwrap();
    assert_eq!(here[0].to_vec().unwrap(), [3.0; 2]);
    let Some((devices, _alone)) = pair() else { return };
    let x = here[0].to(devices[0]).unwrap();
    let graph = cuda::capture(devices[0], || {
        let mut one = [x.exp()?];
        cuda::mean_over_gpus(&mut one)?;
        Ok(one)
    });
    let graph = graph.unwrap();
    graph.replay().unwrap();
    assert!((graph.result()[0].get(&[1]).unwrap() - 20.0855).abs() < 1e-3);
}

/// A graph goes on with what it reads, although nobody else holds it.
#[test]
fn what_a_graph_reads_stays_as_it_is() {
    let Some((devices, _alone)) = pair() else { return };
    let own = |i: usize| Tensor::<f32>::full([300], i as f32 + 1.0).unwrap().to(devices[i]).unwrap();
    let mut sums = [own(0), own(1)];
    let graph = cuda::capture(devices[0], || sums[0].mul(10.0)).unwrap();
    cuda::sum_over_gpus(&mut sums).unwrap();
    graph.replay().unwrap();
    assert_eq!(graph.result().get(&[7]).unwrap(), 10.0);
    assert_eq!(sums.map(|x| x.get(&[7]).unwrap()), [3.0; 2]);
}

/// NCCL takes so many calls at once.
#[test]
fn sums_of_more_tensors_than_a_group_has() {
    let Some((devices, _alone)) = pair() else { return };
    let many = |i: usize| -> Vec<Tensor> {
        (0..1100).map(|k| Tensor::full([1], (k * (i + 1)) as f32).unwrap().to(devices[i]).unwrap()).collect()
    };
    let mut sums = [many(0), many(1)];
    cuda::sum_over_gpus(&mut sums).unwrap();
    for k in [0, 1, 511, 512, 1023, 1024, 1099] {
        assert_eq!([0, 1].map(|i| sums[i][k].get(&[0]).unwrap()), [3.0 * k as f32; 2]);
    }
}

/// A product, a launch over rows and one behind it wait for what comes next: here it is the sum. Memory that was given back right after
/// the sum is taken by what is asked for next.
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

#[derive(Clone, Differentiable)]
struct Model {
    w: Tensor,
    b: Tensor,
    v: Tensor,
}

#[differentiable]
fn loss(model: &Model, #[constant] x: &Tensor<B, I>, #[constant] y: &Tensor<B>) -> Scalar {
    let h = (x.matmul(&model.w) + &model.b).tanh();
    let e = h.matmul(&model.v) - y;
    (&e * &e).mean()
}

fn model() -> Model {
    Model { w: normal(31, &[6, 8]), b: normal(32, &[8]), v: normal(33, &[8]) }
}

#[test]
fn gradients_of_halves_are_that_of_the_batch() {
    let Some((devices, _alone)) = pair() else { return };
    let (model, x, y) = (model(), normal::<f32>(34, &[32, 6]), normal::<f32>(35, &[32]));
    let (value, whole) = loss::value_and_grad(&model, &x, &y).unwrap();
    let half = |i: usize| -> Result<_> {
        let part = |x: &Tensor| x.narrow(0, 16 * i, 16)?.to(devices[i]);
        loss::value_and_grad(&model.to_device(&devices[i])?, &part(&x)?, &part(&y)?)
    };
    let mut all = [half(0).unwrap(), half(1).unwrap()];
    cuda::mean_over_gpus(&mut all).unwrap();
    for (there, g) in &all {
        assert!((there.item().unwrap() - value.item().unwrap()).abs() < 1e-5);
        for (a, b) in elements(g).iter().zip(elements(&whole)) {
            assert!((a - b).abs() < 1e-5, "{a} {b}");
        }
    }
}

#[test]
fn replicas_stay_the_same_in_training() {
    let Some((devices, _alone)) = pair() else { return };
    let mut here = model();
    let mut there = devices.map(|device| here.to_device(&device).unwrap());
    let mut rule = Optimizer::new(Adam { lr: 0.01, ..Adam::default() });
    let mut rules = [0, 1].map(|_| Optimizer::new(Adam { lr: 0.01, ..Adam::default() }));
    for step in 0..6 {
        let (x, y) = (normal::<f32>(100 + step, &[32, 6]), normal::<f32>(200 + step, &[32]));
        let (_, g) = loss::value_and_grad(&here, &x, &y).unwrap();
        rule.step(&mut here, &g.model).unwrap();
        let mut grads = Vec::new();
        for (i, replica) in there.iter().enumerate() {
            let part = |x: &Tensor| x.narrow(0, 16 * i, 16).unwrap().to(devices[i]).unwrap();
            grads.push(loss::grad(replica, &part(&x), &part(&y)).unwrap().model);
        }
        cuda::mean_over_gpus(&mut grads).unwrap();
        for ((replica, rule), g) in there.iter_mut().zip(&mut rules).zip(&grads) {
            rule.step(replica, g).unwrap();
        }
        let params = |model: &Model| elements(&(model.w.clone(), model.b.clone(), model.v.clone()));
        let [a, b] = [params(&there[0]), params(&there[1])];
        assert!(a.iter().zip(&b).all(|(a, b)| a.to_bits() == b.to_bits()), "step {step}");
        for (a, b) in a.iter().zip(params(&here)) {
            assert!((a - b).abs() < 1e-4, "step {step}: {a} {b}");
        }
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

fn standin() -> Option<PathBuf> {
    let folder = std::env::var_os("COTANGENT_STANDIN").map(PathBuf::from).filter(|_| !only_keeps());
    if folder.is_none() {
        eprintln!("skipped: COTANGENT_STANDIN names no stand-in for CUDA's libraries that runs");
    }
    folder
}

/// What a part says in a process of its own.
fn says(folder: &Path, part: &str, variables: &[(&str, &str)]) -> String {
    let mut process = Command::new(std::env::current_exe().unwrap());
    process.args(["--exact", part, "--ignored", "--nocapture"]);
    process.env("LD_LIBRARY_PATH", folder).env("COTANGENT_CUDA_CACHE", "").env_remove("COTANGENT_DEVICE");
    process.env("COTANGENT_STANDIN_GPUS", "2");
    let out = process.envs(variables.iter().copied()).output().unwrap();
    let said = String::from_utf8_lossy(&out.stdout) + String::from_utf8_lossy(&out.stderr);
    assert!(out.status.success(), "{}: {said}", out.status);
    said.into_owned()
}

/// Three rounds of sums, and what becomes of them.
#[test]
#[ignore = "a part of the others"]
fn rounds() {
    for round in ["first", "second", "third"] {
        let run = || -> Result<Vec<f32>> {
            let devices = [Device::cuda(0)?, Device::cuda(1)?];
            let there = |i: usize| Tensor::full([2], i as f32 + 1.0)?.to(devices[i])?.exp();
            let mut all = [(there(0)?, there(0)?), (there(1)?, there(1)?)];
            // One that others hold.
            let kept = all.clone().map(|pair| pair.1);
            let asked = cuda::sum_over_gpus(&mut all);
            if let Err(e) = &asked {
                println!("{round} asked {e}");
                println!("{round} in place {:?}", all[0].0.to_vec());
                println!("{round} kept {:?} {:?}", all[1].1.to_vec(), kept[0].to_vec());
            }
            asked?;
            // Where one has failed others are read first, and nothing is asked of it before.
            let second = all[1].0.to_vec();
            println!("{round} {second:?}");
            let read = [all[0].0.to_vec(), second];
            println!("{round} {read:?}");
            let [first, second] = read;
            Ok([first?, second?].concat())
        };
        match { run }() {
            Ok(all) => println!("{round} {all:.3?}"),
            Err(e) => println!("{round} {:?} {e}", e.kind()),
        }
    }
}

const GOOD: &str = "[10.107, 10.107, 10.107, 10.107]";

#[test]
fn what_nccl_refuses_is_an_error_and_the_next_sum_is_none() {
    let Some(folder) = standin() else { return };
    let run = |fail: &str| says(&folder, "rounds", &[("COTANGENT_STANDIN_NCCL_FAIL", fail)]);
    let said = run("none:1:1");
    assert!(
        ["first", "second", "third"].iter().all(|round| said.contains(&format!("{round} {GOOD}"))),
        "{said}"
    );
    let said = run("ncclCommInitAll:1:5");
    let why = "cuda::sum_over_gpus: ncclCommInitAll: invalid usage, status 5 (a failure on purpose)";
    assert!(
        said.contains(&format!("first asked {why}")) && said.contains(&format!("second {GOOD}")),
        "{said}"
    );
    // Nothing was asked for, so nothing has changed.
    assert!(said.contains("first in place Ok([2.718"), "{said}");
    assert!(run("ncclGroupStart:1:1").contains("first in place Ok([2.718"));
    // What lacks memory is asked for once more.
    let said = run("ncclCommInitAll:1:1");
    assert!(!said.contains("asked") && said.contains(&format!("first {GOOD}")), "{said}");
    for fail in ["ncclAllReduce:2:4", "ncclGroupEnd:1:1"] {
        let said = run(fail);
        let call = fail.split_once(':').unwrap().0;
        assert!(said.contains(&format!("first asked cuda::sum_over_gpus: {call}: ")), "{fail}: {said}");
        assert!(said.contains("first in place Err("), "{fail}: {said}");
        assert!(said.contains("first kept Ok([7.389"), "{fail}: {said}");
        assert!(said.contains(&format!("second {GOOD}")), "{fail}: {said}");
    }
}

/// Others do not wait for it, and say what they were lost with.
#[test]
fn a_gpu_that_is_lost_in_a_sum_takes_the_others_along() {
    let Some(folder) = standin() else { return };
    // The second launch of the first round, on the first GPU. The second GPU is read before anything else is asked of the first.
    let said = says(&folder, "rounds", &[("COTANGENT_STANDIN_FAIL", "~cuLaunchKernel:2:700")]);
    assert!(said.contains("first Device ") && said.contains("cuda:0 was lost: cu"), "{said}");
    let why = "cuda:1 was lost: a sum over GPUs was under way when cuda:0 was lost (cu";
    assert!(said.contains(&format!("first Err(to_vec: {why}")), "{said}");
    assert!(said.contains(&format!("second {GOOD}")), "both were opened again: {said}");
    assert!(said.contains(&format!("third {GOOD}")), "{said}");
}

/// A sum, and one that NCCL refuses in the middle, before anybody has read the first.
#[test]
#[ignore = "a part of the others"]
fn behind() {
    let there = |i: usize| -> Result<Tensor> { Tensor::full([2], 1.0)?.to(Device::cuda(i)?)?.exp() };
    let mut first = [there(0).unwrap(), there(1).unwrap()];
    let mut second = [there(0).unwrap(), there(1).unwrap()];
    cuda::sum_over_gpus(&mut first).unwrap();
    println!("asked {:?}", cuda::sum_over_gpus(&mut second).map_err(|e| e.to_string()));
    println!("first {:.3?}", first.map(|x| x.to_vec().unwrap()));
    println!("second {:?}", second.map(|x| x.to_vec().is_err()));
}

#[test]
fn sums_before_one_that_nccl_refuses_are_right() {
    let Some(folder) = standin() else { return };
    let said = says(&folder, "behind", &[("COTANGENT_STANDIN_NCCL_FAIL", "ncclGroupEnd:2:1")]);
    assert!(said.contains("asked Err(") && said.contains("second [true, true]"), "{said}");
    assert!(said.contains("first [[5.437, 5.437], [5.437, 5.437]]"), "{said}");
}

/// A sum of GPUs of which one fails, and one behind it of others.
#[test]
#[ignore = "a part of the others"]
fn chain() {
    let run = || -> Result<Vec<f32>> {
        let devices = [0, 1, 2].map(|i| Device::cuda(i).unwrap());
        let there = |i: usize| Tensor::<f32>::full([2], 1.0)?.to(devices[i])?.exp();
        let (last, other) = (there(2)?, there(1)?);
        let mut first = [there(0)?, other];
        cuda::sum_over_gpus(&mut first)?;
        let mut second = [first[1].exp()?, last];
        cuda::sum_over_gpus(&mut second)?;
        second[1].to_vec()
    };
    println!("last {:?}", run().map_err(|e| e.to_string()));
}

#[test]
fn a_gpu_that_is_lost_takes_those_along_that_wait_for_others() {
    let Some(folder) = standin() else { return };
    let run =
        |fail| says(&folder, "chain", &[("COTANGENT_STANDIN_GPUS", "3"), ("COTANGENT_STANDIN_FAIL", fail)]);
    let said = run("");
    assert!(said.contains("last Ok(["), "{said}");
    // Whether both were asked for when it fails is a matter of threads.
    for _ in 0..8 {
        let said = run("~cuLaunchKernel:3:700");
        assert!(said.contains("last Err(") && said.contains("when cuda:0 was lost (cu"), "{said}");
    }
}

/// Says which libraries are there, and what a sum says.
#[test]
#[ignore = "a part of the others"]
fn report() {
    for library in cuda::libraries() {
        println!("library {library}");
    }
    let run = |count: usize| -> Result<f32> {
        let there = |i: usize| Tensor::<f32>::ones([1])?.to(Device::cuda(i)?);
        let mut all = (0..count).map(there).collect::<Result<Vec<_>>>()?;
        cuda::sum_over_gpus(&mut all)?;
        all[0].item()
    };
    println!("alone {:?}", run(1));
    println!("together {:?}", run(2));
}

#[cfg(unix)]
#[test]
fn libraries_are_found_or_said_to_be_missing() {
    let Some(folder) = standin() else { return };
    let own = std::env::temp_dir().join(format!("cotangent-found-{}", std::process::id()));
    // The same files by other names: libraries look for the driver that the process has open.
    let link = |from: PathBuf, to: PathBuf| std::os::unix::fs::symlink(from, to).unwrap();
    let report = |variables: &[(&str, &str)]| says(&own, "report", variables);
    let files =
        ["cuda", "nvrtc", "cublasLt", "cublas", "cusolver", "nccl"].map(|name| format!("lib{name}.so"));
    fs::create_dir_all(&own).unwrap();
    let said = report(&[]);
    for (name, library, comes) in [
        ("driver", "cuda", "NVIDIA's driver"),
        ("NVRTC", "nvrtc", "the CUDA toolkit or `pip install nvidia-cuda-nvrtc`"),
        ("cuBLASLt", "cublasLt", "the CUDA toolkit, or with `pip install nvidia-cublas`"),
        ("cuBLAS", "cublas", "the CUDA toolkit, or with `pip install nvidia-cusolver nvidia-cublas`"),
        ("cuSOLVER", "cusolver", "the CUDA toolkit, or with `pip install nvidia-cusolver nvidia-cublas`"),
        ("cuFFT", "cufft", "the CUDA toolkit, or with `pip install nvidia-cufft`"),
        ("NCCL", "nccl", "`pip install nvidia-nccl-cu13` (`-cu12` beside CUDA 12) or `apt install libnccl2`"),
    ] {
        let wanted = format!("library {name}: lib{library} is not found; it comes with {comes}");
        assert!(said.contains(&wanted), "{wanted}: {said}");
    }
    for file in &files {
        link(folder.join(file), own.join(file));
    }
    let all = "library driver CUDA 13.0\nlibrary NVRTC 13.99\nlibrary cuBLASLt 13.99.0\nlibrary cuBLAS 13.99.0\nlibrary cuSOLVER 13.99.0\n";
    let said = report(&[]);
    assert!(said.contains(all) && said.contains("library NCCL 2.99.0\n"), "{said}");
    assert!(said.contains("alone Ok(1.0)") && said.contains("together Ok(2.0)"), "{said}");
    // One without the others.
    for (i, file) in files.iter().enumerate() {
        fs::remove_file(own.join(file)).unwrap();
        let said = report(&[]);
        let lines: Vec<&str> = said.lines().filter(|line| line.starts_with("library ")).collect();
        let missing = lines
            .iter()
            .filter(|line| line.contains("is not found; it comes with") && !line.contains("cuFFT"));
        assert_eq!((lines.len(), missing.count()), (7, 1), "{file}: {said}");
        let sums = said.contains("alone Ok(1.0)") && said.contains("together Ok(2.0)");
        assert_eq!(sums, (2..5).contains(&i), "{file}: {said}");
        link(folder.join(file), own.join(file));
    }
    // A GPU alone needs no NCCL, and several are told what it comes with.
    let nccl = own.join(&files[5]);
    fs::remove_file(&nccl).unwrap();
    let said = report(&[]);
    assert!(said.contains("alone Ok(1.0)"), "{said}");
    let why = "together Err(cuda::sum_over_gpus: libnccl is not found; it comes with `pip install nvidia-nccl-cu13`";
    assert!(said.contains(why), "{said}");
    // By the name that its wheel has, in a folder that the loader does not know.
    let wheel = own.join("wheel");
    fs::create_dir_all(&wheel).unwrap();
    link(folder.join(&files[5]), wheel.join("libnccl.so.2"));
    let said = report(&[("COTANGENT_CUDA_LIBRARIES", wheel.to_str().unwrap())]);
    assert!(said.contains("together Ok(2.0)"), "{said}");
    link(wheel.join("libnccl.so.2"), own.join("libnccl.so.2"));
    assert!(report(&[]).contains("together Ok(2.0)"));
    let said = report(&[("COTANGENT_STANDIN_NCCL", "2804")]);
    assert!(said.contains("library NCCL: NCCL is 2.8.4, and 2.10 or later is needed"), "{said}");
    assert!(said.contains("together Err(cuda::sum_over_gpus: NCCL is 2.8.4"), "{said}");
    fs::remove_dir_all(&own).unwrap();
}
