//! The memory of an optimiser, by the names of parameters.

use std::any::Any;
use std::collections::BTreeMap;

use cotangent_kernels::{DType, Element, Float};

use super::Moments;
use crate::error::{Error, ErrorKind, Result};
use crate::tensor::Tensor;
use crate::tensor::shape::Shape;

#[derive(Clone, Debug, Default)]
pub(super) struct Slots(BTreeMap<String, Slot>);

/// The memory of one parameter.
#[derive(Clone, Debug)]
pub(super) struct Slot {
    pub(super) steps: u64,
    pub(super) names: &'static [&'static str],
    pub(super) tensors: Tensors,
}

/// Tensors of the type that elements are computed in.
#[derive(Clone, Debug)]
pub(super) enum Tensors {
    F32(Vec<Tensor<f32>>),
    F64(Vec<Tensor<f64>>),
}

impl Tensors {
    /// Each, as files have it.
    #[cfg(feature = "safetensors")]
    pub(super) fn any(&self) -> Vec<crate::tensor::any::AnyTensor> {
        use crate::tensor::any::AnyTensor;
        match self {
            Self::F32(list) => list.iter().map(AnyTensor::of).collect(),
            Self::F64(list) => list.iter().map(AnyTensor::of).collect(),
        }
    }

    /// The tensors of a compute type.
    #[cfg(feature = "safetensors")]
    pub(super) fn of<C: Element>(list: &[Tensor<C>]) -> Self {
        if C::DTYPE == DType::F64 {
            Self::F64(list.iter().map(Tensor::retyped).collect())
        } else {
            Self::F32(list.iter().map(Tensor::retyped).collect())
        }
    }

    fn typed<C: Element>(&mut self) -> Option<&mut Vec<Tensor<C>>> {
        let list: &mut dyn Any = match self {
            Self::F32(list) => list,
            Self::F64(list) => list,
        };
        list.downcast_mut()
    }

    fn dtype(&self) -> DType {
        match self {
            Self::F32(_) => DType::F32,
            Self::F64(_) => DType::F64,
        }
    }

    fn shape(&self) -> Option<Shape> {
        match self {
            Self::F32(list) => list.first().map(|t| t.layout().shape),
            Self::F64(list) => list.first().map(|t| t.layout().shape),
        }
    }
}

impl Slots {
    pub(super) const fn new() -> Self {
        Self(BTreeMap::new())
    }

    /// Sees to it that there is what a rule remembers of a parameter, of its shape.
    pub(super) fn prepare<T: Float>(
        &mut self,
        name: &str,
        x: &Tensor<T>,
        moments: &'static [&'static str],
    ) -> Result<()> {
        if let Some(slot) = self.0.get_mut(name) {
            after(slot.steps)?;
            return slot.fit(x, moments);
        }
        let mut slot = Slot { steps: 0, names: &[], tensors: empty::<T>() };
        slot.fit(x, moments)?;
        self.0.insert(name.to_owned(), slot);
        Ok(())
    }

    #[cfg(feature = "safetensors")]
    pub(super) fn iter(&self) -> impl Iterator<Item = (&String, &Slot)> {
        self.0.iter()
    }

    #[cfg(feature = "safetensors")]
    pub(super) fn knows(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    #[cfg(feature = "safetensors")]
    pub(super) fn insert(&mut self, name: &str, slot: Slot) {
        self.0.insert(name.to_owned(), slot);
    }

    /// The number of the parameter's next step, from 1, and what is remembered of it.
    pub(super) fn next_step<T: Float>(&mut self, name: &str, _: &Tensor<T>) -> Result<(u64, Moments<'_, T>)> {
        let slot = self.0.get_mut(name);
        let found = slot.and_then(|slot| Some((&mut slot.steps, slot.tensors.typed()?)));
        let Some((steps, tensors)) = found else {
            return Err(Error::new(ErrorKind::Value, format!("two parameters are called `{name}`")));
        };
        *steps = after(*steps)?;
        Ok((*steps, tensors))
    }
}

/// The number of the step after so many, which a file may say there were.
pub(super) fn after(steps: u64) -> Result<u64> {
    let message = || format!("{steps} steps are remembered, and no more can be counted");
    steps.checked_add(1).ok_or_else(|| Error::new(ErrorKind::Value, message()))
}

fn empty<T: Float>() -> Tensors {
    match <T::Compute as Element>::DTYPE {
        DType::F64 => Tensors::F64(Vec::new()),
        _ => Tensors::F32(Vec::new()),
    }
}

impl Slot {
    /// Keeps what the rule still asks for, where the parameter lives by now, and adds zeros for what is new.
    fn fit<T: Float>(&mut self, x: &Tensor<T>, moments: &'static [&'static str]) -> Result<()> {
        let (shape, device) = (x.layout().shape, x.device());
        let (had, of) = (self.tensors.shape(), self.tensors.dtype());
        let is = <T::Compute as Element>::DTYPE;
        if of != is || had.is_some_and(|had| had != shape) {
            let had = had.map_or(String::new(), |had| format!(" and shape {had}"));
            let message = format!("{is} and shape {shape}, but the optimiser remembers it as {of}{had}");
            return Err(Error::new(ErrorKind::Shape, message));
        }
        let names = self.names;
        let Some(tensors) = self.tensors.typed::<T::Compute>() else { return Ok(()) };
        for tensor in tensors.iter_mut().filter(|t| t.device() != device) {
            *tensor = tensor.to(device)?;
        }
        if names == moments {
            return Ok(());
        }
        let kept = |name| names.iter().position(|n| n == name).map(|i| Ok(tensors[i].clone()));
        let fitted = moments.iter().map(|name| kept(name).unwrap_or_else(|| Tensor::blank(device, shape)));
        *tensors = fitted.collect::<Result<_>>()?;
        self.names = moments;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::prelude::*;
    use crate::training::optim::{Adam, Lbfgs, LbfgsOptions, Optimizer};

    /// As a file may say. Nothing moves.
    #[test]
    fn steps_that_cannot_be_counted_are_refused() {
        let (mut x, g) = (tensor![1.0f32, 2.0], tensor![0.5f32, 0.5]);
        let said = |result: Result<()>| result.unwrap_err().to_string();
        let end = "18446744073709551615 steps are remembered, and no more can be counted";
        let mut adam = Optimizer::new(Adam::default());
        adam.step(&mut x, &g).unwrap();
        let before = x.to_vec().unwrap();
        adam.steps = u64::MAX;
        assert_eq!(said(adam.step(&mut x, &g)), format!("adam: {end}"));
        adam.steps = 1;
        adam.slots.0.values_mut().for_each(|slot| slot.steps = u64::MAX);
        assert_eq!(said(adam.step(&mut x, &g)), format!("adam: the parameter: {end}"));
        let mut lbfgs = Lbfgs::new(LbfgsOptions::default());
        lbfgs.steps = u64::MAX;
        let minimized = lbfgs.step(&mut x, |x| Ok((x.square()?.sum()?.item()?.into(), x.clone())));
        assert_eq!(said(minimized.map(drop)), format!("lbfgs: {end}"));
        assert_eq!(x.to_vec().unwrap(), before);
    }
}
