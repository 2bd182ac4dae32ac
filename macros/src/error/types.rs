//! Messages about shapes, element types and activity.

use proc_macro2::Span;
use quote::ToTokens;

use super::{at, spot};
use crate::ir::Elem;

pub(crate) fn shape(span: Span, message: &str) -> syn::Error {
    spot(span, message)
}

pub(crate) fn elem_clash(span: Span, op: &str, a: (&str, &Elem), b: (&str, &Elem)) -> syn::Error {
    let (an, at) = a;
    let (bn, bt) = b;
    spot(span, format!("{op}: {an} is `{at}` but {bn} is `{bt}`; cast one of them, `.cast::<{at}>()`"))
}

pub(crate) fn elem_class(
    token: impl ToTokens,
    op: &str,
    operand: &str,
    elem: &Elem,
    wanted: &str,
    instead: &str,
) -> syn::Error {
    at(token, format!("{op}: {operand} is `{elem}` and must be {wanted}; {instead}"))
}

pub(crate) fn complex_of(ty: impl ToTokens, elem: &Elem) -> syn::Error {
    at(ty, format!("complex numbers of `{elem}` are none; write `Complex<f32, ..>` or `Complex<f64, ..>`"))
}

pub(crate) fn not_complex(name: &syn::Ident, operand: &str) -> syn::Error {
    let instead = "take `.re`, `.im` or `.abs()` of it";
    at(name, format!("`{name}` is of real tensors, and {operand} is complex; {instead}"))
}

pub(crate) fn real_or_complex(token: impl ToTokens) -> syn::Error {
    let instead = "bind it with its type, `let z: &Complex = ..` or `let x: &Tensor = ..`";
    at(token, format!("nothing here says whether this is real or complex; {instead}"))
}

pub(crate) fn complex_field(member: &syn::Member) -> syn::Error {
    at(member, "the fields of a complex tensor are `re` and `im`; write one of them")
}

pub(crate) fn listed_axes(method: &syn::Ident) -> syn::Error {
    at(method, format!("`{method}` takes its axes written out; write `z.{method}([-2, -1])`"))
}

pub(crate) fn complex_power(token: impl ToTokens) -> syn::Error {
    let instead = "multiply in a loop, or write `(z.ln() * n).exp()`";
    at(token, format!("a power of complex numbers has an exponent that is written as a number; {instead}"))
}

pub(crate) fn unknown_elem(ty: impl ToTokens) -> syn::Error {
    let all: Vec<_> = Elem::ALL.iter().map(ToString::to_string).collect();
    at(ty, format!("no element type of this name; use {} or a type parameter `T: Float`", all.join(", ")))
}

/// `element`: the bound that it has, which is not enough.
pub(crate) fn no_float(name: &syn::Ident, element: Option<&str>) -> syn::Error {
    let has = match element {
        Some(bound) => format!("is bound by `{bound}` alone, which includes integers"),
        None => "has no bound".to_owned(),
    };
    at(
        name,
        format!(
            "`{name}` is the element type of a tensor with a derivative and {has}; write `{name}: Float`"
        ),
    )
}

pub(crate) fn cast_target(span: Span) -> syn::Error {
    spot(span, "cast needs its target; write `.cast::<f32>()`")
}

pub(crate) fn declared_elem(ty: impl ToTokens, declared: &Elem, found: &Elem) -> syn::Error {
    at(
        ty,
        format!(
            "declared as `{declared}` but the value is `{found}`; change the type or cast with `.cast::<{declared}>()`"
        ),
    )
}

pub(crate) fn declared_form(ty: impl ToTokens, declared: &str, found: &str) -> syn::Error {
    at(ty, format!("declared as {declared} but the value is {found}; change one of them"))
}

pub(crate) fn independent(param: &syn::Ident, path: &str) -> syn::Error {
    at(param, format!("the result does not depend on `{path}`; mark it `#[constant]` or remove it"))
}

pub(crate) fn independent_through(param: &syn::Ident, path: &str, what: &str) -> syn::Error {
    at(
        param,
        format!(
            "the result depends on `{path}` only through {what}, which has no derivative; mark it `#[constant]`"
        ),
    )
}

pub(crate) fn derivative_todo(span: Span, op: &str, param: &str, why: &str) -> syn::Error {
    spot(span, format!("the derivative of `{op}` with respect to `{param}` is not implemented: {why}"))
}

/// A row or composite that does not parse or lower: a bug of the table that its tests catch first.
pub(crate) fn table(span: Span, name: &str, message: &str) -> syn::Error {
    spot(span, format!("the rule table's `{name}` is broken, please report this; {message}"))
}

pub(crate) fn other_number(ty: impl ToTokens, name: &syn::Ident, elem: &syn::Ident) -> syn::Error {
    at(
        ty,
        format!(
            "this is a function of `{elem}`, and `{name}` is not; write `{elem}`, or mark it `#[constant]`"
        ),
    )
}

pub(crate) fn cut_by_cast(ty: impl ToTokens) -> syn::Error {
    let text = ty.to_token_stream();
    at(
        ty,
        format!(
            "a cast to `{text}` ends the derivative; cast constants alone, or write the function for `{text}`"
        ),
    )
}

pub(crate) fn asking_guard(guard: impl ToTokens) -> syn::Error {
    at(guard, "a guard cannot read a number that has a derivative; write the condition as an `if` in the arm")
}

pub(crate) fn derivative_ends(place: impl ToTokens) -> syn::Error {
    let text = place.to_token_stream();
    at(
        place,
        format!(
            "the derivative of `{text}` would end here; numbers that have one stand in arithmetic, methods of floats, arrays, tuples, conditions and calls of marked functions"
        ),
    )
}

pub(crate) fn moving_closure(closure: impl ToTokens) -> syn::Error {
    at(
        closure,
        "a closure cannot read a number of the function's parameters, as it may run anywhere; write a loop, or a marked function",
    )
}

pub(crate) fn number_method(method: &syn::Ident) -> syn::Error {
    at(
        method,
        format!(
            "`{method}` is no method of floats that has a derivative here; write it with others, or as a marked function"
        ),
    )
}
