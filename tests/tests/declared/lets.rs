//! `let`s with dims, of rank 0, of a part.

use cotangent::prelude::*;
use cotangent_tests::flow::normal;

use crate::{fits, plain, refused, twice};

twice! {
    #[differentiable(order = 2)]
    pub fn dims(x: &Tensor<f64, N>, w: &Tensor<f64>) -> Scalar<f64> {
        let d: Tensor<f64, N> = w.exp(); // dims
        (d.softmax(0) * x).sum()
    }

    #[differentiable(order = 2)]
    pub fn rank_0(x: &Tensor<f64, N>, w: &Tensor<f64>) -> Scalar<f64> {
        let s: Scalar<f64> = w.clone(); // rank_0
        (x * s).sum()
    }

    #[differentiable(order = 2)]
    pub fn narrowed(x: &Tensor<f64, N>, n: usize) -> Scalar<f64> {
        let y: Tensor<f64, N> = x.narrow(0, 0, n); // narrowed
        y.mean()
    }
}

#[differentiable(order = 2)]
fn product(x: &Tensor<f64>, w: &Tensor<f64>) -> Scalar<f64> {
    (x * w).sum()
}

#[differentiable(order = 2)]
fn mean(x: &Tensor<f64>) -> Scalar<f64> {
    x.mean()
}

#[test]
fn dims_of_a_let() -> Result<()> {
    let (x, w, one) = (normal(1, [3]), normal(2, [3]), normal(3, [1]));
    fits!(dims(&x, &w), plain(&x, &w));
    refused!(dims(&x, &one), "`d` has shape [1], but its dim 0 is `N`, which is 3");
    refused!(dims(&x, &normal(2, [1, 3])), "`d` has shape [1, 3], but is declared with rank 1");
    Ok(())
}

#[test]
fn a_scalar() -> Result<()> {
    let (x, w) = (normal(1, [3]), normal(2, []));
    fits!(rank_0(&x, &w), product(&x, &w));
    refused!(rank_0(&x, &normal(2, [3])), "`s` has shape [3], but is declared with rank 0");
    refused!(rank_0(&x, &normal(2, [1])), "`s` has shape [1], but is declared with rank 0");
    Ok(())
}

#[test]
fn a_part() -> Result<()> {
    let x = normal(1, [3]);
    fits!(narrowed(&x, 3), mean(&x,));
    refused!(narrowed(&x, 1), "`y` has shape [1], but its dim 0 is `N`, which is 3");
    Ok(())
}
