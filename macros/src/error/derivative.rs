//! Messages about derivatives that a body takes: `u::grad(x)?`.

use proc_macro2::Span;
use quote::ToTokens;

use super::{at, spot};
use crate::dims::Dim;

/// `u::grad(x)?.y` where `u` has no parameter `y` that is one tensor.
pub(crate) fn no_field(member: &syn::Member, there: &[&str]) -> syn::Error {
    let all: Vec<String> = there.iter().map(|name| format!("`{name}`")).collect();
    let all = if all.is_empty() { "none".to_owned() } else { all.join(", ") };
    at(
        member,
        format!(
            "there is no such field here; there are: {all}. The gradient of a struct inside of a body is that of a function with `order = 2`, in one of order 1"
        ),
    )
}

/// `u::jvp(model, x, dx)?`
pub(crate) fn tangents_of_structs(what: &syn::Ident, function: &syn::Path, param: &syn::Ident) -> syn::Error {
    let f = function.to_token_stream();
    at(
        function,
        format!(
            "`{what}` inside of a body is of functions whose active parameters are tensors, and `{param}` of `{f}` is none; \
             write `{f}::grad(..)?`, or mark `{param}` as `#[constant]`"
        ),
    )
}

/// `u::jvp(x, dx)?` of what gives several tensors.
pub(crate) fn jvp_of_several(function: &syn::Path) -> syn::Error {
    let f = function.to_token_stream();
    at(
        function,
        format!(
            "`jvp` inside of a body is of functions that give one tensor, and `{f}` gives more; take a part of it"
        ),
    )
}

/// `u::grad(x)?` of what is no loss.
pub(crate) fn gradient_of_no_loss(what: &syn::Ident, function: &syn::Path) -> syn::Error {
    let f = function.to_token_stream();
    at(
        what,
        format!(
            "`{what}` is of a function that gives a `Scalar`, and `{f}` gives something else; sum what it gives"
        ),
    )
}

/// `u::grad(x)?` of a function that stays a call.
pub(crate) fn derivative_inside(what: &syn::Ident, function: &syn::Path) -> syn::Error {
    let f = function.to_token_stream();
    at(
        what,
        format!(
            "`{f}` stays a call here, and inside of a body `{what}` needs its text, where the gradient of a call is that of a \
             function with `order = 2`, in one of order 1; mark it so, or let it have tensors and structs of the module as \
             parameters, no rule of its own, no call of itself, and no name that a variable here hides"
        ),
    )
}

/// `u::grad(xs)?` of a call with a parameter that holds several tensors.
pub(crate) fn gradient_of_several(what: &syn::Ident, param: &syn::Ident) -> syn::Error {
    at(
        what,
        format!(
            "`{what}` of a call inside of a body is by tensors and structs, and `{param}` is a tuple, an array or a slice; make a \
             struct of it"
        ),
    )
}

/// `u::grad(x)?` of a function whose text is not there.
pub(crate) fn transform_elsewhere(what: &syn::Ident, function: &syn::Path) -> syn::Error {
    let f = function.to_token_stream();
    at(
        what,
        format!(
            "`{f}::{what}` inside of a body needs the text of `{f}`; put both functions into one `#[differentiable] mod`, or, \
             if `{f}` is a module, import its `{what}` under another name"
        ),
    )
}

/// `u::vjp(x)?`
pub(crate) fn transform_inside(what: &syn::Ident, function: &syn::Path) -> syn::Error {
    let f = function.to_token_stream();
    at(
        what,
        format!(
            "`{what}` is no call inside of a body; write `{f}::grad(..)?`, `value_and_grad`, `jvp` or `hvp`"
        ),
    )
}

/// A loop between a loss and what it is differentiated by.
pub(crate) fn derivative_through(span: Span, op: &str) -> syn::Error {
    let instead = match op {
        "call" | "ruled" | "plain" => {
            "put the function that is called into the module, without a rule of its own,"
        }
        _ => "write its rounds or arms out, use `select`,",
    };
    syn::Error::new(
        span,
        format!(
            "a derivative inside of a body goes through ops alone, and there is a `{op}` in its way; {instead} or take \
             the gradient of a function with `order = 2` in one of order 1"
        ),
    )
}

/// `u::vmap(xs)?` of a function that stays a call.
pub(crate) fn batch_inside(what: &syn::Ident, function: &syn::Path) -> syn::Error {
    let f = function.to_token_stream();
    at(
        what,
        format!(
            "`{f}` stays a call here, and inside of a body `{what}` needs its text; let it have tensors and structs of the module as \
             parameters, no rule of its own, no call of itself, and no name that a variable here hides"
        ),
    )
}

/// `u::vmap(xs)?` of a function without.
pub(crate) fn no_vmap(what: &syn::Ident, function: &syn::Path) -> syn::Error {
    let f = function.to_token_stream();
    at(what, format!("`{f}` takes no batch; name what has its axis: `#[differentiable(vmap(x))]`"))
}

/// `u::vmap(s)?`, where `s` is a number.
pub(crate) fn no_axis_of_batch(span: Span, param: &syn::Ident) -> syn::Error {
    spot(
        span,
        format!(
            "`{param}` is here a batch, whose items stand along the first axis, and this tensor has no axis"
        ),
    )
}

/// `u::vmap(xs, ys)?` of batches that differ.
pub(crate) fn other_batch(span: Span, param: &syn::Ident, own: &Dim, others: &Dim) -> syn::Error {
    spot(span, format!("`{param}` has `{own}` items here, and the batch before it `{others}`"))
}
