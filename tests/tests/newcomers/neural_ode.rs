//! A neural ODE: Runge-Kutta steps of a small network, fitted to a spiral.

use cotangent::optim::{Adam, Optimizer};
use cotangent::prelude::*;

#[derive(Clone, Differentiable)]
struct Field {
    w1: Tensor,
    b1: Tensor,
    w2: Tensor,
}

#[differentiable]
impl Field {
    fn at(&self, y: &Tensor) -> Tensor {
        (y.powi(3).matmul(&self.w1) + &self.b1).tanh().matmul(&self.w2)
    }

    fn step(&self, y: &Tensor, dt: f32) -> Tensor {
        let k1 = self.at(y)?;
        let k2 = self.at(&(y + &k1 * (dt / 2.0)))?;
        let k3 = self.at(&(y + &k2 * (dt / 2.0)))?;
        let k4 = self.at(&(y + &k3 * dt))?;
        y + (k1 + k2 * 2.0 + k3 * 2.0 + k4) * (dt / 6.0)
    }

    fn loss(&self, y0: &Tensor<2>, targets: &[Tensor], dt: f32) -> Scalar {
        let mut y = y0.clone();
        let mut total = Tensor::scalar(0.0);
        for target in targets {
            y = self.step(&y, dt)?;
            total = total + (&y - target).square().sum();
        }
        total / targets.len() as f32
    }
}

#[test]
fn a_neural_ode_follows_a_spiral() -> Result<()> {
    let [a, b] = Key::new(4).split();
    let (w1, w2): (Tensor, Tensor) = (a.normal([2, 16])?, b.normal([16, 2])?);
    let mut field = Field { w1: w1 * 0.3, b1: Tensor::zeros([16])?, w2: w2 * 0.3 };
    let truth = |t: f32| {
        Tensor::from_vec(vec![(-0.1 * t).exp() * (2.0 * t).cos(), (-0.1 * t).exp() * (2.0 * t).sin()], [2])
    };
    let targets = (1..=12).map(|k| truth(k as f32 * 0.1)).collect::<Result<Vec<Tensor>>>()?;
    let y0 = truth(0.0)?;
    let mut adam = Optimizer::new(Adam { lr: 0.02, ..Adam::default() });
    let mut losses = Vec::new();
    for _ in 0..150 {
        let (loss, g) = field.loss_value_and_grad(&y0, &targets, 0.1)?;
        adam.step(&mut field, &g.this)?;
        losses.push(loss.item()?);
    }
    assert!(losses[149] < 0.05 * losses[0], "{} {}", losses[0], losses[149]);
    Ok(())
}
