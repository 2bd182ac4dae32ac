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

/// Where a type stands that has no tangent.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Stands {
    Field,
    Parameter,
    Result,
}

impl Stands {
    /// To have what is in a type, and not the type.
    fn have(self) -> &'static str {
        match self {
            Self::Field => "hold",
            Self::Parameter => "take",
            Self::Result => "return",
        }
    }

    /// The other way: of a result there is none.
    fn or_constant(self) -> &'static str {
        match self {
            Self::Field => ", or mark the field `#[constant]`",
            Self::Parameter => ", or mark it `#[constant]`",
            Self::Result => "",
        }
    }
}

/// `Arc<Tensor>`
pub(crate) fn shared(name: &syn::Ident, stands: Stands) -> syn::Error {
    let (have, constant) = (stands.have(), stands.or_constant());
    at(
        name,
        format!(
            "`{name}` has no tangent, as an update would change it for all who share it; {have} what is in it, since tensors \
             share their numbers themselves{constant}"
        ),
    )
}

/// `RefCell<Tensor>`
pub(crate) fn guarded(name: &syn::Ident, stands: Stands) -> syn::Error {
    let (have, constant) = (stands.have(), stands.or_constant());
    at(name, format!("`{name}` has no tangent, as others may change it; {have} what is in it{constant}"))
}

/// `BTreeMap<String, Tensor>`
pub(crate) fn map(name: &syn::Ident, stands: Stands) -> syn::Error {
    let (beside, constant) = match stands {
        Stands::Field => ("with the names in a field of their own", stands.or_constant()),
        Stands::Parameter | Stands::Result => ("with the names beside it", stands.or_constant()),
    };
    at(
        name,
        format!(
            "`{name}` has no tangent, as its keys are known at run time alone; write a struct with a field for each, a `Vec` \
             {beside}{constant}"
        ),
    )
}

/// `Box<dyn Layer>`
pub(crate) fn object(object: &syn::TypeTraitObject, stands: Stands) -> syn::Error {
    let name = object.bounds.iter().find_map(|bound| match bound {
        syn::TypeParamBound::Trait(bound) => bound.path.segments.last().map(|s| s.ident.to_string()),
        _ => None,
    });
    let (name, constant) = (name.unwrap_or_default(), stands.or_constant());
    at(
        object,
        format!(
            "`dyn {name}` has no tangent, as its type is known at run time alone; write an enum of its implementations, a type \
             parameter `L: {name} + Differentiable`{constant}"
        ),
    )
}

/// `Box<[Tensor]>`
pub(crate) fn boxed_slice(slice: &syn::TypeSlice) -> syn::Error {
    let of = crate::names::type_text(&slice.elem);
    at(slice, format!("a slice in a box has no tangent; write `Vec<{of}>` for the box and the slice"))
}
