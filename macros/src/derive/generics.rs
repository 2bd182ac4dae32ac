//! The generics of a tangent: those of the type that its tangent depends on.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{GenericParam, Generics, Type, WherePredicate};

use crate::known::name;
use crate::names;
use crate::signature::generics::{bounds, names, numbers};
use crate::signature::held;

/// Parameters that are not types.
pub(super) fn others(generics: &Generics) -> Vec<String> {
    generics.params.iter().filter(|p| !matches!(p, GenericParam::Type(_))).map(name).collect()
}

/// Whether a type parameter that is no element type stands in one of the types.
pub(super) fn of_layers<'t>(generics: &Generics, types: impl Iterator<Item = &'t Type>) -> bool {
    let (numbers, all): (Vec<String>, TokenStream) =
        (numbers(generics), types.map(ToTokens::to_token_stream).collect());
    let mut all_names = names(generics).into_iter();
    all_names.any(|name| !numbers.contains(&name) && names::mentions(&all, &name))
}

/// The type parameters whose tangents the fields need.
pub(super) fn moving(generics: &Generics, active: &[&Type]) -> Vec<String> {
    let (names, numbers) = (names(generics), numbers(generics));
    let mut needed = Vec::new();
    for ty in active {
        held::needs(ty, &names, &mut needed);
    }
    needed.sort();
    needed.dedup();
    needed.retain(|name| !numbers.contains(name));
    needed
}

/// The generics of the type itself, with the bounds that the fields need.
pub(super) fn bound(generics: &Generics, moving: &[String], rt: &TokenStream) -> Generics {
    let mut bound = generics.clone();
    for param in generics.type_params() {
        let ident = &param.ident;
        if moving.contains(&ident.to_string()) {
            bound.make_where_clause().predicates.push(syn::parse_quote!(#ident: #rt::Differentiable));
        }
    }
    bound
}

/// Where parameters have no bound that says so, as none of the fields that move is of them: that the type can be cloned, whatever
/// that asks of them.
pub(super) fn cloned(bound: &Generics, name: &Ident) -> Generics {
    let numbers = numbers(bound);
    let says = |b: &String| b == "Clone" || b == "Copy" || b == "Differentiable";
    let silent = |name: &String| !numbers.contains(name) && !bounds(bound, name).iter().any(says);
    let mut cloned = bound.clone();
    if names(bound).iter().any(silent) {
        let (_, types, _) = bound.split_for_impl();
        let predicate = syn::parse_quote!(#name #types: __rt::Clone);
        cloned.make_where_clause().predicates.push(predicate);
    }
    cloned
}

/// Where a type of its own can be kept for as long as one likes, if all that it is made of can; `None` with a lifetime in it.
pub(super) fn whole(bound: &Generics) -> Option<Generics> {
    if bound.lifetimes().next().is_some() {
        return None;
    }
    let (numbers, mut whole) = (numbers(bound), bound.clone());
    for param in bound.type_params().filter(|p| !numbers.contains(&p.ident.to_string())) {
        let ident = &param.ident;
        whole.make_where_clause().predicates.push(syn::parse_quote!(#ident: __rt::calls::Unborrowed));
    }
    Some(whole)
}

/// The generics of the tangent, and those of them that no field mentions.
pub(super) fn kept(bound: &Generics, active: &[&Type]) -> (Generics, Vec<GenericParam>) {
    let fields: TokenStream = active.iter().map(ToTokens::to_token_stream).collect();
    let used = |p: &GenericParam| names::mentions(&fields, &name(p));
    let mut kept: Vec<bool> = bound.params.iter().map(used).collect();
    // What the bounds of a kept one mention is kept too.
    loop {
        let more = |i: usize| {
            let by_param =
                bound.params.iter().zip(&kept).any(|(p, &k)| k && mentions_param(p, &bound.params[i]));
            let predicates = bound.where_clause.iter().flat_map(|w| &w.predicates);
            let touched = |p: &&WherePredicate| {
                let text = subject(p);
                bound.params.iter().zip(&kept).any(|(q, &k)| k && names::mentions(&text, &name(q)))
            };
            let by_predicate = predicates
                .filter(touched)
                .any(|p| names::mentions(&p.to_token_stream(), &name(&bound.params[i])));
            by_param || by_predicate
        };
        let Some(i) = (0..kept.len()).find(|&i| !kept[i] && more(i)) else { break };
        kept[i] = true;
    }
    let (stay, go): (Vec<_>, Vec<_>) = bound.params.iter().zip(&kept).partition(|(_, k)| **k);
    let gone: Vec<String> = go.iter().map(|(p, _)| name(p)).collect();
    let idle = stay.iter().map(|(p, _)| (*p).clone());
    let idle = idle.filter(|p| !used(p) && !matches!(p, GenericParam::Const(_))).collect();
    let mut generics =
        Generics { params: stay.into_iter().map(|(p, _)| p.clone()).collect(), ..Generics::default() };
    for predicate in bound.where_clause.iter().flat_map(|w| &w.predicates) {
        let text = predicate.to_token_stream();
        if !gone.iter().any(|name| names::mentions(&text, name)) {
            generics.make_where_clause().predicates.push(predicate.clone());
        }
    }
    (generics, idle)
}

/// The subject of a predicate.
fn subject(predicate: &WherePredicate) -> TokenStream {
    match predicate {
        WherePredicate::Type(p) => p.bounded_ty.to_token_stream(),
        WherePredicate::Lifetime(p) => p.lifetime.to_token_stream(),
        other => other.to_token_stream(),
    }
}

fn mentions_param(param: &GenericParam, other: &GenericParam) -> bool {
    name(param) != name(other) && names::mentions(&param.to_token_stream(), &name(other))
}

/// A type that mentions parameters and holds nothing of them.
pub(super) fn marker(idle: &[GenericParam], rt: &TokenStream) -> Option<TokenStream> {
    let types = idle.iter().map(|param| match param {
        GenericParam::Lifetime(p) => {
            let lifetime = &p.lifetime;
            quote!(&#lifetime ())
        }
        GenericParam::Type(p) => p.ident.to_token_stream(),
        GenericParam::Const(_) => quote!(()),
    });
    (!idle.is_empty()).then(|| quote!(#rt::PhantomData<fn() -> (#(#types,)*)>))
}

/// The operators of a struct of tangents. A macro of the library writes them: they are alike but for the type.
pub(crate) fn operators(generics: &Generics, name: &Ident) -> TokenStream {
    let (_, types, predicates) = generics.split_for_impl();
    let params = generics.params.iter().map(|param| {
        let mut param = param.clone();
        match &mut param {
            GenericParam::Type(t) => t.default = None,
            GenericParam::Const(c) => c.default = None,
            GenericParam::Lifetime(_) => {}
        }
        param
    });
    // Its own place is not that of a type without a tangent.
    let name = Ident::new(&name.to_string(), Span::call_site());
    quote!(__rt::operators!([#(#params,)*] #name #types, #predicates);)
}

/// The tokens with the same for each of these names.
pub(super) fn replaced_all(tokens: TokenStream, from: &[String], to: &TokenStream) -> TokenStream {
    names::renamed(tokens, &|name| from.iter().any(|f| name == f).then(|| to.clone()))
}

/// The tokens with one name for another.
pub(super) fn replaced(tokens: TokenStream, from: &Ident, to: &Ident) -> TokenStream {
    names::renamed(tokens, &|name| (name == from).then(|| to.to_token_stream()))
}
