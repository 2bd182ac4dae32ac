//! Gradient descent.

use std::marker::PhantomData;

use cotangent_kernels::Float;
use cotangent_macros::kernels;

use super::options::{invalid, not_negative};
use super::{Moments, Rule, in_place};
use crate::error::Result;
use crate::tensor::Tensor;

/// Gradient descent, with momentum as an option (Sutskever et al., "On the importance of initialization and momentum in
/// deep learning", 2013, in the form of `torch.optim.SGD`, whose learning rate is not part of the velocity).
///
/// `g += weight_decay x`; with momentum `b = momentum b + (1 - dampening) g`, from `b = g` at the first step on, and
/// `g` becomes `b`, or `g + momentum b` by Nesterov's method; then `x -= lr g`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sgd {
    /// Learning rate.
    pub lr: f64,
    /// How much of the velocity stays from step to step; 0 keeps none.
    pub momentum: f64,
    /// How much of the gradient does not enter the velocity.
    pub dampening: f64,
    /// The factor of half the parameter's square, as a part of the loss.
    pub weight_decay: f64,
    /// Whether the step looks ahead along the velocity: needs momentum, and no dampening.
    pub nesterov: bool,
}

impl Default for Sgd {
    fn default() -> Self {
        Self { lr: 1e-3, momentum: 0.0, dampening: 0.0, weight_decay: 0.0, nesterov: false }
    }
}

kernels! {
    fn Plain<T: Float>(x: &mut T, g: &T, decay: f64, lr: f64) {
        x - lr * (g + decay * x)
    }

    fn Heavy<T: Float>(
        x: &mut T, b: &mut T::Compute, g: &T,
        decay: f64, lr: f64, momentum: f64, intake: f64,
    ) {
        let b = momentum * b + intake * (g + decay * x);
        (x - lr * b, b)
    }

    fn Nesterov<T: Float>(x: &mut T, b: &mut T::Compute, g: &T, decay: f64, lr: f64, momentum: f64) {
        let g = g + decay * x;
        let b = momentum * b + g;
        (x - lr * (g + momentum * b), b)
    }
}

impl Rule for Sgd {
    const NAME: &'static str = "sgd";

    fn lr(&mut self) -> &mut f64 {
        &mut self.lr
    }

    fn check(&self) -> Result<()> {
        not_negative("lr", self.lr)?;
        not_negative("momentum", self.momentum)?;
        not_negative("weight_decay", self.weight_decay)?;
        if !self.dampening.is_finite() {
            return Err(invalid("dampening", self.dampening, "finite"));
        }
        if self.nesterov && (self.momentum == 0.0 || self.dampening != 0.0) {
            let what = "0 under `nesterov`, which needs momentum and no dampening";
            return Err(match self.momentum {
                0.0 => invalid("momentum", self.momentum, "above 0 under `nesterov`"),
                _ => invalid("dampening", self.dampening, what),
            });
        }
        Ok(())
    }

    fn moments(&self) -> &'static [&'static str] {
        if self.momentum == 0.0 { &[] } else { &["velocity"] }
    }

    fn update<T: Float>(
        &self,
        t: u64,
        x: &mut Tensor<T>,
        g: &Tensor<T>,
        moments: Moments<'_, T>,
    ) -> Result<()> {
        let &Self { lr, momentum, dampening, weight_decay: decay, nesterov } = self;
        let of = PhantomData;
        if momentum == 0.0 {
            return Plain::<T> { decay, lr, of }.run(x, g);
        }
        let [b] = in_place(moments)?;
        if nesterov {
            return Nesterov::<T> { decay, lr, momentum, of }.run(x, b, g);
        }
        let intake = if t == 1 { 1.0 } else { 1.0 - dampening };
        Heavy::<T> { decay, lr, momentum, intake, of }.run(x, b, g)
    }
}
