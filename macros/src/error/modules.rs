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

/// In the words of the trait `Differentiable`.
pub(crate) fn type_without_tangent(name: &syn::Ident) -> syn::Error {
    at(name, format!("`{name}` has no tangent; mark it `#[constant]`, or derive `Differentiable` for it"))
}

/// `written`: its bounds.
pub(crate) fn bound_of_a_field(param: &syn::Ident, written: &str) -> syn::Error {
    let written = written.replace(' ', "").replace('+', " + ");
    at(
        param,
        format!(
            "a field is of `{param}`, of which `{written}` does not say that it has a tangent; write \
             `{param}: {written} + Differentiable`"
        ),
    )
}

/// `known`: the methods that the trait has.
pub(crate) fn no_method_of_the_trait(method: &syn::Ident, of: &syn::Ident, known: &[String]) -> syn::Error {
    let known = known.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    at(method, format!("`{of}` declares no method `{method}`; it has {known}"))
}

pub(crate) fn method_of_the_trait(path: &syn::Path, method: &syn::Ident) -> syn::Error {
    let name = path.to_token_stream().to_string();
    at(path, format!("`{name}` declares a method `{method}`, which is not here; write it too"))
}

pub(crate) fn parameters_of_the_trait(method: &syn::Ident, wanted: &str) -> syn::Error {
    at(method, format!("the trait declares `{method}` with other parameters; write `({wanted})`"))
}

pub(crate) fn type_of_the_trait(found: Span, wanted: &str) -> syn::Error {
    spot(found, format!("the trait declares another type; write `{wanted}`"))
}

/// `constant`: whether the trait says so.
pub(crate) fn constant_of_the_trait(param: impl ToTokens, constant: bool) -> syn::Error {
    let message = if constant {
        "the trait declares this parameter `#[constant]`; write so here too"
    } else {
        "the trait does not declare this parameter `#[constant]`; the two say the same"
    };
    at(param, message)
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
