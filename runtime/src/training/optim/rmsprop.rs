//! Steps by the root of the mean square of the gradient.

use std::marker::PhantomData;

use cotangent_kernels::Float;
use cotangent_macros::kernels;

use super::options::{below_one, not_negative};
use super::{Moments, Rule, in_place};
use crate::error::Result;
use crate::tensor::Tensor;

/// `RMSProp`: steps by the gradient over the root of the mean of its square (Tieleman and Hinton, lecture 6.5 of "Neural
/// networks for machine learning", 2012; `centered` after Graves, "Generating sequences with recurrent neural networks",
/// 2013; `torch.optim.RMSprop` with the same options).
///
/// `g += weight_decay x`, `v = alpha v + (1 - alpha) g²`, where it is centered also `a = alpha a + (1 - alpha) g` and
/// `v - a²` in place of `v`, never below 0; then `d = g / (sqrt(v) + eps)`, with momentum `d = b = momentum b + d`; and
/// `x -= lr d`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RmsProp {
    /// Learning rate.
    pub lr: f64,
    /// How much of the means stays from step to step.
    pub alpha: f64,
    /// Keeps the quotient finite.
    pub eps: f64,
    /// The factor of half the parameter's square, as a part of the loss.
    pub weight_decay: f64,
    /// How much of the velocity stays from step to step; 0 keeps none.
    pub momentum: f64,
    /// Whether the variance of the gradient takes the place of its mean square.
    pub centered: bool,
}

impl Default for RmsProp {
    fn default() -> Self {
        Self { lr: 1e-2, alpha: 0.99, eps: 1e-8, weight_decay: 0.0, momentum: 0.0, centered: false }
    }
}

// Rounding can leave a variance of nearly nothing below 0.
kernels! {
    fn Plain<T: Float>(
        x: &mut T, v: &mut T::Compute, g: &T,
        decay: f64, lr: f64, alpha: f64, beta: f64, eps: f64,
    ) {
        let g = g + decay * x;
        let v = alpha * v + beta * (g * g);
        (x - lr * (g / (v.sqrt() + eps)), v)
    }

    fn Heavy<T: Float>(
        x: &mut T, v: &mut T::Compute, b: &mut T::Compute, g: &T,
        decay: f64, lr: f64, alpha: f64, beta: f64, eps: f64, momentum: f64,
    ) {
        let g = g + decay * x;
        let v = alpha * v + beta * (g * g);
        let b = momentum * b + g / (v.sqrt() + eps);
        (x - lr * b, v, b)
    }

    fn Centered<T: Float>(
        x: &mut T, v: &mut T::Compute, a: &mut T::Compute, g: &T,
        decay: f64, lr: f64, alpha: f64, beta: f64, eps: f64,
    ) {
        let g = g + decay * x;
        let (v, a) = (alpha * v + beta * (g * g), alpha * a + beta * g);
        (x - lr * (g / ((v - a * a).maximum(0.0).sqrt() + eps)), v, a)
    }

    fn CenteredHeavy<T: Float>(
        x: &mut T, v: &mut T::Compute, a: &mut T::Compute, b: &mut T::Compute, g: &T,
        decay: f64, lr: f64, alpha: f64, beta: f64, eps: f64, momentum: f64,
    ) {
        let g = g + decay * x;
        let (v, a) = (alpha * v + beta * (g * g), alpha * a + beta * g);
        let b = momentum * b + g / ((v - a * a).maximum(0.0).sqrt() + eps);
        (x - lr * b, v, a, b)
    }
}

impl Rule for RmsProp {
    const NAME: &'static str = "rmsprop";

    fn lr(&mut self) -> &mut f64 {
        &mut self.lr
    }

    fn check(&self) -> Result<()> {
        not_negative("lr", self.lr)?;
        below_one("alpha", self.alpha)?;
        not_negative("eps", self.eps)?;
        not_negative("weight_decay", self.weight_decay)?;
        not_negative("momentum", self.momentum)
    }

    fn moments(&self) -> &'static [&'static str] {
        match (self.centered, self.momentum == 0.0) {
            (false, true) => &["square"],
            (false, false) => &["square", "velocity"],
            (true, true) => &["square", "mean"],
            (true, false) => &["square", "mean", "velocity"],
        }
    }

    fn update<T: Float>(
        &self,
        _: u64,
        x: &mut Tensor<T>,
        g: &Tensor<T>,
        moments: Moments<'_, T>,
    ) -> Result<()> {
        let &Self { lr, alpha, eps, weight_decay: decay, momentum, centered } = self;
        let (beta, of) = (1.0 - alpha, PhantomData);
        match (centered, momentum == 0.0) {
            (false, true) => {
                let [v] = in_place(moments)?;
                Plain::<T> { decay, lr, alpha, beta, eps, of }.run(x, v, g)
            }
            (false, false) => {
                let [v, b] = in_place(moments)?;
                Heavy::<T> { decay, lr, alpha, beta, eps, momentum, of }.run(x, v, b, g)
            }
            (true, true) => {
                let [v, a] = in_place(moments)?;
                Centered::<T> { decay, lr, alpha, beta, eps, of }.run(x, v, a, g)
            }
            (true, false) => {
                let [v, a, b] = in_place(moments)?;
                CenteredHeavy::<T> { decay, lr, alpha, beta, eps, momentum, of }.run(x, v, a, b, g)
            }
        }
    }
}
