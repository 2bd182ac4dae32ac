//! Learning rates over time: plain values, so that a run is resumed by its step alone.

use std::f64::consts::PI;

/// A number for each step, a learning rate mostly. Steps count from 0.
///
/// ```
/// use cotangent::optim::{Cosine, Schedule, Warmup};
///
/// let rate = Warmup { steps: 10, from: 0.0, then: Cosine { lr: 1.0, end: 0.1, steps: 100 } };
/// assert_eq!((rate.at(0), rate.at(5), rate.at(10)), (0.0, 0.5, 1.0));
/// assert!((rate.at(60) - 0.55).abs() < 1e-12);
/// assert!((rate.at(1000) - 0.1).abs() < 1e-12);
/// ```
pub trait Schedule {
    /// The number for a step.
    fn at(&self, step: u64) -> f64;
}

impl<S: Schedule + ?Sized> Schedule for &S {
    fn at(&self, step: u64) -> f64 {
        S::at(self, step)
    }
}

impl<S: Schedule + ?Sized> Schedule for Box<S> {
    fn at(&self, step: u64) -> f64 {
        S::at(self, step)
    }
}

/// Always the same.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Constant {
    /// This.
    pub lr: f64,
}

impl Schedule for Constant {
    fn at(&self, _: u64) -> f64 {
        self.lr
    }
}

/// Falls by a factor every so many steps (`torch.optim.lr_scheduler.StepLR`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Staircase {
    /// At the start.
    pub lr: f64,
    /// Length of a stair; 0 is taken for 1.
    pub every: u64,
    /// From a stair to the next.
    pub factor: f64,
}

impl Schedule for Staircase {
    fn at(&self, step: u64) -> f64 {
        self.lr * self.factor.powf((step / self.every.max(1)) as f64)
    }
}

/// Falls by a factor in every step (`torch.optim.lr_scheduler.ExponentialLR`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Exponential {
    /// At the start.
    pub lr: f64,
    /// From a step to the next.
    pub factor: f64,
}

impl Schedule for Exponential {
    fn at(&self, step: u64) -> f64 {
        self.lr * self.factor.powf(step as f64)
    }
}

/// Half a wave of the cosine from `lr` to `end`, and `end` from then on (Loshchilov and Hutter, "SGDR: stochastic gradient
/// descent with warm restarts", 2017, equation 5; `torch.optim.lr_scheduler.CosineAnnealingLR`, which rises again).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cosine {
    /// At the start.
    pub lr: f64,
    /// At the end.
    pub end: f64,
    /// How long it takes.
    pub steps: u64,
}

impl Schedule for Cosine {
    fn at(&self, step: u64) -> f64 {
        anneal(self.lr, self.end, fraction(step as f64, self.steps as f64))
    }
}

/// Rises to what another schedule starts with, in a line; then that schedule, which counts from there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Warmup<S> {
    /// The number of steps that the rise takes.
    pub steps: u64,
    /// The start of the rise, as a part of the other's first value.
    pub from: f64,
    /// The schedule that follows.
    pub then: S,
}

impl<S: Schedule> Schedule for Warmup<S> {
    fn at(&self, step: u64) -> f64 {
        if step >= self.steps {
            return self.then.at(step - self.steps);
        }
        let part = fraction(step as f64, self.steps as f64);
        self.then.at(0) * (self.from + (1.0 - self.from) * part)
    }
}

/// A rise to `lr` and a fall to almost nothing, both on half a wave of the cosine (Smith and Topin, "Super-convergence",
/// 2018; `torch.optim.lr_scheduler.OneCycleLR` with the same options).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OneCycle {
    /// At the top.
    pub lr: f64,
    /// How long all of it takes; the last value stays.
    pub steps: u64,
    /// The part of the steps that goes up.
    pub rise: f64,
    /// The top, as a multiple of the start.
    pub start_factor: f64,
    /// The start, as a multiple of the end.
    pub end_factor: f64,
}

impl Default for OneCycle {
    fn default() -> Self {
        Self { lr: 1e-3, steps: 1000, rise: 0.3, start_factor: 25.0, end_factor: 1e4 }
    }
}

impl Schedule for OneCycle {
    fn at(&self, step: u64) -> f64 {
        let start = self.lr / self.start_factor;
        let (at, last) = (step as f64, self.steps as f64 - 1.0);
        let top = self.rise * self.steps as f64 - 1.0;
        if at <= top {
            anneal(start, self.lr, fraction(at, top))
        } else {
            anneal(self.lr, start / self.end_factor, fraction(at - top, last - top))
        }
    }
}

/// How far along, at most all of it.
fn fraction(at: f64, of: f64) -> f64 {
    if at < of { at / of } else { 1.0 }
}

fn anneal(from: f64, to: f64, part: f64) -> f64 {
    to + (from - to) * 0.5 * (1.0 + (PI * part).cos())
}
