//! Sorting and positions of extrema.

use cotangent::ops;
use cotangent::prelude::*;
use cotangent::{Axes, Num, f16};

use crate::support::{compare, device, normal, ties, with};

fn ordered<T: Num>(d: Device, x: &Tensor<T>, axis: isize) {
    let there = x.to(d).unwrap();
    let what = format!("{:?} along {axis}", x.shape());
    let pair = |what: String, got: (Tensor<T>, Tensor<i32>), want: (Tensor<T>, Tensor<i32>)| {
        compare(&what, &got.1, &want.1, 0.0);
        compare(&what, &got.0, &want.0, 0.0);
    };
    pair(format!("sort {what}"), ops::sort(&there, axis).unwrap(), ops::sort(x, axis).unwrap());
    let n = x.dim(axis);
    // The first also of runs that are not full, and more than a workgroup sorts.
    for k in [0, 1, 7, n / 3, n / 2, n.saturating_sub(1), n] {
        let k = k.min(n);
        pair(format!("topk {k} {what}"), ops::topk(&there, k, axis).unwrap(), ops::topk(x, k, axis).unwrap());
    }
    if n > 0 {
        for keep in [false, true] {
            let at = |x: &Tensor<T>| {
                let (max, min) = (ops::argmax(x, [axis], keep), ops::argmin(x, [axis], keep));
                (max.unwrap(), min.unwrap())
            };
            let (got, want) = (at(&there), at(x));
            compare(&format!("argmax {what}"), &got.0, &want.0, 0.0);
            compare(&format!("argmin {what}"), &got.1, &want.1, 0.0);
        }
    }
}

#[test]
fn lanes_of_all_lengths() {
    let Some((d, _alone)) = device() else { return };
    let cases: [(&[usize], isize); 13] = [
        (&[1], 0),
        (&[5], 0),
        (&[3, 4], 0),
        (&[3, 4], 1),
        (&[2, 3, 4], 1),
        (&[300, 7], 1),
        (&[1024], 0),
        (&[1025], 0),
        (&[5000, 2], 0),
        (&[2, 3000], 1),
        (&[70_000], 0),
        (&[0, 3], 0),
        (&[3, 0], 0),
    ];
    for (dims, axis) in cases {
        ordered(d, &normal(1, dims), axis);
        ordered(d, &ties::<f32>(2, dims), axis);
        ordered(d, &ties::<i32>(3, dims), axis);
        let special = [f32::NAN, 0.0, -0.0, f32::INFINITY, f32::NEG_INFINITY, -f32::NAN, 1e-40];
        ordered(d, &with(&normal(4, dims), 3, &special), axis);
    }
    ordered(d, &Tensor::from_vec(vec![i32::MAX, i32::MIN, 0, -1, i32::MAX, i32::MIN], [6]).unwrap(), 0);
    let x = normal(5, &[40, 50]);
    ordered(d, &x.t().unwrap(), 0);
    ordered(d, &x.flip(0).unwrap(), 0);
    ordered(d, &x.slice(1, 3, 48, 5).unwrap(), 1);
    ordered(d, &normal(6, &[50]).broadcast_to([3, 50]).unwrap(), 0);
    ordered(d, &ties::<f16>(7, &[20, 9]), 0);
}

#[test]
fn positions_over_several_axes() {
    let Some((d, _alone)) = device() else { return };
    let x = ties::<f32>(1, &[6, 50, 70]);
    let there = x.to(d).unwrap();
    let sets: [Axes; 4] =
        [Axes::from([0, 1]), Axes::from([0, 2]), Axes::from([0, 1, 2]), Axes::from([0isize; 0])];
    for axes in sets {
        let got = ops::argmax(&there, axes.clone(), false).unwrap();
        compare(&format!("{axes:?}"), &got, &ops::argmax(&x, axes, false).unwrap(), 0.0);
    }
}
