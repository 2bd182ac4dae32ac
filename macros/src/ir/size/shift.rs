//! Sizes of other arguments: of others in their place, and where some have a leading axis in front, that of a batch.
//!
//! A batch reads sizes in three ways. A number stays the number of a single item. Axes and shapes are those of an operand
//! with the batch in front.

// The pass that batches a graph will read them.
#![cfg_attr(not(test), allow(dead_code))]

use super::{Check, Does, Fact, Infix, Size};
use crate::dims::Dim;
use crate::ir::Known;

impl Size {
    /// With `f(n)` in the place of each argument `n`.
    pub(crate) fn substituted(&self, f: &dyn Fn(usize) -> Self) -> Self {
        match self {
            Self::Arg(n, _) => f(*n),
            size => size.with(&mut |part| part.substituted(f)),
        }
    }

    /// The same number, where the shapes `batched` begin with the size `n`. `None`: that is no closed expression.
    pub(crate) fn of_item(&self, batched: &dyn Fn(usize) -> bool, n: &Dim) -> Option<Self> {
        let Self::Of(does, parts) = self else {
            return (!matches!(self, Self::Arg(at, _) if batched(*at))).then(|| self.clone());
        };
        let Some(Self::Arg(at, fact)) =
            parts.first().filter(|of| matches!(of, Self::Arg(k, _) if batched(*k)))
        else {
            let parts: Option<Vec<Self>> = parts.iter().map(|part| part.of_item(batched, n)).collect();
            return Some(Self::of(does.clone(), parts?));
        };
        let rank = match &fact.known {
            Some(Known::List(dims)) => Some(dims.len()),
            _ => None,
        };
        let shape = || Self::Arg(*at, fact.behind(n));
        let rest = |from: usize| parts[from..].iter().map(|part| part.of_item(batched, n));
        let along = |axis: &Self| {
            let all = [Some(shape()), axis.of_item(batched, n)?.as_axes(rank)];
            all.into_iter().chain(rest(2)).collect::<Option<Vec<_>>>()
        };
        Some(match does {
            Does::Axis
            | Does::AxisIfAny
            | Does::Count
            | Does::ChunkStart
            | Does::Checked(Check::By | Check::Of | Check::Some, _) => {
                Self::of(does.clone(), along(&parts[1])?)
            }
            Does::Rank => Self::of(Does::Rank, [shape()]).infix(Infix::Sub, Self::int(1)),
            Does::Checked(Check::Rank, _) => {
                let one_more = parts[1].of_item(batched, n)?.infix(Infix::Add, Self::int(1));
                Self::of(does.clone(), [shape(), one_more]).infix(Infix::Sub, Self::int(1))
            }
            Does::Numel => {
                let axes = (1..=rank?).map(|axis| shape().axis(Self::int(axis as i64)));
                axes.reduce(|all, size| all.infix(Infix::Mul, size)).unwrap_or_else(|| Self::usize(1))
            }
            _ => return None,
        })
    }

    /// The same axes, of an operand of rank `rank` with an axis in front.
    pub(crate) fn as_axes(&self, rank: Option<usize>) -> Option<Self> {
        let moved = |axis: i64| axis + i64::from(axis >= 0);
        let literal = match self.known() {
            Some(Known::Int(axis)) => axis.as_int().map(|axis| Self::int(moved(axis))),
            Some(Known::List(axes)) => {
                let axis = |known: &Known| match known {
                    Known::Int(axis) => axis.as_int().map(|axis| Self::int(moved(axis))),
                    _ => None,
                };
                axes.iter().map(axis).collect::<Option<Vec<_>>>().map(|axes| Self::of(Does::List, axes))
            }
            Some(Known::All) => {
                let axes: Vec<Self> = (1..=rank?).map(|axis| Self::int(axis as i64)).collect();
                return Some(Self::of(Does::List, axes).to("Axes"));
            }
            _ => None,
        };
        match (self.ty(), literal) {
            (None, literal) => literal,
            (Some(ty), Some(literal)) => Some(literal.to(ty)),
            (Some(ty @ "isize"), None) => {
                let behind = self.clone().infix(Infix::Ge, Self::int(0));
                Some(self.clone().infix(Infix::Add, Self::of(Does::Cast(ty), [behind])))
            }
            _ => None,
        }
    }

    /// The shape with the size `n` in front.
    pub(crate) fn as_shape(&self, n: Self) -> Option<Self> {
        let Self::Of(does, parts) = self else { return None };
        match does {
            Does::Shape => Some(Self::of(Does::Shape, [&[n], &parts[..]].concat())),
            Does::List => {
                let sizes = std::iter::once(&n).chain(parts).map(|size| size.clone().to("isize"));
                Some(Self::of(Does::List, sizes.collect::<Vec<_>>()))
            }
            Does::To("Shape" | "Sizes") | Does::Told => Some(Self::of(does.clone(), [parts[0].as_shape(n)?])),
            _ => None,
        }
    }
}

impl Fact {
    fn behind(&self, n: &Dim) -> Self {
        let known = match &self.known {
            Some(Known::List(dims)) => Some(Known::List(
                std::iter::once(Known::Int(n.clone())).chain(dims.iter().cloned()).collect(),
            )),
            _ => None,
        };
        Self { known, ty: self.ty }
    }
}
