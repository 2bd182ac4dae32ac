//! Signatures with dims: `solve(a: [.., N, N], b: [.., N, K]) -> x: [.., N, K]`.

use std::collections::BTreeMap;

use super::broadcast::{broadcast, clash_of};
use super::call::Call;
use crate::dims::{self, Dim};
use crate::ir::Shape;
use crate::rules::{DimPat, ParamKind};

/// Matches the arguments against the parameters' dims and fills in the results'.
pub(super) fn pattern(call: &Call<'_>) -> Result<Vec<Shape>, String> {
    let mut bound = Bound { names: BTreeMap::new(), batch: Shape::scalar(), seen: Vec::new() };
    for (i, shape) in call.tensors() {
        if let ParamKind::Tensor { dims: Some(pattern), .. } = &call.param_of(i).kind {
            bound.argument(call, i, shape, pattern)?;
        }
    }
    let result = |p: &crate::rules::Param| match &p.kind {
        ParamKind::Tensor { dims: Some(pattern), .. } => bound.result(pattern),
        _ => Shape::unknown(dims::fresh()),
    };
    Ok(call.row.results.iter().map(result).collect())
}

struct Bound {
    /// Each name's dim, and which parameter said so.
    names: BTreeMap<String, (Dim, usize)>,
    batch: Shape,
    /// The batches of the parameters before, for messages.
    seen: Vec<(usize, Shape)>,
}

impl Bound {
    fn argument(
        &mut self,
        call: &Call<'_>,
        i: usize,
        shape: &Shape,
        pattern: &[DimPat],
    ) -> Result<(), String> {
        let batched = pattern.first() == Some(&DimPat::Batch);
        let named = &pattern[usize::from(batched)..];
        let Shape::Dims(dims) = shape else {
            if batched {
                self.batch = Shape::unknown(dims::fresh());
            }
            return Ok(());
        };
        let Some(lead) = dims.len().checked_sub(named.len()).filter(|lead| batched || *lead == 0) else {
            let (who, n) = (call.called(i), named.len());
            let axes = if n == 1 { "axis" } else { "axes" };
            let wants = format!("{}{n} {axes}", if batched { "at least " } else { "" });
            let hint = if dims.len() < n {
                "; add an axis with `.unsqueeze(axis)`"
            } else if call.op == "t" {
                "; write `.mt()` for the last two"
            } else {
                ""
            };
            return call.error(format_args!("{who} must have {wants} but is `{shape}`{hint}"));
        };
        for (at, (pat, dim)) in named.iter().zip(&dims[lead..]).enumerate() {
            match pat {
                DimPat::One if dim.same(&Dim::int(1)) == Some(false) => {
                    let who = call.called(i);
                    return call.error(format_args!("axis {} of {who} is `{dim}` but must be 1", lead + at));
                }
                DimPat::One | DimPat::Batch => {}
                DimPat::Name(name) => self.name(call, i, shape, name, dim)?,
            }
        }
        if batched {
            self.batch(call, i, &Shape::Dims(dims[..lead].to_vec()))?;
        }
        Ok(())
    }

    fn name(
        &mut self,
        call: &Call<'_>,
        i: usize,
        shape: &Shape,
        name: &str,
        dim: &Dim,
    ) -> Result<(), String> {
        let Some((first, j)) = self.names.get(name) else {
            self.names.insert(name.to_owned(), (dim.clone(), i));
            return Ok(());
        };
        match first.same(dim) {
            // Equal at run time, or an error there: either stands for both, and a closed one says more.
            None if first.is_open() => {
                self.names.insert(name.to_owned(), (dim.clone(), i));
            }
            Some(true) | None => {}
            Some(false) if *j == i => {
                let who = call.called(i);
                return call.error(format_args!(
                    "{who} must be square but is `{shape}`: `{first}` and `{dim}` differ"
                ));
            }
            Some(false) => {
                let (one, two) = (call.called(*j), call.called(i));
                return call.error(format_args!(
                    "dim {name} is `{first}` in {one} but `{dim}` in {two}; change the type of {}",
                    call.sources(&[i])
                ));
            }
        }
        Ok(())
    }

    fn batch(&mut self, call: &Call<'_>, i: usize, batch: &Shape) -> Result<(), String> {
        match broadcast(&self.batch, batch) {
            Ok(wider) => self.batch = wider,
            Err(clash) => {
                let before: Vec<_> = self.seen.iter().map(|(j, s)| (*j, s)).collect();
                return Err(clash_of(call, &before, (i, batch), &clash));
            }
        }
        self.seen.push((i, batch.clone()));
        Ok(())
    }

    fn result(&self, pattern: &[DimPat]) -> Shape {
        let mut out = Vec::new();
        for pat in pattern {
            match pat {
                DimPat::Batch => match &self.batch {
                    Shape::Dims(d) => out.extend(d.iter().cloned()),
                    Shape::Open(_) => return Shape::unknown(dims::fresh()),
                },
                DimPat::One => out.push(Dim::int(1)),
                DimPat::Name(name) => {
                    out.push(self.names.get(name).map_or_else(Dim::unknown, |(d, _)| d.clone()));
                }
            }
        }
        Shape::Dims(out)
    }
}
