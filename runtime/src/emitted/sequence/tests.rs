use std::sync::atomic::{AtomicUsize, Ordering};

use cotangent_kernels::isa::Isa;
use cotangent_kernels::kernel::Point;

use super::*;
use crate::error::{ErrorKind, Place};
use crate::{ops, tensor};

const OPS: &Ops = &Ops {
    place: Place { function: "f", file: "f.rs", lines: &[7, 8, 9] },
    sites: &[("matmul", 0), ("matmul", 1), ("transpose", 2)],
    groups: &[("neg@2(0)", &[0, 0]), ("add@1(0,1)", &[2])],
};

/// `-x`, counted.
struct Negated;
static RUNS: AtomicUsize = AtomicUsize::new(0);
impl Point for Negated {
    type Ins = [f32; 1];
    type Outs = [f32; 2];
    const COST: usize = 1;
    fn point<S: Isa>(&self, _: S, [x]: [f32; 1]) -> [f32; 2] {
        RUNS.fetch_add(1, Ordering::Relaxed);
        [-x, x]
    }
}

#[test]
fn the_first_error_is_the_one() {
    let (a, b): (Tensor, Tensor) = (tensor![[1.0, 2.0]], tensor![[3.0], [4.0]]);
    let mut ops = Sequence::new(OPS);
    let ab = ops.done(ops::matmul(&a, &b), 0);
    assert_eq!(ab.to_vec().unwrap(), [11.0]);
    assert!(ops.check().is_ok());

    let aa = ops.done(ops::matmul(&a, &a), 1);
    // Nothing behind it is heard, whether it fails or not.
    let turned = ops.viewed(ops::transpose(&aa, 0, 5), 2);
    let [negated, same] = ops.launch(Negated, 0, [&ab]);
    assert_eq!(RUNS.load(Ordering::Relaxed), 0);
    assert!([&aa, &turned, &negated, &same].iter().all(|t| t.shape() == [0]));
    assert_eq!(ops.done(ops::matmul(&a, &b), 0).to_vec().unwrap(), [11.0]);
    let error = ops.check().unwrap_err();
    assert_eq!((error.kind(), error.site().map(|s| s.line)), (ErrorKind::Shape, Some(8)));

    // Told once, and the next sequence begins.
    assert!(ops.check().is_ok());
    let [negated, _] = ops.launch(Negated, 0, [&ab]);
    assert_eq!(negated.to_vec().unwrap(), [-11.0]);
    assert_ne!(RUNS.load(Ordering::Relaxed), 0);
}

#[test]
fn a_launch_that_fails_is_named() {
    struct Sum;
    impl Point for Sum {
        type Ins = [f32; 2];
        type Outs = [f32; 1];
        const COST: usize = 1;
        fn point<S: Isa>(&self, _: S, [x, y]: [f32; 2]) -> [f32; 1] {
            [x + y]
        }
    }
    let (a, b): (Tensor, Tensor) = (tensor![1.0, 2.0], tensor![1.0, 2.0, 3.0]);
    let mut ops = Sequence::new(OPS);
    let [sum] = ops.launch_to(Sum, 1, (a, &b), &[OutSpec::FULL]);
    let shape = ops.kept(Shape::new(&[usize::MAX, 2]));
    assert_eq!((sum.numel(), shape.numel()), (0, 0));
    let error = ops.check().unwrap_err();
    assert_eq!((error.op(), error.site().map(|s| s.line)), (Some("add"), Some(8)));
}

#[test]
fn nothing_is_shared_by_all() {
    let held: Vec<Tensor<f64>> = std::thread::scope(|scope| {
        let made = [(); 4].map(|()| scope.spawn(|| vec![Tensor::<f64>::nothing(); 50]));
        made.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    for t in held {
        assert!(
            t.storage().as_slice().is_some_and(<[f64]>::is_empty)
                && t.storage().clone().as_mut_slice().is_none()
        );
        assert_eq!((t.shape(), t.device()), (&[0][..], Device::CPU));
    }
}
