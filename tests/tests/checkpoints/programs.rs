//! One program for each kind of loop, with each kind of checkpoint.

use std::cell::RefCell;

use cotangent::prelude::*;
use cotangent_tests::flow::{everything, normal, orders, same_bits};
use cotangent_tests::with_each;

#[differentiable(order = 2)]
fn layer(x: &Tensor<f64>, w: &Tensor<f64>, k: f64) -> Tensor<f64> {
    (x * w + k).tanh()
}

/// A mask that the key alone decides.
#[differentiable(order = 2, vjp = dropout_rule)]
fn thinned(x: &Tensor<f64>, key: Key) -> Result<Tensor<f64>> {
    let keep = key.bernoulli_like(0.7, x)?;
    Ok(keep.cast::<f64>()? * x)
}

#[differentiable(order = 2)]
fn dropout_rule(
    #[constant] x: &Tensor<f64>,
    key: Key,
    #[constant] y: &Tensor<f64>,
    g: &Tensor<f64>,
) -> Tensor<f64> {
    assert!(x.dim(0) == g.dim(0) && y.dim(0) == g.dim(0));
    thinned(g, key)
}

/// Carried tensors and host values, invariants, calls, masks, a branch, `break` and `continue`.
macro_rules! rounds {
    ($name:ident $k:ident [$($attr:tt)*]) => {
        #[differentiable(order = 2)]
        fn $name(x: &Tensor<f64>, w: &Tensor<f64>, key: Key, n: usize, stop: usize, $k: usize) -> Scalar<f64> {
            let mut h = x * 1.5;
            let mut total = w.sin();
            let mut scale = 1.0;
            let _ = $k;
            $($attr)*
            for i in 0..n {
                if i == 3 {
                    continue;
                }
                h = thinned(&layer(&h, w, scale), key.fold(i as u64)) * 1.3;
                scale *= 0.9;
                if i % 2 == 0 {
                    total = total + &h * x;
                } else {
                    h = (h - &total).sin();
                }
                if i == stop {
                    total = total * 0.5;
                    break;
                }
            }
            (total + h * scale).sum()
        }
    };
}
with_each! { rounds k:
    kept []
    again [#[checkpoint]]
    every_1 [#[checkpoint(every = 1)]]
    every_3 [#[checkpoint(every = 3)]]
    every_k [#[checkpoint(every = 2 * k - 1)]]
    root [#[checkpoint(sqrt)]]
    slots_1 [#[checkpoint(slots = 1)]]
    slots_3 [#[checkpoint(slots = 3)]]
    slots_k [#[checkpoint(slots = k + 1)]]
}

#[test]
fn the_same_bits_whatever_is_kept() -> Result<()> {
    let (x, w, key) = (normal(1, [5]), normal(2, [5]) * 0.7, Key::new(3));
    for (n, stop) in [(0, 99), (1, 99), (2, 99), (5, 99), (17, 99), (17, 0), (17, 11)] {
        let args = (&x, &w, key, n, stop, 2);
        let want = everything::<kept>(args)?;
        let check = |name: &str, have: Vec<Vec<u64>>| assert_eq!(have, want, "{name} of {n} rounds");
        check("again", everything::<again>(args)?);
        check("every 1", everything::<every_1>(args)?);
        check("every 3", everything::<every_3>(args)?);
        check("every k", everything::<every_k>(args)?);
        check("sqrt", everything::<root>(args)?);
        check("1 slot", everything::<slots_1>(args)?);
        check("3 slots", everything::<slots_3>(args)?);
        check("k slots", everything::<slots_k>(args)?);
    }
    orders::<slots_3>((&x, &w, key, 9, 7, 2))?;
    orders::<every_3>((&x, &w, key, 9, 7, 2))
}

/// Masks in a block, in a call and in a branch that are computed again.
macro_rules! masked {
    ($name:ident $(#[$attr:ident])?) => {
        #[differentiable(order = 2)]
        fn $name(x: &Tensor<f64>, w: &Tensor<f64>, key: Key, n: usize) -> Scalar<f64> {
            let a = $(#[$attr])? {
                let t = (x * w).tanh();
                thinned(&t, key.fold(1)) * &t + x
            };
            $(#[$attr])?
            let b = thinned(&a.sin(), key.fold(2));
            let mut h = &a * &b;
            $(#[$attr])?
            if n > 2 {
                h = thinned(&h.exp(), key.fold(3)) * w + &h;
            } else {
                h = h.cos();
            }
            (h + a).sum()
        }
    };
}
masked!(masked_kept);
masked!(masked_again #[checkpoint]);

#[test]
fn masks_are_drawn_as_before() -> Result<()> {
    let (x, w, key) = (normal(6, [9]), normal(7, [9]), Key::new(8));
    for n in [0, 3] {
        let args = (&x, &w, key, n);
        same_bits(everything::<masked_again>(args)?, everything::<masked_kept>(args)?);
        orders::<masked_again>(args)?;
    }
    Ok(())
}

/// Loops that do not say how often they run.
macro_rules! unknown {
    ($name:ident $k:ident [$($attr:tt)*]) => {
        #[differentiable(order = 2)]
        fn $name(x: &Tensor<f64>, w: &Tensor<f64>, n: usize) -> Scalar<f64> {
            let mut h = x.clone();
            let mut k = 0;
            $($attr)*
            while k < n {
                k += 1;
                h = (&h * w + k as f64).sin();
            }
            $($attr)*
            loop {
                if k < 3 {
                    break;
                }
                k -= 2;
                h = h.tanh() + x;
            }
            $($attr)*
            for j in (0..n).filter(|j| j % 2 == 0) {
                h = h * (j as f64 * 0.1 + 0.5) + w.exp();
            }
            h.sum()
        }
    };
}
with_each! { unknown n:
    unknown_kept []
    unknown_again [#[checkpoint]]
    unknown_every [#[checkpoint(every = 4)]]
    unknown_root [#[checkpoint(sqrt)]]
    unknown_slots [#[checkpoint(slots = 3)]]
}

#[test]
fn lengths_that_nobody_knows() -> Result<()> {
    let (x, w) = (normal(4, [3]), normal(5, [3]));
    for n in [0, 1, 2, 3, 8, 30] {
        let args = (&x, &w, n);
        let want = everything::<unknown_kept>(args)?;
        assert_eq!(everything::<unknown_again>(args)?, want, "{n} rounds");
        assert_eq!(everything::<unknown_every>(args)?, want, "{n} rounds");
        assert_eq!(everything::<unknown_root>(args)?, want, "{n} rounds");
        assert_eq!(everything::<unknown_slots>(args)?, want, "{n} rounds");
    }
    orders::<unknown_slots>((&x, &w, 7))
}

/// Items of lists, tuples that are carried, values of the user's own types among the notes.
macro_rules! lists {
    ($name:ident $k:ident [$($attr:tt)*]) => {
        #[differentiable(order = 2)]
        fn $name(xs: &[Tensor<f64>], ws: &[(&Tensor<f64>, &Tensor<f64>)], names: Vec<String>) -> Scalar<f64> {
            let mut state = (xs[0].clone(), ws[0].0 * 2.0);
            $($attr)*
            for ((i, x), (a, b)) in xs.iter().enumerate().zip(ws).skip(1) {
                let weight = names[i].len() as f64;
                let (h, c) = (&state.0 * a + x * weight, state.1 * b);
                state = (h.sin() + &c, c * i + x);
            }
            (state.0 * state.1).sum()
        }
    };
}
with_each! { lists n:
    lists_kept []
    lists_again [#[checkpoint]]
    lists_every [#[checkpoint(every = 2)]]
    lists_root [#[checkpoint(sqrt)]]
    lists_slots [#[checkpoint(slots = 2)]]
}

#[test]
fn items_of_lists() -> Result<()> {
    let all: Vec<Tensor<f64>> = (0..18).map(|i| normal(i, [2])).collect();
    let (xs, ws) = (&all[..6], all[6..].chunks(2).map(|p| (&p[0], &p[1])).collect::<Vec<_>>());
    let names: Vec<String> = (0..6).map(|i| "x".repeat(i)).collect();
    for n in [1, 2, 6] {
        let args = (&xs[..n], &ws[..], names.clone());
        let want = everything::<lists_kept>(args.clone())?;
        assert_eq!(everything::<lists_again>(args.clone())?, want);
        assert_eq!(everything::<lists_every>(args.clone())?, want);
        assert_eq!(everything::<lists_root>(args.clone())?, want);
        assert_eq!(everything::<lists_slots>(args)?, want);
    }
    orders::<lists_slots>((xs, &ws[..], names))
}

/// Host code that may do anything runs once; a branch with such code in it too.
macro_rules! effects {
    ($name:ident $k:ident [$($attr:tt)*]) => {
        #[differentiable(order = 2)]
        fn $name(x: &Tensor<f64>, log: &RefCell<Vec<usize>>, n: usize, bad: usize) -> Result<Scalar<f64>> {
            let mut h = x.clone();
            let mut total = x * 0.0;
            $($attr)*
            for i in 0..n {
                log.borrow_mut().push(i);
                let drawn = log.borrow().len();
                h = (&h * drawn as f64 + x).sin();
                if i % 3 == 1 {
                    log.borrow_mut().push(100 + i);
                    total = total + h.exp();
                }
                if i == bad {
                    return Err(Error::msg(format!("round {i}")));
                }
            }
            Ok((h * total).sum())
        }
    };
}
with_each! { effects n:
    effects_kept []
    effects_again [#[checkpoint]]
    effects_every [#[checkpoint(every = 2)]]
    effects_root [#[checkpoint(sqrt)]]
    effects_slots [#[checkpoint(slots = 2)]]
}

#[test]
fn effects_happen_once() -> Result<()> {
    fn seen<F>(x: &Tensor<f64>) -> Result<(Vec<Vec<u64>>, Vec<usize>)>
    where
        F: for<'a> TwiceDifferentiable<Args<'a> = (&'a Tensor<f64>, &'a RefCell<Vec<usize>>, usize, usize)>,
    {
        let log = RefCell::new(Vec::new());
        let all = everything::<F>((x, &log, 8, 99))?;
        let log = log.into_inner();
        // `call`, `vjp`, `value_and_grad`, `jvp` and `hvp` each run the rounds once.
        assert_eq!(log.len(), 5 * (8 + 3));
        assert_eq!(log[..6], [0, 1, 101, 2, 3, 4]);
        Ok((all, log))
    }
    let x = normal(6, [3]);
    let want = seen::<effects_kept>(&x)?;
    assert_eq!(seen::<effects_again>(&x)?, want);
    assert_eq!(seen::<effects_every>(&x)?, want);
    assert_eq!(seen::<effects_root>(&x)?, want);
    assert_eq!(seen::<effects_slots>(&x)?, want);
    let log = RefCell::new(Vec::new());
    for said in [
        effects_every::grad(&x, &log, 8, 5).err().map(|e| e.to_string()),
        effects_slots::grad(&x, &log, 8, 5).err().map(|e| e.to_string()),
        effects_slots::jvp(&x, &log, 8, 5, &x).err().map(|e| e.to_string()),
    ] {
        assert_eq!(said.as_deref(), Some("round 5"));
    }
    Ok(())
}

#[test]
fn numbers_of_schedules_are_looked_at_in_front_of_the_loop() {
    let x = normal(1, [5]);
    let said = zero::grad(&x, 0).err().map(|e| e.to_string()).unwrap_or_default();
    assert!(said.contains("`#[checkpoint(slots = 0)]`: the number must be 1 or more"), "{said}");
    let said = zero::call(&x, -3).err().map(|e| e.to_string()).unwrap_or_default();
    assert!(said.contains("slots = -3") && said.contains("programs.rs"), "{said}");
    assert!(zero::call(&x, 1).is_ok());
}

#[differentiable]
fn zero(x: &Tensor<f64>, s: i32) -> Scalar<f64> {
    let mut h = x.clone();
    #[checkpoint(slots = s)]
    for _ in 0..3 {
        h = h.sin();
    }
    h.sum()
}
