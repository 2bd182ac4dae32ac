//! Hamiltonian Monte Carlo for the posterior of a linear regression.

use cotangent::prelude::*;

#[differentiable]
fn energy(
    w: &Tensor<f64, D>,
    #[constant] x: &Tensor<f64, N, D>,
    #[constant] y: &Tensor<f64, N>,
    noise: f64,
) -> Scalar<f64> {
    let e = (x.matmul(w) - y) / noise;
    e.square().sum() * 0.5 + w.square().sum() * 0.5
}

#[test]
fn samples_have_the_moments_of_the_posterior() -> Result<()> {
    let [a, b, chain] = Key::new(11).split();
    let x: Tensor<f64> = a.normal([40, 2])?;
    let (truth, noise): (Tensor<f64>, f64) = (tensor![1.0, -0.5], 0.5);
    let y = x.matmul(&truth)? + b.normal::<f64>([40])? * noise;

    let (mut w, mut samples, mut accepted) = (Tensor::<f64>::zeros([2])?, Vec::new(), 0);
    let (dt, leaps) = (0.04, 12);
    for t in 0..600 {
        let [momentum, accept] = chain.fold(t).split();
        let p: Tensor<f64> = momentum.normal([2])?;
        let (u0, g) = energy::value_and_grad(&w, &x, &y, noise)?;
        let (mut q, mut v) = (w.clone(), &p - &g.w * (dt / 2.0));
        let mut u1 = u0.clone();
        for leap in 0..leaps {
            q = &q + &v * dt;
            let (u, g) = energy::value_and_grad(&q, &x, &y, noise)?;
            v = &v - &g.w * if leap + 1 == leaps { dt / 2.0 } else { dt };
            u1 = u;
        }
        let kinetic = |p: &Tensor<f64>| -> Result<f64> { Ok(p.square()?.sum()?.item()? * 0.5) };
        let change = u0.item()? + kinetic(&p)? - u1.item()? - kinetic(&v)?;
        let draw: Tensor<f64> = accept.uniform([1])?;
        if draw.item()?.ln() < change {
            (w, accepted) = (q, accepted + 1);
        }
        if t >= 100 {
            samples.push(w.clone());
        }
    }
    assert!(accepted > 400, "{accepted}");
    let mean = Tensor::stack(&samples, 0)?.mean_axis(0)?;
    // The posterior is normal: its mean solves a system.
    let precision = x.t()?.matmul(&x)? / (noise * noise) + Tensor::<f64>::eye(2)?;
    let wanted = precision.solve(&(x.t()?.matmul(&y)? / (noise * noise)))?;
    let off = (&mean - &wanted).abs()?.max()?.item()?;
    assert!(off < 0.05, "{mean} is not {wanted}");
    Ok(())
}
