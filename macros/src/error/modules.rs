//! Messages about modules and calls that are inlined.

use proc_macro2::Span;
use quote::ToTokens;

use super::{at, spot};

pub(crate) fn option_of_functions(value: impl ToTokens, option: &str) -> syn::Error {
    at(value, format!("`{option}` is said of one function; write it at a function of the module"))
}

pub(crate) fn module_elsewhere(module: impl ToTokens) -> syn::Error {
    at(
        module,
        "a macro does not see what stands in another file; write `mod .. { }` with the functions in it",
    )
}

pub(crate) fn nothing_marked(name: impl ToTokens) -> syn::Error {
    at(
        name,
        "no function of this module is marked; write `#[differentiable]` on each that has derivatives, the module only \
         makes one unit of them",
    )
}

pub(crate) fn unmarked_trait(path: &syn::Path) -> syn::Error {
    let name = path.to_token_stream().to_string();
    at(
        path,
        format!(
            "`{name}` is not marked, so it declares no transforms; write `#[differentiable]` on the trait too, or \
             `#[differentiable(inherent)]` here, which puts the transforms on the type"
        ),
    )
}

/// `wanted`: the type as it is declared.
pub(crate) fn argument_rank(
    span: Span,
    callee: &str,
    param: &str,
    wanted: &str,
    found: &dyn std::fmt::Display,
) -> syn::Error {
    let message = format!(
        "`{callee}` takes `{param}` as `{wanted}`, but this has shape `{found}`; change the argument or the type"
    );
    spot(span, message)
}

/// `dims`: what its names are here.
pub(crate) fn argument_dim(
    span: Span,
    callee: &str,
    (param, wanted, dims): (&str, &str, &str),
    (axis, found, is): (usize, &dyn std::fmt::Display, &dyn std::fmt::Display),
) -> syn::Error {
    let message = format!(
        "`{callee}` takes `{param}` as `{wanted}`{dims}, but axis {axis} of this is `{found}`, not `{is}`; change the \
         argument or its type"
    );
    spot(span, message)
}

/// An error inside of a callee that occurs with these arguments alone.
pub(crate) fn inside(span: Span, callee: &str, message: &str) -> syn::Error {
    spot(span, format!("in `{callee}` with the shapes of these arguments: {message}"))
}
