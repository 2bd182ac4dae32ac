//! A Gaussian process, whose hyperparameters are those of the largest marginal likelihood.

use cotangent::prelude::*;

#[derive(Clone, Differentiable)]
struct Kernel {
    log_scale: Tensor<f64>,
    log_length: Tensor<f64>,
    log_noise: Tensor<f64>,
}

#[differentiable]
fn rbf(k: &Kernel, a: &Tensor<f64, N, 1>, b: &Tensor<f64, M, 1>) -> Tensor<f64, N, M> {
    let d = (a - b.t()) / k.log_length.exp();
    k.log_scale.exp() * (d.square() * -0.5).exp()
}

#[differentiable]
fn nll(k: &Kernel, #[constant] x: &Tensor<f64, N, 1>, #[constant] y: &Tensor<f64, N>) -> Scalar<f64> {
    let cov = rbf(k, x, x)? + k.log_noise.exp() * Tensor::eye(N);
    let l = cov.cholesky();
    let alpha = triangular_solve(&l, y.unsqueeze(1), true);
    alpha.square().sum() * 0.5 + l.diagonal(0).ln().sum() + 0.5 * N as f64 * (2.0 * std::f64::consts::PI).ln()
}

#[test]
fn finds_the_noise() -> Result<()> {
    let x = Tensor::<f64>::linspace(0.0, 6.0, 40)?.unsqueeze(1)?;
    let y = x.squeeze(1)?.sin()? + Key::new(1).normal([40])? * 0.1;
    let of = |v: f64| Tensor::scalar(v);
    let mut k = Kernel { log_scale: of(0.0), log_length: of(0.0), log_noise: of(-1.0) };
    cotangent::check::gradients::<nll>((&k, &x, &y))?;
    let before = nll(&k, &x, &y).item()?;
    for _ in 0..60 {
        let g = nll::grad(&k, &x, &y)?.k;
        k.log_scale -= g.log_scale * 0.01;
        k.log_length -= g.log_length * 0.01;
        k.log_noise -= g.log_noise * 0.03;
    }
    assert!(nll(&k, &x, &y).item()? < before - 20.0);
    let noise = k.log_noise.exp()?.sqrt()?.item()?;
    assert!((noise - 0.1).abs() < 0.03, "{noise}");
    Ok(())
}
