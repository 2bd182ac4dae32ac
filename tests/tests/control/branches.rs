//! `if`, `if let` and `match` on host values.

use std::cell::RefCell;

use cotangent::prelude::*;
use cotangent_tests::flow::{both, numbers, orders};

use crate::normal;

#[differentiable(order = 2)]
fn chain(x: &Tensor<f64>, w: &Tensor<f64>, n: usize) -> Scalar<f64> {
    let y = if n == 0 {
        x.sin()
    } else if n == 1 {
        let h = x * w;
        h.exp()
    } else if n == 2 {
        w.clone()
    } else {
        x + 1.0
    };
    (y * x).sum() + w.sum()
}

#[differentiable]
fn chain_0(x: &Tensor<f64>, w: &Tensor<f64>) -> Scalar<f64> {
    (x.sin() * x).sum() + w.sum()
}

#[differentiable]
fn chain_1(x: &Tensor<f64>, w: &Tensor<f64>) -> Scalar<f64> {
    ((x * w).exp() * x).sum() + w.sum()
}

#[differentiable]
fn chain_2(x: &Tensor<f64>, w: &Tensor<f64>) -> Scalar<f64> {
    (w * x).sum() + w.sum()
}

#[differentiable]
fn chain_3(x: &Tensor<f64>, w: &Tensor<f64>) -> Scalar<f64> {
    ((x + 1.0) * x).sum() + w.sum()
}

#[test]
fn else_if() -> Result<()> {
    let (x, w) = (normal(1, [3]), normal(2, [3]));
    both::<chain, chain_0>((&x, &w, 0), (&x, &w))?;
    both::<chain, chain_1>((&x, &w, 1), (&x, &w))?;
    both::<chain, chain_2>((&x, &w, 2), (&x, &w))?;
    both::<chain, chain_3>((&x, &w, 3), (&x, &w))
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Act {
    Tanh,
    Leaky(f64),
    Power { by: i32 },
    Off,
}

#[differentiable(order = 2)]
fn activation(x: &Tensor<f64>, #[constant] act: Act) -> Tensor<f64> {
    match act {
        Act::Tanh => x.tanh(),
        Act::Leaky(slope) if slope > 0.5 => x * slope,
        Act::Leaky(slope) => {
            let low = x * slope;
            low.exp()
        }
        Act::Power { by: by @ 1..=3 } => x.powi(by),
        Act::Power { by } => x * by as f64,
        Act::Off => x.clone(),
    }
}

#[differentiable(order = 2)]
fn activated(x: &Tensor<f64>, #[constant] act: Act) -> Scalar<f64> {
    (activation(x, act) * x).sum()
}

#[differentiable]
fn tanh_inline(x: &Tensor<f64>) -> Scalar<f64> {
    (x.tanh() * x).sum()
}

#[differentiable(order = 2)]
fn times(x: &Tensor<f64>, k: f64) -> Scalar<f64> {
    (x * k * x).sum()
}

#[differentiable]
fn exp_inline(x: &Tensor<f64>, k: f64) -> Scalar<f64> {
    ((x * k).exp() * x).sum()
}

#[differentiable]
fn power_inline(x: &Tensor<f64>, k: i32) -> Scalar<f64> {
    (x.powi(k) * x).sum()
}

#[test]
fn bindings_guards_and_ranges() -> Result<()> {
    let x = normal(1, [4]);
    both::<activated, tanh_inline>((&x, Act::Tanh), (&x,))?;
    both::<activated, times>((&x, Act::Leaky(0.75)), (&x, 0.75))?;
    both::<activated, exp_inline>((&x, Act::Leaky(0.25)), (&x, 0.25))?;
    both::<activated, power_inline>((&x, Act::Power { by: 3 }), (&x, 3))?;
    both::<activated, times>((&x, Act::Power { by: 7 }), (&x, 7.0))?;
    both::<activated, times>((&x, Act::Off), (&x, 1.0))
}

const LIMIT: usize = 7;

#[differentiable(order = 2)]
fn patterns(x: &Tensor<f64>, n: usize, limit: usize, name: Option<&str>) -> Scalar<f64> {
    let y = match n {
        0 | 2 => x * 2.0,
        LIMIT => x * 7.0,
        3..=5 if n < limit => x * (limit - n) as f64,
        3.. => x * 3.0,
        _ => x.clone(),
    };
    let z = match (n, name) {
        (_, Some("exp")) => y.exp(),
        (k, Some(other)) if other.len() == k => y * other.len() as f64,
        (_, Some(_)) => y.sin(),
        (_, None) => y,
    };
    if let Some(name) = name { (z * name.len() as f64).sum() } else { z.sum() }
}

#[differentiable]
fn patterns_inline(x: &Tensor<f64>, k: f64, how: usize, l: f64) -> Scalar<f64> {
    let y = x * k;
    let all = stack(&[&y, &y.exp(), &y.sin()], 0);
    (all.narrow(0, how as isize, 1) * l).sum()
}

#[test]
fn constants_alternatives_and_options() -> Result<()> {
    let x = normal(1, [3]);
    let check = |n, limit, name: Option<&str>, k: f64, how: usize, l: f64| {
        both::<patterns, patterns_inline>((&x, n, limit, name), (&x, k, how, l))
    };
    check(0, 0, None, 2.0, 0, 1.0)?;
    check(2, 0, Some("exp"), 2.0, 1, 3.0)?;
    check(7, 0, Some("of"), 7.0, 2, 2.0)?;
    check(4, 9, Some("four"), 20.0, 0, 4.0)?;
    check(4, 3, None, 3.0, 0, 1.0)?;
    check(9, 99, None, 3.0, 0, 1.0)?;
    check(1, 99, None, 1.0, 0, 1.0)
}

/// Statements that change several variables, tuples, host variables; what an arm leaves alone stays.
#[differentiable(order = 2)]
fn assigned(x: &Tensor<f64>, w: &Tensor<f64>, n: usize) -> Scalar<f64> {
    let mut a = x.clone();
    let mut b = w * 2.0;
    let mut k = 1.0;
    let mut count = 0usize;
    if n > 0 {
        a = &a * &b;
        k += n as f64;
        count += 1;
    }
    let c;
    let d;
    match n {
        0 => {
            c = a.sin();
            d = 3.0;
        }
        1 => {
            b += x;
            count *= 2;
            c = b.exp();
            d = 4.0 * k;
        }
        _ => {
            a *= 2.0;
            let h = &a + &b;
            c = h.tanh();
            d = count as f64;
        }
    }
    match n {
        0 => a *= 1.0,
        1 => k = k * 1.0,
        _ => b = b + 0.0,
    }
    let (p, q) = if n == 1 { (a.clone(), b.exp()) } else { (&b * 2.0, &a * 0.5) };
    let pair = if count == 2 { (&p * &q, k) } else { (q.clone(), 1.0 + k) };
    (pair.0 * pair.1 + a * c * d * k + b * p * q).sum() * (count + 1) as f64
}

#[differentiable]
fn assigned_0(x: &Tensor<f64>, w: &Tensor<f64>) -> Scalar<f64> {
    let b = w * 2.0;
    let (p, q) = (&b * 2.0, x * 0.5);
    (&q * 2.0 + x * x.sin() * 3.0 + b * p * &q).sum()
}

#[differentiable]
fn assigned_1(x: &Tensor<f64>, w: &Tensor<f64>) -> Scalar<f64> {
    let b = w * 2.0;
    let a = x * &b;
    let b = b + x;
    let (p, q) = (a.clone(), b.exp());
    (&p * &q * 2.0 + &a * b.exp() * 8.0 * 2.0 + b * p * &q).sum() * 3.0
}

#[differentiable]
fn assigned_2(x: &Tensor<f64>, w: &Tensor<f64>) -> Scalar<f64> {
    let b = w * 2.0;
    let a = x * &b * 2.0;
    let c = (&a + &b).tanh();
    let (p, q) = (&b * 2.0, &a * 0.5);
    (&q * 4.0 + &a * c * 3.0 + b * p * &q).sum() * 2.0
}

#[test]
fn several_variables() -> Result<()> {
    let (x, w) = (normal(1, [3]) * 0.5, normal(2, [3]) * 0.5);
    both::<assigned, assigned_0>((&x, &w, 0), (&x, &w))?;
    both::<assigned, assigned_1>((&x, &w, 1), (&x, &w))?;
    both::<assigned, assigned_2>((&x, &w, 2), (&x, &w))
}

/// The arm that is not taken would be NaN, in the value and in the gradient.
#[differentiable(order = 2)]
fn guarded(x: &Tensor<f64>, n: usize) -> Scalar<f64> {
    let y = if n > 0 { (x.abs() + 1.0).sqrt() } else { (x * 0.0 - 1.0).sqrt().ln() };
    let z = match n {
        0 => x / 0.0,
        _ => x * 2.0,
    };
    (y * z).sum()
}

#[test]
fn an_arm_that_would_be_nan() -> Result<()> {
    let x = normal(1, [3]);
    orders::<guarded>((&x, 1))?;
    let (value, g) = guarded::value_and_grad(&x, 1)?;
    assert!(value.item()?.is_finite() && numbers(&g)?.iter().all(|v| v.is_finite()));
    assert!(guarded(&x, 0).item()?.is_nan());
    assert!(numbers(&guarded::grad(&x, 0)?)?.iter().all(|v| v.is_nan()));
    Ok(())
}

/// Errors and panics are arms that never end.
#[differentiable(order = 2)]
fn refusing(x: &Tensor<f64>, n: usize) -> Result<Scalar<f64>> {
    let y = match n {
        0 => return Err(Error::msg("nothing")),
        1 => panic!("one"),
        2 => x.exp(),
        3 => {
            if n > 2 {
                return Err(Error::msg("three"));
            }
            x.sin()
        }
        4 => unreachable!("four is {n}"),
        _ => Err(Error::msg(format!("many: {n}")))?,
    };
    let z = if n == 2 { y * 2.0 } else { panic!("never") };
    Ok(z.sum())
}

#[test]
fn arms_that_never_end() -> Result<()> {
    let x = normal(1, [3]);
    orders::<refusing>((&x, 2))?;
    let said = |n| {
        [
            refusing(&x, n).err(),
            refusing::vjp(&x, n).err(),
            refusing::value_and_grad(&x, n).err(),
            refusing::jvp(&x, n, &x).err(),
            refusing::hvp(&x, n, &x).err(),
        ]
        .map(|why| why.expect("an error").to_string())
    };
    for (n, text) in [(0, "nothing"), (3, "three"), (9, "many: 9")] {
        said(n).iter().for_each(|why| assert!(why.contains(text), "{why}"));
    }
    for n in [1, 4] {
        let panic = std::panic::catch_unwind(|| refusing::hvp(&x, n, &x).is_ok());
        assert!(panic.is_err());
    }
    Ok(())
}

type Log = RefCell<Vec<&'static str>>;

fn note(log: &Log, what: &'static str) -> bool {
    log.borrow_mut().push(what);
    what.len() > 3
}

/// Effects run in the user's order, once, and those of other arms not at all.
#[differentiable(order = 2)]
fn effects(x: &Tensor<f64>, #[constant] log: &Log, n: usize) -> Scalar<f64> {
    note(log, "start");
    let y = if note(log, "condition") && n > 0 {
        note(log, "then");
        let y = x.exp();
        note(log, "then again");
        y
    } else {
        note(log, "else");
        x.sin()
    };
    let z = match (note(log, "match"), n) {
        (true, 0) => y,
        (_, k) if note(log, "guard") => {
            note(log, "arm");
            y * k as f64
        }
        _ => y,
    };
    note(log, "end");
    z.sum()
}

#[test]
fn the_order_of_effects() -> Result<()> {
    let (x, log) = (normal(1, [3]), Log::default());
    let then = ["start", "condition", "then", "then again", "match", "guard", "arm", "end"];
    let other = ["start", "condition", "else", "match", "end"];
    for (n, want) in [(2, &then[..]), (0, &other[..])] {
        effects(&x, &log, n);
        assert_eq!(log.take(), want);
        let (y, pullback) = effects::vjp(&x, &log, n)?;
        assert_eq!(log.take(), want);
        pullback.pull(&y)?;
        assert!(log.take().is_empty());
        effects::value_and_grad(&x, &log, n)?;
        assert_eq!(log.take(), want);
        effects::jvp(&x, &log, n, &x)?;
        assert_eq!(log.take(), want);
        effects::hvp(&x, &log, n, &x)?;
        assert_eq!(log.take(), want);
        orders::<effects>((&x, &log, n))?;
        log.take();
    }
    Ok(())
}

/// An integer or host result of a branch, lists, and values that no arm makes active.
#[differentiable(order = 2)]
fn other_forms(x: &Tensor<f64>, xs: &[Tensor<f64>], ids: &Tensor<i32>, n: usize) -> Scalar<f64> {
    let which = if n == 0 { ids.clone() } else { ids * 0 };
    let axis: isize = if n == 0 { 0 } else { -1 };
    let k = match n {
        0 => Tensor::<f64>::full([3], 2.0),
        _ => x.index_select(axis, ids),
    };
    let [a, b] = if n == 0 { [x.exp(), x.sin()] } else { [&xs[0] * 1.0, xs[n].clone()] };
    let item = if n > 0 { &xs[n] } else { x };
    (x.index_select(axis, which) * k * a + b).sum() + item.sum()
}

#[differentiable]
fn other_forms_0(x: &Tensor<f64>, xs: &[Tensor<f64>], ids: &Tensor<i32>) -> Scalar<f64> {
    (x.index_select(0, ids) * 2.0 * x.exp() + x.sin()).sum() + x.sum() + xs[0].sum() * 0.0
}

#[differentiable]
fn other_forms_1(x: &Tensor<f64>, xs: &[Tensor<f64>], ids: &Tensor<i32>) -> Scalar<f64> {
    (x.index_select(0, ids * 0) * x.index_select(0, ids) * &xs[0] + &xs[1]).sum() + xs[1].sum()
}

#[test]
fn values_of_other_forms() -> Result<()> {
    let (x, xs) = (normal(1, [3]), [normal(2, [3]), normal(3, [3])]);
    let ids = Tensor::from_vec(vec![2, 0, 1], [3])?;
    both::<other_forms, other_forms_0>((&x, &xs, &ids, 0), (&x, &xs, &ids))?;
    both::<other_forms, other_forms_1>((&x, &xs, &ids, 1), (&x, &xs, &ids))
}

/// Dims in arms, declared and found out.
#[differentiable(order = 2)]
fn with_dims(
    x: &Tensor<f64, B, D>,
    w: &Tensor<f64, D, H>,
    v: &Tensor<f64, D>,
    n: usize,
) -> Tensor<f64, B, H> {
    let h: Tensor<f64, B, D> = if n == 0 { x * v } else { (x + v) / D };
    let y: Tensor<f64, B, H> = if n < 2 {
        let z: Tensor<f64, B, H> = h.matmul(w);
        z.reshape([B, H])
    } else {
        assert_eq!(h.dim(1), D);
        h.sum_keep(1).broadcast_to([B, H]) * w.dim(1)
    };
    y * H
}

#[differentiable(order = 2)]
fn dims_summed(x: &Tensor<f64>, w: &Tensor<f64>, v: &Tensor<f64>, n: usize) -> Scalar<f64> {
    with_dims(x, w, v, n).exp().sum()
}

#[differentiable]
fn dims_0(x: &Tensor<f64>, w: &Tensor<f64>, v: &Tensor<f64>) -> Scalar<f64> {
    ((x * v).matmul(w) * 2.0).exp().sum()
}

#[differentiable]
fn dims_2(x: &Tensor<f64>, w: &Tensor<f64>, v: &Tensor<f64>) -> Scalar<f64> {
    let h = (x + v) / 3.0;
    (h.sum_keep(1) * 4.0).exp().sum() * 2.0 + w.sum() * 0.0
}

#[test]
fn declared_dims() -> Result<()> {
    let (x, w, v) = (normal(1, [4, 3]) * 0.3, normal(2, [3, 2]) * 0.3, normal(3, [3]) * 0.3);
    both::<dims_summed, dims_0>((&x, &w, &v, 0), (&x, &w, &v))?;
    both::<dims_summed, dims_2>((&x, &w, &v, 2), (&x, &w, &v))?;
    orders::<dims_summed>((&x, &w, &v, 1))?;
    let refused = with_dims::call(&x, &w, &normal(3, [2]), 0).unwrap_err().to_string();
    assert!(refused.contains('D'), "{refused}");
    Ok(())
}

/// Host code whose statements are in arms, in loops that have no tensor, and as a value.
#[differentiable(order = 2)]
fn host_state(x: &Tensor<f64>, n: usize) -> Scalar<f64> {
    let (mut k, mut seen, mut last) = (1.0, vec![0], 0);
    let mut h = x.clone();
    for i in 0..n {
        if i % 2 == 0 {
            k += 1.0;
            seen.push(i);
        } else {
            h = h.sin();
        }
        let step = if i > 1 {
            last = i;
            2.0
        } else {
            1.0
        };
        for j in 0..i {
            k *= 1.0 + j as f64;
        }
        h = match seen.len() {
            2 => {
                k += 0.5;
                h * k
            }
            _ => h * step,
        };
    }
    let count = seen.len();
    let top = seen.pop().unwrap_or(9);
    (h * (k + last as f64)).sum() * count as f64 * (top + seen.len()) as f64
}

#[differentiable]
fn host_state_4(x: &Tensor<f64>) -> Scalar<f64> {
    // Rounds: k 2, then 2.5; k 3, then 3; 4 · 2; 8 · 6.
    let h = x * 2.5;
    let h = h.sin() * 3.0;
    let h = h * 2.0;
    let h = h.sin() * 2.0;
    (h * (48.0 + 3.0)).sum() * 3.0 * (2.0 + 2.0)
}

#[test]
fn host_variables_in_arms() -> Result<()> {
    let x = normal(5, [3]);
    both::<host_state, host_state_4>((&x, 4), (&x,))
}

#[differentiable(order = 2)]
fn chained(x: &Tensor<f64>, o: Option<usize>, n: usize) -> Scalar<f64> {
    let mut y = if let Some(k) = o
        && k > 2
        && let Some(j) = o
    {
        x * k * j
    } else {
        x.exp()
    };
    for i in 0..n {
        if let Some(k) = o
            && k > i
        {
            y = y * x * k;
        }
        if let Some(k) = o
            && k > i
            && i > 1
        {
            break;
        }
    }
    if let Some(k) = o
        && k == n
    {
        return (y * k).sum();
    }
    y.sum()
}

#[differentiable]
fn chained_3(x: &Tensor<f64>) -> Scalar<f64> {
    (x * 9.0 * x * 3.0 * x * 3.0 * x * 3.0 * 3.0).sum()
}

#[differentiable]
fn chained_4(x: &Tensor<f64>) -> Scalar<f64> {
    (x * 16.0 * x * 4.0 * x * 4.0 * x * 4.0).sum()
}

#[differentiable]
fn chained_1(x: &Tensor<f64>) -> Scalar<f64> {
    (x.exp() * x).sum()
}

#[test]
fn conditions_that_bind_and_ask() -> Result<()> {
    let x = normal(1, [3]);
    both::<chained, chained_3>((&x, Some(3), 3), (&x,))?;
    both::<chained, chained_4>((&x, Some(4), 7), (&x,))?;
    both::<chained, chained_1>((&x, Some(1), 7), (&x,))
}
