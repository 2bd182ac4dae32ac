//! Scans and recurrences.

use cotangent::ops;
use cotangent::prelude::*;
use cotangent::{Num, f16};

use crate::support::{compare, device, normal, ties, with};

/// Shapes and axes: many lanes, few long ones, none.
const CASES: [(&[usize], isize); 10] = [
    (&[5], 0),
    (&[3, 4], 0),
    (&[3, 4], 1),
    (&[2, 3, 4], 1),
    (&[1], 0),
    (&[70_000], 0),
    (&[2000, 3], 0),
    (&[3, 2000], 1),
    (&[0, 3], 0),
    (&[3, 0], 0),
];

pub fn running<T: Num>(d: Device, x: &Tensor<T>, axis: isize, units: f64) {
    let there = x.to(d).unwrap();
    let what = format!("{:?} along {axis}", x.shape());
    compare(
        &format!("cumsum {what}"),
        &ops::cumsum(&there, axis).unwrap(),
        &ops::cumsum(x, axis).unwrap(),
        units,
    );
    compare(
        &format!("cumprod {what}"),
        &ops::cumprod(&there, axis).unwrap(),
        &ops::cumprod(x, axis).unwrap(),
        units,
    );
    type Pair<T> = cotangent::Result<(Tensor<T>, Tensor<i32>)>;
    let extrema: [fn(&Tensor<T>, isize) -> Pair<T>; 2] = [ops::cummax, ops::cummin];
    for f in extrema {
        let ((got, at), (want, want_at)) = (f(&there, axis).unwrap(), f(x, axis).unwrap());
        compare(&format!("extremum {what}"), &got, &want, 0.0);
        compare(&format!("its index {what}"), &at, &want_at, 0.0);
    }
}

#[test]
fn running_folds() {
    let Some((d, _alone)) = device() else { return };
    for (dims, axis) in CASES {
        running(d, &normal(1, dims), axis, 0.2);
        running(d, &ties::<f32>(2, dims), axis, 0.2);
        running(d, &ties::<i32>(3, dims), axis, 0.0);
        running(d, &with(&normal(4, dims), 7, &[f32::NAN, 0.0, -0.0, f32::INFINITY]), axis, 0.2);
    }
    let x = normal(5, &[40, 50]);
    running(d, &x.t().unwrap(), 0, 0.2);
    running(d, &x.flip(0).unwrap(), 0, 0.2);
    running(d, &x.slice(1, 3, 48, 5).unwrap(), 1, 0.2);
    running(d, &normal(6, &[50]).broadcast_to([3, 50]).unwrap(), 0, 0.2);
    running(d, &ties::<f16>(7, &[20, 9]), 0, 1.0);
}

/// Sums that cancel and products that leave the range of f32 on their way are those of f64.
#[test]
fn running_folds_are_as_exact_as_those_in_f64() {
    let Some((d, _alone)) = device() else { return };
    let big: Vec<f32> = (0..5000).flat_map(|i| [1e7 + i as f32, 0.125, -1e7 - i as f32]).collect();
    let x = Tensor::from_vec(big, [15_000]).unwrap();
    let sums = ops::cumsum(&x.to(d).unwrap(), 0).unwrap();
    assert_eq!(sums.to_vec().unwrap().last(), Some(&625.0));
    let swings: Vec<f32> = (0..4000).map(|i| if i / 100 % 2 == 0 { 0.1 } else { 10.0 }).collect();
    let x = Tensor::from_vec(swings, [4000]).unwrap();
    compare("cumprod", &ops::cumprod(&x.to(d).unwrap(), 0).unwrap(), &ops::cumprod(&x, 0).unwrap(), 1.0);
}

#[test]
fn linear_recurrences() {
    let Some((d, _alone)) = device() else { return };
    for (dims, axis) in CASES {
        let b = normal(1, dims);
        let steady = |x: f32| Tensor::full(dims, x).unwrap();
        for a in [normal(2, dims).mul(0.6f32).unwrap(), steady(1.0), steady(0.5), steady(0.0)] {
            let got = ops::linear_scan(&a.to(d).unwrap(), &b.to(d).unwrap(), axis).unwrap();
            compare(&format!("{dims:?} along {axis}"), &got, &ops::linear_scan(&a, &b, axis).unwrap(), 0.3);
        }
    }
    // Of coefficients whose product is infinite, and of nothing but a small number to multiply.
    let mut b = vec![0.0f32; 5000];
    b[0] = 1e-30;
    let b = Tensor::from_vec(b, [5000]).unwrap();
    let mut a = vec![2.0f32; 5000];
    a[150..].fill(0.5);
    let a = Tensor::from_vec(a, [5000]).unwrap();
    let got = ops::linear_scan(&a.to(d).unwrap(), &b.to(d).unwrap(), 0).unwrap();
    compare("of powers of 2", &got, &ops::linear_scan(&a, &b, 0).unwrap(), 0.1);
}

#[test]
fn recurrences_of_vectors() {
    let Some((d, _alone)) = device() else { return };
    for (a, b) in [
        (&[6, 3, 3][..], &[6, 3, 2][..]),
        (&[2, 5, 4, 4], &[5, 4, 1]),
        (&[5, 4, 4], &[3, 5, 4, 300]),
        (&[3, 20, 20], &[3, 20, 70]),
        (&[2, 300, 300], &[2, 300, 2]),
        (&[0, 3, 3], &[0, 3, 2]),
        (&[4, 3, 3], &[4, 3, 0]),
    ] {
        let a = normal(1, a).mul(0.1f32).unwrap();
        let b = normal(2, b);
        let got = ops::matrix_scan(&a.to(d).unwrap(), &b.to(d).unwrap()).unwrap();
        compare(
            &format!("{:?} and {:?}", a.shape(), b.shape()),
            &got,
            &ops::matrix_scan(&a, &b).unwrap(),
            2.0,
        );
        let t = a.mt().unwrap();
        let got = ops::matrix_scan(&t.to(d).unwrap(), &b.to(d).unwrap()).unwrap();
        compare("transposed", &got, &ops::matrix_scan(&t, &b).unwrap(), 2.0);
    }
    for dims in [[5, 2, 7], [1, 1, 1], [4, 3, 600], [3, 0, 2], [0, 2, 3]] {
        let (w, b) = (normal(3, &[&[3], &dims[..]].concat()), normal(4, &dims));
        let got = ops::band_scan(&w.to(d).unwrap(), &b.to(d).unwrap()).unwrap();
        compare(&format!("bands {dims:?}"), &got, &ops::band_scan(&w, &b).unwrap(), 0.3);
    }
}

#[test]
fn paths_of_alignments() {
    let Some((d, _alone)) = device() else { return };
    for dims in [[5, 2, 7], [1, 1, 1], [40, 3, 600], [3, 0, 2], [300, 2, 11]] {
        let lp = normal(1, &dims).mul(2.0f32).unwrap().sub(3.0f32).unwrap();
        let skip = normal(2, &dims[1..]).gt(0.0f32).unwrap();
        for lp in [lp.clone(), with(&lp, 5, &[f32::NEG_INFINITY]), with(&lp, 23, &[f32::NAN])] {
            let (w, sums) = ops::ctc_states(&lp.to(d).unwrap(), &skip.to(d).unwrap()).unwrap();
            let (want, want_sums) = ops::ctc_states(&lp, &skip).unwrap();
            compare(&format!("parts {dims:?}"), &w, &want, 5.0);
            compare(&format!("sums {dims:?}"), &sums, &want_sums, 0.3);
        }
    }
}

/// More steps than a software driver lets a thread take in one launch.
#[test]
fn long_recurrences() {
    let Some((d, _alone)) = device() else { return };
    let (a, b) = (normal(1, &[20_000, 3, 3]).mul(0.2f32).unwrap(), normal(2, &[20_000, 3, 2]));
    let got = ops::matrix_scan(&a.to(d).unwrap(), &b.to(d).unwrap()).unwrap();
    compare("matrices", &got, &ops::matrix_scan(&a, &b).unwrap(), 2.0);
    let dims = [30_000, 1, 3];
    let (w, b) = (normal(3, &[&[3], &dims[..]].concat()).mul(0.3f32).unwrap(), normal(4, &dims));
    let got = ops::band_scan(&w.to(d).unwrap(), &b.to(d).unwrap()).unwrap();
    compare("bands", &got, &ops::band_scan(&w, &b).unwrap(), 0.5);
    let (lp, skip) =
        (normal(5, &dims).abs().unwrap().neg().unwrap(), normal(6, &dims[1..]).gt(0.0f32).unwrap());
    let (w, sums) = ops::ctc_states(&lp.to(d).unwrap(), &skip.to(d).unwrap()).unwrap();
    let (want, want_sums) = ops::ctc_states(&lp, &skip).unwrap();
    compare("parts of alignments", &w, &want, 5.0);
    compare("sums of alignments", &sums, &want_sums, 1.0);
}
