//! Calls, branches and loops in each other.

use cotangent::prelude::*;
use cotangent_tests::flow::{both, orders};

use crate::normal;

#[differentiable(order = 2)]
fn layer(x: &Tensor<f64>, w: &Tensor<f64>, k: f64) -> Tensor<f64> {
    (x * w + k).tanh()
}

#[differentiable(order = 2)]
fn parted(x: &Tensor<f64>, w: &Tensor<f64>) -> (Tensor<f64>, Tensor<f64>) {
    (x * w, x + w)
}

/// A call in a branch in a loop.
#[differentiable(order = 2)]
fn stepped(x: &Tensor<f64>, w: &Tensor<f64>, n: usize) -> Scalar<f64> {
    let mut h = x.clone();
    let mut total = w * 0.0;
    for i in 0..n {
        h = if i % 2 == 0 {
            layer(&h, w, i as f64)
        } else {
            let (a, b) = parted(&h, w);
            if i == 3 {
                total += &a;
            }
            a + b * x
        };
        match i {
            1 => {
                let (a, _) = parted(&h, &h);
                total = total + a;
            }
            2 => continue,
            _ => {}
        }
        total = layer(&total, &h, 0.5);
    }
    (total + h).sum()
}

#[differentiable]
fn stepped_4(x: &Tensor<f64>, w: &Tensor<f64>) -> Scalar<f64> {
    let h = (x * w).tanh();
    let t = (w * 0.0 * &h + 0.5).tanh();
    let h = &h * w + (&h + w) * x;
    let t = ((t + &h * &h) * &h + 0.5).tanh();
    let h = (h * w + 2.0).tanh();
    let a = &h * w;
    let t = t + &a;
    let h = a + (&h + w) * x;
    let t = (t * &h + 0.5).tanh();
    (t + h).sum()
}

#[test]
fn a_call_in_a_branch_in_a_loop() -> Result<()> {
    let (x, w) = (normal(1, [3]), normal(2, [3]));
    both::<stepped, stepped_4>((&x, &w, 4), (&x, &w))?;
    orders::<stepped>((&x, &w, 0))?;
    orders::<stepped>((&x, &w, 3))
}

/// A loop in a branch in a called function.
#[differentiable(order = 2)]
fn body(x: &Tensor<f64>, w: &Tensor<f64>, n: usize) -> (Tensor<f64>, Tensor<f64>) {
    let mut h = x.clone();
    let mut last = w.clone();
    if n > 1 {
        for i in 0..n {
            if i == 1 {
                last = h.exp();
            } else {
                (h, _) = parted(&h, &last);
            }
        }
    } else {
        h = layer(&h, w, 1.0);
    }
    (h, last)
}

#[differentiable(order = 2)]
fn around(x: &Tensor<f64>, w: &Tensor<f64>, n: usize) -> Result<Scalar<f64>> {
    let (a, b) = body(x, w, n);
    let mut y = a * x;
    let mut k = 0;
    loop {
        k += 1;
        let (c, d) = body(&y, &b, n);
        y = c + d;
        if k == 2 {
            break;
        }
    }
    Ok(y.mean())
}

#[differentiable]
fn around_1(x: &Tensor<f64>, w: &Tensor<f64>) -> Scalar<f64> {
    let y = (x * w + 1.0).tanh() * x;
    let y = (y * w + 1.0).tanh() + w;
    let y = (y * w + 1.0).tanh() + w;
    y.mean()
}

#[differentiable]
fn around_2(x: &Tensor<f64>, w: &Tensor<f64>) -> Scalar<f64> {
    let h = x * w;
    let (y, b) = (&h * x, h.exp());
    let h = y * &b;
    let y = &h + h.exp();
    let h = y * b;
    (&h + h.exp()).mean()
}

#[test]
fn a_loop_in_a_branch_in_a_call() -> Result<()> {
    let (x, w) = (normal(1, [3]) * 0.5, normal(2, [3]) * 0.5);
    both::<around, around_1>((&x, &w, 1), (&x, &w))?;
    both::<around, around_2>((&x, &w, 2), (&x, &w))?;
    orders::<around>((&x, &w, 3))
}
