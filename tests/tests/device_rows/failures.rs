//! Chains of launches that fail when they run at last.

use std::io::Write as _;

use cotangent::prelude::*;

use super::{again, alone, is_apart, normal};

#[differentiable]
fn late(x: &Tensor) -> Tensor {
    let s = x.sum_keep(1);
    x - s
}

/// Runs programs whose launches are told to fail. What it says is looked through by
/// [`a_chain_that_fails_late_is_named`].
#[test]
#[ignore = "a part of another"]
fn failing() {
    let d = Device::cuda(0).unwrap();
    let x = normal::<f32>(1, &[8, 16]).to(d).unwrap();
    for round in ["first", "second"] {
        println!("{round} {:?}", late::call(&x).and_then(|y| y.to_vec()).map(|y| y.len()));
    }
    let y = late::call(&x).unwrap();
    println!("beside {:?}", x.matmul(&normal(2, &[16, 3]).to(d).unwrap()).map(|y| y.shape().to_vec()));
    println!("then {:?}", y.to_vec().map(|y| y.len()));
}

/// What fails when a chain at last runs is its own error, wherever it is told.
#[test]
fn a_chain_that_fails_late_is_named() {
    let Some((_, _alone)) = alone() else { return };
    if is_apart() || std::env::var_os("COTANGENT_STANDIN").is_none() {
        let _ = writeln!(std::io::stderr(), "left out: launches that fail, without the stand-in");
        return;
    }
    let said = |fail| {
        again(&["--exact", "failures::failing", "--ignored", "--nocapture"], "COTANGENT_STANDIN_FAIL", fail)
    };
    let mut lines = include_str!("failures.rs").lines();
    let line = lines.position(|line| line.starts_with("fn late(")).map(|at| at + 2);
    let place = format!("sum_keep at tests/tests/device_rows/failures.rs:{} in `late`", line.unwrap());
    assert_eq!(said("").matches("Ok(").count(), 4);
    // Several kernels do where one is refused.
    assert_eq!(said("cuLaunchKernel:1:13").matches("Ok(128)").count(), 3);
    let first = said("cuLaunchKernel:1:13,cuLaunchKernel:2:13");
    assert!(first.contains(&format!("first Err({place}: cuLaunchKernel")), "{first}");
    assert!(first.contains("second Ok(128)"), "the device goes on: {first}");
    let beside = said("cuLaunchKernel:3:13,cuLaunchKernel:4:13");
    assert!(beside.contains(&format!("beside Err({place}: cuLaunchKernel")), "{beside}");
    assert!(beside.contains("then Err("), "{beside}");
}
