//! Types of nodes, and how they are written.

use std::collections::BTreeSet;
use std::fmt;

use super::Elem;
use crate::dims::Dim;

#[derive(Clone, PartialEq)]
pub(crate) enum Ty {
    Tensor(TensorTy),
    /// The results of an op with several; read by `Get`.
    Tuple(Vec<TensorTy>),
    /// Tensors, as many as there are at run time. The shape says what all of them share; one that is unknown may
    /// be another for each.
    List(TensorTy),
    /// A type that rustc alone knows, which has a tangent.
    Other,
    /// The cotangents of a tap, or the place for them.
    Gathered(Elem),
    Host,
}

#[derive(Clone, PartialEq)]
pub(crate) struct TensorTy {
    pub elem: Elem,
    pub shape: Shape,
}

/// The knowledge of a shape at expansion.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Shape {
    /// Rank known; each dim a polynomial over named (or anonymous) dims.
    Dims(Vec<Dim>),
    /// The broadcast of these together; equal sets are equal shapes.
    Open(BTreeSet<Atom>),
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Atom {
    /// Some shape that expansion knows nothing of.
    Unknown(u32),
    Dims(Vec<Dim>),
    /// The broadcast of `of` with these axes of length 1.
    Kept {
        of: BTreeSet<Atom>,
        axes: KeptAxes,
    },
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum KeptAxes {
    All,
    /// Different, in order, negative ones from the end.
    These(Vec<i64>),
    /// Those of one call.
    Unknown(u32),
}

impl Atom {
    /// Whether it leaves no trace in a broadcast of `atoms`.
    pub(crate) fn is_within(&self, atoms: &BTreeSet<Self>) -> bool {
        match self {
            _ if atoms.contains(self) => true,
            Self::Kept { of, .. } => of.iter().all(|a| a.is_within(atoms)),
            _ => false,
        }
    }
}

impl Shape {
    pub(crate) fn scalar() -> Self {
        Self::Dims(Vec::new())
    }
    pub(crate) fn unknown(id: u32) -> Self {
        Self::Open(BTreeSet::from([Atom::Unknown(id)]))
    }
    pub(crate) fn rank(&self) -> Option<usize> {
        match self {
            Self::Dims(d) => Some(d.len()),
            Self::Open(_) => None,
        }
    }

    /// Whether broadcasting with it leaves `other` as it is, both unknown.
    pub(crate) fn is_within(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Open(atoms), Self::Open(all)) => atoms.iter().all(|a| a.is_within(all)),
            _ => false,
        }
    }
}

impl Ty {
    pub(crate) fn tensor(&self) -> &TensorTy {
        match self {
            Self::Tensor(t) => t,
            _ => unreachable!("lowering gives tensor operands to tensor ops"),
        }
    }

    /// Whether a value can carry a tangent.
    pub(crate) fn is_float(&self) -> bool {
        match self {
            Self::Tensor(t) | Self::List(t) => t.elem.may_be_float(),
            Self::Tuple(ts) => ts.iter().any(|t| t.elem.may_be_float()),
            Self::Other | Self::Gathered(_) => true,
            Self::Host => false,
        }
    }
}

impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(id) => write!(f, "?{id}"),
            Self::Dims(d) => write!(f, "{}", Shape::Dims(d.clone())),
            Self::Kept { of, axes } => {
                let whole = of.len() == 1;
                f.write_str(if whole { "" } else { "(" })?;
                joined(f, of.iter(), "*")?;
                f.write_str(if whole { "|" } else { ")|" })?;
                match axes {
                    KeptAxes::All => f.write_str("all"),
                    KeptAxes::These(axes) => joined(f, axes.iter(), ","),
                    KeptAxes::Unknown(id) => write!(f, "?{id}"),
                }
            }
        }
    }
}

fn joined<T: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    items: impl Iterator<Item = T>,
    between: &str,
) -> fmt::Result {
    for (i, item) in items.enumerate() {
        if i > 0 {
            f.write_str(between)?;
        }
        item.fmt(f)?;
    }
    Ok(())
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dims(d) => {
                f.write_str("[")?;
                joined(f, d.iter(), ", ")?;
                f.write_str("]")
            }
            Self::Open(a) => joined(f, a.iter(), "*"),
        }
    }
}

impl fmt::Display for Ty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tensor(t) => {
                t.elem.fmt(f)?;
                t.shape.fmt(f)
            }
            Self::Tuple(ts) => {
                let parts: Vec<_> = ts.iter().map(|t| format!("{}{}", t.elem, t.shape)).collect();
                write!(f, "({})", parts.join(", "))
            }
            Self::List(t) => write!(f, "list of {}{}", t.elem, t.shape),
            Self::Other => f.write_str("_"),
            Self::Gathered(elem) => write!(f, "gathered {elem}"),
            Self::Host => f.write_str("host"),
        }
    }
}
