//! Operands, and what becomes of them: other layouts, other shapes.

use std::collections::BTreeSet;

use cotangent::{Element, Result, Tensor};

/// A tensor operand. Floats are of the type that an op is called in.
#[derive(Clone)]
pub enum Input<T: Element = f64> {
    /// Differentiated.
    Float(Tensor<T>),
    /// Indices.
    Int(Tensor<i32>),
    /// Truth values.
    Bool(Tensor<bool>),
}

impl<T: Element> Input<T> {
    /// # Panics
    /// Where it is something else.
    pub fn float(&self) -> &Tensor<T> {
        if let Self::Float(x) = self { x } else { panic!("not a float tensor") }
    }

    /// # Panics
    /// Where it is something else.
    pub fn int(&self) -> &Tensor<i32> {
        if let Self::Int(x) = self { x } else { panic!("not an integer tensor") }
    }

    /// # Panics
    /// Where it is something else.
    pub fn bool(&self) -> &Tensor<bool> {
        if let Self::Bool(x) = self { x } else { panic!("not a tensor of truth values") }
    }

    /// The shape, whatever the type.
    pub fn shape(&self) -> &[usize] {
        match self {
            Self::Float(x) => x.shape(),
            Self::Int(x) => x.shape(),
            Self::Bool(x) => x.shape(),
        }
    }

    /// Itself after a change.
    pub(crate) fn map(&self, change: Change) -> Result<Option<Self>> {
        Ok(match self {
            Self::Float(x) => change.of(x)?.map(Self::Float),
            Self::Int(x) => change.of(x)?.map(Self::Int),
            Self::Bool(x) => change.of(x)?.map(Self::Bool),
        })
    }
}

/// What becomes of the operands.
#[derive(Clone, Copy, Debug)]
pub enum Change {
    /// The same elements behind exchanged strides.
    Transposed,
    /// The same elements behind negative strides.
    Flipped,
    /// The same elements, every other one of a buffer, from the second on.
    Sliced,
    /// Operand `.0` without its leading axis.
    Missing(usize),
    /// Operand `.0` with one element along axis `.1`.
    One(usize, usize),
    /// Operand `.0` with rank 0.
    Rank0(usize),
    /// All axes of length `.0` get length `.1`, in all operands.
    Resized(usize, usize),
    /// All operands with rank 0.
    AllRank0,
    /// All operands with one element.
    AllOne,
}

impl Change {
    pub(crate) fn layouts() -> [Self; 3] {
        [Self::Transposed, Self::Flipped, Self::Sliced]
    }

    /// Changes of shape. Not every op accepts each of them.
    pub(super) fn others(inputs: &[Input]) -> Vec<Self> {
        let mut changes = vec![Self::AllRank0, Self::AllOne];
        let dims: BTreeSet<usize> = inputs.iter().flat_map(|x| x.shape().iter().copied()).collect();
        for d in dims.into_iter().filter(|d| *d > 0) {
            changes.push(Self::Resized(d, 0));
            changes.push(Self::Resized(d, 1));
        }
        for (i, x) in inputs.iter().enumerate() {
            let rank = x.shape().len();
            changes.extend((0..rank).map(|axis| Self::One(i, axis)));
            if rank > 0 {
                changes.push(Self::Missing(i));
                changes.push(Self::Rank0(i));
            }
        }
        changes
    }

    /// All operands after the change; `None` where there is no such thing.
    pub(super) fn all(self, inputs: &[Input]) -> Option<Vec<Input>> {
        let changed = |(i, x): (usize, &Input)| match self {
            Self::Missing(at) | Self::One(at, _) | Self::Rank0(at) if at != i => Some(x.clone()),
            _ => x.map(self).expect("views of samples exist"),
        };
        inputs.iter().enumerate().map(changed).collect()
    }

    pub(super) fn of<T: Element>(self, x: &Tensor<T>) -> Result<Option<Tensor<T>>> {
        let rank = x.rank();
        Ok(Some(match self {
            Self::Transposed if rank < 2 => x.clone(),
            Self::Transposed => x.swap_axes(0, -1)?.contiguous()?.swap_axes(0, -1)?,
            Self::Flipped => x.flip(cotangent::Axes::ALL)?.contiguous()?.flip(cotangent::Axes::ALL)?,
            Self::Sliced if rank == 0 => x.clone(),
            Self::Sliced => x.repeat_interleave(2, -1)?.slice(-1, 1, isize::MAX, 2)?,
            Self::Missing(_) if x.dim(0) == 0 => return Ok(None),
            Self::Missing(_) => x.narrow(0, 0, 1)?.squeeze(0)?.contiguous()?,
            Self::One(_, axis) if x.dim(axis as isize) == 0 => return Ok(None),
            Self::One(_, axis) => x.narrow(axis as isize, 0, 1)?.contiguous()?,
            Self::Rank0(_) | Self::AllRank0 | Self::AllOne if x.numel() == 0 => return Ok(None),
            Self::Rank0(_) | Self::AllRank0 => first(x)?.reshape(())?,
            Self::AllOne => first(x)?.reshape(vec![1usize; rank])?,
            Self::Resized(from, to) => {
                let mut x = x.clone();
                for axis in 0..rank {
                    if x.dim(axis as isize) == from {
                        x = x.narrow(axis as isize, 0, to)?;
                    }
                }
                x.contiguous()?
            }
        }))
    }
}

/// The first element, as a vector.
fn first<T: Element>(x: &Tensor<T>) -> Result<Tensor<T>> {
    x.reshape([x.numel()])?.narrow(0, 0, 1)?.contiguous()
}
