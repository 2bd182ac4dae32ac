//! A mixture of experts learns a function that is linear on each of five pieces. Each expert is a line, and a router picks two of
//! eight for each point. Without a loss for balance some experts are never picked, and never learn.
//!
//!     cargo run --release --example mixture [--device wgpu]

use cotangent::optim::{AdamW, Cosine, Optimizer, Schedule};
use cotangent::prelude::*;
use cotangent::train::Progress;
use cotangent_examples::device;

const EXPERTS: usize = 8;
const CHOSEN: usize = 2;

#[derive(Clone, Differentiable)]
struct Mixture {
    hidden: Tensor,
    router: Tensor,
    experts: Tensor,
}

#[differentiable]
impl Mixture {
    /// How well each expert fits, by a perceptron.
    fn scores(&self, x: &Tensor<B, 2>) -> Tensor {
        x.matmul(&self.hidden).tanh().matmul(&self.router)
    }

    /// The loss, and the error without what balance costs.
    fn loss(
        &self,
        #[constant] x: &Tensor<B, 2>,
        #[constant] y: &Tensor<B, 1>,
        balance: f32,
    ) -> (Scalar, Tensor) {
        let scores = self.scores(x)?;
        let (shares, experts) = scores.route(CHOSEN);
        let error = x.mixture(&self.experts, shares, &experts).mse(y);
        (&error + balance * scores.balance_loss(experts), error)
    }
}

/// Points of -3..3, with a 1 beside each for the offset of the lines, and the function there.
fn points(key: Key, count: usize, device: Device) -> Result<(Tensor, Tensor)> {
    let x: Tensor = key.uniform_in(-3.0, 3.0, [count, 1])?;
    let pieces = |x| match x {
        ..-2.0 => 2.0 * x + 4.5,
        ..-0.5 => -x - 2.0,
        ..0.5 => 3.0 * x,
        ..1.5 => 1.0,
        _ => 4.0 - 2.0 * x,
    };
    let y = Tensor::from_vec(x.iter()?.map(pieces).collect(), [count, 1])?;
    let x = cotangent::ops::concat(&[&x, &Tensor::ones([count, 1])?], 1)?;
    Ok((x.to(device)?, y.to(device)?))
}

fn main() -> Result<()> {
    let (steps, [hidden, router, experts, batches, fresh]) = (1500, Key::new(2).split());
    let device = device()?;
    let (x, y) = points(fresh, 1000, device)?;
    for balance in [0.0, 0.1] {
        let mut model = Mixture {
            hidden: hidden.normal([2, 32])?,
            router: router.normal([32, EXPERTS])? * 0.01,
            experts: experts.normal([EXPERTS, 2, 1])?,
        }
        .params_to(device)?;
        let mut optimizer = Optimizer::new(AdamW { weight_decay: 0.0, ..AdamW::default() });
        let mut progress = Progress::new(format!("balance {balance:3}"), 0, steps);
        for step in 0..steps {
            let (x, y) = points(batches.fold(step), 256, device)?;
            let ((loss, _), g) = model.loss_value_and_grad(&x, &y, balance)?;
            optimizer.rule.lr = Cosine { lr: 3e-2, end: 1e-4, steps }.at(step);
            optimizer.step(&mut model, &g.this)?;
            progress.done(step, loss.item()?);
        }
        let error = model.loss(&x, &y, balance).1.item()?;
        let scores = model.scores(&x);
        let (_, picked) = scores.route(CHOSEN)?;
        let used = picked.reshape([-1])?.bincount(EXPERTS)?;
        let uneven = scores.balance_loss(&picked)?.item()?;
        println!("error {error:.5}; experts are picked {used} times, {uneven:.3} uneven (1 is even)");
        if error > 0.02 || balance > 0.0 && uneven > 1.2 {
            return Err(Error::msg("it did not learn the function, or not evenly"));
        }
    }
    Ok(())
}
