//! Branches that keep rounds out of where they would be NaN.

use cotangent::prelude::*;
use cotangent_tests::flow::{near, numbers, orders};
use cotangent_tests::there::at;

/// The host decides by the values, round by round: the arm that is not taken would be NaN, and is not even run.
#[differentiable(order = 2)]
fn roots(xs: &[Tensor<f64>], w: &Tensor<f64>) -> Result<Scalar<f64>> {
    let mut total = w * 0.0;
    for x in xs {
        let least = x.min().item()?;
        if least == 0.0 {
            continue;
        }
        let y = if least > 0.0 { (x * w).sqrt() / x.ln() } else { x * w };
        total += y.sum();
    }
    Ok(total.sum())
}

/// A mask decides element by element: every arm is run, and what is not selected is masked.
#[differentiable(order = 2)]
fn masked(xs: &[Tensor<f64>], w: &Tensor<f64>) -> Scalar<f64> {
    let mut total = w * 0.0;
    for x in xs {
        let least = x.min();
        let safe = (x * w).sqrt() / x.ln();
        let y = select(least.gt(0.0), safe, select(least.lt(0.0), x * w, 0.0));
        total = total + y.sum();
    }
    total.sum()
}

#[test]
fn an_arm_that_would_be_nan() -> Result<()> {
    let all: [Tensor<f64>; 4] =
        [tensor![0.5, 2.0], tensor![-1.0, 3.0], tensor![0.0, -0.0], tensor![4.0, 9.0]];
    let xs: Vec<Tensor<f64>> = all.map(at).into();
    let w = at(tensor![0.25]);
    orders::<roots>((&xs[..2], &w))?;
    let half = |x: f64| 0.5 / (x * 0.25).sqrt();
    let (mut value, mut by_w) = (-0.25 + 0.75, -1.0 + 3.0);
    let mut by_x = Vec::new();
    for (k, pair) in [[0.5, 2.0], [-1.0, 3.0], [0.0, 0.0], [4.0, 9.0_f64]].iter().enumerate() {
        for &x in pair {
            by_x.push([f64::NAN, 0.25, 0.0][if k == 0 || k == 3 { 0 } else { k }]);
            if k == 0 || k == 3 {
                let (root, ln) = ((x * 0.25).sqrt(), x.ln());
                value += root / ln;
                by_w += half(x) * x / ln;
                *by_x.last_mut().expect("pushed") = 0.25 * half(x) / ln - root / (ln * ln * x);
            }
        }
    }
    let want = [by_x, vec![by_w]].concat();
    for (y, g) in [
        roots::value_and_grad(&xs, &w).map(|(y, g)| (y, numbers(&g)))?,
        masked::value_and_grad(&xs, &w).map(|(y, g)| (y, numbers(&g)))?,
    ] {
        near("the value", &[y.item()?], &[value], 1e-14);
        near("the gradient", &g?, &want, 1e-14);
    }
    let dw = at(tensor![1.0]);
    let (_, a) = roots::hvp(&xs, &w, &xs, &dw)?;
    let (_, b) = masked::hvp(&xs, &w, &xs, &dw)?;
    let (a, b) = (numbers(&a)?, numbers(&b)?);
    assert!(a.iter().all(|v| v.is_finite()), "{a:?}");
    near("the second derivative", &a, &b, 1e-13);
    Ok(())
}
