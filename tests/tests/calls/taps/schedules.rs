//! Taps in loops and blocks that run again: the same bits, and one cotangent a round.

use cotangent::prelude::*;
use cotangent_tests::flow::{near, numbers};

use super::normal;

macro_rules! program {
    ($name:ident $(#[$checkpoint:meta])?) => {
        #[differentiable]
        fn $name(x: &Tensor<f64, N>, w: &Tensor<f64, N, N>, n: usize) -> Scalar<f64> {
            let mut y = x.clone();
            let mut all = x.clone();
            $(#[$checkpoint])?
            for k in 0..n {
                #[tap]
                let h = w.matmul(&y).tanh();
                y = &h * x;
                if k % 3 == 1 {
                    #[tap]
                    let arm = y.sin();
                    y = arm + &h;
                }
                for _ in 0..k % 3 {
                    #[tap]
                    let inner = &y * x;
                    y = inner.cos();
                }
                #[tap]
                let idle = y.exp();
                println!("{}", idle.dim(0));
                all = all + &y;
            }
            all.square().sum()
        }
    };
}

program!(plain);
program!(again #[checkpoint]);
program!(every #[checkpoint(every = 3)]);
program!(root #[checkpoint(sqrt)]);
program!(slots #[checkpoint(slots = 2)]);

#[test]
fn schedules_have_the_same_bits() -> Result<()> {
    let (x, w) = (normal(1, [3])?, normal(2, [3, 3])?);
    for n in [0, 1, 2, 11] {
        let (_, grads, taps) = plain::value_and_grad_taps(&x, &w, n)?;
        assert_eq!((taps.h.len(), taps.arm.len(), taps.idle.len()), (n, (n + 1) / 3, n));
        assert_eq!(taps.inner.len(), (0..n).map(|k| k % 3).sum::<usize>());
        let wanted = (numbers(&grads)?, numbers(&taps)?);
        macro_rules! same {
            ($($name:ident)*) => {$(
                let (_, grads, taps) = $name::value_and_grad_taps(&x, &w, n)?;
                assert_eq!((taps.h.len(), taps.arm.len(), taps.idle.len()), (n, (n + 1) / 3, n));
                near(stringify!($name), &numbers(&grads)?, &wanted.0, 0.0);
                near(stringify!($name), &numbers(&taps)?, &wanted.1, 0.0);
                let (_, pullback) = $name::vjp_taps(&x, &w, n)?;
                for pull in [pullback.clone(), pullback] {
                    let (grads, taps) = pull.pull(&Tensor::scalar(1.0))?;
                    near(stringify!($name), &numbers(&grads)?, &wanted.0, 0.0);
                    near(stringify!($name), &numbers(&taps)?, &wanted.1, 0.0);
                }
            )*};
        }
        same!(again every root slots);
    }
    Ok(())
}

/// A scheduled loop in a checkpointed block, in a loop with a schedule of its own, under a `while` that is left.
#[differentiable]
fn deep(x: &Tensor<f64, N>, n: usize) -> Scalar<f64> {
    let mut y = x.clone();
    let mut k = 0;
    #[checkpoint(sqrt)]
    while k < n {
        k += 1;
        #[checkpoint]
        let z = {
            let mut z = &y * 0.5;
            #[checkpoint(every = 2)]
            for _ in 0..k {
                #[tap]
                let h = z.sin();
                z = h * x;
            }
            #[tap]
            let block = z.exp();
            block
        };
        y = z * x;
        if k == 5 {
            break;
        }
    }
    y.sum()
}

#[differentiable]
fn deep_with(x: &Tensor<f64, N>, n: usize, hs: &[Tensor<f64, N>], blocks: &[Tensor<f64, N>]) -> Scalar<f64> {
    let mut y = x.clone();
    let mut at = 0;
    for k in 0..n {
        let mut z = &y * 0.5;
        for _ in 0..k + 1 {
            let h = z.sin() + &hs[at];
            at += 1;
            z = h * x;
        }
        y = (z.exp() + &blocks[k]) * x;
    }
    y.sum()
}

#[test]
fn checkpoints_in_checkpoints() -> Result<()> {
    let x = normal(1, [3])?;
    for (n, run) in [(0, 0), (1, 1), (4, 4), (9, 5)] {
        let hs = super::rounds::zeros(run * (run + 1) / 2)?;
        let wanted = deep_with::grad(&x, run, &hs, &super::rounds::zeros(run)?)?;
        let (_, grads, taps) = deep::value_and_grad_taps(&x, n)?;
        near("h", &numbers(&taps.h)?, &numbers(&wanted.hs)?, 1e-13);
        near("block", &numbers(&taps.block)?, &numbers(&wanted.blocks)?, 1e-13);
        near("x", &numbers(&grads.x)?, &numbers(&wanted.x)?, 1e-13);
    }
    Ok(())
}
