//! Optimisers: what moves the parameters of a model along its gradient.
//!
//! A [`Rule`] says how a parameter moves and holds nothing but options: [`Sgd`], [`Adam`], [`AdamW`], [`RmsProp`],
//! [`Lion`]. An [`Optimizer`] has one, and what it remembers of each parameter, by name. Both take any
//! [`Differentiable`] value for a model: a struct that derives it, a tensor, a tuple, a `Vec`. [`Lbfgs`] asks for values
//! and gradients itself.
//!
//! ```
//! use cotangent::optim::{self, AdamW, Optimizer, Schedule, Warmup};
//! use cotangent::prelude::*;
//!
//! #[differentiable]
//! fn loss(w: &Tensor, b: &Tensor, x: &Tensor, #[constant] y: &Tensor) -> Result<Scalar> {
//!     let error = x.matmul(w) + b - y;
//!     Ok((&error * &error).mean())
//! }
//!
//! #[derive(Clone, Differentiable)]
//! struct Linear {
//!     w: Tensor,
//!     b: Tensor,
//! }
//!
//! let [a, b] = Key::new(1).split();
//! let x: Tensor = a.normal([64, 2])?;
//! let y = x.matmul(&tensor![[2.0], [-1.0]])? + 0.5;
//! let mut model = Linear { w: b.normal([2, 1])?, b: Tensor::zeros([1])? };
//!
//! let rate = Warmup { steps: 10, from: 0.1, then: optim::Cosine { lr: 0.1, end: 0.0, steps: 290 } };
//! let mut optimizer = Optimizer::new(AdamW { weight_decay: 0.0, ..AdamW::default() });
//! for _ in 0..300 {
//!     let (_, g) = loss::value_and_grad(&model.w, &model.b, &x, &y)?;
//!     let mut gradient = model.zero_tangent()?;
//!     (gradient.w, gradient.b) = (g.w, g.b);
//!     optim::clip_norm(&mut gradient, 1.0)?;
//!     optimizer.rule.lr = rate.at(optimizer.steps());
//!     optimizer.step(&mut model, &gradient)?;
//! }
//! assert!((model.b.get(&[0])? - 0.5).abs() < 1e-3);
//! # Ok::<(), Error>(())
//! ```

use cotangent_kernels::{Element, Float};

use crate::error::{Error, ErrorKind, InOp, Result};
use crate::tensor::Tensor;
use crate::tensor::shape::Shape;
use crate::transforms::differentiable::Differentiable;
use crate::transforms::tree::{AnyUpdate, Path, Update};

mod adam;
mod clip;
mod lbfgs;
mod lion;
mod options;
#[cfg(feature = "safetensors")]
mod remember;
mod rmsprop;
mod schedule;
mod sgd;
mod state;
mod wolfe;

pub use adam::{Adam, AdamW};
pub use clip::{clip_norm, clip_value};
pub use lbfgs::{Lbfgs, LbfgsOptions, Report};
pub use lion::Lion;
#[cfg(feature = "safetensors")]
pub use remember::{Recalls, Remembers, State};
pub use rmsprop::RmsProp;
pub use schedule::{Constant, Cosine, Exponential, OneCycle, Schedule, Staircase, Warmup};
pub use sgd::Sgd;

use state::Slots;

/// The memory of an optimiser for one parameter, to be changed: a tensor for each of [`Rule::moments`]. For a parameter
/// of half precision they are f32.
pub type Moments<'a, T> = &'a mut [Tensor<<T as Element>::Compute>];

/// How a parameter moves: the options of an optimiser, which may change from step to step.
pub trait Rule: Clone {
    /// The name of the rule in errors and files.
    const NAME: &'static str;
    /// The learning rate.
    fn lr(&mut self) -> &mut f64;
    /// Whether the options are such that a step means something.
    fn check(&self) -> Result<()>;
    /// Names of the tensors that are remembered for a parameter, under these options. Each has the parameter's shape,
    /// and is zeros before the first step.
    fn moments(&self) -> &'static [&'static str];
    /// Step `t`, from 1, of a parameter with gradient `g`, which has its shape.
    fn update<T: Float>(
        &self,
        t: u64,
        x: &mut Tensor<T>,
        g: &Tensor<T>,
        moments: Moments<'_, T>,
    ) -> Result<()>;
}

/// A rule, and what it remembers of each parameter, by its name in the model.
///
/// A step is one pass over a parameter and what is remembered of it, in place where nobody else holds the tensor.
#[derive(Clone, Debug)]
pub struct Optimizer<R> {
    /// The options.
    pub rule: R,
    slots: Slots,
    steps: u64,
}

impl<R: Rule> Optimizer<R> {
    /// An optimiser that has made no step.
    pub const fn new(rule: R) -> Self {
        Self { rule, slots: Slots::new(), steps: 0 }
    }

    /// How many steps were made.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Moves a model along a gradient. After an error of options, names or shapes the model and what is remembered are as
    /// before.
    pub fn step<M: Differentiable>(&mut self, model: &mut M, gradient: &M::Tangent) -> Result<()> {
        self.step_by(model, gradient, |_, _| true)
    }

    /// As [`Optimizer::step`], with options of their own for some parameters: `options` gets the name of each and may
    /// change what it is given, for this parameter and this step; where it returns `false` the parameter stays as it is.
    ///
    /// ```
    /// use cotangent::optim::{AdamW, Optimizer};
    /// use cotangent::prelude::*;
    ///
    /// // Weights decay, biases do not, and the third stays.
    /// let mut model = (tensor![1.0], tensor![1.0], tensor![1.0]);
    /// let gradient = model.zero_tangent()?;
    /// let mut optimizer = Optimizer::new(AdamW { lr: 0.1, weight_decay: 0.5, ..AdamW::default() });
    /// optimizer.step_by(&mut model, &gradient, |name, rule| {
    ///     if name == "1" {
    ///         rule.weight_decay = 0.0;
    ///     }
    ///     name != "2"
    /// })?;
    /// assert_eq!((model.0.item()?, model.1.item()?, model.2.item()?), (0.95, 1.0, 1.0));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn step_by<M: Differentiable>(
        &mut self,
        model: &mut M,
        gradient: &M::Tangent,
        options: impl FnMut(&str, &mut R) -> bool,
    ) -> Result<()> {
        let steps = state::after(self.steps).in_op(R::NAME)?;
        // The first walk finds all errors and takes all memory, so that the second walk meets no error.
        let slots = &mut self.slots;
        let mut check = Check { rule: &self.rule, options, slots, rules: Vec::new() };
        model.walk_tensors([gradient], [], &mut Path::root(), &mut AnyUpdate(&mut check)).in_op(R::NAME)?;
        let rules = std::mem::take(&mut check.rules).into_iter();
        let mut make = Make { rules, slots: &mut self.slots };
        model.walk_tensors([gradient], [], &mut Path::root(), &mut AnyUpdate(&mut make)).in_op(R::NAME)?;
        self.steps = steps;
        Ok(())
    }
}

struct Check<'a, R, F> {
    rule: &'a R,
    options: F,
    slots: &'a mut Slots,
    /// The rule of each parameter in order; `None` for one that stays.
    rules: Vec<Option<R>>,
}

impl<R: Rule, F: FnMut(&str, &mut R) -> bool> Update<1, 0> for Check<'_, R, F> {
    fn leaf<T: Float>(
        &mut self,
        path: &Path,
        x: &mut Tensor<T>,
        [g]: [&Tensor<T>; 1],
        _: [&mut Tensor<T>; 0],
    ) -> Result<()> {
        let mut rule = self.rule.clone();
        if !(self.options)(path.as_str(), &mut rule) {
            self.rules.push(None);
            return Ok(());
        }
        rule.check().map_err(|e| e.of_parameter(path))?;
        let (shape, of_gradient): (Shape, Shape) = (x.layout().shape, g.layout().shape);
        if shape != of_gradient {
            let message = format!("shape {shape}, and its gradient has shape {of_gradient}");
            return Err(Error::new(ErrorKind::Shape, message).of_parameter(path));
        }
        if x.device() != g.device() {
            let message = format!("device {}, and its gradient is on device {}", x.device(), g.device());
            return Err(Error::new(ErrorKind::Device, message).of_parameter(path));
        }
        self.slots.prepare(path.as_str(), x, rule.moments()).map_err(|e| e.of_parameter(path))?;
        if !x.is_whole_and_unique() {
            *x = x.copied()?;
        }
        self.rules.push(Some(rule));
        Ok(())
    }
}

struct Make<'a, R> {
    rules: std::vec::IntoIter<Option<R>>,
    slots: &'a mut Slots,
}

impl<R: Rule> Update<1, 0> for Make<'_, R> {
    fn leaf<T: Float>(
        &mut self,
        path: &Path,
        x: &mut Tensor<T>,
        [g]: [&Tensor<T>; 1],
        _: [&mut Tensor<T>; 0],
    ) -> Result<()> {
        let Some(rule) = self.rules.next().flatten() else { return Ok(()) };
        let (t, moments) = self.slots.next_step(path.as_str(), x)?;
        rule.update(t, x, g, moments).map_err(|e| e.of_parameter(path))
    }
}

impl Error {
    #[cold]
    fn of_parameter(&self, path: &Path) -> Self {
        let name = if path.as_str().is_empty() { "the parameter".to_owned() } else { format!("`{path}`") };
        Self::new(self.kind(), format!("{name}: {}", self.message()))
    }
}

/// The moments that a rule asked for.
fn in_place<C: Element, const K: usize>(moments: &mut [Tensor<C>]) -> Result<[&mut Tensor<C>; K]> {
    let count = moments.len();
    let moments: Result<&mut [Tensor<C>; K], _> = moments.try_into();
    moments.map(<[_; K]>::each_mut).map_err(|_| {
        let message = format!("{count} moments where the rule has {K}");
        Error::new(ErrorKind::Value, message)
    })
}
