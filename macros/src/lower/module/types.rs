//! Types of the module as its texts write them: what the parameters of one stand for.

use std::collections::BTreeMap;

use quote::ToTokens;
use syn::{GenericArgument, Generics, PathArguments, PathSegment, Type};

use crate::names;

/// Type arguments by the names of their parameters.
pub(crate) type Given = BTreeMap<String, Type>;

/// The arguments of `ty` for the parameters of `of`; `_` for one that `ty` leaves out. `None`: it is another type.
pub(crate) fn arguments(generics: &Generics, of: &Type, ty: &Type) -> Option<Given> {
    let (wanted, have) = (last(of)?, last(ty)?);
    if !names::same(&wanted.ident, &have.ident) {
        return None;
    }
    let (wanted, have) = (listed(wanted), listed(have));
    let infer = GenericArgument::Type(syn::parse_quote!(_));
    if !have.is_empty() && wanted.len() != have.len() {
        return None;
    }
    let mut given = Given::new();
    for (i, wanted) in wanted.iter().enumerate() {
        let have = have.get(i).copied().unwrap_or(&infer);
        let param = |name: &syn::Ident| generics.type_params().any(|p| p.ident == *name);
        match (wanted, have) {
            (GenericArgument::Type(Type::Path(p)), GenericArgument::Type(ty))
                if p.path.get_ident().is_some_and(param) =>
            {
                let name = p.path.to_token_stream().to_string();
                let before = given.insert(name, ty.clone());
                if before.is_some_and(|before| !alike(&before, ty)) {
                    return None;
                }
            }
            (wanted, have) => alike(wanted, have).then_some(())?,
        }
    }
    Some(given)
}

/// `ty` with its parameters replaced.
pub(crate) fn replaced(ty: &Type, given: &Given) -> Option<Type> {
    let tokens = names::renamed(ty.to_token_stream(), &|name| {
        given.get(&name.to_string()).map(ToTokens::to_token_stream)
    });
    syn::parse2(tokens).ok()
}

fn alike(a: &impl ToTokens, b: &impl ToTokens) -> bool {
    a.to_token_stream().to_string() == b.to_token_stream().to_string()
}

/// The name of a type that is a name alone.
fn last(ty: &Type) -> Option<&PathSegment> {
    let Type::Path(path) = ty else { return None };
    let alone = path.qself.is_none() && path.path.leading_colon.is_none() && path.path.segments.len() == 1;
    path.path.segments.last().filter(|_| alone)
}

/// The generic arguments without lifetimes.
fn listed(segment: &PathSegment) -> Vec<&GenericArgument> {
    match &segment.arguments {
        PathArguments::AngleBracketed(args) => {
            args.args.iter().filter(|a| !matches!(a, GenericArgument::Lifetime(_))).collect()
        }
        _ => Vec::new(),
    }
}
