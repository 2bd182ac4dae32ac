//! Bounds that element types need, where the text shows that they are missing. rustc would miss them in every item that is
//! emitted; so it is said once, and what follows goes by the bound that should be there.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, quote};
use syn::punctuated::Punctuated;
use syn::visit::Visit;
use syn::{
    FnArg, GenericArgument, Generics, PathArguments, ReturnType, Signature, Token, Type, TypeParamBound,
};

use crate::error::{self, Errors};
use crate::names;
use crate::signature::{self, is_of_elements, is_tensor, strip};
use crate::spans;

/// Traits that say nothing of an element type. Any other trait may be the user's own, with the bound among its own.
const OTHERS: &[&str] = &[
    "Clone",
    "Copy",
    "Debug",
    "Default",
    "Display",
    "Eq",
    "Hash",
    "Ord",
    "PartialEq",
    "PartialOrd",
    "Send",
    "Sync",
    "Element",
    "Num",
];

/// Adds `T: Float` where `T` stands in a tensor that has a tangent, and says that it is missing. Whether it was.
pub(crate) fn of_functions<'s>(
    errors: &mut Errors,
    generics: &mut Generics,
    signatures: impl Iterator<Item = &'s Signature>,
    rt: &TokenStream,
) -> bool {
    let (mut active, mut all) = (Elements::default(), Elements::default());
    for sig in signatures {
        for arg in &sig.inputs {
            let FnArg::Typed(arg) = arg else { continue };
            all.visit_type(&arg.ty);
            if !arg.attrs.iter().any(|a| a.path().is_ident("constant")) {
                active.visit_type(&arg.ty);
            }
        }
        if let ReturnType::Type(_, ty) = &sig.output {
            all.visit_type(ty);
        }
    }
    add(errors, generics, &active.0, &all.0, rt)
}

/// As [`of_functions`], for the fields of a type.
pub(crate) fn of_fields<'t>(
    errors: &mut Errors,
    generics: &mut Generics,
    fields: impl Iterator<Item = &'t Type>,
    rt: &TokenStream,
) {
    let mut active = Elements::default();
    fields.for_each(|ty| active.visit_type(ty));
    add(errors, generics, &active.0, &active.0, rt);
}

/// Lets a block assume the tangents of its type's parameters where their own bounds do not say that they have one. A struct
/// may hold them as constants, which its derive alone knows, see `calls::Moves` of the runtime. What is returned mentions the
/// tangent of the type once, without what is assumed: where there is none, this alone is an error.
pub(crate) fn of_blocks(generics: &mut Generics, ty: &Type, rt: &TokenStream) -> Option<TokenStream> {
    let Type::Path(syn::TypePath { qself: None, path, .. }) = ty else { return None };
    let (written, numbers) = (generics.clone(), signature::numbers(generics));
    let silent = |name: &Ident| {
        let is = written.type_params().any(|p| p.ident == *name);
        let bounds = signature::bounds(&written, &name.to_string());
        is && !numbers.contains(&name.to_string()) && !bounds.iter().any(|b| b == "Differentiable")
    };
    let last = path.segments.last()?;
    let holds = spans::HOLDERS.iter().any(|holder| last.ident == holder);
    let PathArguments::AngleBracketed(given) = &last.arguments else { return None };
    let own = spans::of_macro(ty);
    let args = given.args.iter().filter(|arg| !matches!(arg, GenericArgument::Lifetime(_)));
    let found: Vec<TokenStream> = args
        .enumerate()
        .filter_map(|(k, arg)| {
            let GenericArgument::Type(Type::Path(arg)) = arg else { return None };
            let name = arg.path.get_ident().filter(|name| silent(name))?;
            let k = Literal::usize_unsuffixed(k);
            let of = quote!(<#own as #rt::calls::Moves<#k>>::Of);
            Some(if holds { name.to_token_stream() } else { spans::located(of, spans::place(ty)) })
        })
        .collect();
    if found.is_empty() {
        return None;
    }
    let predicates =
        found.iter().map(|of| -> syn::WherePredicate { syn::parse_quote!(#of: #rt::Differentiable) });
    generics.make_where_clause().predicates.extend(predicates);
    let (params, _, clause) = written.split_for_impl();
    let tangent = spans::of_type(ty, "form", rt);
    Some(quote! {
        #[allow(clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
        const _: () = {
            fn __assumed #params() #clause { let _ = #tangent; }
        };
    })
}

/// Conditions that types of arguments have tangents, of types that say nothing of generics. The items of a trait's method all say
/// these in the same words at the same place. So rustc tells once of a type that has none.
pub(crate) fn of_arguments(sig: &Signature, rt: &TokenStream) -> Vec<syn::WherePredicate> {
    let numbers = signature::numbers(&sig.generics);
    let is_param = |name: &Ident| sig.generics.type_params().any(|p| p.ident == *name) || name == names::SELF;
    let each = sig.inputs.iter().filter_map(|arg| {
        let FnArg::Typed(arg) = arg else { return None };
        // A trait's receiver is `Self`, of which it may say nothing.
        if matches!(&*arg.pat, syn::Pat::Ident(name) if name.ident == names::THIS) {
            return None;
        }
        let constant = arg.attrs.iter().any(|a| a.path().is_ident("constant"));
        let ty = match strip(&arg.ty) {
            Type::Reference(r) => strip(&r.elem),
            ty => ty,
        };
        let Type::Path(syn::TypePath { qself: None, path, .. }) = ty else { return None };
        let known = constant || is_tensor(ty) || signature::is_constant(ty, &numbers);
        let plain = path.segments.iter().all(|s| s.arguments.is_none() && !is_param(&s.ident));
        if known || !plain {
            return None;
        }
        syn::parse2(spans::has_tangent(ty, rt)).ok()
    });
    each.collect()
}

/// The parameter that a condition of [`of_blocks`] may be said of.
pub(crate) fn assumed(predicate: &syn::WherePredicate) -> Option<&Ident> {
    let syn::WherePredicate::Type(predicate) = predicate else { return None };
    let Type::Path(syn::TypePath { qself: Some(of), path, .. }) = &predicate.bounded_ty else { return None };
    let moves = path.segments.iter().rev().nth(1).filter(|s| s.ident == "Moves")?;
    let PathArguments::AngleBracketed(which) = &moves.arguments else { return None };
    let GenericArgument::Const(syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(k), .. })) =
        which.args.first()?
    else {
        return None;
    };
    let Type::Path(of) = &*of.ty else { return None };
    let PathArguments::AngleBracketed(given) = &of.path.segments.last()?.arguments else { return None };
    let mut args = given.args.iter().filter(|arg| !matches!(arg, GenericArgument::Lifetime(_)));
    match args.nth(k.base10_parse().ok()?)? {
        GenericArgument::Type(Type::Path(arg)) => arg.path.get_ident(),
        _ => None,
    }
}

fn add(
    errors: &mut Errors,
    generics: &mut Generics,
    active: &[Ident],
    all: &[Ident],
    rt: &TokenStream,
) -> bool {
    let mut added = false;
    let missing: Vec<Ident> = generics.type_params().map(|p| p.ident.clone()).collect();
    for name in missing {
        let bounds = signature::bounds(generics, &name.to_string());
        let has = |one: &str| bounds.iter().any(|b| b == one);
        if has("Float") || bounds.iter().any(|b| !OTHERS.contains(&b.as_str())) {
            continue;
        }
        let element = ["Num", "Element"].into_iter().find(|one| has(one));
        if active.contains(&name) || element.is_none() && all.contains(&name) {
            errors.push(error::no_float(&name, element));
            generics.make_where_clause().predicates.push(syn::parse_quote!(#name: #rt::Float));
            added = true;
        }
    }
    added
}

/// Names that stand as the element type of a tensor.
#[derive(Default)]
struct Elements(Vec<Ident>);

impl Visit<'_> for Elements {
    fn visit_path_segment(&mut self, segment: &syn::PathSegment) {
        syn::visit::visit_path_segment(self, segment);
        if !is_of_elements(&segment.ident) {
            return;
        }
        let PathArguments::AngleBracketed(given) = &segment.arguments else { return };
        if let Some(GenericArgument::Type(Type::Path(ty))) = given.args.first()
            && let Some(name) = ty.path.get_ident()
        {
            self.0.push(name.clone());
        }
    }
}

/// Whether a method takes its receiver by value.
pub(crate) fn consumes(sig: &Signature) -> bool {
    sig.receiver().is_some_and(|r| matches!(r.kind, syn::ReceiverKind::Value))
}

/// Whether one of the bounds is `Owned`, of the runtime.
pub(crate) fn is_owned(bounds: &Punctuated<TypeParamBound, Token![+]>) -> bool {
    bounds.iter().any(|bound| {
        let TypeParamBound::Trait(bound) = bound else { return false };
        bound.path.segments.last().is_some_and(|last| last.ident == "Owned")
    })
}
