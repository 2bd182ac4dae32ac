//! What bounds say of type parameters.

use quote::ToTokens;
use syn::{Generics, TypeParamBound, WherePredicate};

/// Bounds of element types, as they are called in the library. What has one holds no tensor by itself.
const ELEMENTS: &[&str] = &["Float", "Num", "Element"];

const FUNCTIONS: &[&str] = &["Fn", "FnMut", "FnOnce"];

/// Type parameters that are element types.
pub(crate) fn numbers(generics: &Generics) -> Vec<String> {
    let named = |name: &&String| bounds(generics, name).iter().any(|b| ELEMENTS.contains(&&**b));
    names(generics).iter().filter(named).cloned().collect()
}

/// Type parameters that are closures and functions.
pub(crate) fn functions(generics: &Generics) -> Vec<String> {
    let named = |name: &&String| bounds(generics, name).iter().any(|b| FUNCTIONS.contains(&&**b));
    names(generics).iter().filter(named).cloned().collect()
}

/// `dyn Fn(..)`
pub(crate) fn is_function<'b>(mut bounds: impl Iterator<Item = &'b TypeParamBound>) -> bool {
    bounds.any(|b| last(b).is_some_and(|name| FUNCTIONS.contains(&&*name)))
}

fn last(bound: &TypeParamBound) -> Option<String> {
    match bound {
        TypeParamBound::Trait(t) => t.path.segments.last().map(|s| s.ident.to_string()),
        _ => None,
    }
}

pub(crate) fn names(generics: &Generics) -> Vec<String> {
    generics.type_params().map(|p| p.ident.to_string()).collect()
}

/// The last words of the traits that a type parameter is bound by.
pub(crate) fn bounds(generics: &Generics, name: &str) -> Vec<String> {
    let own = generics.type_params().filter(|p| p.ident == name).flat_map(|p| &p.bounds);
    let further = generics.where_clause.iter().flat_map(|w| &w.predicates).filter_map(|p| match p {
        WherePredicate::Type(p) if p.bounded_ty.to_token_stream().to_string() == name => Some(&p.bounds),
        _ => None,
    });
    own.chain(further.flatten()).filter_map(last).collect()
}
