//! Linear algebra: sizes of one panel, of several, of none; batches that repeat; matrices without a result.

use cotangent::prelude::*;
use cotangent::{ErrorKind, ops};

use crate::support::{compare, device, normal};

/// Batches and orders.
const CASES: [(&[usize], usize); 9] =
    [(&[], 1), (&[], 3), (&[4], 5), (&[2, 3], 2), (&[300], 4), (&[], 64), (&[2], 65), (&[], 150), (&[3], 0)];

fn square(seed: u64, batch: &[usize], n: usize) -> Tensor {
    normal(seed, &[batch, &[n, n]].concat())
}

/// Matrices that are far from singular ones.
fn regular(seed: u64, batch: &[usize], n: usize) -> Tensor {
    let x = square(seed, batch, n).mul(1.0 / (n.max(1) as f32).sqrt()).unwrap();
    x.add(&Tensor::eye(n).unwrap().mul(3.0f32).unwrap()).unwrap()
}

#[test]
fn factors() {
    let Some((d, _alone)) = device() else { return };
    for (batch, n) in CASES {
        let what = format!("{batch:?} of order {n}");
        let x = square(1, batch, n);
        let a = regular(2, batch, n);
        let positive = a.matmul(&a.mt().unwrap()).unwrap();
        let there = positive.to(d).unwrap();
        let l = ops::cholesky(&there).unwrap();
        compare(&format!("cholesky {what}"), &l, &ops::cholesky(&positive).unwrap(), 5.0);
        let turned = a.mt().unwrap();
        for a in [&a, &turned] {
            let got = ops::lu_packed(&a.to(d).unwrap()).unwrap();
            compare(&format!("lu_packed {what}"), &got, &ops::lu_packed(a).unwrap(), 10.0);
        }
        let got = ops::lu_order(&x.to(d).unwrap()).unwrap();
        compare(&format!("lu_order {what}"), &got, &ops::lu_order(&x).unwrap(), 0.0);
        let got = ops::det(&x.to(d).unwrap()).unwrap();
        compare(&format!("det {what}"), &got, &ops::det(&x).unwrap(), 500.0);
        let (logs, signs) = ops::logabsdet(&x.to(d).unwrap()).unwrap();
        let (want, want_signs) = ops::logabsdet(&x).unwrap();
        compare(&format!("logabsdet {what}"), &logs, &want, 50.0);
        compare(&format!("its sign {what}"), &signs, &want_signs, 0.0);
    }
    for (m, n) in [(70, 40), (40, 70), (5, 3), (3, 5), (200, 70)] {
        let x = normal(3, &[2, m, n]);
        let got = ops::lu_order(&x.to(d).unwrap()).unwrap();
        compare(&format!("lu_order {m} {n}"), &got, &ops::lu_order(&x).unwrap(), 0.0);
    }
}

#[test]
fn systems() {
    let Some((d, _alone)) = device() else { return };
    for (batch, n) in CASES {
        let a = regular(1, batch, n);
        let there = a.to(d).unwrap();
        let what = format!("{batch:?} of order {n}");
        compare(&format!("inverse {what}"), &ops::inverse(&there).unwrap(), &ops::inverse(&a).unwrap(), 10.0);
        for k in [1, 3, 40] {
            let b = normal(2, &[batch, &[n, k]].concat());
            let to = b.to(d).unwrap();
            let got = ops::solve(&there, &to).unwrap();
            compare(&format!("solve {what}, {k} sides"), &got, &ops::solve(&a, &b).unwrap(), 10.0);
            for lower in [false, true] {
                let got = ops::triangular_solve(&there, &to, lower).unwrap();
                let want = ops::triangular_solve(&a, &b, lower).unwrap();
                compare(&format!("triangular_solve {what}, {k} sides"), &got, &want, 10.0);
            }
        }
        let b = normal(3, &[n]);
        let got = ops::solve(&there, &b.to(d).unwrap()).unwrap();
        compare(&format!("solve {what}, a vector"), &got, &ops::solve(&a, &b).unwrap(), 10.0);
        let power = |a: &Tensor| [-2, 0, 1, 3].map(|p| ops::matrix_power(a, p).unwrap());
        for (got, want) in power(&there).iter().zip(&power(&a)) {
            compare(&format!("matrix_power {what}"), got, want, 20.0);
        }
    }
    // One matrix for many sides, and many for one.
    let (one, many) = (regular(4, &[], 6), regular(5, &[3, 2], 6));
    for (a, b) in
        [(&one, normal(6, &[3, 2, 6, 2])), (&many, normal(7, &[6, 2])), (&many, normal(8, &[2, 6, 2]))]
    {
        let got = ops::solve(&a.to(d).unwrap(), &b.to(d).unwrap()).unwrap();
        compare("solve over a common batch", &got, &ops::solve(a, &b).unwrap(), 10.0);
    }
    let a = regular(9, &[4], 6).cast::<cotangent::f16>().unwrap();
    let got = ops::inverse(&a.to(d).unwrap()).unwrap();
    compare("inverse of halves", &got, &ops::inverse(&a).unwrap(), 1.0);
}

#[test]
fn exponentials() {
    let Some((d, _alone)) = device() else { return };
    for (batch, n) in CASES {
        for scale in [0.01f32, 1.0, 4.0] {
            let x = square(1, batch, n).mul(scale / (n.max(1) as f32).sqrt()).unwrap();
            let got = ops::matrix_exp(&x.to(d).unwrap()).unwrap();
            compare(&format!("{batch:?} of order {n} by {scale}"), &got, &ops::matrix_exp(&x).unwrap(), 30.0);
        }
    }
    let mut odd = square(2, &[3], 3).to_vec().unwrap();
    (odd[4], odd[11]) = (f32::INFINITY, f32::NAN);
    let odd = Tensor::from_vec(odd, [3, 3, 3]).unwrap();
    compare(
        "not finite",
        &ops::matrix_exp(&odd.to(d).unwrap()).unwrap(),
        &ops::matrix_exp(&odd).unwrap(),
        5.0,
    );
}

#[test]
fn adjugates() {
    let Some((d, _alone)) = device() else { return };
    for (batch, n) in [(&[][..], 1), (&[4], 2), (&[2, 3], 3), (&[5], 6), (&[], 12), (&[2], 20), (&[3], 0)] {
        let mut all = vec![square(1, batch, n)];
        if n > 1 {
            // Of rank `n - 1`: the last row is the first.
            let x = square(2, batch, n);
            let last = x.narrow(-2, 0, 1).unwrap();
            all.push(ops::concat(&[&x.narrow(-2, 0, n - 1).unwrap(), &last], -2).unwrap());
        }
        for x in all {
            let got = ops::adjugate(&x.to(d).unwrap()).unwrap();
            compare(&format!("{batch:?} of order {n}"), &got, &ops::adjugate(&x).unwrap(), 50.0);
        }
    }
    let mut odd = square(3, &[3], 3).to_vec().unwrap();
    (odd[4], odd[11], odd[12]) = (f32::INFINITY, f32::NAN, 0.0);
    let odd = Tensor::from_vec(odd, [3, 3, 3]).unwrap();
    compare("not finite", &ops::adjugate(&odd.to(d).unwrap()).unwrap(), &ops::adjugate(&odd).unwrap(), 5.0);
}

#[test]
fn matrices_without_a_result() {
    let Some((d, _alone)) = device() else { return };
    let mut all = regular(1, &[2, 3], 4).to_vec().unwrap();
    // Numbers 2 and 4 are singular, by whole numbers.
    for at in [2, 4] {
        for i in 0..16 {
            all[at * 16 + i] = (i / 4 * (i % 4)) as f32;
        }
    }
    let a = Tensor::from_vec(all, [2, 3, 4, 4]).unwrap();
    let b = normal(2, &[4, 2]);
    type Op = fn(&Tensor, &Tensor) -> cotangent::Result<Tensor>;
    let calls: [Op; 5] = [
        |a, _| ops::cholesky(a),
        |a, _| ops::inverse(a),
        |a, b| ops::solve(a, b),
        |a, b| ops::triangular_solve(a, b, true),
        |a, _| ops::matrix_power(a, -1),
    ];
    for call in calls {
        for a in [a.clone(), Tensor::zeros([3, 3]).unwrap()] {
            let b = b.narrow(0, 0, a.dim(-1)).unwrap();
            let want = call(&a, &b).unwrap_err();
            // What was asked for is refused when it is read, and what follows is not.
            let got = call(&a.to(d).unwrap(), &b.to(d).unwrap()).unwrap();
            let said = got.to_vec().unwrap_err();
            assert_eq!((said.kind(), want.kind()), (ErrorKind::Value, ErrorKind::Value));
            let tail = |e: &cotangent::Error| e.to_string().rsplit_once("the matrix").unwrap().1.to_owned();
            assert_eq!(tail(&said), tail(&want));
            assert!(ops::det(&a.to(d).unwrap()).unwrap().to_vec().is_ok());
        }
    }
    let zeros = ops::logabsdet(&Tensor::<f32>::zeros([3, 3]).unwrap().to(d).unwrap()).unwrap();
    assert_eq!((zeros.0.item().unwrap(), zeros.1.item().unwrap()), (f32::NEG_INFINITY, 0.0));
    // A pivot that is no number is not "singular".
    let mut odd = vec![1.0f32; 9];
    odd[4] = f32::NAN;
    let odd = Tensor::from_vec(odd, [3, 3]).unwrap();
    compare("inverse", &ops::inverse(&odd.to(d).unwrap()).unwrap(), &ops::inverse(&odd).unwrap(), 1.0);
    assert!(ops::cholesky(&odd.to(d).unwrap()).unwrap().to_vec().is_err());
}

/// More steps than a software driver lets a thread take in one launch.
#[test]
fn large_orders() {
    let Some((d, _alone)) = device() else { return };
    let a = regular(1, &[], 1500);
    let b = normal(2, &[1500, 16]);
    for lower in [false, true] {
        let got = ops::triangular_solve(&a.to(d).unwrap(), &b.to(d).unwrap(), lower).unwrap();
        compare("triangular_solve", &got, &ops::triangular_solve(&a, &b, lower).unwrap(), 10.0);
    }
    // Determinants of parts stay near 1.
    let x = square(3, &[], 400).mul(0.01f32).unwrap().add(&Tensor::eye(400).unwrap()).unwrap();
    compare("adjugate", &ops::adjugate(&x.to(d).unwrap()).unwrap(), &ops::adjugate(&x).unwrap(), 50.0);
    let tall = normal(4, &[9000, 40]);
    compare("qr", &ops::qr_packed(&tall.to(d).unwrap()).unwrap(), &ops::qr_packed(&tall).unwrap(), 20.0);
}
