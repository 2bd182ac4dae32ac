//! Opaque ops of f64 on CUDA beside the processor: sizes beyond a workgroup, keys that differ in their last bits, magnitudes that f32 has not.
#![cfg(feature = "cuda")]

use std::sync::{Mutex, MutexGuard, PoisonError};

use cotangent::prelude::*;
use cotangent::{Result, ops};
use cotangent_tests::beside::same;
use cotangent_tests::cuda;

type Wide = Tensor<f64>;

/// The GPU, if it stores f64 as such, for one test at a time: what a kernel finds wrong is told to whoever reads next.
fn alone() -> Option<(Device, MutexGuard<'static, ()>)> {
    static ALONE: Mutex<()> = Mutex::new(());
    let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let narrows = std::env::var("COTANGENT_CUDA_F64").is_ok_and(|v| v == "f32");
    Some((cuda().filter(|_| !narrows)?, alone))
}

/// Numbers that f32 does not have.
fn normal(i: u64, shape: &[usize]) -> Wide {
    let of = |j| Key::new(71).fold(i).fold(j).normal::<f64>(shape).unwrap();
    of(0).add(&of(1).mul(1e-8).unwrap()).unwrap()
}

fn vector(all: Vec<f64>) -> Wide {
    let n = all.len();
    Tensor::from_vec(all, [n]).unwrap()
}

/// Every `step`-th element is one of these.
fn with(x: &Wide, step: usize, special: &[f64]) -> Wide {
    let mut all = x.to_vec().unwrap();
    for (at, i) in (0..all.len()).step_by(step).enumerate() {
        all[i] = special[at % special.len()];
    }
    Tensor::from_vec(all, x.shape()).unwrap()
}

/// Neighbours among floats, in another order, and what is not finite.
fn close(dims: &[usize]) -> Wide {
    let n: usize = dims.iter().product();
    let near = |i: usize| {
        f64::from_bits(1.5f64.to_bits() + (i * 7919 % 1013) as u64) * if i % 2 == 0 { 1.0 } else { -1.0 }
    };
    let x = Tensor::from_vec((0..n).map(near).collect(), dims).unwrap();
    with(&x, 13, &[f64::NAN, 0.0, -0.0, f64::INFINITY, f64::NEG_INFINITY, -f64::NAN, 1e-310, -1e-310, 1e300])
}

#[test]
fn order() {
    let Some((d, _alone)) = alone() else { return };
    let cases: [(&[usize], isize); 5] =
        [(&[5], 0), (&[3, 40], 1), (&[1025], 0), (&[5000, 2], 0), (&[20_000], 0)];
    for (dims, axis) in cases {
        for x in [normal(1, dims), close(dims)] {
            let n = x.dim(axis);
            same(d, 0.0, "sort", |at| Ok(ops::sort(&at.of(&x), axis)?.0));
            same(d, 0.0, "its places", |at| Ok(ops::sort(&at.of(&x), axis)?.1));
            for k in [1, n / 3, n] {
                same(d, 0.0, "topk", |at| Ok(ops::topk(&at.of(&x), k, axis)?.0));
                same(d, 0.0, "its places", |at| Ok(ops::topk(&at.of(&x), k, axis)?.1));
            }
            same(d, 0.0, "argmax", |at| ops::argmax(&at.of(&x), [axis], false));
            same(d, 0.0, "argmin", |at| ops::argmin(&at.of(&x), [axis], true));
        }
    }
    let (sorted, _) = ops::sort(&close(&[700]), 0).unwrap();
    for right in [false, true] {
        same(d, 0.0, "searchsorted", |at| {
            ops::searchsorted(&at.of(&sorted), &at.of(&close(&[30, 9])), right)
        });
    }
    let edges = (0..=30).map(|i| 0.1 * f64::from(i)).flat_map(|e| [e.next_down(), e, e.next_up()]);
    let x = vector(edges.chain([f64::NAN, f64::INFINITY]).collect());
    same(d, 0.0, "histogram", |at| ops::histogram(&at.of(&x), 30, 0.0, 3.0));
    same(d, 0.0, "histogram", |at| ops::histogram(&at.of(&normal(2, &[300, 71])), 5000, -2.0, 2.0));
}

#[test]
fn scans() {
    let Some((d, _alone)) = alone() else { return };
    let cases: [(&[usize], isize); 5] =
        [(&[5], 0), (&[3, 4], 1), (&[20_000], 0), (&[2000, 3], 0), (&[3, 2000], 1)];
    for (dims, axis) in cases {
        for x in [normal(1, dims), close(dims)] {
            same(d, 1e-14, "cumsum", |at| ops::cumsum(&at.of(&x), axis));
            for f in [ops::cummax::<f64>, ops::cummin::<f64>] {
                same(d, 0.0, "extremum", |at| Ok(f(&at.of(&x), axis)?.0));
                same(d, 0.0, "its places", |at| Ok(f(&at.of(&x), axis)?.1));
            }
        }
        for special in [&[1.0][..], &[f64::NAN, 2.0], &[2.0, f64::INFINITY, 0.0]] {
            let x = with(&normal(4, dims), 17, special);
            same(d, 1e-12, "cumprod", |at| ops::cumprod(&at.of(&x), axis));
        }
        let (a, b) = (normal(2, dims).mul(0.6).unwrap(), normal(3, dims));
        same(d, 1e-13, "linear_scan", |at| ops::linear_scan(&at.of(&a), &at.of(&b), axis));
    }
    // Lanes in several tiles, with what is not finite among coefficients.
    for (dims, axis) in [(&[100_000][..], 0), (&[3, 9000], 1), (&[9000, 3], 0)] {
        let b = normal(3, dims);
        for a in [normal(2, dims).mul(0.6).unwrap(), Wide::full(dims, 0.999).unwrap()] {
            for special in [&[0.0, -1.0][..], &[f64::INFINITY], &[0.5, f64::NEG_INFINITY], &[f64::NAN]] {
                let a = with(&a, 3001, special);
                same(d, 1e-13, "linear_scan", |at| ops::linear_scan(&at.of(&a), &at.of(&b), axis));
            }
        }
    }
    // Products that leave the range of f32 on their way.
    let x = vector((0..4000).map(|i| if i / 200 % 2 == 0 { 0.1 } else { 10.0 }).collect());
    same(d, 1e-11, "cumprod", |at| ops::cumprod(&at.of(&x), 0));
    // Chunks whose products leave that of f64.
    let x = vector((0..4000).map(|i| if i / 1000 % 2 == 0 { 0.125 } else { 8.0 }).collect());
    let products = ops::cumprod(&x.to(d).unwrap(), 0).unwrap().to_vec().unwrap();
    assert_eq!(
        (products[299], products[999], products[1999], products[3999]),
        (0.125f64.powi(300), 0.0, 1.0, 1.0)
    );
    let mut a = vec![2.0; 5000];
    a[1000..].fill(0.5);
    let mut b = vec![0.0; 5000];
    b[0] = 1e-30;
    let (a, b) = (vector(a), vector(b));
    same(d, 1e-14, "of powers of 2", |at| ops::linear_scan(&at.of(&a), &at.of(&b), 0));
    let big = (0..5000).flat_map(|i| [1e16 + 2.0 * f64::from(i), 0.125, -1e16 - 2.0 * f64::from(i)]);
    let sums = ops::cumsum(&vector(big.collect()).to(d).unwrap(), 0).unwrap().to_vec().unwrap();
    assert_eq!(sums.last(), Some(&625.0));
    let (w, b) = (normal(4, &[3, 4, 3, 300]), normal(5, &[4, 3, 300]));
    same(d, 1e-13, "band_scan", |at| ops::band_scan(&at.of(&w), &at.of(&b)));
    let (a, b) = (normal(6, &[2, 5, 20, 20]).mul(0.1).unwrap(), normal(7, &[5, 20, 30]));
    same(d, 1e-13, "matrix_scan", |at| ops::matrix_scan(&at.of(&a), &at.of(&b)));
    let lp = normal(8, &[40, 3, 300]).mul(2.0).unwrap().sub(3.0).unwrap();
    let skip = normal(9, &[3, 300]).gt(0.0).unwrap();
    for lp in [lp.clone(), with(&lp, 5, &[f64::NEG_INFINITY])] {
        same(d, 1e-12, "ctc_states", |at| Ok(ops::ctc_states(&at.of(&lp), &at.of(&skip))?.0));
        same(d, 1e-14, "its sums", |at| Ok(ops::ctc_states(&at.of(&lp), &at.of(&skip))?.1));
    }
}

/// Batches of matrices: several a workgroup, one, several workgroups a matrix.
const SQUARES: [&[usize]; 6] = [&[1, 1], &[100, 3, 3], &[2, 17, 17], &[32, 32], &[2, 65, 65], &[100, 100]];

#[test]
fn factors() {
    let Some((d, _alone)) = alone() else { return };
    for dims in SQUARES {
        let (n, x) = (dims[dims.len() - 1], normal(1, dims));
        let a =
            x.mul(1.0 / (n as f64).sqrt()).unwrap().add(&Wide::eye(n).unwrap().mul(3.0).unwrap()).unwrap();
        let what = |op: &str| format!("{op} of {dims:?}");
        same(d, 1e-13, &what("lu_packed"), |at| ops::lu_packed(&at.of(&a)));
        same(d, 0.0, &what("lu_order"), |at| ops::lu_order(&at.of(&x)));
        same(d, 1e-11, &what("det"), |at| ops::det(&at.of(&a)));
        same(d, 1e-13, &what("logabsdet"), |at| Ok(ops::logabsdet(&at.of(&x))?.0));
        same(d, 0.0, &what("its sign"), |at| Ok(ops::logabsdet(&at.of(&x))?.1));
        same(d, 1e-13, &what("inverse"), |at| ops::inverse(&at.of(&a)));
        let positive = a.matmul(&a.mt().unwrap()).unwrap();
        same(d, 1e-13, &what("cholesky"), |at| ops::cholesky(&at.of(&positive)));
        same(d, 1e-12, &what("qr_packed"), |at| ops::qr_packed(&at.of(&a)));
        same(d, 1e-13, &what("eigvalsh"), |at| ops::eigvalsh(&at.of(&x)));
        same(d, 1e-13, &what("singular values"), |at| Ok(ops::svd(&at.of(&x))?.1));
        if n < 40 {
            let small = a.mul(0.2).unwrap();
            same(d, 1e-12, &what("adjugate"), |at| ops::adjugate(&at.of(&small)));
        }
        for (op, values) in [("eigh", false), ("svd", true)] {
            let made = |x: &Wide| -> Result<[Wide; 2]> {
                let [left, right, product] = if values {
                    let (u, s, vt) = ops::svd(x)?;
                    let product = u.mul(&s.unsqueeze(-2)?)?.matmul(&vt)?;
                    [u, vt.mt()?, product]
                } else {
                    let (w, v) = ops::eigh(x)?;
                    [v.clone(), v.clone(), v.mul(&w.unsqueeze(-2)?)?.matmul(&v.mt()?)?]
                };
                let own = |q: &Wide| q.mt()?.matmul(q);
                Ok([own(&left)?.add(&own(&right)?)?.contiguous()?, product.contiguous()?])
            };
            same(d, 1e-13, &what(op), |at| Ok(made(&at.of(&x))?[0].clone()));
            same(d, 1e-13, &what(op), |at| Ok(made(&at.of(&x))?[1].clone()));
        }
    }
    for dims in [[9, 5], [5, 9], [70, 50], [50, 70]] {
        let x = normal(2, &dims);
        same(d, 1e-12, "pinv", |at| ops::pinv(&at.of(&x)));
        same(d, 1e-12, "qr_packed", |at| ops::qr_packed(&at.of(&x)));
    }
    let x = normal(3, &[16_500, 3]);
    same(d, 1e-12, "qr_packed of many rows", |at| ops::qr_packed(&at.of(&x)));
    // A direction that f32 would not have.
    let x = Tensor::from_vec(vec![1.0, 0.0, 0.0, 1e-11], [2, 2]).unwrap();
    same(d, 1e-13, "pinv", |at| ops::pinv(&at.of(&x)));
    // Near the ends of the range.
    for scale in [1e280, 1e-280] {
        let x = normal(4, &[2, 5, 5]).mul(scale).unwrap();
        same(d, 1e-13, "eigvalsh", |at| ops::eigvalsh(&at.of(&x)));
        same(d, 1e-13, "singular values", |at| Ok(ops::svd(&at.of(&x))?.1));
        same(d, 1e-12, "qr_packed", |at| ops::qr_packed(&at.of(&x)));
    }
    let x = with(&normal(5, &[3, 5, 5]), 40, &[f64::NAN, f64::NEG_INFINITY]);
    for op in [
        ops::qr_packed::<f64>,
        ops::eigh_packed,
        ops::eigvalsh,
        ops::svd_packed,
        ops::adjugate,
        ops::matrix_exp,
    ] {
        same(d, 1e-11, "not finite", |at| op(&at.of(&x)));
    }
    let zeros = Wide::zeros([2, 4, 4]).unwrap();
    for op in [ops::det::<f64>, ops::inverse, |a: &Wide| Ok(ops::logabsdet(a)?.0)] {
        let read = |at: Device| op(&zeros.to(at).unwrap()).and_then(|y| y.to_vec());
        let [here, there] =
            [Device::CPU, d].map(|at| format!("{:?}", read(at).map_err(|e| e.message().to_owned())));
        assert_eq!(here, there);
    }
}

#[test]
fn exponentials() {
    let Some((d, _alone)) = alone() else { return };
    for dims in SQUARES {
        let n = dims[dims.len() - 1] as f64;
        for scale in [0.01, 1.0, 30.0] {
            let x = normal(1, dims).mul(scale / n.sqrt()).unwrap();
            let near = 1e-14 * (10.0 + 10.0 * scale) * n.sqrt();
            same(d, near, &format!("{scale} times {dims:?}"), |at| ops::matrix_exp(&at.of(&x)));
        }
    }
    // Norms beyond f32's, of few rows and of many.
    for n in [3, 50] {
        for size in [1e20, 1e50] {
            let x = Wide::eye(n).unwrap().mul(-size).unwrap();
            same(d, 0.0, &format!("{size:e} of {n}"), |at| ops::matrix_exp(&at.of(&x)));
        }
    }
}

#[test]
fn attention_of_wide_heads() {
    let Some((d, _alone)) = alone() else { return };
    let [q, k, v] = [1, 2, 3].map(|i| normal(i, &[1, 2, 9, 300]));
    let mask = normal(4, &[9, 9]).gt(-1.0).unwrap();
    let none = Wide::scalar(0.0);
    same(d, 1e-14, "attend", |at| {
        ops::attend(&at.of(&q), &at.of(&k), &at.of(&v), &at.of(&mask), &at.of(&none), 0.1)
    });
}

/// Sums of chunks: of integers exactly those of the processor, and others as near to these as rounding lets them be.
#[test]
fn sums_at_indices() {
    let Some((d, _alone)) = alone() else { return };
    for (n, size, columns) in [(512, 1, 1), (100_000, 5, 2), (20_000, 300, 3)] {
        let (x, src) = (normal(1, &[size, columns]), normal(2, &[n, columns]));
        let idx = Key::new(3).randint(0, size as i32, [n]).unwrap();
        let [ints, of] = [&x, &src].map(|x| x.mul(1e9).unwrap().round().unwrap());
        same(d, 0.0, "integers", |at| ops::index_add(&at.of(&ints), 0, &at.of(&idx), &at.of(&of)));
        same(d, 1e-12, "others", |at| ops::index_add(&at.of(&x), 0, &at.of(&idx), &at.of(&src)));
    }
}
