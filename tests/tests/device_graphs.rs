//! CUDA graphs: programs that are recorded once and run again, beside the same programs as ever.
#![cfg(feature = "cuda")]

use std::sync::{Mutex, MutexGuard, PoisonError};

use cotangent::prelude::*;
use cotangent::{ErrorKind, cuda, debug};

/// The device, for one test at a time: memory is counted.
fn alone() -> Option<(Device, MutexGuard<'static, ()>)> {
    static ALONE: Mutex<()> = Mutex::new(());
    let guard = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    cotangent_tests::cuda().map(|device| (device, guard))
}

#[differentiable]
fn cell(h: &Tensor<V>, w: &Tensor<V>) -> Tensor<V> {
    (h * w + 0.25).tanh()
}

#[differentiable]
fn loss(w: &Tensor<H, V>, #[constant] x: &Tensor<N, H>) -> Scalar {
    x.matmul(w).tanh().square().mean()
}

#[differentiable]
fn picked(table: &Tensor<V, H>, #[constant] ids: &Tensor<i32, B>) -> Tensor<B, H> {
    table.index_select(0, ids)
}

#[test]
fn a_loop_of_a_thousand_steps_is_one_launch() {
    let Some((device, _alone)) = alone() else { return };
    let h: Tensor = tensor![0.1, -0.2, 0.3].to(device).unwrap();
    let w: Tensor = tensor![0.5, 0.9, -1.1].to(device).unwrap();
    let run = || (0..1000).try_fold(h.clone(), |h, _| cell::call(&h, &w));
    let (plain, counts) = debug::counted(run);
    let plain = plain.unwrap().to_vec().unwrap();
    let used = cuda::memory(device).unwrap().used;
    let captured = cuda::capture(device, run).unwrap();
    assert_eq!(captured.launches() as u64, counts.dispatches);
    assert!(cuda::memory(device).unwrap().used < used + 64 * 512, "what is given back is taken again");
    let (replayed, counts) = debug::counted(|| captured.replay());
    replayed.unwrap();
    assert_eq!((counts.dispatches, counts.waits), (1, 0));
    assert_eq!(captured.result().to_vec().unwrap(), plain);
    // Other elements of an operand, in its place.
    cuda::assign(&h, &tensor![0.7, 0.7, 0.7]).unwrap();
    captured.replay().unwrap();
    assert_eq!(captured.result().to_vec().unwrap(), run().unwrap().to_vec().unwrap());
    assert_ne!(captured.result().to_vec().unwrap(), plain);
}

#[test]
fn a_training_step_goes_on_from_the_last() {
    let Some((device, _alone)) = alone() else { return };
    let x: Tensor = Key::new(1).normal([9, 5]).and_then(|x: Tensor| x.to(device)).unwrap();
    let w: Tensor = Key::new(2).normal([5, 3]).and_then(|x: Tensor| x.to(device)).unwrap();
    let start = (w.clone(), Tensor::zeros([5, 3]).and_then(|x| x.to(device)).unwrap());
    let step = |(w, v): &(Tensor, Tensor)| -> Result<_> {
        let (value, g) = loss::value_and_grad(w, &x)?;
        let v = v.mul(0.9)?.add(&g.w)?;
        Ok(((w.sub(&v.mul(0.1)?)?, v), value))
    };
    let captured = cuda::capture_step(start.clone(), step).unwrap();
    let mut plain = start;
    for _ in 0..20 {
        let (next, value) = step(&plain).unwrap();
        plain = next;
        captured.replay().unwrap();
        assert_eq!(captured.result().1.item().unwrap(), value.item().unwrap());
    }
    let ((w_there, v_there), _) = captured.result();
    assert_eq!(w_there.to_vec().unwrap(), plain.0.to_vec().unwrap());
    assert_eq!(v_there.to_vec().unwrap(), plain.1.to_vec().unwrap());
    assert_ne!(w_there.to_vec().unwrap(), w.to_vec().unwrap(), "the caller's own is as it was");
}

/// A part of the next state is another part of the last.
#[test]
fn parts_of_a_state_change_places() {
    let Some((device, _alone)) = alone() else { return };
    let one: Tensor = tensor![1.0].to(device).unwrap();
    let step = |(a, b): &(Tensor, Tensor)| Ok(((b.clone(), a.add(b)?), ()));
    let captured = cuda::capture_step((one.clone(), one), step).unwrap();
    for _ in 0..20 {
        captured.replay().unwrap();
    }
    let ((a, b), ()) = captured.result();
    assert_eq!((a.to_vec().unwrap(), b.to_vec().unwrap()), (vec![10946.0], vec![17711.0]));
}

#[test]
fn what_cannot_be_recorded_is_an_error() {
    let Some((device, _alone)) = alone() else { return };
    let x: Tensor = tensor![1.0, 2.0].to(device).unwrap();
    let mut warm = true;
    let mut recorded = |f: &dyn Fn() -> Result<()>| {
        warm = true;
        let said = cuda::capture(device, || if std::mem::take(&mut warm) { Ok(()) } else { f() });
        let said = said.unwrap_err();
        assert_eq!(said.kind(), ErrorKind::Device, "{said}");
        assert_eq!(x.add(1.0).unwrap().to_vec().unwrap(), [2.0, 3.0], "nothing is left of it");
        said.to_string()
    };
    let said = recorded(&|| x.exp()?.to_vec().map(drop));
    assert!(said.starts_with("to_vec: ") && said.contains("cuda::capture"), "{said}");
    assert!(recorded(&|| x.sum()?.item().map(drop)).starts_with("item: "));
    let said = recorded(&|| cuda::capture(device, || x.exp()).map(drop));
    assert!(said.contains("a capture inside of a capture"), "{said}");
    let other = cuda::capture(device, || x.exp()).unwrap();
    let said = recorded(&|| other.replay());
    assert!(said.contains("Captured::replay"), "{said}");
    let caught =
        std::panic::catch_unwind(|| cuda::capture(device, || -> Result<()> { panic!("on purpose") }));
    assert!(caught.is_err());
    assert_eq!(cuda::capture(Device::CPU, || Ok(())).unwrap_err().kind(), ErrorKind::Device);
    other.replay().unwrap();
    assert_eq!(other.result().to_vec().unwrap(), x.exp().unwrap().to_vec().unwrap());
}

/// What the host sends while something is recorded is there for every replay.
#[test]
fn elements_of_the_host_stay() {
    let Some((device, _alone)) = alone() else { return };
    let x: Tensor = Tensor::ones([300]).and_then(|x: Tensor| x.to(device)).unwrap();
    let run = || {
        // Memory that the next one takes.
        drop(x.add(1.0)?.exp()?);
        let y: Tensor = Tensor::full([300], 3.0)?.to(device)?;
        // Written where it was read.
        let y = y * &x;
        drop(y.exp()?);
        Ok((y.add(&x)?, Tensor::full([300], 5.0)?.to(device)?))
    };
    let captured = cuda::capture(device, run).unwrap();
    for i in 0..3 {
        captured.replay().unwrap();
        let (y, there) = captured.result();
        assert_eq!((y.to_vec().unwrap(), there.to_vec().unwrap()), (vec![4.0; 300], vec![5.0; 300]));
        cuda::assign(there, &Tensor::full([300], i as f32).unwrap()).unwrap();
    }
    // Four kernels of two results, and copies for what is written and for what is there afterwards.
    assert_eq!(captured.launches(), 7);
}

#[test]
fn memory_of_a_graph_is_its_own_until_it_is_dropped() {
    let Some((device, _alone)) = alone() else { return };
    let make = |value: f32| Tensor::full([4096], value).and_then(|x| x.to(device)).unwrap();
    let x = make(1.0);
    drop(x.exp().unwrap());
    cuda::release_memory(device).unwrap();
    let before = cuda::memory(device).unwrap();
    let captured = cuda::capture(device, || x.add(1.0)?.exp()?.mul(2.0)).unwrap();
    let view = captured.result().clone();
    // What it reads has no other owner any more.
    drop(x);
    let others: Vec<Tensor> = (0..8).map(|i| make(50.0 + i as f32)).collect();
    captured.replay().unwrap();
    let expected = 2.0 * 2.0f32.exp();
    assert!(view.to_vec().unwrap().iter().all(|y| (y - expected).abs() < 1e-4));
    assert!(others.iter().zip(50u8..).all(|(x, i)| x.to_vec().unwrap() == [f32::from(i); 4096]));
    drop(others);
    assert!(cuda::memory(device).unwrap().used > before.used);
    drop(captured);
    assert!(view.to_vec().unwrap().iter().all(|y| (y - expected).abs() < 1e-4), "a result may live longer");
    drop(view);
    let after = cuda::memory(device).unwrap();
    assert_eq!(after.used, before.used - 4096 * 4, "all of it, and the operand");
    cuda::release_memory(device).unwrap();
    assert_eq!(cuda::memory(device).unwrap().kept, 0);
}

/// Checks of elements speak after each replay.
#[test]
fn what_a_replay_finds_wrong_is_an_error_of_the_next_read() {
    let Some((device, _alone)) = alone() else { return };
    let table: Tensor = Key::new(1).normal([5, 4]).and_then(|x: Tensor| x.to(device)).unwrap();
    let ids = tensor![1, 4, 0].to(device).unwrap();
    let captured = cuda::capture(device, || picked::call(&table, &ids)).unwrap();
    let good = || {
        cuda::assign(&ids, &tensor![1, 4, 0]).unwrap();
        captured.replay().unwrap();
        let plain = picked::call(&table, &ids).unwrap().to_vec().unwrap();
        assert_eq!(captured.result().to_vec().unwrap(), plain);
    };
    good();
    for _ in 0..2 {
        cuda::assign(&ids, &tensor![1, 5, 0]).unwrap();
        captured.replay().unwrap();
        for _ in 0..2 {
            let said = captured.result().to_vec().unwrap_err();
            assert_eq!(said.kind(), ErrorKind::Index);
            let said = said.to_string();
            assert!(
                said.contains("index_select at tests/tests/device_graphs.rs:")
                    && said.contains("in `picked`"),
                "{said}"
            );
        }
        good();
    }
    // And after the graph is gone.
    cuda::assign(&ids, &tensor![-9, 5, 0]).unwrap();
    captured.replay().unwrap();
    let result = captured.result().clone();
    drop(captured);
    let said = result.to_vec().unwrap_err();
    assert!(said.kind() == ErrorKind::Index && said.to_string().contains("in `picked`"), "{said}");
    assert_eq!(table.add(0.0).unwrap().to_vec().unwrap().len(), 20);
}

#[test]
fn other_threads_go_on_meanwhile() {
    let Some((device, _alone)) = alone() else { return };
    let x: Tensor = tensor![1.0, 2.0].to(device).unwrap();
    let captured = cuda::capture(device, || {
        let y = x.mul(3.0)?;
        let there = std::thread::scope(|scope| {
            scope.spawn(|| x.add(10.0)?.mul(&x)?.to_vec()).join().expect("no panic")
        })?;
        assert_eq!(there, [11.0, 24.0]);
        y.add(1.0)
    });
    let captured = captured.unwrap();
    captured.replay().unwrap();
    assert_eq!(captured.result().to_vec().unwrap(), [4.0, 7.0]);
    // Numbers of the host lie where nothing writes.
    assert_eq!(captured.launches(), 2);
}

#[test]
fn elements_are_assigned_in_place() {
    let Some((device, _alone)) = alone() else { return };
    let x: Tensor = tensor![[1.0, 2.0], [3.0, 4.0]].to(device).unwrap();
    let row = x.narrow(0, 1, 1).unwrap();
    cuda::assign(&row, &tensor![[7.0, 8.0]]).unwrap();
    assert_eq!(x.to_vec().unwrap(), [1.0, 2.0, 7.0, 8.0]);
    cuda::assign(&x, &x.mt().unwrap()).unwrap();
    assert_eq!(x.to_vec().unwrap(), [1.0, 7.0, 2.0, 8.0]);
    let truth = tensor![true, false].to(device).unwrap();
    cuda::assign(&truth, &tensor![false, true]).unwrap();
    assert_eq!(truth.to_vec().unwrap(), [false, true]);
    let said = cuda::assign(&x, &tensor![1.0]).unwrap_err();
    assert_eq!(said.kind(), ErrorKind::Shape, "{said}");
    let said = cuda::assign(&x.mt().unwrap(), &x).unwrap_err();
    assert_eq!(said.kind(), ErrorKind::Value, "{said}");
    assert_eq!(cuda::assign(&tensor![1.0], &tensor![1.0]).unwrap_err().kind(), ErrorKind::Device);
}

/// What runs behind what it reads is recorded so, and computes as near to what runs alone as said.
fn recorded(device: Device, near: f32, op: impl Fn(&Tensor, &Tensor) -> Result<Tensor>) {
    let same = |found: &Tensor, wanted: &[f32]| {
        let largest = wanted.iter().fold(0.0, |most: f32, x| most.max(x.abs()));
        for (a, b) in found.to_vec().unwrap().into_iter().zip(wanted) {
            assert!((a - b).abs() <= near * largest, "{a} {b}");
        }
    };
    let to = |x: Tensor| x.to(device).unwrap();
    let (x, b) = (to(Key::new(7).normal([90, 90]).unwrap()), to(Key::new(8).normal([90, 3]).unwrap()));
    let run = || op(&x.mul(0.5)?, &b)?.mul(2.0);
    let plain = run().unwrap().to_vec().unwrap();
    let captured = cuda::capture(device, run).unwrap();
    for _ in 0..2 {
        captured.replay().unwrap();
        same(captured.result(), &plain);
    }
    cuda::assign(&x, &Key::new(9).normal([90, 90]).unwrap()).unwrap();
    captured.replay().unwrap();
    let other = run().unwrap().to_vec().unwrap();
    same(captured.result(), &other);
    assert_ne!(other, plain);
}

/// Far from singular, of elements of the host: whatever is computed writes where it read.
fn gram(device: Device, x: &Tensor) -> Result<Tensor> {
    let eye: Tensor = Tensor::eye(90)?.to(device)?;
    x.matmul(&x.mt()?)?.add(&(eye * 90.0))
}

#[test]
fn products_are_recorded() {
    let Some((device, _alone)) = alone() else { return };
    recorded(device, 0.0, |x, b| x.matmul(b));
    recorded(device, 0.0, |x, _| gram(device, x));
}

#[test]
fn triangular_systems_are_recorded() {
    let Some((device, _alone)) = alone() else { return };
    recorded(device, 0.0, |x, b| gram(device, x)?.triangular_solve(b, true));
}

/// By kernels of the library's own: the bits are others than those of cuSOLVER.
#[test]
fn factors_are_recorded() {
    let Some((device, _alone)) = alone() else { return };
    recorded(device, 1e-5, |x, _| gram(device, x)?.cholesky());
    recorded(device, 1e-5, |x, b| gram(device, x)?.solve(b));
}
