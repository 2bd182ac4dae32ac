//! A diffusion model of points on a circle, whose network knows the time by its sines.

use cotangent::optim::{Adam, Optimizer};
use cotangent::prelude::*;

const STEPS: usize = 50;

/// A function of constants: it has no gradient, and is called as others are.
#[differentiable]
fn time_embedding(t: &Tensor<i32, B>, width: usize) -> Tensor {
    let half = width / 2;
    let rates = (iota(half).cast::<f32>() * (-(100.0_f32.ln()) / half as f32)).exp();
    let angles = t.cast::<f32>().unsqueeze(-1) * rates;
    concat([angles.sin(), angles.cos()], -1)
}

#[derive(Clone, Differentiable)]
struct Denoiser {
    of_point: Tensor,
    of_time: Tensor,
    bias: Tensor,
    middle: Tensor,
    out: Tensor,
}

#[differentiable]
impl Denoiser {
    fn noise(&self, x: &Tensor<B, 2>, t: &Tensor<i32, B>) -> Tensor<B, 2> {
        let time = time_embedding(t, 16)?;
        let h = (x.matmul(&self.of_point) + time.matmul(&self.of_time) + &self.bias).silu();
        h.matmul(&self.middle).silu().matmul(&self.out)
    }

    fn loss(&self, x: &Tensor<B, 2>, t: &Tensor<i32, B>, kept: &Tensor<B>, key: Key) -> Scalar {
        let noise = key.normal_like(x);
        let kept = kept.unsqueeze(-1);
        let seen = x * kept.sqrt() + &noise * (1.0 - kept).sqrt();
        (self.noise(&seen, t)? - noise).square().mean()
    }
}

#[test]
fn a_denoiser_learns() -> Result<()> {
    let [a, b, c, d, data] = Key::new(5).split();
    let at = |key: Key, i: usize, o: usize| key.normal([i, o]).map(|w: Tensor| w * (1.0 / i as f32).sqrt());
    let mut model = Denoiser {
        of_point: at(a, 2, 32)?,
        of_time: at(b, 16, 32)?,
        bias: Tensor::zeros([32])?,
        middle: at(c, 32, 32)?,
        out: at(d, 32, 2)?,
    };
    // What is left of a point after each step.
    let kept: Vec<f32> = (0..STEPS).map(|t| (1.0 - 0.02 * (t + 1) as f32).max(0.01)).collect();
    let mut adam = Optimizer::new(Adam { lr: 5e-3, ..Adam::default() });
    let mut losses = Vec::new();
    for step in 0..200 {
        let [angle, time, noise] = data.fold(step).split();
        let angle = angle.uniform_in(0.0, std::f32::consts::TAU, [64])?;
        let x = Tensor::stack(&[angle.cos()?, angle.sin()?], 1)?;
        let t = time.randint(0, STEPS as i32, [64])?;
        let left = t.to_vec()?.iter().map(|&t| kept[t as usize]).collect();
        let (loss, g) = model.loss_value_and_grad(&x, &t, &Tensor::from_vec(left, [64])?, noise)?;
        adam.step(&mut model, &g.this)?;
        losses.push(loss.item()?);
    }
    let mean = |losses: &[f32]| losses.iter().sum::<f32>() / losses.len() as f32;
    assert!(mean(&losses[180..]) < 0.75 * mean(&losses[..5]), "{losses:?}");
    Ok(())
}
