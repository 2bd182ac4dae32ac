//! Host code asks for numbers of tensors that it computes itself. Each question is asked in its place: in each round, in the arm that
//! runs, behind its guard.

use cotangent::check;
use cotangent::prelude::*;
use cotangent_tests::flow::{near, numbers};

#[differentiable]
fn doubling(x: &Tensor<f64>) -> Result<(Scalar<f64>, f64)> {
    let mut k = 1.0;
    for _ in 0..10 {
        let s = (x * k).sum().item()?;
        if s > 3.0 {
            break;
        }
        k *= 2.0;
    }
    Ok(((x * k).sin().sum(), k))
}
#[differentiable]
fn doubling_while(x: &Tensor<f64>) -> Result<(Scalar<f64>, f64)> {
    let mut k = 1.0;
    while (x * k).sum().item()? < 3.0 && k < 1000.0 {
        k *= 2.0;
    }
    Ok(((x * k).sin().sum(), k))
}
#[differentiable]
fn doubling_loop(x: &Tensor<f64>) -> Result<(Scalar<f64>, f64)> {
    let mut k = 1.0;
    loop {
        if (x * k).sum().item()? > 3.0 {
            break;
        }
        k *= 2.0;
    }
    Ok(((x * k).sin().sum(), k))
}
#[differentiable]
fn search(xs: &[Tensor<f64>]) -> Result<Scalar<f64>> {
    let mut i = 0;
    while i + 1 < xs.len() {
        let d = xs[i].sum().item()?;
        if d < 0.5 {
            break;
        }
        i += 1;
    }
    Ok(xs[i].sum())
}
#[differentiable]
fn best(xs: &[Tensor<f64>], n: usize, b: usize) -> Result<Scalar<f64>> {
    let mut best = b;
    let mut low = f64::INFINITY;
    for b in 0..n {
        let d = xs[b].sum().item()?;
        if d < low {
            low = d;
            best = b;
        }
    }
    Ok(xs[best].sum() * low)
}
#[differentiable]
fn narrowed(x: &Tensor<f64>, n: usize) -> Result<Scalar<f64>> {
    let mut top = 0.0;
    for i in 0..n {
        let v = x.narrow(0, i, 1).sum().item()?;
        if v > top {
            top = v;
        }
    }
    Ok(x.sum() * top)
}
#[differentiable]
fn logged(x: &Tensor<f64>, ks: &[f64]) -> Result<(Scalar<f64>, f64)> {
    let mut log = Vec::new();
    for k in ks {
        log.push((x * *k).sum().item()?);
    }
    let most = log.iter().cloned().fold(0.0, f64::max);
    Ok((x.sum() * most, most))
}
#[differentiable]
fn arm(x: &Tensor<f64>, on: bool) -> Result<Scalar<f64>> {
    let mut k = 1.0;
    if on {
        k = 10.0;
        let s = (x * k).sum().item()?;
        if s > 3.0 {
            k = 0.5;
        }
    }
    Ok(x.sum() * k)
}
#[differentiable]
fn opt(xs: &[Tensor<f64>], o: Option<usize>) -> Result<Scalar<f64>> {
    let i = 0;
    let mut k = 1.0;
    if let Some(i) = o {
        let d = xs[i].sum().item()?;
        if d > 0.1 {
            k = d;
        }
    }
    Ok(xs[i].sum() * k)
}
#[differentiable]
fn guarded(xs: &[Tensor<f64>], i: usize) -> Result<Scalar<f64>> {
    let mut k = 1.0;
    if i < xs.len() {
        if xs[i].sum().item()? > 0.1 {
            k = 2.0;
        }
    }
    Ok(xs[0].sum() * k)
}
#[differentiable]
fn and(xs: &[Tensor<f64>], i: usize) -> Result<Scalar<f64>> {
    let mut k = 1.0;
    if i < xs.len() && xs[i].sum().item()? > 0.1 {
        k = 2.0;
    }
    let both = i < xs.len() && xs[i].sum().item()? > 0.1;
    if both || i + 1 < xs.len() && xs[i + 1].sum().item()? > 0.1 {
        k += 0.5;
    }
    Ok(xs[0].sum() * k)
}
#[differentiable]
fn walk(xs: &[Tensor<f64>]) -> Result<Scalar<f64>> {
    let mut i = 0;
    while i < xs.len() && xs[i].sum().item()? > 0.5 {
        i += 1;
    }
    Ok(xs[0].sum() * i as f64)
}
#[differentiable]
fn matched(xs: &[Tensor<f64>], o: Option<usize>) -> Result<Scalar<f64>> {
    let mut k = 2.0;
    match o {
        Some(i) => {
            if xs[i].sum().item()? > 0.5 {
                k = 7.0
            }
        }
        None => k = 0.5,
    }
    Ok(xs[0].sum() * k)
}
#[differentiable]
fn bisect(x: &Tensor<f64>) -> Result<Scalar<f64>> {
    let (mut lo, mut hi) = (0.0, 10.0);
    for _ in 0..60 {
        let m = 0.5 * (lo + hi);
        if (x * m).sum().item()? > 1.0 {
            hi = m;
        } else {
            lo = m;
        }
    }
    Ok(x.sum() * lo)
}
#[differentiable]
fn dims(xs: &[Tensor<f64>]) -> Result<Scalar<f64>> {
    let mut n = 0;
    for i in 0..xs.len() {
        n += xs[i].dim(0);
    }
    Ok(xs[0].sum() * n as f64)
}
#[differentiable]
fn block(xs: &[Tensor<f64>], j: usize) -> Result<Scalar<f64>> {
    let d = {
        let j = j + 1;
        xs[j].sum().item()?
    };
    Ok(xs[j].sum() * d)
}

fn one(x: f64) -> Result<Tensor<f64>> {
    Tensor::from_vec(vec![x], [1])
}

/// A value and its gradient, to which numbers that were asked for are constant.
macro_rules! gives {
    ($f:ident($($arg:expr),*), $value:expr, $grads:expr) => {{
        let (value, grads) = $f::value_and_grad($($arg),*)?;
        near(stringify!($f), &[value.item()?], &[$value], 1e-12);
        near(stringify!($f), &numbers(&grads)?, &$grads, 1e-12);
    }};
}

#[test]
fn each_round_asks_again() -> Result<()> {
    let x = one(0.5)?;
    // 2^3 * 0.5 is the first that is more than 3.
    for (y, k) in [doubling::call(&x)?, doubling_while::call(&x)?, doubling_loop::call(&x)?] {
        assert_eq!(k, 8.0);
        near("sin(k x)", &[y.item()?], &[4.0_f64.sin()], 1e-12);
    }
    check::gradients::<doubling>((&x,))?;
    check::gradients::<doubling_while>((&x,))?;
    check::gradients::<doubling_loop>((&x,))?;
    let (_, most) = logged::call(&x, &[1.0, 3.0, 2.0])?;
    assert_eq!(most, 1.5);
    gives!(bisect(&x), 1.0, [2.0]);
    gives!(narrowed(&Tensor::from_vec(vec![0.1, 0.7, 0.4], [3])?, 3), 1.2 * 0.7, [0.7; 3]);
    Ok(())
}

#[test]
fn rounds_ask_items_of_lists() -> Result<()> {
    let xs = [one(2.0)?, one(0.4)?, one(1.0)?];
    gives!(search(&xs), 0.4, [0.0, 1.0, 0.0]);
    gives!(best(&xs, 3, 0), 0.16, [0.0, 0.4, 0.0]);
    gives!(walk(&xs), 2.0, [1.0, 0.0, 0.0]);
    gives!(dims(&xs), 6.0, [3.0, 0.0, 0.0]);
    Ok(())
}

#[test]
fn arms_ask_where_they_run() -> Result<()> {
    let (x, xs) = (one(0.5)?, [one(2.0)?, one(0.4)?, one(1.0)?]);
    gives!(arm(&x, true), 0.25, [0.5]);
    gives!(arm(&x, false), 0.5, [1.0]);
    gives!(opt(&xs, Some(1)), 0.8, [0.4, 0.0, 0.0]);
    gives!(opt(&xs, None), 2.0, [1.0, 0.0, 0.0]);
    gives!(matched(&xs, Some(1)), 4.0, [2.0, 0.0, 0.0]);
    gives!(matched(&xs, Some(2)), 14.0, [7.0, 0.0, 0.0]);
    gives!(matched(&xs, None), 1.0, [0.5, 0.0, 0.0]);
    gives!(block(&xs, 0), 0.8, [0.4, 0.0, 0.0]);
    Ok(())
}

#[test]
fn what_is_guarded_is_not_asked() -> Result<()> {
    let xs = [one(2.0)?, one(0.4)?, one(1.0)?];
    gives!(guarded(&xs, 5), 2.0, [1.0, 0.0, 0.0]);
    gives!(guarded(&xs, 1), 4.0, [2.0, 0.0, 0.0]);
    gives!(and(&xs, 5), 2.0, [1.0, 0.0, 0.0]);
    gives!(and(&xs, 1), 5.0, [2.5, 0.0, 0.0]);
    Ok(())
}
