//! Scans of few long lanes, which tiles share.

use cotangent::debug::counted;
use cotangent::ops;
use cotangent::prelude::*;

use crate::scans::running;
use crate::support::{compare, device, normal, ties, with};

const SPECIAL: [f32; 4] = [f32::NAN, 0.0, -0.0, f32::INFINITY];

/// Lanes beside each other, and one behind the other.
const CASES: [(&[usize], isize); 13] = [
    (&[255], 0),
    (&[256], 0),
    (&[2048], 0),
    (&[2049], 0),
    (&[100_000], 0),
    (&[300_000], 0),
    (&[2, 40_000], 1),
    (&[40_000, 2], 0),
    (&[5000, 7], 0),
    (&[700, 40], 0),
    (&[2, 3000, 33], 1),
    (&[64, 100], 0),
    (&[63, 100], 0),
];

#[test]
fn running_folds_of_long_lanes() {
    let Some((d, _alone)) = device() else { return };
    for (dims, axis) in CASES {
        // Products that stay where the processor's do.
        let near = normal(1, dims).mul(1e-3f32).unwrap().add(1.0f32).unwrap();
        running(d, &near, axis, 0.2);
        running(d, &ties::<i32>(3, dims), axis, 0.0);
        running(d, &with(&normal(4, dims), 701, &SPECIAL), axis, 0.2);
    }
    let x = normal(5, &[3, 9000]);
    running(d, &x.t().unwrap(), 0, 0.2);
    running(d, &x.flip(1).unwrap(), 1, 0.2);
    running(d, &x.slice(1, 3, 8998, 2).unwrap(), 1, 0.2);
    running(d, &normal(6, &[9000, 1]).broadcast_to([9000, 3]).unwrap(), 0, 0.2);
}

/// Sums of the parts are beyond f32, and sums from the start are not.
#[test]
fn sums_of_parts_leave_no_trace() {
    let Some((d, _alone)) = device() else { return };
    let of =
        |i: usize| if i == 0 { -3e38 } else { [2e38, 2e38, 2e38, -2e38, -2e38, -2e38][(i / 900 - 1) % 6] };
    let sparse = (0..30_000).map(|i| if i % 900 == 0 { of(i) } else { 1.0 }).collect();
    let x = Tensor::from_vec(sparse, [30_000]).unwrap();
    let dense: Vec<f32> = [-3e38, 2e38, 2e38, 1e38, -2e38, 3e37, -3e37].repeat(2000);
    for x in [x, Tensor::from_vec(dense, [14_000]).unwrap()] {
        let want = ops::cumsum(&x, 0).unwrap();
        assert!(want.to_vec().unwrap().iter().all(|y| y.is_finite()));
        compare("cumsum", &ops::cumsum(&x.to(d).unwrap(), 0).unwrap(), &want, 0.2);
    }
}

fn linear(d: Device, what: &str, a: &Tensor, b: &Tensor, axis: isize) {
    let got = ops::linear_scan(&a.to(d).unwrap(), &b.to(d).unwrap(), axis).unwrap();
    compare(what, &got, &ops::linear_scan(a, b, axis).unwrap(), 0.3);
}

#[test]
fn linear_recurrences_of_long_lanes() {
    let Some((d, _alone)) = device() else { return };
    for (dims, axis) in CASES {
        let b = normal(1, dims);
        let steady = Tensor::full(dims, 0.9995f32).unwrap();
        for a in [normal(2, dims).mul(0.6f32).unwrap(), steady] {
            let what = format!("{dims:?} along {axis}");
            linear(d, &what, &a, &b, axis);
            linear(d, &what, &with(&a, 389, &[0.0, -0.0, 1.0, -1.0]), &b, axis);
            linear(d, &what, &a, &with(&b, 1511, &SPECIAL), axis);
            linear(d, &what, &with(&a, 1511, &SPECIAL), &b, axis);
        }
    }
    let (a, b) = (normal(3, &[3, 9000]).mul(0.6f32).unwrap(), normal(4, &[9000, 3]));
    linear(d, "strides", &a.t().unwrap().flip(0).unwrap(), &b, 0);
}

/// Of each lane one coefficient is infinite, at the ends of parts and within them. What is before may be 0, and what is behind infinite.
#[test]
fn infinite_coefficients() {
    let Some((d, _alone)) = device() else { return };
    const STEPS: usize = 4100;
    let places = [0, 1, 2, 7, 8, 9, 255, 256, 2047, 2048, 2049, 4099];
    let lanes = places.len() * 12;
    let mut a = normal(1, &[lanes, STEPS]).to_vec().unwrap();
    let mut b = normal(2, &[lanes, STEPS]).to_vec().unwrap();
    for lane in 0..lanes {
        let (at, kind) = (places[lane / 12], lane % 12);
        let (a, b) = (&mut a[lane * STEPS..][..STEPS], &mut b[lane * STEPS..][..STEPS]);
        a[at] = if kind % 2 == 0 { f32::INFINITY } else { f32::NEG_INFINITY };
        match kind / 2 {
            // Powers of 2 that are not 0, and that are from some step on.
            0 | 1 => {
                b[1..].fill(0.0);
                a.iter_mut().filter(|a| a.is_finite()).for_each(|a| *a = if *a > 0.0 { 0.5 } else { -2.0 });
                a[at / 2 * (kind / 2)] *= if kind / 2 == 1 { 0.0 } else { 1.0 };
            }
            2 => b[at / 2] = f32::NEG_INFINITY,
            3 => b[at] = f32::INFINITY,
            4 => b[(at + 3).min(STEPS - 1)] = f32::INFINITY,
            // Another one behind it.
            _ => a[(at + 700).min(STEPS - 1)] = f32::NEG_INFINITY,
        }
    }
    let [a, b] = [a, b].map(|all| Tensor::from_vec(all, [lanes, STEPS]).unwrap());
    linear(d, "rows", &a, &b, 1);
    linear(d, "columns", &a.t().unwrap(), &b.t().unwrap(), 0);
}

/// Parts whose products and sums leave the range of f32, of lanes that the processor takes through in f64.
#[test]
fn parts_beyond_the_range() {
    let Some((d, _alone)) = device() else { return };
    let steps = 6000;
    // There and back, then 0 times what is beyond f32, then a fixed point.
    let of = |i: usize| match i {
        0..200 | 5000..5100 => 4.0,
        200..390 => 0.25,
        5100 => 0.0,
        _ => 1.0,
    };
    let a: Vec<f32> = (0..steps).map(of).collect();
    let mut b = vec![0.0f32; steps];
    (b[0], b[1], b[5100], b[5500]) = (1.0, -0.25, 3.0, 0.5);
    let [a, b] = [a, b].map(|all| Tensor::from_vec(all, [steps]).unwrap());
    linear(d, "there and back", &a, &b, 0);
    // Where large terms cancel, small ones are left.
    let terms: Vec<f32> = [134_217_728.0, 2f32.powi(-20), -134_217_728.0].repeat(2000);
    let (a, b) = (Tensor::<f32>::ones([6000]).unwrap(), Tensor::from_vec(terms, [6000]).unwrap());
    let y = ops::linear_scan(&a.to(d).unwrap(), &b.to(d).unwrap(), 0).unwrap().to_vec().unwrap();
    for k in 1..=2000u16 {
        assert_eq!(y[3 * usize::from(k) - 1], f32::from(k) * 2f32.powi(-20), "of {k} terms");
    }
}

/// Long lanes are three kernels, those of one tile are one, and so are many lanes or short ones.
#[test]
fn tiles_are_where_lanes_are_long() {
    let Some((d, _alone)) = device() else { return };
    for (dims, axis, dispatches) in [
        (&[1][..], 0, 1),
        (&[256], 0, 1),
        (&[2048], 0, 1),
        (&[2049], 0, 3),
        (&[100_000], 0, 3),
        (&[2, 3000, 33], 1, 3),
        (&[256, 64], 0, 1),
        (&[257, 64], 0, 3),
        (&[2100, 8192], 0, 1),
        (&[63, 3], 0, 1),
    ] {
        let x = Tensor::<f32>::ones([1]).unwrap().to(d).unwrap().broadcast_to(dims).unwrap();
        let each: [(_, fn(&Tensor, isize) -> bool); 4] = [
            ("cumsum", |x, axis| ops::cumsum(x, axis).is_ok()),
            ("cumprod", |x, axis| ops::cumprod(x, axis).is_ok()),
            ("cummax", |x, axis| ops::cummax(x, axis).is_ok()),
            ("linear_scan", |x, axis| ops::linear_scan(x, x, axis).is_ok()),
        ];
        for (name, op) in each {
            let (is_done, counts) = counted(|| op(&x, axis));
            assert!(is_done);
            assert_eq!(counts.dispatches, dispatches, "{name} of {dims:?} along {axis}");
        }
    }
}
