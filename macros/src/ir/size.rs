//! What ops compute with beside tensors: sizes, axes, shapes and numbers, as an expression that passes can read.
//!
//! It is closed: over arguments, named dims and literals, by the functions in [`Does`] alone. So its value, its type and
//! whether it can fail are computed from it.

mod known;
mod print;
mod shift;
#[cfg(test)]
mod tests;

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use super::host::{Known, Runs};
use crate::dims::Dim;
pub(crate) use print::Position;

#[derive(Clone, PartialEq, Hash, Debug)]
pub(crate) enum Size {
    /// Argument `n` of the node.
    Arg(usize, Fact),
    /// An integer over named dims, of the type that it says.
    Int(Dim, Option<&'static str>),
    /// The bits of a number.
    Float(u64, Option<&'static str>),
    Bool(bool),
    /// `Axes::ALL`
    All,
    Of(Does, Vec<Size>),
}

/// What expansion knows of an argument, wherever it comes from later.
#[derive(Clone, PartialEq, Default, Debug)]
pub(crate) struct Fact {
    pub known: Option<Known>,
    pub ty: Option<&'static str>,
}

/// Of the same argument the same is known.
impl Hash for Fact {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// A function of sizes.
#[derive(Clone, PartialEq, Hash, Debug)]
pub(crate) enum Does {
    Neg,
    Not,
    Infix(Infix),
    /// `x as f64`
    Cast(&'static str),
    /// A method of numbers, one of [`METHODS`].
    Method(&'static str),
    List,
    Tuple,
    /// The size of an axis of a shape: `[shape, axis]`.
    Axis,
    /// The same, and 0 where there is no such axis: something else says so.
    AxisIfAny,
    Rank,
    Numel,
    /// The length of a list of shapes.
    Len,
    /// The elements along some axes: `[shape, axes]`.
    Count,
    /// `[shape, axis, n, part]`
    ChunkStart,
    /// `[sizes, part]`
    Start,
    /// A conversion of whatever a user writes to the type of a row's parameter.
    To(&'static str),
    /// The shape of these sizes.
    Shape,
    /// The shape that two have together.
    Broadcast,
    /// The shape of an item: `[shapes, n]`.
    ItemShape,
    /// The shape of an item of a batch: that without the axis in front.
    Item,
    /// `[n, shape, rank]`: the shape behind `n`, and behind axes of length 1 where it has a lower rank.
    Front,
    /// What is said of an item's axes, by this method of it, of those behind the axis of a batch.
    Behind(&'static str),
    /// A number that is the order of a norm.
    NormOrder,
    /// A size of the user's argument of this name that must be something: `[shape, axis, n]`.
    Checked(Check, String),
    /// Of the user: what goes wrong in it goes wrong in its place, whether it is read or not.
    Told,
}

/// See [`Does::Checked`].
#[derive(Clone, Copy, PartialEq, Hash, Debug)]
pub(crate) enum Check {
    /// The elements of an axis in each of `n` parts.
    By,
    Of,
    /// At least 1; there is no `n`.
    Some,
    /// `[shape, n]`
    Rank,
}

#[derive(Clone, Copy, PartialEq, Hash, Debug)]
pub(crate) enum Infix {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

pub(crate) const METHODS: [&str; 8] =
    ["min", "max", "div_ceil", "saturating_add", "saturating_mul", "saturating_sub", "wrapping_neg", "sqrt"];

/// The types of integers, and of all that is copied: what sizes are cast to.
pub(crate) const INTEGERS: [&str; 3] = ["usize", "isize", "i32"];
pub(crate) const NUMBERS: [&str; 6] = ["usize", "isize", "i32", "f32", "f64", "bool"];

impl Size {
    pub(crate) fn int(n: i64) -> Self {
        Self::Int(Dim::int(n), None)
    }

    pub(crate) fn usize(n: usize) -> Self {
        Self::Int(Dim::int(i64::try_from(n).unwrap_or(i64::MAX)), Some("usize"))
    }

    pub(crate) fn dim(name: &str) -> Self {
        Self::Int(Dim::name(name), None)
    }

    pub(crate) fn float(x: f64, ty: Option<&'static str>) -> Self {
        Self::Float(x.to_bits(), ty)
    }

    /// Argument `n`, of this type.
    pub(crate) fn arg(n: usize, ty: &'static str) -> Self {
        Self::Arg(n, Fact { known: None, ty: Some(ty) })
    }

    /// Argument `n`, of which is known what is known of this.
    pub(crate) fn as_arg(&self, n: usize) -> Self {
        Self::Arg(n, Fact { known: self.known(), ty: self.ty() })
    }

    pub(crate) fn of(does: Does, parts: impl Into<Vec<Self>>) -> Self {
        Self::Of(does, parts.into())
    }

    pub(crate) fn infix(self, op: Infix, by: Self) -> Self {
        Self::of(Does::Infix(op), [self, by])
    }

    /// The size of an axis.
    pub(crate) fn axis(self, axis: Self) -> Self {
        Self::of(Does::Axis, [self, axis])
    }

    /// The value as type `ty`, which rows declare; a number that is known is a literal.
    pub(crate) fn to(self, ty: &'static str) -> Self {
        if self.ty() == Some(ty) {
            return self;
        }
        let integer = self.dim_known().and_then(|d| d.as_int());
        let fits = integer.is_some_and(|n| match ty {
            "isize" => isize::try_from(n).is_ok(),
            "usize" => usize::try_from(n).is_ok(),
            _ => ty == "i32" && i32::try_from(n).is_ok(),
        });
        match (integer, self.known()) {
            (Some(n), _) if fits => Self::Int(Dim::int(n), Some(ty)),
            (Some(n), _) if ty == "f64" => Self::float(n as f64, Some(ty)),
            (None, Some(Known::Float(x))) if ty == "f64" && x.is_finite() => Self::float(x, Some(ty)),
            _ => Self::of(Does::To(ty), [self]),
        }
    }

    /// A number that equal ones have in common.
    pub(crate) fn digest(&self) -> u64 {
        let mut hasher = FxHasher::default();
        self.hash(&mut hasher);
        hasher.finish()
    }

    pub(crate) fn parts(&self) -> &[Self] {
        if let Self::Of(_, parts) = self { parts } else { &[] }
    }

    fn any(&self, is: &dyn Fn(&Self) -> bool) -> bool {
        is(self) || self.parts().iter().any(|part| part.any(is))
    }

    /// The same function of other parts.
    fn with(&self, change: &mut dyn FnMut(&Self) -> Self) -> Self {
        match self {
            Self::Of(does, parts) => Self::Of(does.clone(), parts.iter().map(change).collect()),
            leaf => leaf.clone(),
        }
    }

    /// How often argument `n` is read.
    pub(crate) fn reads(&self, n: usize) -> usize {
        match self {
            Self::Arg(k, _) => usize::from(*k == n),
            size => size.parts().iter().map(|part| part.reads(n)).sum(),
        }
    }

    /// It gives what it is given: under another name, or as an index.
    pub(crate) fn is_copy(&self) -> bool {
        match self {
            Self::Arg(..) => true,
            Self::Of(Does::To("usize"), parts) => matches!(parts[..], [Self::Arg(..)]),
            _ => false,
        }
    }

    pub(crate) fn runs(&self) -> Runs {
        let is_told =
            |size: &Self| matches!(size, Self::Of(Does::Told | Does::NormOrder | Does::Checked(..), _));
        if self.any(&is_told) { Runs::InOrder } else { Runs::Freely }
    }

    /// Where it ran before and did not fail: nothing runs for the sake of a check.
    pub(crate) fn ran(&self) -> Self {
        let ran = self.with(&mut Self::ran);
        match ran {
            Self::Of(Does::Told | Does::NormOrder, mut parts) => parts.remove(0),
            Self::Of(Does::Checked(check, _), parts) => Self::unchecked(check, parts),
            ran => ran,
        }
    }

    /// A size that is what it must be.
    pub(crate) fn unchecked(check: Check, parts: Vec<Self>) -> Self {
        let mut parts = parts.into_iter();
        let mut next = || parts.next().expect("a check has a shape, and what is asked of it");
        match check {
            Check::Rank => Self::of(Does::Rank, [next()]),
            Check::By => next().axis(next()).infix(Infix::Div, next()),
            Check::Of | Check::Some => next().axis(next()),
        }
    }

    /// Whether it is the value or an error: it has a `?` in it.
    pub(crate) fn asks(&self) -> bool {
        self.any(&Self::may_fail)
    }

    /// Whether its last step alone may be an error.
    pub(crate) fn asks_last(&self) -> bool {
        self.may_fail() && !self.parts().iter().any(Self::asks)
    }

    fn may_fail(&self) -> bool {
        match self {
            Self::Of(Does::Axis, parts) => Self::front(&parts[0], &parts[1]).is_none(),
            Self::Of(does, _) => matches!(
                does,
                Does::To("Shape")
                    | Does::Shape
                    | Does::Broadcast
                    | Does::ItemShape
                    | Does::Front
                    | Does::Item
                    | Does::NormOrder
                    | Does::Checked(..)
            ),
            _ => false,
        }
    }

    /// Whether what rustc or a panic says of it is said of the user's text.
    pub(crate) fn converts(&self) -> bool {
        let of_user = |size: &Self| matches!(size, Self::Of(Does::Told, _));
        let converts = |size: &Self| matches!(size, Self::Of(Does::To(_), _));
        self.any(&of_user) || self.known().is_none() && self.any(&converts)
    }

    /// The type, where it has one whatever it is read as.
    pub(crate) fn ty(&self) -> Option<&'static str> {
        match self {
            Self::Arg(_, fact) => fact.ty,
            Self::Int(dim, ty) => ty.or_else(|| dim.as_int().is_none().then_some("usize")),
            Self::Float(_, ty) => *ty,
            Self::Bool(_) => Some("bool"),
            Self::All => Some("Axes"),
            Self::Of(does, parts) => match does {
                Does::Cast(ty) | Does::To(ty) => Some(ty),
                Does::List | Does::Tuple => None,
                Does::Infix(op) if op.compares() => Some("bool"),
                Does::Behind(_) | Does::Item => parts[0].ty(),
                Does::Front => parts[1].ty(),
                Does::Neg | Does::Not | Does::Told | Does::NormOrder | Does::Infix(_) | Does::Method(_) => {
                    parts.iter().find_map(Self::ty)
                }
                Does::Axis
                | Does::AxisIfAny
                | Does::Rank
                | Does::Numel
                | Does::Len
                | Does::Count
                | Does::Checked(..) => Some("usize"),
                Does::ChunkStart | Does::Start => Some("isize"),
                Does::Shape | Does::Broadcast | Does::ItemShape => Some("Shape"),
            },
        }
    }

    /// Whether it is a number that is copied, as a value of type `ty`.
    pub(crate) fn is_number(ty: Option<&str>) -> bool {
        ty.is_some_and(|ty| NUMBERS.contains(&ty))
    }
}

impl Infix {
    pub(crate) fn compares(self) -> bool {
        matches!(self, Self::Eq | Self::Ne | Self::Lt | Self::Le | Self::Gt | Self::Ge)
    }
}
