//! What stays a call: recursion, rules of one's own, what may be compiled out, and what would grow without end.

use cotangent::prelude::*;
use cotangent_tests::flow::{alike, both, same};

use crate::{inlined, normal, twice};

twice! { $ order
    #[differentiable($($order)*)]
    pub fn deep(x: &Tensor<f64>, n: usize) -> Tensor<f64> {
        if n == 0 { x.exp() } else { deep(&x.sin(), n - 1) * x }
    }

    #[differentiable($($order)*)]
    pub fn even(x: &Tensor<f64>, n: usize) -> Tensor<f64> {
        if n == 0 { x.cos() } else { odd(&(x * 0.5), n - 1) }
    }

    #[differentiable($($order)*)]
    pub fn odd(x: &Tensor<f64>, n: usize) -> Tensor<f64> {
        if n == 0 { x.sin() } else { even(&x.tanh(), n - 1) }
    }

    #[differentiable($($order)*)]
    pub fn recursive(x: &Tensor<f64>, n: usize) -> Scalar<f64> {
        (deep(x, n) * even(x, n)).sum()
    }

    // A tangent of it needs order 2.
    #[differentiable(order = 2, vjp = doubled_back)]
    pub fn doubled(x: &Tensor<f64>) -> Result<Tensor<f64>> {
        let numbers: Vec<f64> = x.to_vec()?.iter().map(|x| 2.0 * x).collect();
        Tensor::from_vec(numbers, x.shape().to_vec())
    }

    #[differentiable(order = 2)]
    pub fn doubled_back(#[constant] x: &Tensor<f64>, #[constant] y: &Tensor<f64>, g: &Tensor<f64>) -> Tensor<f64> {
        g * 2.0
    }

    #[differentiable(order = 2)]
    pub fn of_doubled(x: &Tensor<f64>) -> Result<Scalar<f64>> {
        let y = doubled(&x.sin())?;
        Ok((doubled(&y)? * x).sum())
    }

    #[cfg(all())]
    #[differentiable]
    pub fn conditional(x: &Tensor<f64>) -> Tensor<f64> {
        x.sin()
    }

    #[cfg(any())]
    #[differentiable]
    pub fn conditional(x: &Tensor<f64>) -> Tensor<f64> {
        x.no_such_op()
    }

    #[differentiable]
    pub fn of_conditional(x: &Tensor<f64>) -> Scalar<f64> {
        conditional(&conditional(x)).sum()
    }

    #[differentiable]
    pub fn a0(x: &Tensor<f64>) -> Tensor<f64> {
        (x * 0.5).sin() + x
    }
    #[differentiable]
    pub fn a1(x: &Tensor<f64>) -> Tensor<f64> {
        a0(&a0(x)) * 0.5
    }
    #[differentiable]
    pub fn a2(x: &Tensor<f64>) -> Tensor<f64> {
        a1(&a1(x)) + a1(x)
    }
    #[differentiable]
    pub fn a3(x: &Tensor<f64>) -> Tensor<f64> {
        a2(&a2(x)) + a2(x)
    }
    #[differentiable]
    pub fn a4(x: &Tensor<f64>) -> Tensor<f64> {
        a3(&a3(x)) + a3(x)
    }
    #[differentiable]
    pub fn a5(x: &Tensor<f64>) -> Tensor<f64> {
        a4(&a4(x)) + a4(x)
    }
    #[differentiable]
    pub fn a6(x: &Tensor<f64>) -> Scalar<f64> {
        (a5(&a5(x)) * 1e-3).sin().sum()
    }
}

#[test]
fn recursion() -> Result<()> {
    let x = normal(1, [3]);
    for n in [0, 1, 4] {
        both::<joined::recursive, apart::recursive>((&x, n), (&x, n))?;
    }
    assert_eq!(inlined(joined::recursive::explain()), "");
    assert!(joined::recursive::explain().contains("call `deep`"));
    Ok(())
}

#[test]
fn rules_of_their_own() -> Result<()> {
    let x = normal(1, [3]);
    both::<joined::of_doubled, apart::of_doubled>((&x,), (&x,))?;
    assert_eq!(inlined(joined::of_doubled::explain()), "");
    Ok(())
}

#[test]
fn functions_that_may_be_compiled_out() -> Result<()> {
    let x = normal(1, [3]);
    alike::<joined::of_conditional, apart::of_conditional>((&x,), (&x,))?;
    assert_eq!(inlined(joined::of_conditional::explain()), "");
    Ok(())
}

/// A function that calls another three times, which calls a third three times, and so on.
#[test]
fn growth_is_bounded() -> Result<()> {
    let x = normal(1, [2]);
    same::<joined::a4, apart::a4>((&x,), (&x,))?;
    alike::<joined::a6, apart::a6>((&x,), (&x,))?;
    // All of the smaller one, a part of the larger one, and calls for the rest.
    assert!(!joined::a3::explain().contains("call `a"), "{}", joined::a3::explain());
    assert!(!inlined(joined::a6::explain()).is_empty() && joined::a6::explain().contains("call `a"));
    Ok(())
}
