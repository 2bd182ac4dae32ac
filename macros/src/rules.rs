//! The rule table: what every op is, how it differentiates, how it is spelled on each target.
//!
//! A row is text of the user's own language. It is parsed lazily, by name, when a function uses it. Grammar:
//!
//! ```text
//! /// doc (required)
//! Variant = name(param, ..) -> result {
//!     linear;                                   // its jvp is the op itself on the tangents of its float operands
//!     vjp { let ..; param: cotangent, .. }      // or: vjp fn hatch_name;
//!     jvp { expr }                              // of the first result; derived for Map rows, needed where not linear
//!     internal;                                 // for rules alone: no method, not in the documentation, not suggested
//!     cpu ".." cuda ".." wgsl "..";             // Map rows: templates over {param}, and {T}, the type of the result;
//!                                               // an operator on the cpu is that of floats, of others the function
//!     combine sum;                              // Reduce rows: sum, prod, max or min; of truth values any and all
//!     cost 5;                                   // Map rows: rough additions per element; 20 unless it is said
//!     shape shape_fn;                           // where the signature's dims do not say it
//!     batch batch_fn;                           // operands of a batch, where the signature does not say it; `none`: one by one
//!     note "..";                                // conventions at kinks, ties, singular points, empty axes
//!     safe { param: 1.0 }                       // Map rows with a singular point: an operand far from it
//!     sample { param: .., .. }                  // how tests draw the inputs
//! }
//! ```
//! A parameter is a float tensor `x`, a tensor of another class `c: bool`, `idx: i32`, `a: num`, `a: ord`, `a: any`, a tensor
//! with dims `a: [.., M, K]` or `a: any [M, N]`, several tensors `xs: ..` of one element type, a list `xs: list any` whose
//! length is known at run time only, or a host value `#axis: isize`, which in a rule has exactly the type that is
//! declared; of a Map row an `i32`, or an `f64` that is a number of the result's type. `Axis` is an `isize`, `Order` are `Axes` and `Extent` are `Sizes`: of all axes. A result is `y`, `y: bool`,
//! `y: [.., M, N]`, `y: target` (the type that the context asks for), `ys: list any`,
//! or a tuple `(values, indices: i32)`. In `vjp`, `g` is the cotangent of the first result, and a
//! result goes by its name; results after the first have derivative 0. `zero` (the derivative vanishes almost
//! everywhere), `none` (integers and truth values) and `todo("why")` are the three kinds of nothing. In `jvp`, `dx` is
//! the tangent of `x`.
//!
//! Rows that are not Map rows call the function of `cotangent::ops` that is called like the row, arguments in order;
//! those of lists one of the runtime's `lists`.
//!
//! A rule may use rows, composites, operators, `let`, float literals and sizes over host parameters and
//! shapes (`x.shape()`, `x.dim(i)`, `x.rank()`, `x.numel()`, `xs.shapes()` of a list). `ir/size.rs` lists the functions of
//! sizes. Some are the runtime's: `Shape::count(&Axes)`, the number of elements over these axes;
//! `Shape::chunk_start(axis, n, part)` and `Sizes::start(part)`, where a part of `chunk` and `split` begins.
//!
//! A rule of a Map row reads as if all operands had one shape. Other rules give each cotangent the shape of its operand.
//!
//! `safe` serves `select`: what is not taken must have no influence, but 0 times an infinite derivative is NaN. So, for
//! `select(c, a, b)`, wherever an op of the Map slice that leads to `a` alone has a `safe` operand `u`, `u` becomes
//! `select(c, u, safe)`, and in the slice of `b` `select(c, safe, u)`. Values that are taken stay as they are, bit for
//! bit, and derivatives of every order are finite where they are not taken.
//!
//! Samples: `lo..hi` is uniform, of shape [2, 3]; `[3, 4]` a tensor of this shape, uniform in -1..1; `off(p, lo..hi)`
//! keeps away from `p`; `distinct([3, 4])` has no two values near each other; `spd(3)`, `well(3)`, `lower(3)` are positive
//! definite, well-conditioned and lower triangular matrices; `apart([3, 4])` has eigenvalues and singular values far from each
//! other and from 0; `ints(0..4, [2, 3])`, `counts([2, 0, 3])` (these integers), `bits([2, 3])`, `list([2, 3], ..)`;
//! anything else is a host value (for a `Shape`, `Sizes` or `Axes` a list, for a `Padding` also pairs or `SAME`).

mod composite;
mod list;
mod map;
mod opaque;
mod parse;
mod reduce;
pub(crate) mod template;
pub(crate) mod variants;
mod view;
mod written;

pub(crate) use composite::{COMPOSITES, Composite};
pub(crate) use list::List;
pub(crate) use map::Map;
pub(crate) use opaque::Opaque;
pub(crate) use parse::{
    Class, Cotangent, DimPat, ElemClass, Fold, Param, ParamKind, Role, Row, Vjp, fields as sample_fields,
};
pub(crate) use reduce::Reduce;
pub(crate) use view::View;
pub(crate) use written::{cotangents, definition};

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
    ($Class:ident: $($(#[doc = $doc:literal])+ $Op:ident = $name:ident $sig:tt -> $res:tt $(: $($class:ident)* $([$($dims:tt)*])?)? { $($body:tt)* })+) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub(crate) enum $Class { $($(#[doc = $doc])+ $Op),+ }
        impl $Class {
            pub(crate) const ALL: &[Self] = &[$(Self::$Op),+];
            pub(crate) const fn text(self) -> $crate::rules::RowText {
                match self { $(Self::$Op => $crate::rules::RowText {
                    class: $crate::rules::Class::$Class,
                    name: stringify!($name),
                    docs: &[$($doc),+],
                    text: stringify!($sig -> $res $(: $($class)* $([$($dims)*])?)? { $($body)* }),
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

/// The texts of all rows.
pub(crate) fn texts() -> impl Iterator<Item = RowText> {
    (Map::ALL.iter().map(|r| r.text()))
        .chain(Reduce::ALL.iter().map(|r| r.text()))
        .chain(View::ALL.iter().map(|r| r.text()))
        .chain(Opaque::ALL.iter().map(|r| r.text()))
        .chain(List::ALL.iter().map(|r| r.text()))
}
