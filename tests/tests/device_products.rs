//! Products, what stands behind them in one kernel, and passes over neighbours, on a device that keeps its own memory: each against
//! the processor, or against the same device one op at a time.
#![cfg(feature = "wgpu")]

use cotangent::debug::counted;
use cotangent::prelude::*;
use cotangent::{f16, ops};
use cotangent_tests::beside::{alone, same};

fn normal(i: u64, shape: &[usize]) -> Tensor {
    Key::new(47).fold(i).normal(shape).unwrap()
}

/// Sums of `k` products of normal numbers, in parts that round apart: a part's own roundings grow with its root.
fn bound(k: usize) -> f64 {
    4.0 * f64::from(f32::EPSILON) * (k as f64).sqrt().max(4.0)
}

#[test]
fn long_sums_with_few_results() {
    let Some((d, _alone)) = alone() else { return };
    for (m, k, n) in
        [(64, 40_000, 64), (1, 999_983, 1), (3, 50_021, 5), (65, 4_099, 70), (17, 1_024, 33), (16, 1_023, 16)]
    {
        let what = format!("{m} by {k} by {n}");
        let (x, y) = (normal(1, &[m, k]), normal(2, &[k, n]));
        same(d, bound(k), &what, |at| at.of(&x).matmul(&at.of(&y)));
        let (xt, yt) = (normal(3, &[k, m]), normal(4, &[n, k]));
        same(d, bound(k), &what, |at| at.of(&xt).t()?.matmul(&at.of(&yt).t()?));
    }
    let (x, y) = (normal(5, &[3, 2_000, 7]), normal(6, &[3, 2_000, 9]));
    same(d, bound(2_000), "batches", |at| at.of(&x).mt()?.matmul(&at.of(&y)));
    same(d, bound(6_000), "two axes", |at| {
        ops::contract(&at.of(&x), &at.of(&y), [0, 1, 2], [0, 1, 3], [3, 2])
    });
    // Enough workgroups without parts: the sum goes by several launches.
    let (x, y) = (normal(5, &[129, 1, 32_800]), normal(6, &[129, 32_800, 1]));
    same(d, bound(32_800), "many long sums", |at| at.of(&x).matmul(&at.of(&y)));
    let (v, w) = (normal(7, &[5, 70_001]), normal(8, &[70_001]));
    same(d, bound(70_001), "a vector", |at| at.of(&v).flip(1)?.matmul(&at.of(&w)));
    // Bits are those of the shapes.
    let (x, y) = (normal(1, &[40, 9_000]).to(d).unwrap(), normal(2, &[9_000, 50]).to(d).unwrap());
    let once = || x.matmul(&y).unwrap().to_vec().unwrap();
    assert_eq!(once(), once());
    let (xh, yh) =
        (normal(1, &[5, 3_000]).cast::<f16>().unwrap(), normal(2, &[3_000, 6]).cast::<f16>().unwrap());
    if xh.to(d).is_ok() {
        // Rounded to f16 once, behind the sum.
        same(d, 6e-4, "f16", |at| at.of(&xh).matmul(&at.of(&yh)));
    }
}

#[test]
fn operands_by_neighbours() {
    let Some((d, _alone)) = alone() else { return };
    for (m, k, n) in [(64, 64, 64), (68, 20, 132), (100, 17, 72), (66, 24, 51), (49, 8, 64)] {
        let what = format!("{m} by {k} by {n}");
        let (x, y) = (normal(1, &[2, m, k]), normal(2, &[2, k, n]));
        let (xt, yt) = (normal(3, &[2, k, m]), normal(4, &[2, n, k]));
        same(d, bound(k), &what, |at| at.of(&x).matmul(&at.of(&y)));
        same(d, bound(k), &what, |at| at.of(&xt).mt()?.matmul(&at.of(&yt).mt()?));
        same(d, bound(k), &what, |at| at.of(&x).matmul(&at.of(&yt).mt()?));
        same(d, bound(k), &what, |at| at.of(&x).matmul(&at.of(&x).mt()?));
        let flipped = |at: cotangent_tests::beside::At| at.of(&x).flip(-1)?.matmul(&at.of(&y).flip(-1)?);
        same(d, bound(k), &what, flipped);
        // Rows that begin at odd places, the first at an even one.
        let wide = normal(5, &[2, m + 1, k + 3]);
        for (row, column) in [(0, 0), (1, 2)] {
            same(d, bound(k), &what, |at| {
                at.of(&wide).narrow(1, row, m)?.narrow(2, column, k)?.matmul(&at.of(&y))
            });
        }
    }
}

#[differentiable]
fn dense(x: &Tensor, w: &Tensor, b: &Tensor) -> Tensor {
    (x.matmul(w) + b).gelu()
}

/// The product is read again.
#[differentiable]
fn gated(x: &Tensor, w: &Tensor) -> Tensor {
    let h = x.matmul(w);
    h.sigmoid() * &h + x.matmul(w).tanh()
}

/// What stands behind a product reads its operand.
#[differentiable]
fn residual(x: &Tensor, w: &Tensor, c: &Tensor) -> Tensor {
    x.matmul(w) * c + x
}

/// What is behind the product walks otherwise, or sums.
#[differentiable]
fn turned(x: &Tensor, w: &Tensor) -> Tensor {
    let h = x.matmul(w);
    h.swap_axes(0, 1) + &h
}

#[test]
fn bodies_behind_products() {
    let Some((d, _alone)) = alone() else { return };
    for (m, k, n) in [(5, 7, 3), (64, 16, 64), (70, 9, 130), (1, 4, 1), (3, 0, 5), (50, 5_000, 60)] {
        let what = format!("{m} by {k} by {n}");
        let (x, w, b) = (normal(1, &[m, k]), normal(2, &[k, n]), normal(3, &[n]));
        let tolerance = bound(k).max(2e-6);
        same(d, tolerance, &what, |at| Ok(dense(&at.of(&x), &at.of(&w), &at.of(&b))));
        same(d, tolerance, &what, |at| Ok(gated(&at.of(&x), &at.of(&w))));
        let square = normal(4, &[k.min(99), k.min(99)]);
        let part = x.narrow(1, 0, k.min(99)).unwrap();
        let c = normal(5, &[m, 1]);
        same(d, tolerance, &what, |at| Ok(residual(&at.of(&part), &at.of(&square), &at.of(&c))));
        let turns = normal(6, &[k, m]);
        same(d, tolerance, &what, |at| Ok(turned(&at.of(&x), &at.of(&turns))));
        // A batch in front, and what is added moves along it alone.
        let (xs, shifts) = (normal(7, &[3, m, k]), normal(8, &[3, 1, 1]));
        same(d, tolerance, &what, |at| at.of(&xs).matmul(&at.of(&w))?.add(&at.of(&shifts)));
        same(d, tolerance, &what, |at| {
            let grads = dense::vjp(&at.of(&x), &at.of(&w), &at.of(&b))?;
            drop(grads.0);
            at.of(&x).matmul(&at.of(&w))?.sum_axis(0)
        });
    }
    let half = |i, dims: &[usize]| normal(i, dims).cast::<f16>().unwrap();
    let (x, w) = (half(1, &[9, 6]), half(2, &[6, 4]));
    if x.to(d).is_ok() {
        same(d, 1e-3, "f16", |at| at.of(&x).matmul(&at.of(&w))?.exp());
    }
}

/// A product and what stands behind it are one kernel where a text multiplies, and the bits are those of two everywhere.
#[test]
fn a_product_takes_along_what_reads_it() {
    let Some((d, _alone)) = alone() else { return };
    let there = |i, dims: &[usize]| normal(i, dims).to(d).unwrap();
    let (x, w, b) = (there(1, &[70, 33]), there(2, &[33, 50]), there(3, &[50]));
    let read = |y: &Tensor| y.to_vec().unwrap();
    let apart = {
        let h = x.matmul(&w).unwrap();
        // Reading ends the wait.
        let product = read(&h);
        (product, read(&h.mul(&b).unwrap().tanh().unwrap()))
    };
    // Memory that is taken again has other elements.
    let spoil = || drop([9, 10, 11, 12].map(|i| there(i, &[70, 50])));
    spoil();
    let (together, counts) = counted(|| {
        let h = x.matmul(&w).unwrap();
        let y = h.mul(&b).unwrap();
        (h, y.tanh().unwrap())
    });
    // A library's kernels have no such body behind them: biases and functions alone.
    let apart_there = u64::from(d.to_string().starts_with("cuda"));
    assert_eq!(counts.dispatches, 2 + apart_there, "a product with a body, and a kernel");
    assert_eq!((read(&together.0), read(&together.1)), apart);
    drop(together);
    spoil();
    // What comes between is not lost, and what is given back is not written.
    let (ys, counts) = counted(|| {
        let h = x.matmul(&w).unwrap();
        let other = x.add(&x).unwrap();
        let again = h.mul(&b).unwrap();
        (h, other, again.tanh().unwrap())
    });
    assert_eq!(counts.dispatches, 4);
    assert_eq!((read(&ys.0), read(&ys.2)), apart);
    assert_eq!(read(&ys.1)[7], 2.0 * read(&x)[7]);
    drop(ys);
    spoil();
    let y = {
        let (x, w) = (x.mul(1.0).unwrap(), w.mul(1.0).unwrap());
        let h = x.matmul(&w).unwrap();
        drop((x, w));
        // These would take the memory of the operands.
        let made = [there(8, &[70, 33]), there(9, &[33, 50])];
        drop(made);
        h.mul(&b).unwrap().tanh().unwrap()
    };
    assert_eq!(read(&y), apart.1);
    let product = x.matmul(&w).unwrap();
    drop(product);
    spoil();
    assert_eq!(read(&x.matmul(&w).unwrap()), apart.0);
    // A thread's product waits for that of another.
    std::thread::scope(|s| {
        for _ in 0..4 {
            s.spawn(|| {
                for _ in 0..20 {
                    assert_eq!(read(&x.matmul(&w).unwrap().mul(&b).unwrap().tanh().unwrap()), apart.1);
                }
            });
        }
    });
}

#[differentiable]
fn mixed(x: &Tensor, y: &Tensor, row: &Tensor) -> (Tensor, Tensor) {
    ((x + row) * y.sin(), x.maximum(y))
}

#[test]
fn four_neighbours_at_once() {
    let Some((d, _alone)) = alone() else { return };
    for dims in [&[8][..], &[7], &[3, 4], &[5, 2, 8], &[0, 4], &[16, 1]] {
        let what = format!("{dims:?}");
        let (x, y) = (normal(1, dims), normal(2, dims));
        let last = *dims.last().unwrap();
        let row = normal(3, &[last]);
        same(d, 1e-6, &what, |at| Ok(mixed(&at.of(&x), &at.of(&y), &at.of(&row)).0));
        same(d, 1e-6, &what, |at| Ok(mixed(&at.of(&x), &at.of(&y), &at.of(&row)).1));
        // One element for each row, and one for all.
        let column = normal(4, &[&dims[..dims.len() - 1], &[1]].concat());
        same(d, 1e-6, &what, |at| at.of(&x).mul(&at.of(&column)));
        same(d, 1e-6, &what, |at| at.of(&x).add(&at.of(&row).narrow(0, 0, 1)?));
        // The same buffer by vectors and by elements.
        if x.numel() > 0 {
            same(d, 1e-6, &what, |at| {
                let x = at.of(&x);
                let element = x.reshape([-1])?.narrow(0, x.numel() - 1, 1)?;
                x.sub(&element)
            });
        }
        // Offsets and strides of every kind.
        let wide = normal(5, &[&dims[..dims.len() - 1], &[last + 5]].concat());
        for start in [0, 1, 4] {
            same(d, 1e-6, &what, |at| at.of(&wide).narrow(-1, start, last)?.add(&at.of(&y)));
        }
        same(d, 1e-6, &what, |at| at.of(&x).flip(-1)?.add(&at.of(&y)));
        same(d, 0.0, &what, |at| at.of(&x).lt(&at.of(&y)));
        same(d, 0.0, &what, |at| at.of(&x).lt(&at.of(&y))?.select(&at.of(&x), &at.of(&row)));
        same(d, 0.0, &what, |at| {
            at.of(&x).mul(10.0)?.cast::<i32>()?.add(&at.of(&y).mul(10.0)?.cast::<i32>()?)
        });
        let half = x.cast::<f16>().unwrap();
        if half.to(d).is_ok() {
            same(d, 1e-3, &what, |at| at.of(&half).add(&at.of(&row).cast::<f16>()?));
            same(d, 1e-6, &what, |at| at.of(&half).cast::<f32>()?.mul(&at.of(&y)));
        }
    }
}
