//! Taps in loops: a cotangent each time that they run, in that order. What they are says a program that adds a zero to each
//! tapped value.

use cotangent::prelude::*;
use cotangent_tests::flow::{near, numbers};

use super::normal;

pub(super) fn zeros(n: usize) -> Result<Vec<Tensor<f64>>> {
    (0..n).map(|_| Tensor::zeros([3])).collect()
}

#[differentiable]
fn steps(x: &Tensor<f64, N>, w: &Tensor<f64, N, N>, n: usize) -> Scalar<f64> {
    let mut y = x.clone();
    for _ in 0..n {
        #[tap]
        let h = w.matmul(&y).tanh();
        #[tap(next)]
        let z = &h * x + &y;
        y = z;
    }
    y.square().sum()
}

#[differentiable]
fn steps_with(
    x: &Tensor<f64, N>,
    w: &Tensor<f64, N, N>,
    hs: &[Tensor<f64, N>],
    ys: &[Tensor<f64, N>],
) -> Scalar<f64> {
    let mut y = x.clone();
    for (t, d) in hs.iter().enumerate() {
        let h = w.matmul(&y).tanh() + d;
        y = &h * x + &y + &ys[t];
    }
    y.square().sum()
}

#[test]
fn each_round_has_one() -> Result<()> {
    let (x, w) = (normal(1, [3])?, normal(2, [3, 3])?);
    for n in [0, 1, 2, 7] {
        let (hs, ys) = (zeros(n)?, zeros(n)?);
        let wanted = steps_with::grad(&x, &w, &hs, &ys)?;
        cotangent::check::gradients::<steps_with>((&x, &w, &hs[..], &ys[..]))?;
        let (loss, grads, taps) = steps::value_and_grad_taps(&x, &w, n)?;
        near("the loss", &numbers(&loss)?, &numbers(&steps(&x, &w, n))?, 0.0);
        assert_eq!((taps.h.len(), taps.next.len()), (n, n));
        near("h", &numbers(&taps.h)?, &numbers(&wanted.hs)?, 1e-13);
        near("next", &numbers(&taps.next)?, &numbers(&wanted.ys)?, 1e-13);
        near("x", &numbers(&grads.x)?, &numbers(&wanted.x)?, 1e-13);
        near("w", &numbers(&grads.w)?, &numbers(&wanted.w)?, 1e-13);
        let (grads, taps) = steps::vjp_taps(&x, &w, n)?.1.pull(&Tensor::scalar(-1.0))?;
        near(
            "h pulled",
            &numbers(&taps.h)?,
            &numbers(&wanted.hs)?.iter().map(|g| -g).collect::<Vec<_>>(),
            1e-13,
        );
        near("w pulled", &numbers(&grads.w)?, &numbers(&(wanted.w * -1.0))?, 1e-13);
    }
    Ok(())
}

/// In a loop in a loop, in an arm of it, behind a `continue`; `early` is not read in each round.
#[differentiable]
fn nested(x: &Tensor<f64, N>, w: &Tensor<f64, N>, counts: &[usize]) -> Scalar<f64> {
    let mut y = x.clone();
    for (i, &count) in counts.iter().enumerate() {
        #[tap]
        let early = y.sin();
        let mut k = 0;
        while k < count {
            k += 1;
            #[tap]
            let inner = &y * w;
            y = inner.cos();
            if k == 2 {
                continue;
            }
            #[tap]
            let behind = y.sin();
            y = behind * x;
        }
        if i % 2 == 1 {
            #[tap]
            let odd = &early * &y;
            y = odd + x;
        }
        if i == 3 {
            break;
        }
        #[tap]
        let last = y.exp();
        println!("{}", last.dim(0));
    }
    #[tap]
    let end = y.square();
    end.sum()
}

#[differentiable]
fn nested_with(
    x: &Tensor<f64, N>,
    w: &Tensor<f64, N>,
    counts: &[usize],
    early_d: &[Tensor<f64, N>],
    inner_d: &[Tensor<f64, N>],
    behind_d: &[Tensor<f64, N>],
    odd_d: &[Tensor<f64, N>],
) -> Scalar<f64> {
    let mut y = x.clone();
    let (mut a, mut b, mut c) = (0, 0, 0);
    for (i, &count) in counts.iter().enumerate() {
        let early = y.sin() + &early_d[i];
        let mut k = 0;
        while k < count {
            k += 1;
            let inner = &y * w + &inner_d[a];
            a += 1;
            y = inner.cos();
            if k != 2 {
                let behind = y.sin() + &behind_d[b];
                b += 1;
                y = behind * x;
            }
        }
        if i % 2 == 1 {
            let odd = &early * &y + &odd_d[c];
            c += 1;
            y = odd + x;
        }
        if i == 3 {
            break;
        }
    }
    y.square().sum()
}

#[test]
fn loops_in_loops_and_arms_in_loops() -> Result<()> {
    let (x, w) = (normal(1, [3])?, normal(2, [3])?);
    for counts in [&[][..], &[0], &[2], &[0, 3], &[1, 0, 2], &[3, 2, 0, 4, 9, 9]] {
        let run = &counts[..counts.len().min(4)];
        let inner: usize = run.iter().sum();
        let behind: usize = run.iter().map(|&n| if n > 1 { n - 1 } else { n }).sum();
        let (early_d, inner_d, behind_d, odd_d) =
            (zeros(run.len())?, zeros(inner)?, zeros(behind)?, zeros(run.len() / 2)?);
        let wanted = nested_with::grad(&x, &w, counts, &early_d, &inner_d, &behind_d, &odd_d)?;
        let (_, grads, taps) = nested::value_and_grad_taps(&x, &w, counts)?;
        near("early", &numbers(&taps.early)?, &numbers(&wanted.early_d)?, 1e-13);
        near("inner", &numbers(&taps.inner)?, &numbers(&wanted.inner_d)?, 1e-13);
        near("behind", &numbers(&taps.behind)?, &numbers(&wanted.behind_d)?, 1e-13);
        near("odd", &numbers(&taps.odd)?, &numbers(&wanted.odd_d)?, 1e-13);
        assert_eq!(numbers(&taps.end)?, [1.0; 3]);
        assert_eq!(taps.last.len(), counts.len().min(3));
        assert!(numbers(&taps.last)?.iter().all(|g| *g == 0.0));
        near("w", &numbers(&grads.w)?, &numbers(&wanted.w)?, 1e-13);
    }
    Ok(())
}

/// Nothing reads what the loop leaves, or reads it as a host value; it may have another shape in each round.
#[differentiable]
fn idle(x: &Tensor<f64>, n: usize) -> Scalar<f64> {
    let mut y = x.clone();
    for k in 0..n {
        #[tap]
        let wide = concat([&y, x], 0);
        y = wide.clone();
        if k == 1 {
            #[tap]
            let arm = y.sqrt();
            println!("{}", arm.dim(0));
        }
    }
    println!("{}", y.dim(0));
    x.sum()
}

#[test]
fn zeros_where_nothing_reads_it() -> Result<()> {
    let x = tensor![-1.0, 2.0];
    let (_, grads, taps) = idle::value_and_grad_taps(&x, 3)?;
    assert_eq!(numbers(&grads.x)?, [1.0, 1.0]);
    let sizes: Vec<usize> = taps.wide.iter().map(|g| g.dim(0)).collect();
    assert_eq!(sizes, [4, 6, 8]);
    // Though a root of a negative number stands there.
    assert!(numbers(&taps.wide)?.iter().all(|g| *g == 0.0));
    assert_eq!(taps.arm.len(), 1);
    assert_eq!(numbers(&taps.arm)?, [0.0; 6]);
    Ok(())
}
