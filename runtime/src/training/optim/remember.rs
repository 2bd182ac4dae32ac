//! The memory of optimisers, as files have it.

use std::collections::BTreeMap;

use cotangent_kernels::Float;

use super::state::{Slot, Tensors};
use super::{Lbfgs, Optimizer, Rule};
use crate::error::{Error, ErrorKind, Result};
use crate::tensor::Tensor;
use crate::tensor::any::AnyTensor;
use crate::transforms::tree::{self, Path, TensorTree, Visit, Walk};

/// The memory of an optimiser: numbers, and tensors by the names of parameters.
#[derive(Clone, Debug, Default)]
pub struct State {
    /// The name of the rule.
    pub(crate) rule: String,
    pub(crate) steps: u64,
    /// Steps of each parameter, or what else is counted.
    pub(crate) counts: BTreeMap<String, u64>,
    /// Tensors by `moment/parameter`.
    pub(crate) tensors: BTreeMap<String, AnyTensor>,
}

/// An optimiser whose memory a [`Snapshot`](crate::Snapshot) keeps. Options are no part of it.
pub trait Remembers {
    /// The memory of the optimiser; its tensors are shared.
    fn remembered(&self) -> Result<State>;
}

/// An optimiser of models with tangents `G`, as a [`Snapshot`](crate::Snapshot) takes it up again.
pub trait Recalls<G>: Remembers + Sized {
    /// This optimiser with another memory, which has to fit a model: `zero` is a tangent of it.
    fn recalled(&self, state: &State, zero: &G) -> Result<Self>;
}

impl<R: Rule> Remembers for Optimizer<R> {
    fn remembered(&self) -> Result<State> {
        let mut state = State { rule: R::NAME.to_owned(), steps: self.steps, ..State::default() };
        for (name, slot) in self.slots.iter() {
            state.counts.insert(name.clone(), slot.steps);
            for (moment, x) in slot.names.iter().zip(slot.tensors.any()) {
                state.tensors.insert(format!("{moment}/{name}"), x);
            }
        }
        Ok(state)
    }
}

impl<R: Rule, G: TensorTree> Recalls<G> for Optimizer<R> {
    fn recalled(&self, state: &State, zero: &G) -> Result<Self> {
        let mut recall = Recall { state, rule: &self.rule, taken: 0, made: Self::new(self.rule.clone()) };
        state.is_of(R::NAME)?;
        tree::visit(zero, &mut recall)?;
        let Recall { taken, mut made, .. } = recall;
        if let Some(name) = state.counts.keys().find(|name| !made.slots.knows(name)) {
            return Err(invalid(format!("the optimiser remembers `{name}`, which the model has not")));
        }
        state.all_were(taken)?;
        made.steps = state.steps;
        Ok(made)
    }
}

struct Recall<'a, R> {
    state: &'a State,
    rule: &'a R,
    taken: usize,
    made: Optimizer<R>,
}

impl<R: Rule> Visit for Recall<'_, R> {
    fn leaf<T: Float>(&mut self, path: &Path, x: &Tensor<T>) -> Result<()> {
        let Some(&steps) = self.state.counts.get(path.as_str()) else { return Ok(()) };
        let names = self.rule.moments();
        self.taken += names.len();
        let moments = names.iter().map(|moment| self.state.tensor::<T::Compute, T>(moment, path, x));
        let tensors = Tensors::of(&moments.collect::<Result<Vec<_>>>()?);
        self.made.slots.insert(path.as_str(), Slot { steps, names, tensors });
        Ok(())
    }
}

const PAIRS: &str = "pairs";

impl<G: TensorTree> Remembers for Lbfgs<G> {
    fn remembered(&self) -> Result<State> {
        let counts = BTreeMap::from([(PAIRS.to_owned(), self.history.len() as u64)]);
        let mut state =
            State { rule: "lbfgs".to_owned(), steps: self.steps, counts, tensors: BTreeMap::new() };
        for (i, pair) in self.history.iter().enumerate() {
            for (tree, moment) in [(&pair.step, "step"), (&pair.change, "change")] {
                tree::visit(tree, &mut Keep { moment: format!("{moment}.{i}"), state: &mut state })?;
            }
        }
        Ok(state)
    }
}

impl<G: TensorTree> Recalls<G> for Lbfgs<G> {
    fn recalled(&self, state: &State, zero: &G) -> Result<Self> {
        state.is_of("lbfgs")?;
        let mut made = Self::new(self.options);
        let mut taken = 0;
        for i in 0..state.counts.get(PAIRS).copied().unwrap_or(0) {
            let mut tree = |moment: &str| {
                let mut take = Take { moment: format!("{moment}.{i}"), state, taken: &mut taken };
                tree::map(zero, &mut take)
            };
            made.push(tree("step")?, tree("change")?)?;
        }
        state.all_were(taken)?;
        made.steps = state.steps;
        Ok(made)
    }
}

struct Keep<'a> {
    moment: String,
    state: &'a mut State,
}

impl Visit for Keep<'_> {
    fn leaf<T: Float>(&mut self, path: &Path, x: &Tensor<T>) -> Result<()> {
        self.state.tensors.insert(format!("{}/{path}", self.moment), AnyTensor::of(x));
        Ok(())
    }
}

struct Take<'a> {
    moment: String,
    state: &'a State,
    taken: &'a mut usize,
}

impl Walk<1> for Take<'_> {
    fn leaf<T: Float>(&mut self, path: &Path, [x]: [&Tensor<T>; 1]) -> Result<Tensor<T>> {
        *self.taken += 1;
        self.state.tensor::<T, T>(&self.moment, path, x)
    }
}

impl State {
    fn is_of(&self, rule: &str) -> Result<()> {
        if self.rule == rule {
            return Ok(());
        }
        Err(invalid(format!("the state is that of `{}`, and the optimiser is `{rule}`", self.rule)))
    }

    /// The remembered tensor of the parameter `x`, on the device of `x`.
    fn tensor<C: cotangent_kernels::Element, T: Float>(
        &self,
        moment: &str,
        path: &Path,
        x: &Tensor<T>,
    ) -> Result<Tensor<C>> {
        let of = format!("the optimiser's {moment} of `{path}`");
        let Some(any) = self.tensors.get(&format!("{moment}/{path}")) else {
            return Err(invalid(format!("{of} is missing")));
        };
        let (shape, wanted) = (any.shape(), x.layout().shape);
        match any.typed::<C>() {
            Some(found) if shape == wanted => found.to(x.device()),
            _ => {
                let (is, dtype) = (any.dtype(), C::DTYPE);
                Err(invalid(format!("{of} is {is} of shape {shape}, not {dtype} of shape {wanted}")))
            }
        }
    }

    /// Nothing is left over.
    fn all_were(&self, taken: usize) -> Result<()> {
        if taken == self.tensors.len() {
            return Ok(());
        }
        let some: Vec<&str> = self.tensors.keys().take(3).map(String::as_str).collect();
        let message = format!("{} tensors are remembered, of which the optimiser", self.tensors.len());
        Err(invalid(format!("{message} knows {taken}: among them {}", some.join(", "))))
    }
}

#[cold]
fn invalid(message: String) -> Error {
    Error::new(ErrorKind::Value, message)
}
