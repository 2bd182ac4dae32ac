//! Lists handed to called functions, and calls in loops over lists.

use cotangent::prelude::*;
use cotangent_tests::flow::both;

use crate::normal;

#[differentiable(order = 2)]
fn referred<'a>(xs: &'a [&Tensor<f64>], k: f64) -> Tensor<f64> {
    stack(xs, 0).exp() * k
}

#[differentiable(order = 2)]
fn by_reference(xs: &[&Tensor<f64>], y: &Tensor<f64>) -> Scalar<f64> {
    let z = y.sin();
    let a = referred(&[y, xs[0], &z], 2.0);
    a.sum()
}

#[differentiable(order = 2)]
fn by_reference_inline(xs: &[&Tensor<f64>], y: &Tensor<f64>) -> Scalar<f64> {
    (y.exp() * 2.0 + xs[0].exp() * 2.0 + y.sin().exp() * 2.0).sum() + xs[1].sum() * 0.0
}

#[test]
fn references_in_an_array() -> Result<()> {
    let (x, y) = (normal(1, [2]), normal(2, [2]));
    both::<by_reference, by_reference_inline>((&[&x, &y], &y), (&[&x, &y], &y))
}

#[differentiable(order = 2)]
fn cell<T>(x: &Tensor<T>, h: Tensor<T>, w: &Tensor<T>) -> Result<Tensor<T>>
where
    T: Float,
{
    Ok((x * w + h).tanh())
}

#[differentiable(order = 2)]
fn sequence<T: Float>(xs: &[Tensor<T>], w: &Tensor<T>, skip: Option<usize>) -> Result<Scalar<T>> {
    let mut h = w.clone();
    for (i, x) in xs.iter().enumerate() {
        h = if skip == Some(i) { h } else { cell(x, h, w)? };
        if let Some(k) = skip {
            if k == i + 1 {
                h = cell(&h.clone(), h, x)?;
            }
        }
    }
    Ok(h.sum())
}

#[differentiable(order = 2)]
fn sequence_3(xs: &[Tensor<f64>], w: &Tensor<f64>) -> Scalar<f64> {
    let h = (&xs[0] * w + w).tanh();
    let h = (&h * &xs[0] + &h).tanh();
    (&xs[2] * w + h).tanh().sum() + xs[1].sum() * 0.0
}

#[test]
fn a_cell_over_a_list() -> Result<()> {
    let (xs, w) = ([normal(1, [2]), normal(2, [2]), normal(3, [2])], normal(4, [2]));
    both::<sequence<f64>, sequence_3>((&xs, &w, Some(1)), (&xs, &w))
}

/// A caller of order 1 of a function of order 2, and a value that two calls and a branch share.
#[differentiable]
fn first_order(x: &Tensor<f64>, n: usize) -> Scalar<f64> {
    let h = x.exp();
    let a = referred(&[&h, x], 0.5);
    let b = if n > 0 { referred(&[&h], 2.0).sum() } else { h.sum() };
    a.sum() * b + h.mean()
}

#[test]
fn a_caller_of_order_1() -> Result<()> {
    let x = normal(1, [3]);
    cotangent::check::gradients::<first_order>((&x, 0))?;
    cotangent::check::gradients::<first_order>((&x, 1))?;
    Ok(())
}
