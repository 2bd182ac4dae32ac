//! Items of lists that are assigned: values against plain Rust over numbers, derivatives of both orders against difference
//! quotients.

use cotangent::prelude::*;
use cotangent_tests::flow::{near, numbers, orders};

use crate::all;

fn pair() -> Tensor<f64> {
    tensor![0.3, -0.8]
}

/// Of the two elements: the sum of what `of` gives for each.
fn sums(of: impl Fn(f64) -> f64) -> [f64; 1] {
    [[0.3, -0.8].map(of).iter().sum()]
}

/// A net of several layers over time: each has its state in a list.
#[differentiable(order = 2)]
fn stacked(ws: &[Tensor<f64>], x: &Tensor<f64>, n: usize) -> Scalar<f64> {
    let mut hs = vec![x * 0.5; ws.len()];
    for t in 0..n {
        let mut up = x * (t as f64 + 1.0);
        for (k, w) in ws.iter().enumerate() {
            hs[k] = (&hs[k] * w + up).tanh();
            up = hs[k].clone();
        }
    }
    let mut total = x.sum();
    for h in &hs {
        total += (h * h).sum();
    }
    total
}

#[test]
fn layers_over_time() -> Result<()> {
    let (x, ws) = (pair(), [0.7, -1.2, 0.4]);
    for (n, layers) in [(0, 2), (1, 1), (2, 0), (3, 3)] {
        let by_hand = |x: f64| {
            let mut hs = vec![x * 0.5; layers];
            for t in 0..n {
                let mut up = x * (t as f64 + 1.0);
                for k in 0..layers {
                    hs[k] = (hs[k] * ws[k] + up).tanh();
                    up = hs[k];
                }
            }
            x + hs.iter().map(|h| h * h).sum::<f64>()
        };
        let ws: Vec<_> = ws[..layers].iter().map(|&w| Tensor::full([2], w)).collect::<Result<_>>()?;
        near("value", &numbers(&stacked::call(&ws, &x, n)?)?, &sums(by_hand), 1e-13);
        orders::<stacked>((&ws, &x, n))?;
    }
    Ok(())
}

/// Old entries are read before and after a write. Indices are known or unknown, and entries are tensors of new shapes or tuples.
#[differentiable(order = 2)]
fn shuffled(x: &Tensor<f64>, i: usize) -> Scalar<f64> {
    let mut hs = vec![x.clone(), x * 2.0, x.exp()];
    let before = hs[i].clone();
    hs[i] = hs[0].sin();
    hs[1] *= &before;
    hs[0] = hs[i].sum() + x.sum();
    let mut both = vec![(x.clone(), x.cos()), (x.sin(), x * 3.0)];
    both[i % 2] = (both[1].0.clone(), &both[0].1 * &hs[1]);
    both[i % 2].1 += x;
    let (a, b) = &both[0];
    (a * b + &both[1].0 * &both[1].1 + &hs[2] * before).sum() + hs[0].sum()
}

#[test]
fn other_shapes_and_tuples() -> Result<()> {
    for i in 0..3 {
        let x = [0.3, -0.8_f64];
        let sum = |v: [f64; 2]| v[0] + v[1];
        let mut hs = [x, x.map(|x| x * 2.0), x.map(f64::exp)];
        let before = hs[i];
        hs[i] = hs[0].map(f64::sin);
        hs[1] = [0, 1].map(|k| hs[1][k] * before[k]);
        let first = sum(hs[i]) + sum(x);
        let mut both = [(x, x.map(f64::cos)), (x.map(f64::sin), x.map(|x| x * 3.0))];
        both[i % 2] = (both[1].0, [0, 1].map(|k| both[0].1[k] * hs[1][k]));
        both[i % 2].1 = [0, 1].map(|k| both[i % 2].1[k] + x[k]);
        let parts =
            |k: usize| both[0].0[k] * both[0].1[k] + both[1].0[k] * both[1].1[k] + hs[2][k] * before[k];
        let want = parts(0) + parts(1) + first;
        near("value", &numbers(&shuffled::call(&pair(), i)?)?, &[want], 1e-13);
        orders::<shuffled>((&pair(), i))?;
    }
    Ok(())
}

#[derive(Clone, Debug, Differentiable)]
struct Body {
    at: Tensor<f64>,
    speed: Tensor<f64>,
    mass: f64,
}

#[derive(Clone, Debug, Differentiable)]
struct World {
    bodies: Vec<Body>,
    pair: [Body; 2],
    last: Option<Tensor<f64>>,
}

fn body(x: f64) -> Result<Body> {
    let at = Tensor::full([2], x)?;
    Ok(Body { speed: at.cos()?, at, mass: 1.0 + x })
}

fn world(n: usize) -> Result<World> {
    let bodies = (0..n).map(|k| body(0.25 * k as f64)).collect::<Result<_>>()?;
    Ok(World { bodies, pair: [body(-0.5)?, body(0.75)?], last: None })
}

/// Entries of lists in fields, and fields of entries: each body is drawn by the one before it.
#[differentiable(order = 2)]
fn moved(w: &World, x: &Tensor<f64>, steps: usize) -> Scalar<f64> {
    let mut w = w.clone();
    for s in 0..steps {
        for k in 0..w.bodies.len() {
            let from = if k > 0 { k - 1 } else { w.bodies.len() - 1 };
            let pull = (&w.bodies[from].at - &w.bodies[k].at).sin() * x;
            w.bodies[k].speed += pull;
            w.bodies[k].at = &w.bodies[k].at + &w.bodies[k].speed * 0.1;
        }
        w.pair[s % 2].at *= x;
        w.pair[1].mass += 0.5;
        w.last = Some(x.exp());
    }
    let mut total = (&w.pair[0].at * &w.pair[1].at * w.pair[1].mass).sum();
    for b in &w.bodies {
        total += (&b.at * &b.speed).sum();
    }
    total
}

#[test]
fn worlds() -> Result<()> {
    for (n, steps) in [(0, 2), (1, 2), (3, 0), (3, 3)] {
        let w = world(n)?;
        let by_hand = |x: f64| {
            let new = |x: f64| (x, x.cos(), 1.0 + x);
            let mut bodies: Vec<_> = (0..n).map(|k| new(0.25 * k as f64)).collect();
            let mut two = [new(-0.5), new(0.75)];
            for s in 0..steps {
                for k in 0..n {
                    let from = if k > 0 { k - 1 } else { n - 1 };
                    bodies[k].1 += (bodies[from].0 - bodies[k].0).sin() * x;
                    bodies[k].0 += bodies[k].1 * 0.1;
                }
                two[s % 2].0 *= x;
                two[1].2 += 0.5;
            }
            two[0].0 * two[1].0 * two[1].2 + bodies.iter().map(|b| b.0 * b.1).sum::<f64>()
        };
        near("value", &numbers(&moved::call(&w, &pair(), steps)?)?, &sums(by_hand), 1e-13);
        orders::<moved>((&w, &pair(), steps))?;
    }
    Ok(())
}

/// Whole structs in lists of a body's own, in arms, and by taking a tuple apart.
#[differentiable(order = 2)]
fn exchanged(w: &World, x: &Tensor<f64>, i: usize) -> Scalar<f64> {
    let mut all = vec![w.pair[0].clone(), w.pair[1].clone()];
    let mut hs = [x.clone(), x.exp()];
    if i > 0 {
        all[i % 2] = Body { at: x.sin(), speed: x * &all[1].speed, mass: 2.0 };
    }
    for k in 0..i {
        all[k % 2].at = &all[(k + 1) % 2].speed * &hs[k % 2];
        (hs[k % 2], all[0].speed) = (&hs[1] * x, all[k % 2].at.cos());
    }
    let mut total = (&hs[0] * &hs[1]).sum();
    for (k, b) in all.iter().enumerate() {
        total += (&b.at * &b.speed).sum() * (k + 1) as f64 * b.mass;
    }
    total
}

#[test]
fn whole_entries() -> Result<()> {
    let w = world(0)?;
    for i in 0..4 {
        let by_hand = |x: f64| {
            let mut all = [-0.5, 0.75].map(|x: f64| (x, x.cos(), 1.0 + x));
            let mut hs = [x, x.exp()];
            if i > 0 {
                all[i % 2] = (x.sin(), x * all[1].1, 2.0);
            }
            for k in 0..i {
                all[k % 2].0 = all[(k + 1) % 2].1 * hs[k % 2];
                (hs[k % 2], all[0].1) = (hs[1] * x, all[k % 2].0.cos());
            }
            hs[0] * hs[1] + all[0].0 * all[0].1 * all[0].2 + 2.0 * all[1].0 * all[1].1 * all[1].2
        };
        near("value", &numbers(&exchanged::call(&w, &pair(), i)?)?, &sums(by_hand), 1e-13);
        orders::<exchanged>((&w, &pair(), i))?;
    }
    Ok(())
}

/// Rounds run again from states that are lists.
macro_rules! again {
    ($($name:ident [$($attr:tt)*])*) => {$(
        #[differentiable(order = 2)]
        fn $name(x: &Tensor<f64>, n: usize) -> Result<Scalar<f64>> {
            let mut hs = vec![x.clone(); 3];
            let mut seen = vec![0.0; 3];
            $($attr)*
            for i in 0..n {
                hs[i % 3] = (&hs[(i + 1) % 3] * x).sin() + &hs[i % 3];
                seen[i % 3] += 0.5;
            }
            seen[0] = x.sum().item()? * 0.0 + seen[0];
            Ok((&hs[0] * &hs[1] + &hs[2]).sum() * seen[0])
        }
    )*};
}
again! { kept [] rounds [#[checkpoint]] root [#[checkpoint(sqrt)]] slots [#[checkpoint(slots = 2)]] }

#[test]
fn rounds_run_again() -> Result<()> {
    let x = pair();
    for n in [0, 1, 7] {
        orders::<kept>((&x, n))?;
        let bits = |(g, h): (Tensor<f64>, Tensor<f64>)| [all(&g), all(&h)];
        let want = bits(kept::hvp(&x, n, &x).map(|(g, h)| (g.x, h.x))?);
        assert_eq!(bits(rounds::hvp(&x, n, &x).map(|(g, h)| (g.x, h.x))?), want);
        assert_eq!(bits(root::hvp(&x, n, &x).map(|(g, h)| (g.x, h.x))?), want);
        assert_eq!(bits(slots::hvp(&x, n, &x).map(|(g, h)| (g.x, h.x))?), want);
    }
    Ok(())
}

/// An index that does something does it once.
#[differentiable]
fn once(x: &Tensor<f64>, all: &[usize]) -> Result<Tensor<f64>> {
    let mut at = all.iter();
    let mut hs = vec![x.clone(); 2];
    hs[*at.next().unwrap()] += x;
    hs[*at.next().unwrap()] = &hs[1] * x;
    ops::concat(&hs, 0)
}

#[test]
fn indices_run_once() -> Result<()> {
    assert_eq!(numbers(&once::call(&tensor![2.0], &[1, 0])?)?, [8.0, 4.0]);
    cotangent::check::gradients::<once>((&tensor![2.0], &[1, 0])).map(drop)
}

#[test]
fn places_that_are_not_there() {
    let error = shuffled::call(&pair(), 3).unwrap_err().to_string();
    assert!(error.contains("shuffled") && error.contains("index 3 is out of range"), "{error}");
    let error = shuffled::grad(&pair(), 3).unwrap_err().to_string();
    assert!(error.contains("shuffled") && error.contains("index 3 is out of range"), "{error}");
    let error = exchanged_beyond::grad(&world(2).unwrap(), &pair()).unwrap_err().to_string();
    assert!(error.contains("entry 2 of a list of 2"), "{error}");
}

#[differentiable]
fn exchanged_beyond(w: &World, x: &Tensor<f64>) -> Scalar<f64> {
    let mut w = w.clone();
    let n = w.bodies.len();
    w.bodies[n].at = x.clone();
    w.bodies[0].at.sum()
}
