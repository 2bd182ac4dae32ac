//! Lists handed to called functions, and calls in loops over lists.

use cotangent::prelude::*;
use cotangent_tests::flow::{both, orders};

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

#[differentiable]
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

#[differentiable]
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

#[derive(Clone, Debug, Differentiable)]
struct Weights {
    ws: Vec<Tensor<f64>>,
    pair: [Tensor<f64>; 2],
    #[constant]
    fixed: Vec<Tensor<f64>>,
}

#[differentiable(order = 2)]
fn of_fields(m: &Weights) -> Scalar<f64> {
    let a = stack(&m.ws, 0).sin() * &m.ws[1] * stack(&m.fixed, 0);
    let pairs = concat(&m.pair, 0).square() * concat(&[&m.pair[0], &m.pair[1]], 0);
    (a.sum() * pairs).sum() + stack(&m.ws, 0).square().sum()
}

/// One round of messages on a ring.
#[differentiable(order = 2)]
fn messages(xs: &[Tensor<f64>], w: &Tensor<f64>) -> Vec<Tensor<f64>> {
    let mut out = Vec::new();
    for (i, x) in xs.iter().enumerate() {
        out.push((x * w + &xs[(i + 1) % xs.len()]).tanh());
    }
    out
}

#[differentiable(order = 2)]
fn of_calls(xs: &[Tensor<f64>], w: &Tensor<f64>) -> Result<Scalar<f64>> {
    let h = messages(xs, w)?;
    let next = stack(&messages(&h, w)?, 0);
    Ok((stack(&h, 0).square().sum() * concat(&h, 0)).sum() + (&h[0] * next).sum())
}

#[differentiable(order = 2)]
fn carried(xs: &[Tensor<f64>], w: &Tensor<f64>, n: usize) -> Result<Scalar<f64>> {
    let mut h = xs.to_vec();
    for _ in 0..n {
        h = messages(&h, w)?;
    }
    let mut more = messages(xs, w)?;
    #[checkpoint(sqrt)]
    for k in 0..n {
        if k % 2 == 0 {
            more = messages(&more, w)?;
        } else {
            more.push(more[0].sin());
        }
    }
    Ok(h[0].sum() * stack(&h, 0).mean() + more[0].sum() * concat(&more, 0).mean())
}

#[differentiable(order = 2)]
fn of_vecs(x: &Tensor<f64>, xs: &Vec<Tensor<f64>>, n: usize) -> Result<Scalar<f64>> {
    let v = xs.clone();
    let w = if n > 1 { messages(xs, x)? } else { v.clone() };
    Ok((stack(&v, 0) * x).sum() + stack(&w, 0).square().sum())
}

#[differentiable(order = 2)]
fn in_a_block(m: &Weights, xs: &Vec<Tensor<f64>>, x: &Tensor<f64>) -> Result<Scalar<f64>> {
    #[checkpoint]
    let y = {
        let h = messages(xs, x)?;
        stack(&h, 0).sin() * &xs[0] + stack(&m.ws, 0) * stack(&m.pair, 0)
    };
    Ok((y * stack(xs, 0)).sum())
}

#[test]
fn lists_of_any_form_are_lists_of_tensors() -> Result<()> {
    let list = |seed| vec![normal(seed, [2]), normal(seed + 1, [2])];
    let m = Weights { ws: list(1), pair: [normal(3, [2]), normal(4, [2])], fixed: list(5) };
    let (xs, x) = (list(7), normal(9, [2]));
    orders::<of_fields>((&m,))?;
    orders::<of_calls>((&xs, &x))?;
    orders::<in_a_block>((&m, &xs, &x))?;
    for n in 0..4 {
        orders::<carried>((&xs, &x, n))?;
        orders::<of_vecs>((&x, &xs, n))?;
    }
    Ok(())
}
