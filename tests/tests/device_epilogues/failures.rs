//! Products that fail when they run at last.

use std::io::Write as _;
use std::process::Command;

use cotangent::prelude::*;

use super::{alone, linear, normal};

#[differentiable]
fn late(x: &Tensor, w: &Tensor) -> Tensor {
    let h = x.matmul(w);
    h.exp()
}

/// Runs programs whose products are told to fail. What it says is looked through by [`said`].
#[test]
#[ignore = "a part of another"]
fn failing() {
    let d = Device::cuda(0).unwrap();
    let there = |i, shape: &[usize]| normal::<f32>(i, shape).to(d).unwrap();
    let (x, w, b) = (there(1, &[8, 16]), there(2, &[16, 8]), there(3, &[8]));
    for round in ["first", "second"] {
        println!("{round} late {:?}", late::call(&x, &w).and_then(|y| y.to_vec()).map(|y| y.len()));
        println!("{round} linear {:?}", linear::call(&x, &w, &b).and_then(|y| y.to_vec()).map(|y| y.len()));
        let h = x.matmul(&w).unwrap();
        println!("{round} alone {:?} {:?}", h.to_vec().map(|y| y.len()), h.to_vec().map(|y| y.len()));
        let _h = x.matmul(&w).unwrap();
        println!("{round} beside {:?}", x.softmax(-1).map(|y| y.shape().to_vec()));
    }
}

/// What [`failing`] says where such a call of cuBLASLt fails.
fn said(fail: &str) -> String {
    let mut process = Command::new(std::env::current_exe().unwrap());
    process.args(["--exact", "failures::failing", "--ignored", "--nocapture"]);
    let out = process.env("COTANGENT_STANDIN_FAIL", fail).output().unwrap();
    let said = String::from_utf8_lossy(&out.stdout) + String::from_utf8_lossy(&out.stderr);
    assert!(out.status.success(), "{said}");
    said.into_owned()
}

/// What fails when a product at last runs is its own error, wherever it is told.
#[test]
fn a_product_that_fails_late_is_named() {
    let Some((_, _alone)) = alone() else { return };
    if std::env::var_os("COTANGENT_STANDIN").is_none() {
        let _ = writeln!(std::io::stderr(), "left out: libraries that fail, without the stand-in");
        return;
    }
    let mut lines = include_str!("failures.rs").lines();
    let line = lines.position(|line| line.starts_with("fn late(")).map(|at| at + 2);
    let place = format!("matmul at tests/tests/device_epilogues/failures.rs:{} in `late`", line.unwrap());
    let good = said("");
    assert!(good.matches("Ok(64)").count() == 8, "{good}");
    let first = said("cublasLtMatmul:1:13");
    assert!(first.contains(&format!("first late Err({place}: cublasLtMatmul")), "{first}");
    assert!(first.matches("Ok(64)").count() == 7, "the device goes on: {first}");
    // An epilogue that is refused is two kernels.
    assert!(said("cublasLtMatmul:2:13").matches("Ok(64)").count() == 8);
    let alone = said("cublasLtMatmul:3:13");
    assert!(alone.contains("first alone Err(matmul: cublasLtMatmul"), "{alone}");
    assert!(alone.contains("of a product that was refused"), "{alone}");
    assert!(alone.matches("Ok(64)").count() == 6, "{alone}");
    // In the call of another op, which has a name too.
    let beside = said("cublasLtMatmul:4:13");
    assert!(beside.contains("first beside Err(matmul: cublasLtMatmul"), "{beside}");
}
