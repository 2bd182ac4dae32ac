//! Early returns.

use cotangent::prelude::*;
use cotangent_tests::flow::{both, orders};

use crate::normal;

#[differentiable(order = 2)]
fn early(x: &Tensor<f64>, w: &Tensor<f64>, n: usize) -> Scalar<f64> {
    if n == 0 {
        return (x * w).sum();
    }
    let mut h = x * 2.0;
    let k = match n {
        1 => return (h.sin() + w).sum(),
        2 => 5.0,
        _ => {
            h += w;
            if n > 4 {
                let y = &h * w;
                return y.exp().mean();
            }
            7.0
        }
    };
    if n == 3 {
        h = &h * w;
    } else if n == 4 {
        return h.sum() + w.sum();
    }
    (h * k + w).sum()
}

inline! {
    early_0(x, w) = (x * w).sum();
    early_1(x, w) = ((x * 2.0).sin() + w).sum();
    early_2(x, w) = (x * 2.0 * 5.0 + w).sum();
    early_3(x, w) = ((x * 2.0 + w) * w * 7.0 + w).sum();
    early_4(x, w) = (x * 2.0 + w).sum() + w.sum();
    early_5(x, w) = ((x * 2.0 + w) * w).exp().mean();
}

#[test]
fn from_branches() -> Result<()> {
    let (x, w) = (normal(1, [3]), normal(2, [3]));
    both::<early, early_0>((&x, &w, 0), (&x, &w))?;
    both::<early, early_1>((&x, &w, 1), (&x, &w))?;
    both::<early, early_2>((&x, &w, 2), (&x, &w))?;
    both::<early, early_3>((&x, &w, 3), (&x, &w))?;
    both::<early, early_4>((&x, &w, 4), (&x, &w))?;
    both::<early, early_5>((&x, &w, 5), (&x, &w))
}

/// Of `Result`, with tuples; the value of a function is a branch.
#[differentiable(order = 2)]
fn tuple(x: &Tensor<f64>, w: &Tensor<f64>, n: usize) -> Result<(Scalar<f64>, Tensor<f64>)> {
    if n > 9 {
        return Err(Error::msg("more than nine"));
    }
    if n == 0 {
        let y = x.exp();
        return Ok((y.sum(), w * 2.0));
    }
    let mut h = x * w;
    for k in 0..n {
        h = h.sin() * k as f64 + w;
    }
    if n == 1 {
        Ok((h.sum(), h))
    } else {
        match n {
            2 => Ok((h.mean(), x + w)),
            3 => Err(Error::msg("three")),
            _ => Ok((w.sum() + x.sum(), h)),
        }
    }
}

#[differentiable(order = 2)]
fn tuple_summed(x: &Tensor<f64>, w: &Tensor<f64>, n: usize) -> Result<Scalar<f64>> {
    let (a, b) = tuple(x, w, n)?;
    Ok((b.exp() * a).sum())
}

inline! {
    tuple_0(x, w) = ((w * 2.0).exp() * x.exp().sum()).sum();
    tuple_1(x, w) = ((w + x * 0.0).exp() * w.sum()).sum();
    tuple_2(x, w) = ((x + w).exp() * (w.sin() + w).mean()).sum() + x.sum() * 0.0;
}

#[test]
fn of_results_and_tuples() -> Result<()> {
    let (x, w) = (normal(1, [3]), normal(2, [3]));
    both::<tuple_summed, tuple_0>((&x, &w, 0), (&x, &w))?;
    both::<tuple_summed, tuple_1>((&x, &w, 1), (&x, &w))?;
    both::<tuple_summed, tuple_2>((&x, &w, 2), (&x, &w))?;
    orders::<tuple_summed>((&x, &w, 4))?;
    for (n, text) in [(3, "three"), (10, "more than nine")] {
        let said = [
            tuple(&x, &w, n).err(),
            tuple::vjp(&x, &w, n).err(),
            tuple::jvp(&x, &w, n, &x, &x).err(),
            tuple_summed::value_and_grad(&x, &w, n).err(),
            tuple_summed::hvp(&x, &w, n, &x, &x).err(),
        ];
        said.into_iter().for_each(|why| assert!(why.expect("an error").to_string().contains(text)));
    }
    Ok(())
}
