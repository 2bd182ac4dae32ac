//! QR, eigenvalues and singular values: matrices of a part of a workgroup, of one, of many; batches, views, equal values, zeros.

use cotangent::prelude::*;
use cotangent::{f16, ops};

use crate::support::{compare, device, normal, with};

/// What the elements of `QᵀQ` may be off by.
const ORTHOGONAL: f64 = 1e-5;
/// What a product of factors may be off by, relative to the largest value.
const PRODUCT: f64 = 3e-6;

/// Batches of matrices: of several matrices a workgroup, of one, of several workgroups a matrix.
const SHAPES: [&[usize]; 16] = [
    &[1, 1],
    &[3, 3],
    &[100, 3, 3],
    &[2, 3, 5, 5],
    &[17, 17],
    &[32, 32],
    &[2, 33, 33],
    &[130, 130],
    &[7, 1],
    &[1, 7],
    &[2, 9, 5],
    &[70, 50],
    &[20, 90],
    &[0, 3],
    &[3, 0],
    &[0, 2, 2],
];

/// Matrices with equal values, with values of 0, of few independent rows.
fn special() -> Vec<Tensor> {
    let mut all = Vec::new();
    for n in [4, 40] {
        all.extend([Tensor::zeros([n, n]).unwrap(), Tensor::ones([n, n]).unwrap(), Tensor::eye(n).unwrap()]);
        let few = normal(1, &[n, 3]);
        all.push(few.matmul(&few.mt().unwrap()).unwrap());
        // 1, 2 and 3, each many times.
        let values = (0..n).map(|i| (i % 3 + 1) as f32).collect();
        let (q, _) = ops::qr(&normal(2, &[n, n])).unwrap();
        let scaled = q.mul(&Tensor::from_vec(values, [n]).unwrap()).unwrap();
        all.push(scaled.matmul(&q.mt().unwrap()).unwrap());
    }
    all
}

fn wide(x: &Tensor) -> Tensor<f64> {
    x.to(Device::CPU).unwrap().cast().unwrap()
}

fn largest(x: &Tensor<f64>) -> f64 {
    x.to_vec().unwrap().iter().fold(0.0, |a: f64, b| if b.is_nan() { f64::NAN } else { a.max(b.abs()) })
}

/// `x` is `y` up to so much.
fn near(what: &str, x: &Tensor<f64>, y: &Tensor<f64>, most: f64) {
    let off = largest(&x.sub(y).unwrap());
    assert!(off <= most, "{what}: off by {off:e}, more than {most:e}");
}

fn orthogonal(what: &str, q: &Tensor<f64>) {
    let eye = Tensor::eye(q.dim(-1)).unwrap();
    let products = q.mt().unwrap().matmul(q).unwrap();
    near(
        &format!("{what}: columns are orthonormal"),
        &products,
        &eye.broadcast_to(products.shape()).unwrap(),
        ORTHOGONAL,
    );
}

/// The component of largest magnitude of each column is positive.
fn positive(what: &str, v: &Tensor<f64>) {
    for column in v.mt().unwrap().contiguous().unwrap().to_vec().unwrap().chunks(v.dim(-2)) {
        let top = column.iter().fold(0.0f64, |a, &b| if b.abs() > a.abs() { b } else { a });
        assert!(top > 0.0, "{what}: the largest component of {column:?}");
    }
}

fn rising(what: &str, w: &Tensor<f64>) {
    let all = w.to_vec().unwrap();
    assert!(all.chunks(w.dim(-1).max(1)).all(|w| w.is_sorted()), "{what}: {all:?}");
}

#[test]
fn orthogonal_and_triangular() {
    let Some((d, _alone)) = device() else { return };
    for x in SHAPES.iter().map(|shape| normal(3, shape)).chain(special()) {
        let what = format!("qr of {:?}", x.shape());
        let (q, r) = ops::qr(&x.to(d).unwrap()).unwrap();
        let (want, _) = ops::qr(&x).unwrap();
        assert_eq!((q.shape(), q.device()), (want.shape(), d));
        let (q, r) = (wide(&q), wide(&r));
        if q.numel() == 0 {
            continue;
        }
        orthogonal(&what, &q);
        near(&what, &q.matmul(&r).unwrap(), &wide(&x), PRODUCT * largest(&r));
        let upper = r.triu(0).unwrap();
        near(&format!("{what}: below the diagonal"), &r, &upper, 0.0);
        let diagonal = r.diagonal(0).unwrap().to_vec().unwrap();
        assert!(diagonal.iter().all(|x| *x >= 0.0), "{what}: {diagonal:?}");
    }
    // Well conditioned ones have the factors of the processor.
    for shape in [&[100, 5, 3][..], &[130, 40], &[70, 70]] {
        let x = normal(4, shape);
        let packed = ops::qr_packed(&x.to(d).unwrap()).unwrap();
        compare(&format!("{shape:?}"), &packed, &ops::qr_packed(&x).unwrap(), 20.0);
    }
}

#[test]
fn eigenvalues() {
    let Some((d, _alone)) = device() else { return };
    let squares = SHAPES.iter().filter(|s| s[s.len() - 1] == s[s.len() - 2]).map(|shape| normal(5, shape));
    for x in squares.chain(special()) {
        let (n, what) = (x.dim(-1), format!("eigh of {:?}", x.shape()));
        let there = x.to(d).unwrap();
        let (w, v) = ops::eigh(&there).unwrap();
        assert_eq!((w.device(), v.shape()), (d, x.shape()));
        let alone = ops::eigvalsh(&there).unwrap();
        let (w, v) = (wide(&w), wide(&v));
        if n * x.numel() == 0 {
            continue;
        }
        let x = wide(&x);
        let x = x.add(&x.mt().unwrap()).unwrap().mul(0.5).unwrap();
        let want = ops::eigvalsh(&x).unwrap();
        let size = largest(&want);
        near(&format!("{what}: values"), &w, &want, PRODUCT * size);
        near(&format!("{what}: values alone"), &wide(&alone), &want, PRODUCT * size);
        rising(&what, &w);
        orthogonal(&what, &v);
        positive(&what, &v);
        let scaled = v.mul(&w.unsqueeze(-2).unwrap()).unwrap();
        near(&what, &x.matmul(&v).unwrap(), &scaled, PRODUCT * size);
    }
}

#[test]
fn singular_values() {
    let Some((d, _alone)) = device() else { return };
    for x in SHAPES.iter().map(|shape| normal(6, shape)).chain(special()) {
        let what = format!("svd of {:?}", x.shape());
        let (u, s, vt) = ops::svd(&x.to(d).unwrap()).unwrap();
        let want = ops::svd(&x.cast::<f64>().unwrap()).unwrap();
        assert_eq!((u.shape(), s.shape(), vt.shape()), (want.0.shape(), want.1.shape(), want.2.shape()));
        let (u, s, vt) = (wide(&u), wide(&s), wide(&vt));
        if u.numel() * vt.numel() == 0 {
            continue;
        }
        let size = largest(&s);
        near(&format!("{what}: values"), &s, &want.1, PRODUCT * size);
        rising(&what, &s.neg().unwrap());
        orthogonal(&what, &u);
        orthogonal(&what, &vt.mt().unwrap());
        positive(&what, &u);
        let product = u.mul(&s.unsqueeze(-2).unwrap()).unwrap().matmul(&vt).unwrap();
        near(&what, &product, &wide(&x), PRODUCT * size);
    }
}

/// Columns that are longer than a thread may take of them on drivers that end its loops after 65,535 rounds.
#[test]
fn long_columns() {
    let Some((d, _alone)) = device() else { return };
    for shape in [[300_000, 2], [16_400, 35]] {
        let x = normal(10, &shape);
        let what = format!("qr of {shape:?}");
        let (q, r) = ops::qr(&x.to(d).unwrap()).unwrap();
        let (q, r) = (wide(&q), wide(&r));
        orthogonal(&what, &q);
        near(&what, &q.matmul(&r).unwrap(), &wide(&x), PRODUCT * largest(&r));
        let (want_q, want_r) = ops::qr(&wide(&x)).unwrap();
        near(&format!("{what}: Q"), &q, &want_q, ORTHOGONAL);
        near(&format!("{what}: R"), &r, &want_r, PRODUCT * largest(&r));
    }
    // The components that signs are chosen by come late.
    let late = Tensor::from_vec((0..140_000).map(|i| i as f32 / 140_000.0).collect(), [70_000, 2]).unwrap();
    let x = normal(11, &[70_000, 2]).sub(&late.mul(3.0).unwrap()).unwrap();
    let (u, s, vt) = ops::svd(&x.to(d).unwrap()).unwrap();
    let (want_u, want_s, want_vt) = ops::svd(&wide(&x)).unwrap();
    let (u, s, vt) = (wide(&u), wide(&s), wide(&vt));
    positive("svd", &u);
    near("svd: values", &s, &want_s, PRODUCT * largest(&s));
    near("svd: U", &u, &want_u, 1e-5);
    near("svd: V", &vt, &want_vt, 1e-5);
}

#[test]
fn what_is_made_of_them() {
    let Some((d, _alone)) = device() else { return };
    for (shape, sides) in
        [(&[5, 3][..], 2), (&[3, 5], 2), (&[100, 4, 2], 3), (&[90, 40], 1), (&[0, 3], 2), (&[2, 3, 0], 2)]
    {
        let x = normal(7, shape);
        let got = ops::pinv(&x.to(d).unwrap()).unwrap();
        compare(&format!("pinv of {shape:?}"), &got, &ops::pinv(&x).unwrap(), 100.0);
        if x.dim(-2) >= x.dim(-1) {
            let mut dims = shape.to_vec();
            *dims.last_mut().unwrap() = sides;
            let b = normal(8, &dims);
            let got = ops::lstsq(&x.to(d).unwrap(), &b.to(d).unwrap()).unwrap();
            compare(&format!("lstsq of {shape:?}"), &got, &ops::lstsq(&x, &b).unwrap(), 100.0);
        }
    }
    // Of dependent rows, the directions that they lack are left out.
    for x in special() {
        let p = wide(&ops::pinv(&x.to(d).unwrap()).unwrap());
        let x = wide(&x);
        let again = x.matmul(&p).unwrap().matmul(&x).unwrap();
        near(&format!("pinv of {:?}", x.shape()), &again, &x, 1e-5 * largest(&x));
    }
}

#[test]
fn views_types_and_what_is_not_finite() {
    let Some((d, _alone)) = device() else { return };
    let x = normal(9, &[3, 5, 5]);
    type Op = fn(&Tensor) -> cotangent::Result<Tensor>;
    let calls: [Op; 5] = [ops::qr_packed, ops::eigh_packed, ops::eigvalsh, ops::svd_packed, |x| {
        ops::pinv(&x.narrow(-1, 0, 3)?)
    }];
    let odd = with(&x, 40, &[f32::NAN, f32::NEG_INFINITY]);
    for call in calls {
        for change in [
            |x: &Tensor| x.mt().unwrap(),
            |x: &Tensor| x.flip(&[-1]).unwrap(),
            |x: &Tensor| x.swap_axes(0, 1).unwrap().narrow(-2, 0, 3).unwrap().narrow(-1, 0, 3).unwrap(),
            |x: &Tensor| x.narrow(0, 1, 1).unwrap().broadcast_to([4, 5, 5]).unwrap(),
        ] {
            let got = call(&change(&x.to(d).unwrap())).unwrap();
            compare("a view", &got, &call(&change(&x)).unwrap(), 20.0);
        }
        compare("not finite", &call(&odd.to(d).unwrap()).unwrap(), &call(&odd).unwrap(), 20.0);
        // Near the ends of the range of f32.
        for scale in [1e30f32, 1e-30] {
            let x = x.mul(scale).unwrap();
            let (got, want) = (call(&x.to(d).unwrap()).unwrap(), call(&x).unwrap());
            let first = |y: &Tensor| y.narrow(-1, 0, 1).unwrap();
            compare(&format!("times {scale:e}"), &first(&got), &first(&want), 20.0);
        }
    }
    // Far below what a bound for numbers near 1 sees.
    let tiny = 2.0f32.powi(-120);
    let swap = Tensor::from_vec(vec![0.0, tiny, tiny, 0.0], [2, 2]).unwrap().to(d).unwrap();
    let values = swap.eigvalsh().unwrap().to_vec().unwrap();
    assert!(values.iter().zip([-tiny, tiny]).all(|(a, b)| (a - b).abs() < 1e-6 * tiny), "{values:?}");
    let halves = x.cast::<f16>().unwrap();
    let got = ops::svd_packed(&halves.to(d).unwrap()).unwrap();
    compare("svd of halves", &got, &ops::svd_packed(&halves).unwrap(), 2.0);
}
