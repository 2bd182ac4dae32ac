//! From a snapshot to a model, which has to be of its names, shapes and element types.

use std::collections::BTreeMap;

use cotangent_kernels::Float;

use super::Snapshot;
use crate::error::{Error, ErrorKind, Result};
use crate::tensor::Tensor;
use crate::tensor::any::AnyTensor;
use crate::training::optim::Recalls;
use crate::transforms::differentiable::{Differentiable, Form};
use crate::transforms::tree::{AnyUpdate, AnyVisit, Path as Name, Update, Visit};

impl Snapshot {
    /// Puts the parameters into a model that has all of them, of their shapes and element types, and no others. After an
    /// error the model is as before.
    pub fn restore<M: Differentiable>(&self, model: &mut M) -> Result<()> {
        self.fitted(model).and_then(|params| put(&params, model)).map_err(|e| self.names_file(&e))
    }

    /// As [`Snapshot::restore`], with what an optimiser of the same rule remembers. After an error both are as before.
    pub fn restore_with<M, O>(&self, model: &mut M, optimizer: &mut O) -> Result<()>
    where
        M: Differentiable,
        O: Recalls<M::Tangent>,
    {
        let recalled = || {
            let params = self.fitted(model)?;
            let none = || Error::new(ErrorKind::File, "no state of an optimiser is there");
            let state = self.optimizer.as_ref().ok_or_else(none)?;
            Ok((params, optimizer.recalled(state, &model.form().zeros()?)?))
        };
        let (params, recalled) = recalled().map_err(|e| self.names_file(&e))?;
        put(&params, model).map_err(|e| self.names_file(&e))?;
        *optimizer = recalled;
        Ok(())
    }

    /// The parameters where those of the model live.
    fn fitted<M: Differentiable>(&self, model: &M) -> Result<BTreeMap<String, AnyTensor>> {
        let mut check = Check { params: &self.params, fitted: BTreeMap::new(), missing: Vec::new() };
        model.visit_tensors(&mut Name::root(), &mut AnyVisit(&mut check))?;
        let unknown = self.params.keys().filter(|name| !check.fitted.contains_key(*name)).cloned().collect();
        let parts = [(check.missing, "missing"), (unknown, "not in the model")];
        let parts: Vec<String> = parts.into_iter().filter_map(|(names, are)| list(&names, are)).collect();
        if parts.is_empty() { Ok(check.fitted) } else { Err(Error::new(ErrorKind::Value, parts.join("; "))) }
    }
}

fn put<M: Differentiable>(params: &BTreeMap<String, AnyTensor>, model: &mut M) -> Result<()> {
    model.walk_tensors([], [], &mut Name::root(), &mut AnyUpdate(&mut Put(params)))
}

/// ``` `a`, `b` and 3 more are missing ```
fn list(names: &[String], are: &str) -> Option<String> {
    const SHOWN: usize = 4;
    if names.is_empty() {
        return None;
    }
    let shown: Vec<String> = names.iter().take(SHOWN).map(|name| format!("`{name}`")).collect();
    let rest = names.len().saturating_sub(SHOWN);
    let more = if rest > 0 { format!(" and {rest} more") } else { String::new() };
    let verb = if names.len() == 1 { "is" } else { "are" };
    Some(format!("{}{more} {verb} {are}", shown.join(", ")))
}

struct Check<'a> {
    params: &'a BTreeMap<String, AnyTensor>,
    fitted: BTreeMap<String, AnyTensor>,
    missing: Vec<String>,
}

impl Visit for Check<'_> {
    fn leaf<T: Float>(&mut self, name: &Name, x: &Tensor<T>) -> Result<()> {
        let Some(any) = self.params.get(name.as_str()) else {
            self.missing.push(name.as_str().to_owned());
            return Ok(());
        };
        let (shape, wanted) = (any.shape(), x.layout().shape);
        let message = if any.dtype() != T::DTYPE {
            format!("`{name}` is {}, and in the model {}", any.dtype(), T::DTYPE)
        } else if shape != wanted {
            format!("`{name}` has shape {shape}, and in the model shape {wanted}")
        } else {
            let there = any.typed::<T>().map(|value| value.to(x.device())).transpose()?;
            self.fitted.extend(there.map(|value| (name.as_str().to_owned(), AnyTensor::of(&value))));
            return Ok(());
        };
        Err(Error::new(ErrorKind::Shape, message))
    }
}

struct Put<'a>(&'a BTreeMap<String, AnyTensor>);

impl Update<0, 0> for Put<'_> {
    fn leaf<T: Float>(
        &mut self,
        name: &Name,
        x: &mut Tensor<T>,
        _: [&Tensor<T>; 0],
        _: [&mut Tensor<T>; 0],
    ) -> Result<()> {
        if let Some(value) = self.0.get(name.as_str()).and_then(AnyTensor::typed) {
            *x = value.clone();
        }
        Ok(())
    }
}
