//! A variational autoencoder of points on a circle.

use cotangent::optim::{AdamW, Optimizer};
use cotangent::prelude::*;

#[derive(Clone, Differentiable)]
struct Vae {
    encode: Tensor,
    mean: Tensor,
    log_variance: Tensor,
    decode: Tensor,
    seen: Tensor,
}

#[differentiable]
fn loss(vae: &Vae, #[constant] x: &Tensor<B, D>, key: Key) -> Scalar {
    let h = x.matmul(&vae.encode).tanh();
    let (mean, log_variance) = (h.matmul(&vae.mean), h.matmul(&vae.log_variance));
    let z = &mean + (&log_variance * 0.5).exp() * key.normal_like(&mean);
    let y = z.matmul(&vae.decode).tanh().matmul(&vae.seen);
    let prior = (mean.square() + log_variance.exp() - log_variance - 1.0).sum() * 0.5;
    ((y - x).square().sum() * 10.0 + prior) / B
}

#[test]
fn a_circle_is_encoded() -> Result<()> {
    let angle: Tensor = Key::new(1).uniform_in(0.0, std::f32::consts::TAU, [64])?;
    let x = cotangent::ops::stack(&[&angle.cos()?, &angle.sin()?], 1)?;
    let w = |seed, i, o| Ok::<Tensor, Error>(Key::new(seed).normal([i, o])? * 0.5);
    let mut vae = Vae {
        encode: w(2, 2, 16)?,
        mean: w(3, 16, 2)?,
        log_variance: w(4, 16, 2)?,
        decode: w(5, 2, 16)?,
        seen: w(6, 16, 2)?,
    };
    let mut adam = Optimizer::new(AdamW { lr: 1e-2, ..AdamW::default() });
    let before = loss(&vae, &x, Key::new(7)).item()?;
    for step in 0..100 {
        let g = loss::grad(&vae, &x, Key::new(8).fold(step))?;
        adam.step(&mut vae, &g.vae)?;
    }
    assert!(loss(&vae, &x, Key::new(7)).item()? < 0.6 * before);
    Ok(())
}
