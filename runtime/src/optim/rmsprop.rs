//! Steps by the root of the mean square of the gradient.

use std::marker::PhantomData;

use cotangent_kernels::isa::Isa;
use cotangent_kernels::real::Real;
use cotangent_kernels::{Float, math as m};

use super::options::{below_one, not_negative};
use super::{Moments, Rule, in_place};
use crate::error::Result;
use crate::launch::fused::updates;
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

/// Rounding can leave a variance of nearly nothing below 0.
#[inline(always)]
fn spread<S: Isa, R: Real>(s: S, v: R, a: R) -> R {
    let zero = m::num(s, 0.0);
    m::sqrt(s, m::maximum(s, v - a * a, zero))
}

updates! {
    Plain { decay, lr, alpha, beta, eps } cost 24
    [x -> y: T, v -> v1: T::Compute] (g: T), |s| {
        let g = g + decay * x;
        let v = alpha * v + beta * (g * g);
        (x - lr * (g / (m::sqrt(s, v) + eps)), v)
    };

    Heavy { decay, lr, alpha, beta, eps, momentum } cost 26
    [x -> y: T, v -> v1: T::Compute, b -> b1: T::Compute] (g: T), |s| {
        let g = g + decay * x;
        let v = alpha * v + beta * (g * g);
        let b = momentum * b + g / (m::sqrt(s, v) + eps);
        (x - lr * b, v, b)
    };

    Centered { decay, lr, alpha, beta, eps } cost 28
    [x -> y: T, v -> v1: T::Compute, a -> a1: T::Compute] (g: T), |s| {
        let g = g + decay * x;
        let (v, a) = (alpha * v + beta * (g * g), alpha * a + beta * g);
        (x - lr * (g / (spread(s, v, a) + eps)), v, a)
    };

    CenteredHeavy { decay, lr, alpha, beta, eps, momentum } cost 30
    [x -> y: T, v -> v1: T::Compute, a -> a1: T::Compute, b -> b1: T::Compute] (g: T), |s| {
        let g = g + decay * x;
        let (v, a) = (alpha * v + beta * (g * g), alpha * a + beta * g);
        let b = momentum * b + g / (spread(s, v, a) + eps);
        (x - lr * b, v, a, b)
    };
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
