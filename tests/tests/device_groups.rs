//! Products of groups of rows on a device that keeps its own memory: groups without rows, of more rows than a tile, and sizes that are
//! wrong. And sums so long that they have parts.
#![cfg(feature = "wgpu")]

use cotangent::prelude::*;
use cotangent::{f16, ops};
use cotangent_tests::beside::{alone, same};

fn normal(i: u64, shape: &[usize]) -> Tensor {
    Key::new(31).fold(i).normal(shape).unwrap()
}

#[test]
fn groups_of_rows() {
    let Some((d, _alone)) = alone() else { return };
    let cases: [(&[i32], usize, usize); 9] = [
        (&[3, 0, 5, 1], 4, 6),
        (&[0, 0, 40, 0], 20, 33),
        (&[17, 16, 15, 100, 1], 33, 17),
        (&[1; 70], 3, 2),
        (&[0, 0], 3, 2),
        (&[], 3, 2),
        (&[5, 2], 0, 4),
        (&[5, 2], 4, 0),
        (&[300], 16, 16),
    ];
    for (sizes, inner, columns) in cases {
        let what = format!("{sizes:?}, {inner}, {columns}");
        let (rows, count) = (sizes.iter().sum::<i32>() as usize, sizes.len());
        let of = Tensor::from_vec(sizes.to_vec(), [count]).unwrap();
        let (x, w) = (normal(1, &[rows, inner]), normal(2, &[count, inner, columns]));
        same(d, 1e-5, &what, |at| ops::grouped_matmul(&at.of(&x), &at.of(&w), &at.of(&of)));
        let (xt, wt) =
            (normal(1, &[inner, rows]).t().unwrap(), normal(2, &[count, columns, inner]).mt().unwrap());
        let (xt, wt) = (xt.flip(0).unwrap(), wt.flip(0).unwrap());
        same(d, 1e-5, &what, |at| ops::grouped_matmul(&at.of(&xt), &at.of(&wt), &at.of(&of)));
        let y = normal(3, &[rows, columns]);
        same(d, 1e-5, &what, |at| ops::grouped_outer(&at.of(&x), &at.of(&y), &at.of(&of)));
        same(d, 1e-5, &what, |at| ops::grouped_outer(&at.of(&xt), &at.of(&y), &at.of(&of)));
    }
    let half: Tensor<f16> = Key::new(4).normal([9, 5]).unwrap();
    if half.to(d).is_ok() {
        let (w, of): (Tensor<f16>, _) = (Key::new(5).normal([2, 5, 7]).unwrap(), tensor![4, 5]);
        same(d, 1e-3, "f16", |at| ops::grouped_matmul(&at.of(&half), &at.of(&w), &at.of(&of)));
        same(d, 1e-3, "f16", |at| ops::grouped_outer(&at.of(&half), &at.of(&half), &at.of(&of)));
    }
}

#[test]
fn sizes_that_are_wrong_are_told_when_elements_are_read() {
    let Some((d, _alone)) = alone() else { return };
    let (x, w) = (normal(1, &[8, 3]), normal(2, &[3, 3, 4]));
    for sizes in
        [tensor![3, 2, 2], tensor![3, 4, 2], tensor![9, 0, -1], tensor![-2, 20, -3], tensor![0, 0, 0]]
    {
        same(d, 0.0, "wrong", |at| ops::grouped_matmul(&at.of(&x), &at.of(&w), &at.of(&sizes)));
        same(d, 0.0, "wrong", |at| ops::grouped_outer(&at.of(&x), &at.of(&x), &at.of(&sizes)));
    }
    let none = normal(2, &[0, 3, 4]);
    same(d, 0.0, "none", |at| ops::grouped_matmul(&at.of(&x), &at.of(&none), &at.of(&Tensor::zeros([0])?)));
    same(d, 1e-5, "right", |at| ops::grouped_matmul(&at.of(&x), &at.of(&w), &at.of(&tensor![3, 3, 2])));
}

#[test]
fn sums_in_parts() {
    let Some((d, _alone)) = alone() else { return };
    for dims in [[1, 20_000], [5, 9000], [20_000, 3], [20_000, 40], [9000, 136]] {
        let x = normal(7, &dims);
        for axis in [0, 1] {
            let what = format!("{dims:?} along {axis}");
            same(d, 1e-5, &what, |at| at.of(&x).sum_axis(axis));
            same(d, 0.0, &what, |at| at.of(&x).max_axis(axis));
            same(d, 1e-5, &what, |at| at.of(&x).square()?.mean_axis(axis));
        }
        same(d, 1e-5, "all", |at| at.of(&x).sum()?.reshape([1]));
    }
}
