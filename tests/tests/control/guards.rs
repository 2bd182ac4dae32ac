//! Guards that read structs, lists, sizes and dims.

use cotangent::prelude::*;
use cotangent_tests::flow::{both, orders};

use crate::normal;

#[derive(Clone, Copy, PartialEq, Debug)]
enum Kind {
    Plain,
    Best,
}

#[derive(Clone, Debug, Differentiable)]
struct Part {
    w: Tensor<f64>,
    n: usize,
    #[constant]
    kind: Kind,
    more: Vec<Tensor<f64>>,
}

fn part(n: usize, kind: Kind) -> Part {
    Part { w: normal(1, [3]), n, kind, more: vec![normal(2, [3]), normal(3, [3])] }
}

/// Beside host values, with what patterns bind.
#[differentiable(order = 2)]
fn of_hosts(x: &Tensor<f64>, s: &Part, ys: &[Tensor<f64>], mode: &str, k: usize) -> Scalar<f64> {
    let y = match mode {
        "a" if s.n > 1 => x * &s.w,
        m if m.len() < s.more.len() => x + &s.more[m.len()],
        _ => x.sin(),
    };
    let pair = (y.cos(), k + 1);
    let z = match (k, s.n) {
        (i, n) if i < ys.len() && n >= s.n => &ys[i] * &y,
        (i, _) if i == x.rank() + 1 && x.dim(i - 2) > 2 && pair.1 > 2 => y.exp(),
        (i, _) if (0..s.more.len() + 2).any(|j| j == i) => y.tanh(),
        _ => y,
    };
    (z * pair.0).sum()
}

#[differentiable]
fn first(x: &Tensor<f64>, w: &Tensor<f64>, u: &Tensor<f64>) -> Scalar<f64> {
    let y = x * w;
    (u * &y * y.cos()).sum()
}

#[differentiable]
fn second(x: &Tensor<f64>, w: &Tensor<f64>) -> Scalar<f64> {
    let y = x + w;
    (y.exp() * y.cos()).sum()
}

#[differentiable]
fn third(x: &Tensor<f64>) -> Scalar<f64> {
    let y = x.sin();
    (y.tanh() * y.cos()).sum()
}

#[test]
fn hosts() -> Result<()> {
    let (x, ys, s) = (normal(4, [3]), [normal(5, [3])], part(2, Kind::Plain));
    orders::<of_hosts>((&x, &s, &ys, "a", 0))?;
    let value = |mode, k| of_hosts::call(&x, &s, &ys, mode, k)?.item();
    assert_eq!(value("a", 0)?, first::call(&x, &s.w, &ys[0])?.item()?);
    assert_eq!(value("b", 2)?, second::call(&x, &s.more[1])?.item()?);
    assert_eq!(value("long", 3)?, third::call(&x)?.item()?);
    orders::<of_hosts>((&x, &s, &ys, "b", 2))?;
    orders::<of_hosts>((&x, &s, &ys, "long", 3))
}

/// Beside what may hold tensors.
#[differentiable(order = 2)]
fn of_tensors(x: &Tensor<f64>, s: &Part, best: &Option<Tensor<f64>>, k: usize) -> Scalar<f64> {
    let y = match best {
        Some(b) if s.kind == Kind::Best && k < x.dim(0) => x * b,
        Some(b) if matches!(s.kind, Kind::Plain if k > 0) || s.more.len() == k => x.exp() + b,
        _ => x * &s.w,
    };
    y.square().sum()
}

#[differentiable]
fn product(x: &Tensor<f64>, w: &Tensor<f64>) -> Scalar<f64> {
    (x * w).square().sum()
}

#[differentiable]
fn total(x: &Tensor<f64>, b: &Tensor<f64>) -> Scalar<f64> {
    (x.exp() + b).square().sum()
}

#[test]
fn options() -> Result<()> {
    let (x, b) = (normal(4, [3]), Some(normal(5, [3])));
    let of = b.as_ref().expect("a tensor");
    for (kind, k, case) in [(Kind::Best, 2, 0), (Kind::Best, 3, 2), (Kind::Plain, 1, 1), (Kind::Plain, 0, 2)]
    {
        let s = part(1, kind);
        let value = of_tensors::call(&x, &s, &b, k)?.item()?;
        let written_out = match case {
            0 => product::call(&x, of)?,
            1 => total::call(&x, of)?,
            _ => product::call(&x, &s.w)?,
        };
        assert_eq!(value, written_out.item()?);
        orders::<of_tensors>((&x, &s, &b, k))?;
    }
    Ok(())
}

/// What is matched changes a variable, and runs once.
#[differentiable(order = 2)]
fn queue(x: &Tensor<f64, N>, all: &[Part], mut left: Vec<usize>) -> Scalar<f64> {
    let mut y = x.sin();
    #[checkpoint]
    loop {
        match left.pop() {
            None => break,
            Some(i) if i < all.len() && all[i].n > 0 => y = y * &all[i].w,
            Some(i) if i < N => y = y.exp(),
            Some(_) => y = y.sin(),
        }
    }
    y.sum()
}

#[differentiable]
fn queue_by_hand(x: &Tensor<f64>, all: &[Part]) -> Scalar<f64> {
    (x.sin().exp() * &all[0].w).sin().sum()
}

#[test]
fn queues() -> Result<()> {
    let (x, s) = (normal(4, [3]), part(2, Kind::Plain));
    both::<queue, queue_by_hand>((&x, &[s.clone()], vec![7, 0, 2]), (&x, &[s]))
}
