//! L-BFGS.

use std::collections::VecDeque;
use std::marker::PhantomData;

use cotangent_kernels::Float;
use cotangent_kernels::kernel::Combine;
use cotangent_macros::kernels;

use super::options::{not_negative, positive};
use super::state::after;
use super::wolfe::{self, Conditions, Point};
use crate::error::{Error, ErrorKind, InOp, Result};
use crate::launch::{Arg, GroupInfo, OutSpec, Space, launch};
use crate::tensor::Tensor;
use crate::tensor::shape::Shape;
use crate::transforms::differentiable::Differentiable;
use crate::transforms::tree::{self, AnyUpdate, Path, TensorTree, Visit};

/// The options of [`Lbfgs`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LbfgsOptions {
    /// Length of the first step that a line search tries, in directions; of the very first direction, which is the
    /// gradient, no more than moves the parameters by this much together.
    pub lr: f64,
    /// How many steps are remembered.
    pub history: usize,
    /// Iterations of one call at most.
    pub iterations: usize,
    /// Done when no element of the gradient is larger.
    pub gradient_tolerance: f64,
    /// Done when no parameter moves by more, or the value by less.
    pub change_tolerance: f64,
    /// Sufficient decrease, the first of the Wolfe conditions.
    pub decrease: f64,
    /// Curvature, the second of them.
    pub curvature: f64,
    /// Evaluations of one line search at most.
    pub evaluations: usize,
}

impl Default for LbfgsOptions {
    fn default() -> Self {
        Self {
            lr: 1.0,
            history: 10,
            iterations: 20,
            gradient_tolerance: 1e-7,
            change_tolerance: 1e-9,
            decrease: 1e-4,
            curvature: 0.9,
            evaluations: 25,
        }
    }
}

impl LbfgsOptions {
    fn check(&self) -> Result<()> {
        positive("lr", self.lr)?;
        not_negative("gradient_tolerance", self.gradient_tolerance)?;
        not_negative("change_tolerance", self.change_tolerance)?;
        positive("decrease", self.decrease)?;
        positive("curvature", self.curvature)?;
        if self.decrease < self.curvature && self.curvature < 1.0 && self.evaluations > 0 {
            return Ok(());
        }
        let message = format!(
            "0 < `decrease` < `curvature` < 1 and `evaluations` above 0 are needed, not {}, {} and {}",
            self.decrease, self.curvature, self.evaluations
        );
        Err(Error::new(ErrorKind::Value, message))
    }
}

/// Quasi-Newton steps with limited memory and a line search (Nocedal, "Updating quasi-Newton matrices with limited
/// storage", 1980; Nocedal and Wright, "Numerical optimization", 2006, algorithms 7.4 and 7.5), for functions whose value and
/// gradient are exact: it asks for them itself, several times a step. The defaults are those of `torch.optim.LBFGS` with
/// `line_search_fn="strong_wolfe"`, but for a history of 10. Use f32 at least, better f64: what it remembers has the
/// element types of the model.
///
/// ```
/// use cotangent::optim::{Lbfgs, LbfgsOptions};
/// use cotangent::prelude::*;
///
/// #[differentiable]
/// fn rosenbrock(x: &Tensor<f64>, y: &Tensor<f64>) -> Result<Scalar<f64>> {
///     let (a, b) = (1.0 - x, y - &(x * x));
///     Ok((&a * &a + 100.0 * (&b * &b)).sum())
/// }
///
/// let mut at = (tensor![-1.2], tensor![1.0]);
/// let mut optimizer = Lbfgs::new(LbfgsOptions { iterations: 100, ..LbfgsOptions::default() });
/// let report = optimizer.step(&mut at, |(x, y)| {
///     let (value, g) = rosenbrock::value_and_grad(x, y)?;
///     Ok((value.item()?, (g.x, g.y)))
/// })?;
/// assert!(report.converged && report.value < 1e-12);
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Lbfgs<G> {
    /// The options.
    pub options: LbfgsOptions,
    /// The oldest first.
    pub(super) history: VecDeque<Pair<G>>,
    pub(super) steps: u64,
}

/// A step and what it changed of the gradient.
#[derive(Clone, Debug)]
pub(super) struct Pair<G> {
    pub(super) step: G,
    pub(super) change: G,
    product: f64,
}

/// The outcome of a call.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Report {
    /// The value where the model is now.
    pub value: f64,
    /// The largest element of the gradient there, without its sign.
    pub gradient: f64,
    /// Iterations that moved the model.
    pub iterations: usize,
    /// How often the function was asked.
    pub evaluations: usize,
    /// Whether a tolerance was reached, rather than the number of iterations.
    pub converged: bool,
}

impl<G: TensorTree> Default for Lbfgs<G> {
    fn default() -> Self {
        Self::new(LbfgsOptions::default())
    }
}

impl<G: TensorTree> Lbfgs<G> {
    /// An optimiser that remembers nothing.
    pub const fn new(options: LbfgsOptions) -> Self {
        Self { options, history: VecDeque::new(), steps: 0 }
    }

    /// How many iterations moved the model, in all calls.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Moves a model to where a function is less: as often as `iterations` says, or until a tolerance is reached.
    /// `objective` gives value and gradient. After an error the model is where the last iteration that was complete left it.
    pub fn step<M: Differentiable<Tangent = G>>(
        &mut self,
        model: &mut M,
        mut objective: impl FnMut(&M) -> Result<(f64, G)>,
    ) -> Result<Report> {
        self.options.check().in_op("lbfgs")?;
        let mut evaluations = 1;
        let (value, gradient) = objective(model)?;
        if !value.is_finite() {
            let message = format!("the value to start from is {value}");
            return Err(Error::new(ErrorKind::Value, message).in_op("lbfgs"));
        }
        if !largest(&gradient).in_op("lbfgs")?.is_finite() {
            let message = "the gradient to start from is not finite";
            return Err(Error::new(ErrorKind::Value, message).in_op("lbfgs"));
        }
        let mut here = Point { t: 0.0, value, slope: 0.0, gradient };
        let report = |here: &Point<G>, iterations, evaluations, converged| {
            let gradient = largest(&here.gradient)?;
            Ok(Report { value: here.value, gradient, iterations, evaluations, converged })
        };
        for iteration in 0..self.options.iterations {
            if largest(&here.gradient).in_op("lbfgs")? <= self.options.gradient_tolerance {
                return report(&here, iteration, evaluations, true);
            }
            let (direction, first) = self.direction(&mut here).in_op("lbfgs")?;
            let start = model.clone();
            let found = wolfe::search(&here, first, self.options.conditions(), |t| {
                evaluations += 1;
                let mut there = start.clone();
                moved(&mut there, t, &direction)?;
                let (value, gradient) = objective(&there)?;
                let slope = tree::dot(&gradient, &direction).in_op("lbfgs")?;
                Ok(Point { t, value, slope, gradient })
            })?;
            if found.t == 0.0 {
                // Nothing that arithmetic can tell apart is less along a direction that goes down.
                return report(&here, iteration, evaluations, true);
            }
            let steps = after(self.steps).in_op("lbfgs")?;
            moved(model, found.t, &direction)?;
            self.steps = steps;
            let (gain, t) = (here.value - found.value, found.t);
            let far = self.remember(direction, t, &here.gradient, &found.gradient).in_op("lbfgs")?;
            here = found;
            if far <= self.options.change_tolerance || gain.abs() < self.options.change_tolerance {
                return report(&here, iteration + 1, evaluations, true);
            }
        }
        let converged = largest(&here.gradient)? <= self.options.gradient_tolerance;
        report(&here, self.options.iterations, evaluations, converged)
    }

    /// The direction to look in, and the first step. Sets the slope there.
    fn direction(&mut self, here: &mut Point<G>) -> Result<(G, f64)> {
        let mut direction = self.newton(&here.gradient)?;
        here.slope = tree::dot(&here.gradient, &direction)?;
        // NaN too.
        if !(here.slope < 0.0 && here.slope.is_finite()) {
            self.history.clear();
            direction = self.newton(&here.gradient)?;
            here.slope = tree::dot(&here.gradient, &direction)?;
        }
        here.t = 0.0;
        let first = if self.history.is_empty() {
            (1.0 / absolute(&here.gradient, Combine::Sum)?).min(1.0) * self.options.lr
        } else {
            self.options.lr
        };
        Ok((direction, first))
    }

    /// The gradient times the negative inverse of the Hessian as far as it is remembered: two loops over the history.
    fn newton(&self, gradient: &G) -> Result<G> {
        let mut q = gradient.clone();
        tree::scale(&mut q, -1.0)?;
        let mut shares = Vec::with_capacity(self.history.len());
        for pair in self.history.iter().rev() {
            let share = tree::dot(&pair.step, &q)? / pair.product;
            tree::add_scaled(&mut q, -share, &pair.change)?;
            shares.push(share);
        }
        if let Some(last) = self.history.back() {
            tree::scale(&mut q, last.product / tree::dot(&last.change, &last.change)?)?;
        }
        for (pair, share) in self.history.iter().zip(shares.into_iter().rev()) {
            let back = tree::dot(&pair.change, &q)? / pair.product;
            tree::add_scaled(&mut q, share - back, &pair.step)?;
        }
        Ok(q)
    }

    /// Keeps a step, if the function curves upwards along it, and says how far it went.
    fn remember(&mut self, mut step: G, t: f64, before: &G, after: &G) -> Result<f64> {
        tree::scale(&mut step, t)?;
        let far = largest(&step)?;
        let mut change = after.clone();
        tree::add_scaled(&mut change, -1.0, before)?;
        self.push(step, change)?;
        Ok(far)
    }

    /// The oldest pair goes where there are too many.
    pub(super) fn push(&mut self, step: G, change: G) -> Result<()> {
        let product = tree::dot(&step, &change)?;
        let curvature = product / tree::dot(&change, &change)?;
        if product > 0.0 && curvature.is_normal() && self.options.history > 0 {
            if self.history.len() >= self.options.history {
                self.history.drain(..=self.history.len() - self.options.history);
            }
            self.history.push_back(Pair { step, change, product });
        }
        Ok(())
    }
}

impl LbfgsOptions {
    fn conditions(&self) -> Conditions {
        let &Self { decrease, curvature, evaluations, .. } = self;
        Conditions { decrease, curvature, evaluations }
    }
}

fn moved<M: Differentiable>(model: &mut M, t: f64, direction: &M::Tangent) -> Result<()> {
    let mut add = tree::AddScaled(t);
    model.walk_tensors([direction], [], &mut Path::root(), &mut AnyUpdate(&mut add)).in_op("lbfgs")
}

/// The largest element, without its sign.
fn largest<G: TensorTree>(tree: &G) -> Result<f64> {
    absolute(tree, Combine::Max)
}

// The result is f64, which WGSL has not: no device runs it.
kernels! {
    fn Absolute<T: Float>(x: &T) -> f64 {
        x.cast::<f64>().abs()
    }
}

/// Sum or maximum of all elements, without their signs.
fn absolute<G: TensorTree>(tree: &G, combine: Combine) -> Result<f64> {
    struct Fold(Combine, f64);
    impl Visit for Fold {
        fn leaf<T: Float>(&mut self, _: &Path, x: &Tensor<T>) -> Result<()> {
            let all = OutSpec { space: Space::To(&Shape::SCALAR), combine: self.0, scale: 1.0 };
            let kernel = Absolute::<T> { of: PhantomData };
            let (y, ()) = launch(&kernel, &GroupInfo::NARROWED, (Arg::Ref(x), ()), &[all])?;
            let y = y.item()?;
            self.1 = match self.0 {
                Combine::Max if y.is_nan() || y > self.1 => y,
                Combine::Max => self.1,
                _ => self.1 + y,
            };
            Ok(())
        }
    }
    let mut fold = Fold(combine, 0.0);
    tree::visit(tree, &mut fold)?;
    Ok(fold.1)
}
