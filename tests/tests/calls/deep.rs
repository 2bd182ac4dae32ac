//! Calls in calls, and recursion.

use cotangent::prelude::*;
use cotangent_tests::flow::both;

use crate::normal;

#[differentiable(order = 2)]
fn inner(x: &Tensor<f64>, k: f64) -> Tensor<f64> {
    x.sin() * k
}

#[differentiable(order = 2)]
fn middle(x: &Tensor<f64>, y: &Tensor<f64>) -> (Tensor<f64>, Tensor<f64>) {
    let a = inner(x, 2.0);
    let b = inner(&(&a * y), 0.5);
    (a, inner(&b, 1.5))
}

#[differentiable(order = 2)]
fn around(x: &Tensor<f64>, y: &Tensor<f64>) -> Tensor<f64> {
    let (a, b) = middle(x, y);
    let (c, d) = middle(&b, &a);
    c + d * inner(y, 3.0)
}

#[differentiable(order = 2)]
fn nested(x: &Tensor<f64>, y: &Tensor<f64>) -> Scalar<f64> {
    around(&inner(&around(x, y), 1.0), &inner(y, 1.0)).sum()
}

#[differentiable]
fn nested_inline(x: &Tensor<f64>, y: &Tensor<f64>) -> Scalar<f64> {
    let a = x.sin() * 2.0;
    let b = ((&a * y).sin() * 0.5).sin() * 1.5;
    let c = b.sin() * 2.0;
    let d = ((&c * &a).sin() * 0.5).sin() * 1.5;
    let x = (c + d * (y.sin() * 3.0)).sin();
    let y = y.sin();
    let a = x.sin() * 2.0;
    let b = ((&a * &y).sin() * 0.5).sin() * 1.5;
    let c = b.sin() * 2.0;
    let d = ((&c * &a).sin() * 0.5).sin() * 1.5;
    (c + d * (y.sin() * 3.0)).sum()
}

#[test]
fn four_deep() -> Result<()> {
    let (x, y) = (normal(1, [3]), normal(2, [3]));
    both::<nested, nested_inline>((&x, &y), (&x, &y))
}
