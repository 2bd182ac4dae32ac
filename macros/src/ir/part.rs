//! Parts of values of any form, and values that are made of parts.

use std::fmt;

use super::{Pack, Value};

/// How a value of any form is put together.
pub(crate) struct Make {
    pub what: Made,
    /// Where each argument goes: the member as it is written, and the part that it is.
    pub parts: Vec<(syn::Member, Part)>,
    /// There is one more argument, which gives the fields that are not named.
    pub rest: bool,
    /// The arguments that are computed as tensors, and may be numbers where they go.
    pub loose: Vec<usize>,
}

impl Make {
    pub(crate) fn new(what: Made, parts: Vec<(syn::Member, Part)>, rest: bool) -> Self {
        Self { what, parts, rest, loose: Vec::new() }
    }
}

/// The way in which a value is put together.
#[derive(Clone)]
pub(crate) enum Made {
    /// `State { h, c }`
    Struct(syn::Path),
    /// `Wrap(x)`, `Act::Scale(w)`, `Some(x)`
    Call(syn::Path),
    Tuple,
    /// An array or a `Vec`, as its place takes it.
    List,
    /// An array, whoever reads it.
    Array,
    /// The rest with other fields: `s.h = x`.
    Copy,
    /// The rest with one item more, which is the other argument.
    Pushed,
    /// The list that is the last argument with the first one in place of entry `args[1]`.
    Placed,
    /// A value computed as a tensor, made into the kind of the other argument: a tensor or a number.
    Fitted,
    /// The last argument as host code has left it, which is the first one: its tensors are the same.
    Changed,
    /// The one argument, a host value or a list, which may have a tangent after all.
    Same,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Part {
    /// Entry `.0` of a tuple of so many; of none: of as many as there are.
    Tuple(u32, usize),
    /// Entry `[0]` of an array of so many.
    Array(u32, usize),
    /// The field of this name, or of this position in a tuple struct or a tuple.
    Field(String),
    /// The field of a tangent.
    FieldTangent(String),
    /// The form of the field, of the value or its form.
    FieldForm(String),
    /// The form of field after field of `args[0]`, without parts of these names.
    FormBut(Vec<String>, Vec<String>),
    /// The part that slot `Slot` of the pullback `args[0]` asks for of the form of field after field of `args[1]`.
    SlotForm(Vec<u32>, Vec<String>),
    /// A field of a variant that a pattern binds in `args[0]`, which is `args[1]` to host code. The name is that of
    /// accessors.
    Bound(String),
    /// The same field of a tangent.
    BoundTangent(String),
    /// Entry `args[1]` of a list.
    Item,
    /// An entry of a list's tangent.
    ItemTangent,
    /// The last entry of a list, or of its tangent.
    Last,
    /// A list's tangent without that.
    Front,
    /// A list's tangent with zeros in entry `args[2]`, of the form that it has in the form `args[1]`.
    Cleared,
    /// The cotangent `args[0]` of the tensor that a value was used as, as one of the value, which may be a number: of the
    /// form `args[1]`.
    Back,
    /// A result of a call or of regions, by number.
    Of(u32),
    /// The residuals of a region for its reverse.
    Kept,
    /// A leaf of a pullback's result: the parameter, then the way down to the leaf.
    Slot(Vec<u32>),
    /// The tangent of that.
    SlotTangent(Vec<u32>),
    /// A cotangent that a rule of this function made for this parameter: its shape is compared with `args[1]`.
    Made(String, String),
    /// An entry of the tangent of a tuple or a list.
    Entry(u32),
    /// A tangent with zeros in this field, of the form that it has in the form `args[1]`.
    Without(String),
    /// A part of a cotangent as the cotangent of what the part was made of: zeros in the form `args[1]` where it is constant.
    Received,
    /// Item `args[1]` of a value of a batch.
    OfItem,
    /// The value of the batch from those of its items.
    Stacked,
    /// The value for each of `args[1]` items of a batch: its tensors behind an axis along which they are the same.
    Spread,
    /// The cotangent of that as one of the value: its tensors summed over this axis.
    Summed,
}

impl Pack {
    /// Part `i` of a value that rustc alone knows, which has `n`; of none: of as many as there are.
    pub(crate) fn part(self, i: usize, n: usize) -> Part {
        match self {
            Self::Tuple => Part::Tuple(i as u32, n),
            Self::Array => Part::Array(i as u32, n),
            Self::Complex => Part::Field(if i == 0 { "re" } else { "im" }.to_owned()),
        }
    }
}

impl Part {
    /// How many arguments it takes where a tangent is put together.
    pub(crate) fn width(&self) -> usize {
        if let Self::Item = self { 2 } else { 1 }
    }
}

/// The parts of a tangent with their arguments: the value first.
pub(crate) fn parts_of<'a>(
    parts: &'a [Part],
    mut args: &'a [Value],
) -> impl Iterator<Item = (&'a Part, &'a [Value])> {
    parts.iter().map(move |part| {
        let (own, rest) = args.split_at(part.width());
        args = rest;
        (part, own)
    })
}

impl Part {
    /// The name of accessors for it, where it has one.
    pub(crate) fn accessed(&self) -> Option<&str> {
        match self {
            Self::Field(name) | Self::Bound(name) => Some(name),
            _ => None,
        }
    }

    /// Whether it stands in what it is a part of, as it is.
    pub(crate) fn is_lent(&self) -> bool {
        matches!(
            self,
            Self::Field(_) | Self::Item | Self::FieldTangent(_) | Self::BoundTangent(_) | Self::ItemTangent
        )
    }

    /// The corresponding part of the tangent.
    pub(crate) fn of_tangent(&self) -> Self {
        match self {
            Self::Field(name) => Self::FieldTangent(name.clone()),
            Self::Bound(name) => Self::BoundTangent(name.clone()),
            Self::Item => Self::ItemTangent,
            // Of a constant, whose tangent is `()`, each entry is `()`.
            Self::Tuple(i, _) | Self::Array(i, _) => Self::Entry(*i),
            part => part.clone(),
        }
    }

    /// Whether the other arguments say which one, or of what form, of a tangent too.
    pub(crate) fn has_place(&self) -> bool {
        matches!(
            self,
            Self::Item
                | Self::ItemTangent
                | Self::Made(..)
                | Self::Back
                | Self::Received
                | Self::Spread
                | Self::Summed
                | Self::Without(_)
                | Self::Cleared
        )
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tuple(i, _) | Self::Of(i) | Self::Entry(i) => write!(f, ".{i}"),
            Self::Array(i, _) => write!(f, "[{i}]"),
            Self::Field(name) | Self::FieldTangent(name) | Self::FieldForm(name) => write!(f, ".{name}"),
            Self::Bound(name) | Self::BoundTangent(name) => write!(f, ".{}", name.replace("__", ".")),
            Self::FormBut(fields, but) => {
                fields.iter().try_for_each(|name| write!(f, ".{name}"))?;
                write!(f, " but {}", but.join(", ").replace("__", "."))
            }
            Self::SlotForm(path, _) => path.iter().try_for_each(|i| write!(f, ".{i}")),
            Self::Item | Self::ItemTangent => f.write_str("[..]"),
            Self::Last => f.write_str("last"),
            Self::Front => f.write_str("all but last"),
            Self::Cleared => f.write_str("all but [..]"),
            Self::Kept => f.write_str("kept"),
            Self::Without(name) => write!(f, "all but {name}"),
            Self::Received => f.write_str("received"),
            Self::OfItem => f.write_str("of an item"),
            Self::Stacked => f.write_str("stacked"),
            Self::Spread => f.write_str("for each item"),
            Self::Summed => f.write_str("of all items"),
            Self::Back => f.write_str("of what it may be"),
            Self::Made(_, param) => write!(f, "for {param}"),
            Self::Slot(path) | Self::SlotTangent(path) => path.iter().try_for_each(|i| write!(f, ".{i}")),
        }
    }
}
