//! Hostile calls of every eager op in every element type give a result or an error: see `cotangent_tests::fuzz`.
#![cfg(unix)]

use std::time::Duration;

use cotangent::f16;
use cotangent_tests::fuzz::{Op, Sample, Typed, findings, more};
use cotangent_tests::gradcheck::{Draw, Input};
use cotangent_tests::walk::Host;

cotangent::__private::for_each_op!(fuzz);

#[test]
fn no_call_panics_aborts_or_hangs() {
    let all: Vec<Op> = ops().into_iter().chain(more()).collect();
    let found = findings(&all, "no_call_panics_aborts_or_hangs", 4000, Duration::from_secs(30));
    assert!(found.is_empty(), "{} findings:\n{}", found.len(), found.join("\n"));
}

/// Each way in which an op may go wrong is found.
#[test]
fn faults_are_found() {
    fn samples(_: &mut Draw) -> Vec<Sample> {
        vec![(vec![Input::Float(cotangent::tensor![1.0, 2.0])], vec![Host::Size(1)])]
    }
    fn is_far(h: &[Host]) -> bool {
        h[0].size() >= 1 << 62
    }
    fn panics(x: &[Input<f32>], _: &[Host]) -> cotangent::Result<()> {
        assert!(x[0].shape() == [2], "another shape");
        Ok(())
    }
    fn aborts(_: &[Input<f16>], h: &[Host]) -> cotangent::Result<()> {
        if is_far(h) { std::process::abort() } else { Ok(()) }
    }
    fn needs(_: &[Input<f64>], h: &[Host]) -> cotangent::Result<()> {
        if is_far(h) {
            drop(std::hint::black_box(Vec::<u8>::with_capacity(1 << 40)));
        }
        Ok(())
    }
    fn hangs(_: &[Input<bool>], h: &[Host]) -> cotangent::Result<()> {
        while is_far(h) {
            std::thread::sleep(Duration::from_millis(1));
        }
        Ok(())
    }
    let runs = vec![Typed::F32(panics), Typed::F16(aborts), Typed::F64(needs), Typed::Bool(hangs)];
    let ops = [Op { name: "faulty", is_free: true, samples, runs }];
    let found = findings(&ops, "faults_are_found", 300, Duration::from_millis(200));
    for what in ["f32", "f16", "f64", "does not end"] {
        assert!(found.iter().any(|text| text.contains(what)), "{what} is not found: {found:#?}");
    }
}

/// Calls that once ended the process, each by a list, a table or a number that grows with what is asked for.
#[test]
fn hostile_calls() {
    use cotangent::prelude::*;
    use cotangent::{ErrorKind, ops};

    let empty = |dims: &[usize]| Tensor::<f32>::zeros(dims).unwrap();
    let sorted = empty(&[1, 0, 1 << 31]).argsort(1).unwrap();
    assert_eq!(sorted.shape(), [1, 0, 1 << 31]);
    let dims = [4, 3, 2, 1 << 32, 0, 6, 4, 0];
    assert_eq!(empty(&dims).sort(2).unwrap().1.shape(), dims);
    let many = |result: cotangent::Result<Vec<Tensor>>, op: &str| {
        let error = result.unwrap_err();
        assert_eq!((error.kind(), error.op()), (ErrorKind::Memory, Some(op)), "{error}");
    };
    many(tensor![1.0_f32, 2.0].chunk(usize::MAX, 0), "chunk");
    many(empty(&[0, 1 << 40]).unbind(1), "unbind");
    let far = ops::alibi(&Tensor::<f32>::ones([1]).unwrap(), 1 << 31, 2).unwrap_err();
    assert_eq!((far.kind(), far.op()), (ErrorKind::Overflow, Some("alibi")), "{far}");
    for shape in [[0, 0, 0, 0], [2, 0, 3, 3], [2, 8, 0, 3]] {
        let x = empty(&shape);
        assert_eq!(x.pixel_shuffle(0).unwrap_err().op(), Some("pixel_shuffle"));
        assert_eq!(x.pixel_unshuffle(0).unwrap_err().op(), Some("pixel_unshuffle"));
    }
}
