//! Messages about `#[derive(Differentiable)]`.

use quote::ToTokens;

use super::{at, spot};

pub(crate) fn derive_on_union(token: &syn::Token![union]) -> syn::Error {
    spot(token.span, "a union has no tangent, as nothing says which field it holds; write an enum")
}

pub(crate) fn constant_with_arguments(attr: &syn::Attribute) -> syn::Error {
    at(attr, "`#[constant]` takes no arguments")
}

pub(crate) fn constant_variant(attr: &syn::Attribute) -> syn::Error {
    at(attr, "`#[constant]` is for fields; mark each field of the variant")
}

pub(crate) fn constant_type(attr: &syn::Attribute) -> syn::Error {
    at(attr, "`#[constant]` is for fields; a type without any tangent needs no `Differentiable`")
}

pub(crate) fn unknown_derive_option(option: &syn::Path) -> syn::Error {
    let name = option.to_token_stream().to_string();
    at(option, format!("no option is called `{name}`; the options are `tangent`, `crate` and `lends`"))
}

pub(crate) fn reference_field(and: &syn::Token![&], of: &syn::Type) -> syn::Error {
    let of = of.to_token_stream().to_string().replace(' ', "");
    at(
        and,
        format!(
            "a reference has no tangent; hold `{of}` itself, which shares its numbers, or mark the field `#[constant]`"
        ),
    )
}

pub(crate) fn field_with_dims(dims: &proc_macro2::TokenStream) -> syn::Error {
    at(
        dims,
        "fields declare no dims; write `Tensor`, or `Tensor<f64>`, and the dims where a function takes the tensor",
    )
}
