//! Results with declared types, and parameters of calls: inlined in a marked module, and called outside of one.

use cotangent::prelude::*;
use cotangent_tests::flow::normal;

use crate::{fits, plain, refused, twice};

twice! {
    #[differentiable(order = 2)]
    pub fn times(x: &Tensor<f64>, n: usize) -> Tensor<f64> {
        let mut y = x.clone();
        for _ in 1..n {
            y = concat([&y, x], 0);
        }
        y
    }

    #[differentiable(order = 2)]
    pub fn same(x: &Tensor<f64, N>, n: usize) -> Tensor<f64, N> { // same
        times(x, n)
    }

    #[differentiable(order = 2)]
    pub fn number(x: &Tensor<f64>) -> Scalar<f64> { // number
        x.clone()
    }

    #[differentiable(order = 2)]
    pub fn pair(x: &Tensor<f64, N>, n: usize) -> (Tensor<f64, N>, Scalar<f64>) { // pair
        (times(x, n), x.sum())
    }

    #[differentiable(order = 2)]
    pub fn fallible(x: &Tensor<f64, N>, n: usize) -> Result<Tensor<f64, N>> { // fallible
        if n == 0 {
            return Ok(x * 2.0);
        }
        Ok(times(x, n))
    }

    #[differentiable(order = 2)]
    pub fn weighed(x: &Tensor<f64, N>, w: &Tensor<f64, N>) -> Tensor<f64, N> {
        w.exp().softmax(0) * x
    }

    #[differentiable(order = 2)]
    pub fn of_same(x: &Tensor<f64>, w: &Tensor<f64>, n: usize) -> Scalar<f64> {
        (same(w, n).exp().softmax(0) * x).sum()
    }

    #[differentiable(order = 2)]
    pub fn of_number(x: &Tensor<f64>, w: &Tensor<f64>) -> Scalar<f64> {
        (number(w) * x).sum()
    }

    #[differentiable(order = 2)]
    pub fn of_pair(x: &Tensor<f64>, w: &Tensor<f64>, n: usize) -> Scalar<f64> {
        let (y, sum) = pair(w, n);
        (y.exp().softmax(0) * x).sum() + sum * 0.0
    }

    #[differentiable(order = 2)]
    pub fn of_fallible(x: &Tensor<f64>, w: &Tensor<f64>, n: usize) -> Result<Scalar<f64>> {
        Ok((fallible(w, n)?.exp().softmax(0) * x).sum())
    }

    #[differentiable(order = 2)]
    pub fn of_weighed(x: &Tensor<f64>, w: &Tensor<f64>) -> Scalar<f64> {
        weighed(x, w).sum()
    }
}

#[differentiable(order = 2)]
fn product(x: &Tensor<f64>, w: &Tensor<f64>) -> Scalar<f64> {
    (x * w).sum()
}

#[differentiable(order = 2)]
fn of_sines(x: &Tensor<f64>, w: &Tensor<f64>) -> Scalar<f64> {
    ((w * 2.0).exp().softmax(0) * x).sum()
}

#[test]
fn of_functions() -> Result<()> {
    let x = normal(1, [3]);
    let doubled = "the result has shape [6], but its dim 0 is `N`, which is 3";
    refused!(same(&x, 2), doubled, by said);
    refused!(number(&x,), "the result has shape [3], but is declared with rank 0", by said);
    refused!(pair(&x, 2), doubled, by said);
    refused!(fallible(&x, 2), doubled, by said);
    for n in 0..2 {
        assert_eq!(crate::said::<joined::fallible>((&x, n))?, "no error");
    }
    Ok(())
}

#[test]
fn of_calls() -> Result<()> {
    let (x, w, long) = (normal(1, [3]), normal(2, [3]) * 0.5, normal(4, [6]));
    fits!(of_same(&x, &w, 1), plain(&x, &w));
    fits!(of_pair(&x, &w, 1), plain(&x, &w));
    fits!(of_fallible(&x, &w, 1), plain(&x, &w));
    fits!(of_fallible(&x, &w, 0), of_sines(&x, &w));
    fits!(of_number(&x, &normal(2, [])), product(&x, &normal(2, [])));
    let doubled = "the result has shape [6], but its dim 0 is `N`, which is 3";
    refused!(of_same(&long, &w, 2), in same, doubled);
    refused!(of_pair(&long, &w, 2), in pair, doubled);
    refused!(of_fallible(&long, &w, 2), in fallible, doubled);
    refused!(of_number(&x, &w), in number, "the result has shape [3], but is declared with rank 0");
    Ok(())
}

/// The parameter of a call that is inlined has the type that the callee declares.
#[test]
fn of_parameters() -> Result<()> {
    let (x, w) = (normal(1, [3]), normal(2, [3]));
    fits!(of_weighed(&x, &w), plain(&x, &w));
    for size in [1, 6] {
        let other = normal(4, [size]);
        let [apart, joined] = [
            crate::refusal::<apart::of_weighed>((&x, &other))?,
            crate::refusal::<joined::of_weighed>((&x, &other))?,
        ];
        let why = format!("has shape [{size}], but its dim 0 is `N`, which is 3");
        assert!(apart.starts_with("`weighed` at ") && apart.ends_with(&format!("`w` {why}")), "{apart}");
        let of = format!("`w` of `weighed` {why}");
        assert!(joined.starts_with("`of_weighed` at ") && joined.ends_with(&of), "{joined}");
    }
    Ok(())
}
