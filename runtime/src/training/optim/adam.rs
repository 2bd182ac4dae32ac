//! Adam, with and without decoupled weight decay.

use std::marker::PhantomData;

use cotangent_kernels::Float;
use cotangent_macros::kernels;

use super::options::{below_one, not_negative};
use super::{Moments, Rule, in_place};
use crate::error::Result;
use crate::tensor::Tensor;

/// Adam: steps by running means of the gradient and of its square (Kingma and Ba, "Adam: a method for stochastic
/// optimization", 2015, algorithm 1; `torch.optim.Adam` with the same options).
///
/// `g += weight_decay x`, `m = b1 m + (1 - b1) g`, `v = b2 v + (1 - b2) g²`, and then
/// `x -= lr / (1 - b1^t) m / (sqrt(v / (1 - b2^t)) + eps)`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Adam {
    /// Learning rate.
    pub lr: f64,
    /// How much of the means stays from step to step.
    pub betas: (f64, f64),
    /// Keeps the quotient finite.
    pub eps: f64,
    /// The factor of half the parameter's square, as a part of the loss.
    pub weight_decay: f64,
}

impl Default for Adam {
    fn default() -> Self {
        Self { lr: 1e-3, betas: (0.9, 0.999), eps: 1e-8, weight_decay: 0.0 }
    }
}

/// Adam whose weight decay is no part of the gradient (Loshchilov and Hutter, "Decoupled weight decay regularization",
/// 2019, algorithm 2; `torch.optim.AdamW` with the same options).
///
/// First `x *= 1 - lr weight_decay`, then a step of [`Adam`] without decay.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AdamW {
    /// Learning rate.
    pub lr: f64,
    /// How much of the means stays from step to step.
    pub betas: (f64, f64),
    /// Keeps the quotient finite.
    pub eps: f64,
    /// How much the parameter shrinks in a step, in learning rates.
    pub weight_decay: f64,
}

impl Default for AdamW {
    fn default() -> Self {
        Self { lr: 1e-3, betas: (0.9, 0.999), eps: 1e-8, weight_decay: 1e-2 }
    }
}

kernels! {
    fn Step<T: Float>(
        x: &mut T, m: &mut T::Compute, v: &mut T::Compute, g: &T,
        decay: f64, shrink: f64, b1: f64, c1: f64, b2: f64, c2: f64, rate: f64, root: f64, eps: f64,
    ) {
        let g = g + decay * x;
        let (m, v) = (b1 * m + c1 * g, b2 * v + c2 * (g * g));
        (shrink * x - rate * (m / (v.sqrt() * root + eps)), m, v)
    }
}

fn check(lr: f64, betas: (f64, f64), eps: f64, weight_decay: f64) -> Result<()> {
    not_negative("lr", lr)?;
    below_one("betas.0", betas.0)?;
    below_one("betas.1", betas.1)?;
    not_negative("eps", eps)?;
    not_negative("weight_decay", weight_decay)
}

impl Adam {
    /// A step of either, with what is left of a parameter before it moves.
    fn step<T: Float>(
        &self,
        shrink: f64,
        t: u64,
        x: &mut Tensor<T>,
        g: &Tensor<T>,
        moments: Moments<'_, T>,
    ) -> Result<()> {
        let (b1, b2) = self.betas;
        let [m, v] = in_place(moments)?;
        let kernel = Step::<T> {
            decay: self.weight_decay,
            shrink,
            b1,
            c1: 1.0 - b1,
            b2,
            c2: 1.0 - b2,
            rate: self.lr / (1.0 - b1.powf(t as f64)),
            root: (1.0 - b2.powf(t as f64)).sqrt().recip(),
            eps: self.eps,
            of: PhantomData,
        };
        kernel.run(x, m, v, g)
    }
}

impl Rule for Adam {
    const NAME: &'static str = "adam";

    fn lr(&mut self) -> &mut f64 {
        &mut self.lr
    }

    fn check(&self) -> Result<()> {
        check(self.lr, self.betas, self.eps, self.weight_decay)
    }

    fn moments(&self) -> &'static [&'static str] {
        &["mean", "square"]
    }

    fn update<T: Float>(
        &self,
        t: u64,
        x: &mut Tensor<T>,
        g: &Tensor<T>,
        moments: Moments<'_, T>,
    ) -> Result<()> {
        self.step(1.0, t, x, g, moments)
    }
}

impl Rule for AdamW {
    const NAME: &'static str = "adamw";

    fn lr(&mut self) -> &mut f64 {
        &mut self.lr
    }

    fn check(&self) -> Result<()> {
        check(self.lr, self.betas, self.eps, self.weight_decay)
    }

    fn moments(&self) -> &'static [&'static str] {
        &["mean", "square"]
    }

    fn update<T: Float>(
        &self,
        t: u64,
        x: &mut Tensor<T>,
        g: &Tensor<T>,
        moments: Moments<'_, T>,
    ) -> Result<()> {
        let Self { lr, betas, eps, weight_decay } = *self;
        Adam { lr, betas, eps, weight_decay: 0.0 }.step(1.0 - lr * weight_decay, t, x, g, moments)
    }
}
