//! `for`, `while` and `loop` over tensors.

use std::cell::RefCell;

use cotangent::prelude::*;
use cotangent_tests::flow::{both, orders};

use crate::normal;

#[differentiable(order = 2)]
fn repeated(x: &Tensor<f64>, w: &Tensor<f64>, n: usize) -> Scalar<f64> {
    let mut h = x.clone();
    for _ in 0..n {
        h = (&h * w).sin();
    }
    (h * x).sum()
}

#[differentiable]
fn repeated_0(x: &Tensor<f64>, w: &Tensor<f64>) -> Scalar<f64> {
    (x * x).sum() + w.sum() * 0.0
}

#[differentiable]
fn repeated_1(x: &Tensor<f64>, w: &Tensor<f64>) -> Scalar<f64> {
    ((x * w).sin() * x).sum()
}

#[differentiable]
fn repeated_3(x: &Tensor<f64>, w: &Tensor<f64>) -> Scalar<f64> {
    ((((x * w).sin() * w).sin() * w).sin() * x).sum()
}

#[test]
fn any_number_of_rounds() -> Result<()> {
    let (x, w) = (normal(1, [3]), normal(2, [3]));
    both::<repeated, repeated_0>((&x, &w, 0), (&x, &w))?;
    both::<repeated, repeated_1>((&x, &w, 1), (&x, &w))?;
    both::<repeated, repeated_3>((&x, &w, 3), (&x, &w))?;
    orders::<repeated>((&x, &w, 17))
}

/// Ranges in steps and backwards, host items by value and by reference, and what they are used for.
#[differentiable(order = 2)]
fn host_items(x: &Tensor<f64>, ks: &[f64], names: Vec<&str>) -> Scalar<f64> {
    let mut h = x.clone();
    for i in (1..6).step_by(2) {
        h = &h * 0.5 + i as f64 * x;
    }
    for i in (0..ks.len()).rev() {
        h = &h * ks[i];
    }
    for &k in ks {
        h = h.sin() * k;
    }
    for (i, name) in names.iter().enumerate() {
        h += x * (i * name.len()) as f64;
    }
    for (k, name) in ks.iter().zip(&names).skip(1) {
        h *= k + name.len() as f64;
    }
    for k in [1u8, 3] {
        h = h.exp() / k as f64;
        h = h.ln();
    }
    h.sum()
}

#[differentiable]
fn host_items_inline(x: &Tensor<f64>) -> Scalar<f64> {
    let h = x * 0.5 + 1.0 * x;
    let h = h * 0.5 + 3.0 * x;
    let h = h * 0.5 + 5.0 * x;
    let h = h * 2.0 * 0.5;
    let h = h.sin() * 0.5;
    let h = h.sin() * 2.0;
    let h = h + x * 2.0;
    let h = h * (2.0 + 2.0);
    let h = h - 3.0f64.ln();
    h.sum()
}

#[test]
fn host_iterators() -> Result<()> {
    let x = normal(1, [3]) * 0.3;
    both::<host_items, host_items_inline>((&x, &[0.5, 2.0], vec!["a", "bb"]), (&x,))
}

#[differentiable(order = 2)]
fn lists(xs: &[Tensor<f64>], ws: &[(&Tensor<f64>, &Tensor<f64>)], y: &Tensor<f64>) -> Scalar<f64> {
    let mut h = y.clone();
    for i in 0..xs.len() {
        h = &h * &xs[i] + i as f64;
    }
    for x in xs {
        h = (h + x).sin();
    }
    for (i, x) in xs.iter().enumerate() {
        h += x * (i + 1);
    }
    for (i, x) in xs.iter().enumerate().rev() {
        h = &h * 0.5 + x * i;
    }
    for (x, (w, b)) in xs.iter().zip(ws) {
        h = h * w + b * x;
    }
    for x in xs.iter().skip(1).step_by(2) {
        h += x.exp();
    }
    for (a, b) in ws.iter().rev().take(1) {
        h = h * (a - b).tanh();
    }
    (h * 2.0 + y.exp()).sum()
}

#[differentiable]
fn lists_inline(xs: &[Tensor<f64>], ws: &[(&Tensor<f64>, &Tensor<f64>)], y: &Tensor<f64>) -> Scalar<f64> {
    let (a, b, c) = (&xs[0], &xs[1], &xs[2]);
    let h = ((y * a) * b + 1.0) * c + 2.0;
    let h = (h + a).sin();
    let h = (h + b).sin();
    let h = (h + c).sin();
    let h = h + a + b * 2.0 + c * 3.0;
    let h = h * 0.5 + c * 2.0;
    let h = h * 0.5 + b;
    let h = h * 0.5;
    let h = h * ws[0].0 + ws[0].1 * a;
    let h = h * ws[1].0 + ws[1].1 * b;
    let h = h + b.exp();
    let h = h * (ws[1].0 - ws[1].1).tanh();
    (h * 2.0 + y.exp()).sum()
}

#[test]
fn lists_of_tensors() -> Result<()> {
    let xs = [normal(1, [2]), normal(2, [2]), normal(3, [2])];
    let (a, b, c, d) = (normal(4, [2]), normal(5, [2]), normal(6, [2]), normal(7, [2]));
    let (ws, y) = ([(&a, &b), (&c, &d)], normal(8, [2]));
    both::<lists, lists_inline>((&xs, &ws, &y), (&xs, &ws, &y))?;
    // No rounds at all.
    let none: [Tensor<f64>; 0] = [];
    orders::<summed>((&none, &y))?;
    orders::<summed>((&xs, &y))
}

/// Patterns that do not take the pairs of an adapter apart as they come.
#[differentiable(order = 2)]
fn whole_pairs(xs: &[Tensor<f64>], ws: &[(&Tensor<f64>, &Tensor<f64>)], y: &Tensor<f64>) -> Scalar<f64> {
    let mut h = y.clone();
    for p in xs.iter().enumerate() {
        h = (&h * p.1).sin() + p.0 as f64;
    }
    for (i, ..) in xs.iter().enumerate() {
        h = &h + i as f64;
    }
    for (.., x) in xs.iter().enumerate() {
        h = &h + x;
    }
    for pair in xs.iter().zip(ws) {
        let (x, (w, b)) = pair;
        h = h * w + b * x;
    }
    for (i, pair) in xs.iter().zip(ws).enumerate() {
        h = h * pair.1.0 + pair.0 * i as f64;
    }
    for (_, _) in xs.iter().enumerate() {
        h = h * 1.5;
    }
    for _ in xs.iter().zip(ws) {
        h = h.tanh();
    }
    h.sum()
}

#[differentiable]
fn whole_pairs_inline(
    xs: &[Tensor<f64>],
    ws: &[(&Tensor<f64>, &Tensor<f64>)],
    y: &Tensor<f64>,
) -> Scalar<f64> {
    let (a, b, c) = (&xs[0], &xs[1], &xs[2]);
    let h = (y * a).sin();
    let h = (h * b).sin() + 1.0;
    let h = (h * c).sin() + 2.0 + 3.0;
    let h = h + a + b + c;
    let h = h * ws[0].0 + ws[0].1 * a;
    let h = h * ws[1].0 + ws[1].1 * b;
    let h = h * ws[0].0 * ws[1].0 + b;
    (h * 1.5 * 1.5 * 1.5).tanh().tanh().sum()
}

#[test]
fn pairs_in_one_piece() -> Result<()> {
    let xs = [normal(1, [2]), normal(2, [2]), normal(3, [2])];
    let (a, b, c, d) = (normal(4, [2]), normal(5, [2]), normal(6, [2]), normal(7, [2]));
    let (ws, y) = ([(&a, &b), (&c, &d)], normal(8, [2]));
    both::<whole_pairs, whole_pairs_inline>((&xs, &ws, &y), (&xs, &ws, &y))
}

#[differentiable(order = 2)]
fn summed(xs: &[Tensor<f64>], y: &Tensor<f64>) -> Scalar<f64> {
    let mut total = y.exp();
    for x in xs {
        total += x * y;
    }
    total.sum()
}

/// The tensor has a larger shape in every round.
#[differentiable(order = 2)]
fn growing(x: &Tensor<f64>, n: usize) -> Scalar<f64> {
    let mut all = x.clone();
    let mut last = x.clone();
    for k in 0..n {
        last = (&last * x).sin();
        all = concat(&[&all, &last, &(x * k)], 0);
    }
    all.exp().sum() + last.sum()
}

#[differentiable]
fn growing_2(x: &Tensor<f64>) -> Scalar<f64> {
    let a = (x * x).sin();
    let b = (&a * x).sin();
    let all = concat(&[x, &a, &(x * 0.0), &b, x], 0);
    all.exp().sum() + b.sum()
}

#[test]
fn a_shape_that_changes() -> Result<()> {
    let x = normal(1, [2]);
    both::<growing, growing_2>((&x, 2), (&x,))?;
    orders::<growing>((&x, 0))?;
    orders::<growing>((&x, 5))
}

/// Tuples that rounds change, host state beside tensors, `while` on host values.
#[differentiable(order = 2)]
fn carried(x: &Tensor<f64>, w: &Tensor<f64>, n: usize) -> Scalar<f64> {
    let mut state = (x.clone(), w * 0.5);
    let mut k = 1.0;
    let mut i = 0;
    while i < n && k < 100.0 {
        let (a, b) = state;
        k *= 1.5;
        i += 1;
        state = (&a * &b + k, a.sin());
    }
    let mut seen = Vec::new();
    for j in 0..i {
        seen.push(j);
        k += seen.len() as f64;
    }
    (state.0 * k + state.1).sum()
}

#[differentiable]
fn carried_2(x: &Tensor<f64>, w: &Tensor<f64>) -> Scalar<f64> {
    let b = w * 0.5;
    let (a, b) = (x * &b + 1.5, x.sin());
    let (a, b) = (&a * &b + 2.25, a.sin());
    (a * 5.25 + b).sum()
}

#[test]
fn several_values_from_round_to_round() -> Result<()> {
    let (x, w) = (normal(1, [3]), normal(2, [3]));
    both::<carried, carried_2>((&x, &w, 2), (&x, &w))?;
    orders::<carried>((&x, &w, 0))?;
    orders::<carried>((&x, &w, 7))
}

/// Jumps at several depths.
#[differentiable(order = 2)]
fn jumping(x: &Tensor<f64>, w: &Tensor<f64>, n: usize) -> Scalar<f64> {
    let mut h = x.clone();
    for i in 0..n {
        if i == 1 {
            continue;
        }
        h = &h * w;
        if i == 4 {
            h += 1.0;
            break;
        }
        match i {
            0 => h *= 2.0,
            2 => {
                h = h.sin();
                continue;
            }
            _ => {
                h *= 0.25;
            }
        }
        if i > 0 {
            h = &h * 2.0;
        }
    }
    let mut rounds = 0;
    loop {
        if rounds >= n {
            break;
        }
        rounds += 1;
        if rounds == 2 {
            h = h.tanh();
            if n > 3 {
                continue;
            } else {
                break;
            }
        }
        h = h + w;
    }
    (h * rounds as f64).sum()
}

#[differentiable]
fn jumping_6(x: &Tensor<f64>, w: &Tensor<f64>) -> Scalar<f64> {
    // Rounds 0, 2, 3 and 4.
    let h = x * w * 2.0;
    let h = (h * w).sin();
    let h = h * w * 0.5;
    let h = h * w + 1.0;
    let h = (h + w).tanh();
    ((h + w + w + w + w) * 6.0).sum()
}

#[differentiable]
fn jumping_3(x: &Tensor<f64>, w: &Tensor<f64>) -> Scalar<f64> {
    let h = x * w * 2.0;
    let h = (h * w).sin();
    let h = (h + w).tanh();
    (h * 2.0).sum()
}

#[test]
fn break_and_continue() -> Result<()> {
    let (x, w) = (normal(11, [3]), normal(12, [3]));
    both::<jumping, jumping_6>((&x, &w, 6), (&x, &w))?;
    both::<jumping, jumping_3>((&x, &w, 3), (&x, &w))?;
    orders::<jumping>((&x, &w, 0))?;
    orders::<jumping>((&x, &w, 1))
}

/// Loops in loops, with jumps in both, and an invariant of both.
#[differentiable(order = 2)]
fn squares(x: &Tensor<f64>, w: &Tensor<f64>, n: usize) -> Scalar<f64> {
    let mut h = x.clone();
    for i in 0..n {
        let row = h.exp() * 0.1;
        for j in 0..n {
            if j > i {
                break;
            }
            h = (&h * w + &row).sin();
            let mut k = 0;
            while k < j {
                k += 1;
                h = &h * 1.5 + x;
            }
        }
        if i == 2 {
            continue;
        }
        h = h + w;
    }
    h.sum()
}

#[differentiable]
fn squares_3(x: &Tensor<f64>, w: &Tensor<f64>) -> Scalar<f64> {
    let h = (x * w + x.exp() * 0.1).sin();
    let h = h + w;
    let row = h.exp() * 0.1;
    let h = (h * w + &row).sin();
    let h = (h * w + row).sin();
    let h = h * 1.5 + x;
    let h = h + w;
    let row = h.exp() * 0.1;
    let h = (h * w + &row).sin();
    let h = (h * w + &row).sin();
    let h = h * 1.5 + x;
    let h = (h * w + row).sin();
    let h = h * 1.5 + x;
    (h * 1.5 + x).sum()
}

#[test]
fn loops_in_loops() -> Result<()> {
    let (x, w) = (normal(1, [2]), normal(2, [2]));
    both::<squares, squares_3>((&x, &w, 3), (&x, &w))?;
    orders::<squares>((&x, &w, 0))?;
    orders::<squares>((&x, &w, 4))
}

type Log = RefCell<Vec<usize>>;

fn note(log: &Log, what: usize) -> usize {
    log.borrow_mut().push(what);
    what
}

#[differentiable(order = 2)]
fn effects(x: &Tensor<f64>, #[constant] log: &Log, n: usize) -> Scalar<f64> {
    let mut h = x.clone();
    note(log, 100);
    for i in 0..note(log, n) {
        note(log, i);
        h = h.sin();
        if i == 2 {
            break;
        }
        note(log, 10 + i);
    }
    let mut left = n;
    while note(log, 50) > 0 && left > 0 {
        left -= 1;
        h = &h * note(log, 60) as f64;
    }
    note(log, 101);
    h.sum()
}

#[test]
fn the_order_of_effects() -> Result<()> {
    let (x, log) = (normal(1, [3]), Log::default());
    let want = vec![100, 2, 0, 10, 1, 11, 50, 60, 50, 60, 50, 101];
    effects(&x, &log, 2);
    assert_eq!(log.take(), want);
    let (y, pullback) = effects::vjp(&x, &log, 2)?;
    assert_eq!(log.take(), want);
    pullback.pull(&y)?;
    assert!(log.take().is_empty());
    effects::value_and_grad(&x, &log, 2)?;
    assert_eq!(log.take(), want);
    effects::jvp(&x, &log, 2, &x)?;
    assert_eq!(log.take(), want);
    effects::hvp(&x, &log, 2, &x)?;
    assert_eq!(log.take(), want);
    effects(&x, &log, 5);
    assert_eq!(log.take()[..9], [100, 5, 0, 10, 1, 11, 2, 50, 60]);
    orders::<effects>((&x, &log, 2))
}

/// Dims in rounds: sizes that are known outside are known inside.
#[differentiable(order = 2)]
fn with_dims(x: &Tensor<f64, B, D>, w: &Tensor<f64, D, D>, b: &Tensor<f64, D>, n: usize) -> Scalar<f64> {
    let mut h: Tensor<f64, B, D> = x * 1.0;
    for i in 0..n {
        let z: Tensor<f64, B, D> = h.matmul(w) + b;
        h = z.tanh().reshape([B, D]);
        assert!(h.dim(0) == B && i < n);
        h = h / D + x;
    }
    let y: Tensor<f64, D> = h.sum_axis(0);
    (y * b).sum() / B
}

#[differentiable]
fn with_dims_2(x: &Tensor<f64>, w: &Tensor<f64>, b: &Tensor<f64>) -> Scalar<f64> {
    let h = (x.matmul(w) + b).tanh() / 3.0 + x;
    let h = (h.matmul(w) + b).tanh() / 3.0 + x;
    (h.sum_axis(0) * b).sum() / 2.0
}

#[test]
fn declared_dims() -> Result<()> {
    let (x, w, b) = (normal(1, [2, 3]), normal(2, [3, 3]), normal(3, [3]));
    both::<with_dims, with_dims_2>((&x, &w, &b, 2), (&x, &w, &b))?;
    orders::<with_dims>((&x, &w, &b, 0))
}

/// What rounds keep of constants, integers and truth values.
#[differentiable(order = 2)]
fn masks(x: &Tensor<f64>, ids: &Tensor<i32>, n: usize) -> Scalar<f64> {
    let mut h = x.clone();
    let mut at = ids.clone();
    let mut seen = x.gt(0.0);
    for _ in 0..n {
        let picked = h.index_select(0, &at);
        h = select(&seen, picked.exp() * 0.5, &h * 2.0);
        seen = seen.not();
        at = 2 - at;
    }
    h.sum()
}

#[differentiable]
fn masks_2(x: &Tensor<f64>, ids: &Tensor<i32>) -> Scalar<f64> {
    let seen = x.gt(0.0);
    let h = select(&seen, x.index_select(0, ids).exp() * 0.5, x * 2.0);
    let at = 2 - ids;
    select(seen.not(), h.index_select(0, at).exp() * 0.5, h * 2.0).sum()
}

#[test]
fn values_without_derivative() -> Result<()> {
    let x = normal(1, [3]);
    let ids = Tensor::from_vec(vec![2, 0, 1], [3])?;
    both::<masks, masks_2>((&x, &ids, 2), (&x, &ids))
}

/// A pullback may be pulled twice, and keeps nothing of rounds that it does not need.
#[test]
fn pulled_twice() -> Result<()> {
    let (x, w) = (normal(1, [3]), normal(2, [3]));
    let (y, pullback) = repeated::vjp(&x, &w, 4)?;
    let (a, b) = (pullback.clone().pull(&y)?, pullback.pull(&y)?);
    assert_eq!((a.x.to_vec()?, a.w.to_vec()?), (b.x.to_vec()?, b.w.to_vec()?));
    Ok(())
}
