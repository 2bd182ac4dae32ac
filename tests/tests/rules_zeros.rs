//! A rule takes what its function has, and has zeros for what it does not use, or only compares.

use cotangent::check;
use cotangent::prelude::*;

#[differentiable(order = 2, vjp = leaky_rule, jvp = leaky_along)]
fn leaky(x: &Tensor<f64>, w: &Tensor<f64>) -> Result<Tensor<f64>> {
    let (x_s, w) = (x.to_vec()?, w.to_vec()?);
    Tensor::from_vec(
        x_s.iter().zip(w).map(|(&x, w)| if x > 0.0 { x * w } else { 0.1 * x }).collect(),
        x.shape(),
    )
}

/// Unused: `y`. Only compared, where its own cotangent is asked for: `x` in the first.
#[differentiable(order = 2)]
#[allow(unused_variables)]
fn leaky_rule(
    x: &Tensor<f64>,
    w: &Tensor<f64>,
    y: &Tensor<f64>,
    g: &Tensor<f64>,
) -> (Tensor<f64>, Tensor<f64>) {
    let up = x.gt(0.0);
    (select(&up, g * w, g * 0.1), select(up, g * x, g * 0.0))
}

#[differentiable(order = 2)]
fn leaky_along(
    x: &Tensor<f64>,
    w: &Tensor<f64>,
    _y: &Tensor<f64>,
    dx: &Tensor<f64>,
    dw: &Tensor<f64>,
) -> Tensor<f64> {
    select(x.gt(0.0), dx * w + dw * x, dx * 0.1)
}

/// The rule of the absolute value: of its argument it reads the sign alone.
#[differentiable(order = 2, vjp = size_rule)]
fn size(x: &Tensor<f64>) -> Result<Tensor<f64>> {
    x.abs()
}

#[differentiable(order = 2)]
fn size_rule(x: &Tensor<f64>, _y: &Tensor<f64>, g: &Tensor<f64>) -> Tensor<f64> {
    select(x.gt(0.0), g, -g)
}

#[differentiable(order = 2)]
fn ruled(x: &Tensor<f64>, w: &Tensor<f64>) -> Scalar<f64> {
    (leaky(&x.sin(), w) * w + size(&(x * w)).exp()).sum()
}

#[differentiable(order = 2)]
fn written(x: &Tensor<f64>, w: &Tensor<f64>) -> Scalar<f64> {
    let s = x.sin();
    (select(s.gt(0.0), &s * w, &s * 0.1) * w + (x * w).abs().exp()).sum()
}

#[test]
fn what_a_rule_does_not_use_has_zeros() -> Result<()> {
    let (x, w): (Tensor<f64>, Tensor<f64>) = (tensor![0.3, -0.8, 1.7], tensor![0.7, 1.2, -0.4]);
    check::gradients::<ruled>((&x, &w))?;
    let (dx, dw): (Tensor<f64>, Tensor<f64>) = (tensor![0.1, 0.2, -0.3], tensor![1.0, -0.5, 0.25]);
    let ((g, hv), (g_w, hv_w)) = (ruled::hvp(&x, &w, &dx, &dw)?, written::hvp(&x, &w, &dx, &dw)?);
    for (a, b) in [(&g.x, &g_w.x), (&g.w, &g_w.w), (&hv.x, &hv_w.x), (&hv.w, &hv_w.w)] {
        for (a, b) in a.to_vec()?.into_iter().zip(b.to_vec()?) {
            assert!((a - b).abs() <= 1e-12 * (1.0 + b.abs()), "{a} and {b}");
        }
    }
    // By itself.
    let (_, pullback) = size_rule::vjp(&x, &w, &dx)?;
    let g = pullback.pull(&dw)?;
    assert_eq!((g.x.to_vec()?, g._y.to_vec()?), (vec![0.0; 3], vec![0.0; 3]));
    assert_eq!(g.g.to_vec()?, [1.0, 0.5, 0.25]);
    Ok(())
}
