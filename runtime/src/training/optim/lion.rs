//! Lion.

use std::marker::PhantomData;

use cotangent_kernels::Float;
use cotangent_macros::kernels;

use super::options::{below_one, not_negative};
use super::{Moments, Rule, in_place};
use crate::error::Result;
use crate::tensor::Tensor;

/// Lion: every parameter moves by the learning rate, up or down (Chen et al., "Symbolic discovery of optimization
/// algorithms", 2023, program 1).
///
/// `x -= lr (sign(b1 m + (1 - b1) g) + weight_decay x)`, then `m = b2 m + (1 - b2) g`. The sign of 0 is 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lion {
    /// Learning rate: a third to a tenth of what Adam needs.
    pub lr: f64,
    /// The mean's part in the direction, and how much of it stays.
    pub betas: (f64, f64),
    /// How much the parameter shrinks in a step, in learning rates.
    pub weight_decay: f64,
}

impl Default for Lion {
    fn default() -> Self {
        Self { lr: 1e-4, betas: (0.9, 0.99), weight_decay: 0.0 }
    }
}

kernels! {
    fn Step<T: Float>(
        x: &mut T, m: &mut T::Compute, g: &T,
        shrink: f64, lr: f64, b1: f64, c1: f64, b2: f64, c2: f64,
    ) {
        (shrink * x - lr * (b1 * m + c1 * g).sign(), b2 * m + c2 * g)
    }
}

impl Rule for Lion {
    const NAME: &'static str = "lion";

    fn lr(&mut self) -> &mut f64 {
        &mut self.lr
    }

    fn check(&self) -> Result<()> {
        not_negative("lr", self.lr)?;
        below_one("betas.0", self.betas.0)?;
        below_one("betas.1", self.betas.1)?;
        not_negative("weight_decay", self.weight_decay)
    }

    fn moments(&self) -> &'static [&'static str] {
        &["mean"]
    }

    fn update<T: Float>(
        &self,
        _: u64,
        x: &mut Tensor<T>,
        g: &Tensor<T>,
        moments: Moments<'_, T>,
    ) -> Result<()> {
        let (b1, b2) = self.betas;
        let [m] = in_place(moments)?;
        let shrink = 1.0 - self.lr * self.weight_decay;
        Step::<T> { shrink, lr: self.lr, b1, c1: 1.0 - b1, b2, c2: 1.0 - b2, of: PhantomData }.run(x, m, g)
    }
}
