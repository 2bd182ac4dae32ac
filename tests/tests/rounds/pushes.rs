//! `Vec`s that tensors are pushed to.

use cotangent::prelude::*;
use cotangent_tests::flow::{both, near, numbers, orders};

use crate::normal;

#[differentiable(order = 2)]
fn states(xs: &Tensor<f64>, w: &Tensor<f64>, n: usize) -> Scalar<f64> {
    let mut hs = Vec::new();
    let mut h = w * 0.5;
    for t in 0..n {
        h = (&h * w + xs.narrow(0, t, 1).squeeze(0)).tanh();
        hs.push(h.clone());
    }
    let all = if n == 0 { xs * 2.0 } else { stack(&hs, 0) };
    (all.exp() * 0.1).sum() + (h * w).sum()
}

#[differentiable]
fn states_0(xs: &Tensor<f64>, w: &Tensor<f64>) -> Scalar<f64> {
    ((xs * 2.0).exp() * 0.1).sum() + (w * 0.5 * w).sum()
}

#[differentiable]
fn states_3(xs: &Tensor<f64>, w: &Tensor<f64>) -> Scalar<f64> {
    let a = (w * 0.5 * w + xs.narrow(0, 0, 1).squeeze(0)).tanh();
    let b = (&a * w + xs.narrow(0, 1, 1).squeeze(0)).tanh();
    let c = (&b * w + xs.narrow(0, 2, 1).squeeze(0)).tanh();
    (stack([&a, &b, &c], 0).exp() * 0.1).sum() + (c * w).sum()
}

#[test]
fn pushed_and_stacked() -> Result<()> {
    let (xs, w) = (normal(1, [3, 2]), normal(2, [2]));
    both::<states, states_3>((&xs, &w, 3), (&xs, &w))?;
    both::<states, states_0>((&xs, &w, 0), (&xs, &w))
}

/// Lengths, items, loops over what was pushed, pushes in branches and in loops of loops.
#[differentiable(order = 2)]
fn read_back(x: &Tensor<f64>, w: &Tensor<f64>, n: usize) -> Scalar<f64> {
    let mut hs = Vec::with_capacity(n);
    hs.push(x.clone());
    for t in 0..n {
        let last = &hs[hs.len() - 1];
        if t % 2 == 0 {
            let y = (last * w).sin();
            hs.push(y);
        } else if t > 2 {
            hs.push(last * 0.5);
            for _ in 0..2 {
                hs.push(x * w);
            }
        }
        assert!(!hs.is_empty());
    }
    let mut total = w * hs.len() as f64;
    for (i, h) in hs.iter().enumerate() {
        total += h * (i + 1);
    }
    for h in &hs {
        total = total.sin() + h;
    }
    let mut twice = hs.clone();
    for h in hs.iter().rev() {
        twice.push(h * 2.0);
    }
    total.sum() + concat(&twice, 0).exp().sum() + hs[0].sum()
}

#[differentiable]
fn read_back_4(x: &Tensor<f64>, w: &Tensor<f64>) -> Scalar<f64> {
    let a = (x * w).sin();
    let b = (&a * w).sin();
    let c = &b * 0.5;
    let d = x * w;
    let all = [x, &a, &b, &c, &d, &d];
    let mut total = w * 6.0 + x + &a * 2.0 + &b * 3.0 + &c * 4.0 + &d * 5.0 + &d * 6.0;
    total = total.sin() + x;
    total = total.sin() + &a;
    total = total.sin() + &b;
    total = total.sin() + &c;
    total = total.sin() + &d;
    total = total.sin() + &d;
    let once = concat(&all, 0);
    total.sum() + once.exp().sum() + (once * 2.0).exp().sum() + x.sum()
}

#[test]
fn pushed_and_read() -> Result<()> {
    let (x, w) = (normal(1, [2]) * 0.5, normal(2, [2]));
    both::<read_back, read_back_4>((&x, &w, 4), (&x, &w))?;
    orders::<read_back>((&x, &w, 0))?;
    orders::<read_back>((&x, &w, 7))
}

/// Tuples, declared types and dims, lists that are written out first, lists of a parameter.
#[differentiable(order = 2)]
fn tuples(xs: &[Tensor<f64>], w: &Tensor<f64, D>, n: usize) -> Scalar<f64> {
    let mut pairs = Vec::new();
    let mut typed: Vec<Tensor<f64, D>> = Vec::new();
    let mut some = vec![w * 2.0];
    let mut more = xs.to_vec();
    let mut ids = Vec::new();
    let mut h = w.clone();
    let mut k = 0;
    while k < n {
        h = h.sin();
        pairs.push((&h * w, h.exp()));
        typed.push(h.clone());
        some.push(&h * 0.25);
        more.push(h.clone());
        ids.push(k);
        k += 1;
    }
    let mut total = h.sum() * ids.len() as f64;
    for (a, b) in &pairs {
        total += (a * b).sum();
    }
    for (i, t) in typed.iter().enumerate() {
        let t: &Tensor<f64, D> = t;
        total += (t * w).sum() * ids[i] as f64;
    }
    total + stack(&some, 1).exp().sum() + concat(&more, 0).sin().sum()
}

#[differentiable]
fn tuples_2(xs: &[Tensor<f64>], w: &Tensor<f64>) -> Scalar<f64> {
    let a = w.sin();
    let b = a.sin();
    let total = b.sum() * 2.0 + (&a * w * a.exp()).sum() + (&b * w * b.exp()).sum() + (&b * w).sum();
    let some = stack([&(w * 2.0), &(&a * 0.25), &(&b * 0.25)], 1);
    total + some.exp().sum() + concat([&xs[0], &xs[1], &a, &b], 0).sin().sum()
}

#[test]
fn of_several_forms() -> Result<()> {
    let (xs, w) = ([normal(1, [2]), normal(3, [4])], normal(2, [3]));
    both::<tuples, tuples_2>((&xs, &w, 2), (&xs, &w))?;
    orders::<tuples>((&xs, &w, 0))
}

#[differentiable(order = 2)]
fn summed(xs: &[Tensor<f64>], w: &Tensor<f64>) -> Scalar<f64> {
    let mut total = w.sum();
    for x in xs {
        total += (x * w).sin().sum();
    }
    total
}

/// What was pushed goes to another function, under a checkpoint too.
#[differentiable(order = 2)]
fn handed_over(x: &Tensor<f64>, w: &Tensor<f64>, n: usize) -> Result<Scalar<f64>> {
    let mut hs = Vec::new();
    let mut h = x.clone();
    #[checkpoint]
    for _ in 0..n {
        h = (&h * w).sin();
        hs.push(h.clone());
    }
    #[checkpoint(every = 2)]
    for t in 0..n {
        h = (&h + w).sin();
        hs.push(h.clone() * &hs[t]);
    }
    Ok(summed(&hs, w)? + h.sum())
}

#[differentiable]
fn handed_over_2(x: &Tensor<f64>, w: &Tensor<f64>) -> Result<Scalar<f64>> {
    let a = (x * w).sin();
    let b = (&a * w).sin();
    let c = (&b + w).sin();
    let d = (&c + w).sin();
    let total = summed(&[a.clone(), b.clone(), &c * a, &d * b], w)?;
    Ok(total + d.sum())
}

#[test]
fn as_an_argument_and_in_checkpoints() -> Result<()> {
    let (x, w) = (normal(1, [2]), normal(2, [2]));
    both::<handed_over, handed_over_2>((&x, &w, 2), (&x, &w))?;
    orders::<handed_over>((&x, &w, 0))?;
    orders::<handed_over>((&x, &w, 5))
}

#[differentiable]
fn many(x: &Tensor<f64>, n: usize) -> Scalar<f64> {
    let mut hs = Vec::new();
    for t in 0..n {
        let h = x * t;
        if t % 3 == 0 {
            hs.push(h);
        } else {
            for _ in 0..2 {
                hs.push(&h + hs.len());
            }
        }
    }
    let mut total = x.clone();
    for (t, h) in hs.iter().enumerate() {
        total += h * &hs[t / 2];
    }
    total.sum() + stack(&hs, 0).mean()
}

/// So many rounds end soon only if neither a push nor its reverse copies the list; that the list is moved is compared in the
/// text that is emitted (`list_is_moved` of the macro crate).
#[test]
fn ten_thousand_pushes() -> Result<()> {
    let (x, n) = (normal(1, [2]), 10_000);
    let found = numbers(&many::grad(&x, n)?.x)?;
    // The items are multiples of `x` and numbers, so the gradient is that of a polynomial in each element.
    let mut items: Vec<(f64, f64)> = Vec::new();
    for t in 0..n {
        if t % 3 == 0 {
            items.push((t as f64, 0.0));
        } else {
            for _ in 0..2 {
                items.push((t as f64, items.len() as f64));
            }
        }
    }
    let count = (items.len() * 2) as f64;
    let slope = |x: f64| {
        let value = |(a, b): (f64, f64)| a * x + b;
        let pairs = items.iter().enumerate().map(|(t, &h)| {
            let g = items[t / 2];
            h.0 * value(g) + value(h) * g.0
        });
        1.0 + pairs.sum::<f64>() + items.iter().map(|(a, _)| a).sum::<f64>() / count
    };
    let wanted: Vec<f64> = numbers(&x)?.into_iter().map(slope).collect();
    let ratios: Vec<f64> = found.iter().zip(&wanted).map(|(a, b)| a / b).collect();
    near("the gradient over its closed form", &ratios, &[1.0, 1.0], 1e-10);
    Ok(())
}
