//! Padding, windows and copies without a row on a device that keeps its own memory: sizes beyond one workgroup, windows that overlap or
//! leave elements out, ties, NaN.
#![cfg(feature = "wgpu")]

use cotangent::prelude::*;
use cotangent::{Padding, f16, ops};
use cotangent_tests::beside::{alone, same};

/// Sums in f32 with what is lost, against sums in f64.
const SUM: f64 = 2e-7;

fn normal(i: u64, shape: &[usize]) -> Tensor {
    Key::new(27).fold(i).normal(shape).unwrap()
}

fn ints(i: u64, shape: &[usize]) -> Tensor<i32> {
    Key::new(28).fold(i).randint(-1_000_000_000, 1_000_000_000, shape).unwrap()
}

/// Small whole numbers, of which many are equal, and some NaN and infinities.
fn ties(i: u64, shape: &[usize]) -> Tensor {
    let x = Key::new(29).fold(i).randint(-3, 4, shape).unwrap().cast::<f32>().unwrap();
    let special = |x: Tensor, p, value: f32| {
        let at = Key::new(30).fold(i).bernoulli(p, shape).unwrap();
        ops::select(&at, &Tensor::scalar(value), &x).unwrap()
    };
    special(special(x, 0.02, f32::NEG_INFINITY), 0.01, f32::NAN)
}

#[test]
fn axes_are_continued() {
    let Some((d, _alone)) = alone() else { return };
    let widths = [(0, 0), (2, 1), (3, 4)];
    let x = normal(1, &[7, 8, 9]);
    for (what, x) in [("dense", x.clone()), ("strided", x.permute([0, 2, 1]).unwrap().flip([1]).unwrap())] {
        same(d, 0.0, what, |at| ops::pad(&at.of(&x), widths, -0.5));
        same(d, 0.0, what, |at| ops::pad_reflect(&at.of(&x), widths));
        same(d, 0.0, what, |at| ops::pad_replicate(&at.of(&x), widths));
        same(d, 0.0, what, |at| ops::pad_circular(&at.of(&x), widths));
    }
    let whole = [(8, 8)];
    let x = normal(2, &[9]);
    same(d, 0.0, "all but one", |at| ops::pad_reflect(&at.of(&x), whole));
    same(d, 0.0, "all", |at| ops::pad_circular(&at.of(&x), [(9, 9)]));
    same(d, 0.0, "far", |at| ops::pad_replicate(&at.of(&x), [(700, 800)]));
    same(d, 0.0, "infinite", |at| ops::pad(&at.of(&x), [(1, 1)], f64::INFINITY));
    let x = ints(3, &[4, 5]);
    same(d, 0.0, "i32", |at| ops::pad(&at.of(&x), [(1, 2), (0, 3)], 123_456_789.0));
    let x = x.gt(0).unwrap();
    same(d, 0.0, "bool", |at| ops::pad(&at.of(&x), [(1, 2), (0, 3)], 1.0));
    same(d, 0.0, "empty", |at| ops::pad(&at.of(&normal(4, &[0, 3])), [(2, 1), (1, 0)], 2.0));
    same(d, 0.0, "empty", |at| ops::pad(&at.of(&normal(4, &[3, 0])), [(2, 1), (0, 0)], 2.0));
    same(d, 0.0, "scalar", |at| ops::pad(&at.of(&Tensor::scalar(3.0f32)), &[][..], 2.0));
    let half = Key::new(5).normal::<f16>([3, 5]).unwrap();
    if half.to(d).is_ok() {
        same(d, 0.0, "f16", |at| ops::pad_reflect(&at.of(&half), [(1, 2), (3, 4)]));
    }
}

#[test]
fn what_was_continued_is_added_up() {
    let Some((d, _alone)) = alone() else { return };
    let (shape, widths) = ([7, 8, 9], [(0, 0), (2, 1), (3, 4)]);
    let g = normal(1, &[7, 11, 16]);
    let strided = normal(1, &[7, 16, 11]).permute([0, 2, 1]).unwrap().flip([0, 2]).unwrap();
    for (what, g) in [("dense", g), ("strided", strided)] {
        same(d, SUM, what, |at| ops::pad_reflect_cotangent(&at.of(&g), shape, widths));
        same(d, SUM, what, |at| ops::pad_replicate_cotangent(&at.of(&g), shape, widths));
        same(d, SUM, what, |at| ops::pad_circular_cotangent(&at.of(&g), shape, widths));
    }
    let g = normal(2, &[25]);
    same(d, SUM, "all but one", |at| ops::pad_reflect_cotangent(&at.of(&g), [9], [(8, 8)]));
    same(d, SUM, "all", |at| ops::pad_circular_cotangent(&at.of(&normal(2, &[27])), [9], [(9, 9)]));
    same(d, SUM, "one", |at| ops::pad_replicate_cotangent(&at.of(&g), [1], [(20, 4)]));
    // Long sums of numbers of one sign keep their digits.
    let g = normal(3, &[20_003]).abs().unwrap();
    same(d, SUM, "far", |at| ops::pad_replicate_cotangent(&at.of(&g), [3], [(9_000, 11_000)]));
    let g = tensor![f32::INFINITY, 1.0, 2.0, f32::NAN, 3.0, 4.0, f32::MAX, f32::MAX, 1.0];
    same(d, SUM, "infinite", |at| ops::pad_reflect_cotangent(&at.of(&g), [5], [(2, 2)]));
    let g = ints(4, &[11, 16]);
    same(d, 0.0, "i32", |at| ops::pad_circular_cotangent(&at.of(&g), [8, 9], [(2, 1), (3, 4)]));
}

#[test]
fn elements_move_along_an_axis() {
    let Some((d, _alone)) = alone() else { return };
    let x = normal(1, &[5, 70]).t().unwrap();
    for by in [0, 1, -1, 3, -69, 70, 71, 1000, -1000, isize::MAX, isize::MIN] {
        for axis in [0, 1] {
            same(d, 0.0, "roll", |at| ops::roll(&at.of(&x), by, axis));
            same(d, 0.0, "shift", |at| ops::shift(&at.of(&x), by, axis, 1.5));
        }
    }
    same(d, 0.0, "empty", |at| ops::roll(&at.of(&x.narrow(0, 0, 0).unwrap()), 2, 0));
    same(d, 0.0, "empty", |at| ops::shift(&at.of(&x.narrow(0, 0, 0).unwrap()), 2, 0, 1.0));
    same(d, 0.0, "tile", |at| ops::tile(&at.of(&x), [2, 3, 2]));
    same(d, SUM, "tile", |at| ops::tile_cotangent(&at.of(&normal(2, &[2, 15, 8])), [5, 4], [2, 3, 2]));
    same(d, 0.0, "repeat", |at| ops::repeat_interleave(&at.of(&x), 3, 1));
    same(d, SUM, "repeat", |at| ops::repeat_interleave_cotangent(&at.of(&normal(2, &[6, 15])), [6, 5], 3, 1));
}

#[test]
fn matrices_without_a_row_and_a_column() {
    let Some((d, _alone)) = alone() else { return };
    for shape in [&[1, 1][..], &[2, 2], &[6, 6], &[3, 4, 4], &[0, 3, 3], &[2, 0, 0], &[2, 1, 2, 5, 5]] {
        let a = normal(1, shape);
        same(d, 0.0, "minors", |at| ops::minors(&at.of(&a.mt()?)));
        let shape = a.shape();
        let n = shape[shape.len() - 1];
        let g = normal(2, &[shape, &[n.saturating_sub(1); 2]].concat());
        same(d, SUM, "minors_cotangent", |at| ops::minors_cotangent(&at.of(&g)));
    }
}

/// Shape, axes, sizes, strides, dilations.
type Case = (&'static [usize], &'static [usize], &'static [usize], &'static [usize], &'static [usize]);

const CASES: [Case; 10] = [
    (&[40], &[0], &[3], &[1], &[1]),
    (&[41], &[0], &[4], &[3], &[2]),
    (&[41], &[0], &[3], &[4], &[6]),
    (&[17], &[0], &[2], &[5], &[1]),
    (&[9], &[0], &[3], &[1_000_000_007], &[4]),
    (&[3, 12, 11], &[1, 2], &[3, 2], &[2, 1], &[1, 2]),
    (&[12, 3, 11], &[2, 0], &[5, 2], &[1, 2], &[2, 3]),
    (&[2, 5, 6, 7], &[1, 2, 3], &[2, 3, 2], &[1, 2, 2], &[3, 1, 2]),
    (&[5, 4], &[0], &[1], &[2], &[1_000_000_007]),
    (&[20, 30], &[0, 1], &[20, 30], &[1, 1], &[1, 1]),
];

fn counts((shape, axes, size, stride, dilation): Case) -> Vec<usize> {
    let mut counts = shape.to_vec();
    for (k, &axis) in axes.iter().enumerate() {
        counts[axis] = (shape[axis] - (size[k] - 1) * dilation[k] - 1) / stride[k] + 1;
    }
    counts
}

#[test]
fn windows_are_added_up() {
    let Some((d, _alone)) = alone() else { return };
    for case in CASES {
        let (shape, axes, size, stride, dilation) = case;
        let what = format!("{case:?}");
        let dims = [&counts(case)[..], size].concat();
        same(d, SUM, &what, |at| {
            ops::overlap_add(&at.of(&normal(1, &dims)), shape, axes, size, stride, dilation)
        });
        same(d, 0.0, &what, |at| {
            ops::overlap_add(&at.of(&ints(1, &dims)), shape, axes, size, stride, dilation)
        });
        let turned: Vec<usize> = dims.iter().rev().copied().collect();
        let order: Vec<usize> = (0..dims.len()).rev().collect();
        let strided = normal(2, &turned).permute(order).unwrap().flip([0]).unwrap();
        same(d, SUM, &what, |at| ops::overlap_add(&at.of(&strided), shape, axes, size, stride, dilation));
    }
    let x = normal(3, &[2, 5, 6, 3, 2]);
    same(d, SUM, "spread", |at| {
        ops::spread(&at.of(&x), [1, 2], [3, 2], [2, 3], Padding::from([(1, 1), (0, 1)]), 1, [1, 0])
    });
    same(d, 0.0, "surround", |at| {
        ops::surround(
            &at.of(&x),
            [1, 2],
            [3, 2],
            [2, 3],
            Padding::from([(1, 1), (0, 1)]),
            1,
            0.5,
            0.25,
            false,
        )
    });
    // An echo of every sample: sums as long as the axis, of numbers of one sign.
    let long = normal(4, &[1, 2000]).abs().unwrap().broadcast_to([2000, 2000]).unwrap();
    same(d, SUM, "long", |at| ops::overlap_add(&at.of(&long), [3999], 0, 2000, 1, 1));
}

#[test]
fn the_largest_of_windows() {
    let Some((d, _alone)) = alone() else { return };
    for case in CASES {
        let (shape, axes, size, stride, dilation) = case;
        for (what, x) in [
            ("numbers", normal(1, shape)),
            ("ties", ties(2, shape)),
            ("strided", {
                let turned: Vec<usize> = shape.iter().rev().copied().collect();
                ties(2, &turned)
                    .permute((0..shape.len()).rev().collect::<Vec<_>>())
                    .unwrap()
                    .flip([0])
                    .unwrap()
            }),
        ] {
            let what = format!("{what}, {case:?}");
            let args = (axes, size, stride, dilation);
            let max = |x: &Tensor| ops::window_max(x, args.0, args.1, args.2, args.3);
            same(d, 0.0, &what, |at| max(&at.of(&x)));
            let (y, t, c) = (max(&x).unwrap(), normal(3, shape), normal(4, &counts(case)));
            same(d, 1e-6, &what, |at| {
                ops::window_pick(&at.of(&y), &at.of(&x), &at.of(&t), args.0, args.1, args.2, args.3)
            });
            same(d, 1e-6, &what, |at| {
                ops::window_share(&at.of(&x), &at.of(&y), &at.of(&c), args.0, args.1, args.2, args.3)
            });
        }
    }
    let half: Tensor<f16> = Key::new(5).normal([30, 40]).unwrap();
    if half.to(d).is_ok() {
        let y = ops::window_max(&half, [0, 1], 3, 2, 1).unwrap();
        same(d, 0.0, "f16", |at| ops::window_max(&at.of(&half), [0, 1], 3, 2, 1));
        same(d, 1e-3, "f16", |at| ops::window_share(&at.of(&half), &at.of(&y), &at.of(&y), [0, 1], 3, 2, 1));
    }
}

#[test]
fn products_of_windows_are_added_up() {
    let Some((d, _alone)) = alone() else { return };
    // The cotangent of a convolution: channels, places and the elements of windows.
    let (g, w) = (normal(1, &[4, 9, 8]), normal(2, &[4, 5, 3, 2]));
    same(d, 2e-6, "conv", |at| {
        ops::contract_overlap(
            &at.of(&g),
            &at.of(&w),
            [0, 1, 2],
            [0, 3, 4, 5],
            [3, 1, 2, 4, 5],
            [5, 11, 9],
            [1, 2],
            [3, 2],
            [1, 1],
            [1, 1],
        )
    });
    same(d, 2e-6, "conv with strides", |at| {
        ops::contract_overlap(
            &at.of(&g),
            &at.of(&w),
            [0, 1, 2],
            [0, 3, 4, 5],
            [3, 1, 2, 4, 5],
            [5, 21, 10],
            [1, 2],
            [3, 2],
            [2, 1],
            [2, 2],
        )
    });
}
