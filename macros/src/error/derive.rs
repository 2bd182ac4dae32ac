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

/// `Arc<Tensor>`
pub(crate) fn shared_field(name: &syn::Ident) -> syn::Error {
    at(
        name,
        format!(
            "`{name}` has no tangent, as an update would change it for all who share it; hold what is in it, since tensors \
             share their numbers themselves, or mark the field `#[constant]`"
        ),
    )
}

/// `RefCell<Tensor>`
pub(crate) fn guarded_field(name: &syn::Ident) -> syn::Error {
    at(
        name,
        format!(
            "`{name}` has no tangent, as others may change it; hold what is in it, or mark the field `#[constant]`"
        ),
    )
}

/// `BTreeMap<String, Tensor>`
pub(crate) fn map_field(name: &syn::Ident) -> syn::Error {
    at(
        name,
        format!(
            "`{name}` has no tangent, as its keys are known at run time alone; write a struct with a field for each, a `Vec` with the \
             names in a field of their own, or mark the field `#[constant]`"
        ),
    )
}

/// `Box<dyn Layer>`
pub(crate) fn object_field(object: &syn::TypeTraitObject) -> syn::Error {
    let name = object.bounds.iter().find_map(|bound| match bound {
        syn::TypeParamBound::Trait(bound) => bound.path.segments.last().map(|s| s.ident.to_string()),
        _ => None,
    });
    let name = name.unwrap_or_default();
    at(
        object,
        format!(
            "`dyn {name}` has no tangent, as its type is known at run time alone; write an enum of its implementations, a type \
             parameter `L: {name} + Differentiable`, or mark the field `#[constant]`"
        ),
    )
}
