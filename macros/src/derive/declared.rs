//! Dims in the type of a field, which declare nothing: a function that takes the tensor declares them.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{GenericArgument, PathArguments, Type};

use crate::ir::Elem;

/// The type of a field that is written with dims, without them; and the dims.
pub(super) struct WithDims {
    pub erased: Type,
    pub dims: TokenStream,
    /// Those that are names.
    pub names: Vec<Ident>,
}

/// `Tensor<I, H>`; `generics`: all type parameters.
pub(super) fn with_dims(ty: &Type, generics: &[String]) -> Option<WithDims> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last().filter(|s| s.ident == "Tensor")?;
    let PathArguments::AngleBracketed(given) = &last.arguments else { return None };
    let name = |arg: &GenericArgument| match arg {
        GenericArgument::Type(Type::Path(p)) => p.path.get_ident().cloned(),
        _ => None,
    };
    let is_element = |arg: &GenericArgument| match (arg, name(arg).map(|name| name.to_string())) {
        (GenericArgument::Type(_), Some(name)) => {
            // Alone it may be a type of the user's.
            Elem::named(&name).is_some() || generics.contains(&name) || given.args.len() == 1
        }
        (GenericArgument::Type(Type::Infer(_)) | GenericArgument::Const(_), _) => false,
        _ => true,
    };
    let mut args = given.args.iter().peekable();
    let element = args.next_if(|first| is_element(first)).cloned();
    let dims: Vec<&GenericArgument> = args.collect();
    if dims.is_empty() {
        return None;
    }
    let names =
        dims.iter().filter_map(|dim| name(dim)).filter(|n| !generics.contains(&n.to_string())).collect();
    let mut erased = path.clone();
    if let Some(last) = erased.path.segments.last_mut() {
        last.arguments = element.map_or(PathArguments::None, |element| {
            PathArguments::AngleBracketed(syn::parse_quote!(<#element>))
        });
    }
    Some(WithDims { erased: Type::Path(erased), dims: quote!(#(#dims),*), names })
}
