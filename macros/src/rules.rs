//! The rule table: what every op is, how it differentiates, how it is spelled on each target.
//!
//! A row is text of the user's own language. It is parsed lazily, by name, when a function uses it. Grammar:
//!
//! ```text
//! /// doc (required)
//! Variant = name(param, ..) -> result {
//!     vjp { let ..; param: cotangent, .. }      // or: vjp fn hatch_name;
//!     jvp { expr }                              // optional; derived for Map rows, needed where not linear
//!     cpu ".." cuda ".." wgsl "..";             // Map and Reduce rows
//!     call runtime_fn;                          // View and Opaque rows: `cotangent::ops::runtime_fn`
//!     shape shape_fn;                           // where the signature's dims do not say it
//!     sample { param: .., .. }                  // how tests draw the inputs
//! }
//! ```
//! A parameter is a float tensor `x`, a tensor of another class `c: bool`, `idx: i32`, `a: num`, `a: any`, a tensor
//! with dims `a: [.., M, K]`, a list of tensors `xs: ..`, or a host value `#axis: isize`. A result is `y`, `y: bool`,
//! `y: [.., M, N]`, or a tuple `(values, indices: i32)`. In `vjp`, `g` is the cotangent of the (first) result and a
//! result goes by its name; `zero`, `none` and `todo("why")` are the three kinds of nothing.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use crate::ir::Op;

mod composite;
#[cfg(test)]
mod interpret;
mod map;
mod opaque;
mod parse;
mod reduce;
mod view;

pub(crate) use composite::{COMPOSITES, Composite};
pub(crate) use map::Map;
pub(crate) use opaque::Opaque;
pub(crate) use parse::{Class, Cotangent, DimPat, ElemClass, Fold, Param, ParamKind, Row, Vjp};
pub(crate) use reduce::Reduce;
pub(crate) use view::View;

/// Rows parsed for one expansion. Never kept longer: tokens of a past expansion have no spans.
#[derive(Default)]
pub(crate) struct RuleCache(RefCell<HashMap<&'static str, Rc<Row>>>);

impl RuleCache {
    /// The row of a table op.
    pub(crate) fn of(&self, op: &Op) -> Rc<Row> {
        let text = match op {
            Op::Map(r) => r.text(),
            Op::Reduce(r) => r.text(),
            Op::View(r) => r.text(),
            Op::Opaque(r) => r.text(),
            _ => unreachable!("only table ops have rows"),
        };
        let parse = || Rc::new(text.parse().expect("a law over the table: every row parses"));
        self.0.borrow_mut().entry(text.name).or_insert_with(parse).clone()
    }
}

/// The text of a row as written, and how to find it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RowText {
    pub class: Class,
    pub name: &'static str,
    pub docs: &'static [&'static str],
    /// Everything from the parameter list to the closing brace.
    pub text: &'static str,
}

macro_rules! rules {
    ($Class:ident: $($(#[doc = $doc:literal])+ $Op:ident = $name:ident $sig:tt -> $res:tt $(: $($class:ident)? $([$($dims:tt)*])?)? { $($body:tt)* })+) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub(crate) enum $Class { $($(#[doc = $doc])+ $Op),+ }
        impl $Class {
            pub(crate) const ALL: &[Self] = &[$(Self::$Op),+];
            pub(crate) const fn text(self) -> $crate::rules::RowText {
                match self { $(Self::$Op => $crate::rules::RowText {
                    class: $crate::rules::Class::$Class,
                    name: stringify!($name),
                    docs: &[$($doc),+],
                    text: stringify!($sig -> $res $(: $($class)? $([$($dims)*])?)? { $($body)* }),
                }),+ }
            }
            pub(crate) const fn name(self) -> &'static str { self.text().name }
            pub(crate) fn from_name(name: &str) -> Option<Self> {
                match name { $(stringify!($name) => Some(Self::$Op),)+ _ => None }
            }
        }
    };
}
pub(crate) use rules;
