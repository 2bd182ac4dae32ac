//! Levenberg-Marquardt: a curve is fitted by the Jacobian of its residuals.

use cotangent::prelude::*;

#[differentiable]
fn residuals(
    p: &Tensor<f64, 3>,
    #[constant] t: &Tensor<f64, N>,
    #[constant] y: &Tensor<f64, N>,
) -> Tensor<f64, N> {
    let [scale, rate, shift] = p.unbind(0);
    (t * rate).exp() * scale + shift - y
}

#[test]
fn a_curve_is_fitted() -> Result<()> {
    let t = Tensor::<f64>::linspace(0.0, 2.0, 30)?;
    let truth: Tensor<f64> = tensor![2.0, -1.3, 0.5];
    let y = residuals(&truth, &t, &Tensor::zeros([30])?);
    let (mut p, mut damping): (Tensor<f64>, f64) = (tensor![1.0, -0.3, 0.0], 1e-2);
    let cost = |p: &Tensor<f64>| residuals(p, &t, &y).square()?.sum()?.item();
    for _ in 0..40 {
        let r = residuals::call(&p, &t, &y)?;
        let j = jacobian::<residuals>((&p, &t, &y))?.p;
        let normal = j.t()?.matmul(&j)? + Tensor::<f64>::eye(3)? * damping;
        let next = &p - normal.solve(&j.t()?.matmul(&r)?)?;
        if cost(&next)? < cost(&p)? {
            (p, damping) = (next, damping * 0.3);
        } else {
            damping *= 4.0;
        }
    }
    assert!((&p - &truth).abs()?.max()?.item()? < 1e-8, "{p}");
    Ok(())
}
