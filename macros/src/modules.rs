//! `#[differentiable] mod`: its marked functions are expanded as one unit, in which calls of each other are inlined. The
//! rest of the module stays as it is written, and so does what `cfg` or another macro may still change.

mod bound;
mod fits;
pub(crate) mod unit;

use std::rc::Rc;

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::visit::Visit;
use syn::{Attribute, Item, ItemFn, ItemImpl, ItemMod, ItemTrait};

use crate::args::Args;
use crate::error::{self, Errors};
use crate::lower::module::Derived;
use crate::numbers::Numbers;
use crate::table::RuleCache;
use crate::{methods, names, pipeline};

/// Attributes that leave a function as it is.
const INERT: &[&str] =
    &["allow", "cold", "deny", "deprecated", "doc", "expect", "inline", "must_use", "track_caller", "warn"];

/// The module with its marked functions expanded.
pub(crate) fn expand(errors: &mut Errors, args: &Args, module: &ItemMod) -> TokenStream {
    if let Some(value) = &args.name {
        errors.push(error::option_of_functions(value, "name"));
    }
    for (name, given) in
        [("vjp", &args.vjp), ("jvp", &args.jvp), ("inherent", &args.inherent), ("jacobian", &args.jacobian)]
    {
        if let Some(path) = given {
            errors.push(error::option_of_functions(path, name));
        }
    }
    if let Some(text) = &args.budget {
        errors.push(error::option_of_functions(text, "budget"));
    }
    if let Some(name) = args.vmap.first() {
        errors.push(error::option_of_functions(name, "vmap"));
    }
    let Some((_, items)) = &module.content else {
        errors.push(error::module_elsewhere(module));
        return module.to_token_stream();
    };
    if !items.iter().any(|item| attributes(item).is_some_and(|attrs| attrs.iter().any(is_marker))) {
        errors.push(error::nothing_marked(&module.ident));
    }
    let items = &bound::with_constants(errors, items);
    let functions = functions(errors, args, items);
    let texts: Vec<(Args, ItemFn)> = functions.iter().map(|(args, item)| text_of(args, item)).collect();
    let unit = Rc::new(unit::of(&RuleCache::default(), args, &texts, items));
    let mut next = functions.iter();
    let expanded = items.iter().map(|item| match item {
        Item::Fn(function) if is_ours(&function.attrs) => {
            next.next().map_or_else(TokenStream::new, |(args, item)| {
                pipeline::function(Errors::new(), args.clone(), item, Some(&unit))
            })
        }
        Item::Impl(block) if is_ours(&block.attrs) => reported(|errors| {
            let (args, attrs) = marked(errors, args, &block.attrs);
            let block = ItemImpl { attrs, ..block.clone() };
            if let (Some(path), None) = (of_unmarked(&block, items), &args.inherent) {
                errors.push(error::unmarked_trait(path));
                return methods::unmarked(block);
            }
            let block = bound::bounded(errors, block, items);
            let misfit = args.inherent.is_none().then(|| fits::misfit(errors, &block, items)).flatten();
            let Some(fitting) = misfit else {
                return methods::implementation(errors, &args, block, Some(&unit));
            };
            let mut of_stubs = Errors::new();
            let stubs = methods::implementation(&mut of_stubs, &args, fitting, Some(&unit));
            of_stubs.forget();
            stubs
        }),
        Item::Trait(declared) if is_ours(&declared.attrs) => reported(|errors| {
            let (args, attrs) = marked(errors, args, &declared.attrs);
            methods::declaration(errors, &args, &ItemTrait { attrs, ..declared.clone() }, Some(&unit))
        }),
        other => other.to_token_stream(),
    });
    let expanded: TokenStream = expanded.collect();
    let (inner, outer): (Vec<_>, Vec<_>) =
        module.attrs.iter().partition(|attr| matches!(attr.style, syn::AttrStyle::Inner(_)));
    let (vis, unsafety, word, name) = (&module.vis, &module.unsafety, &module.mod_token, &module.ident);
    quote!(#(#outer)* #vis #unsafety #word #name { #(#inner)* #expanded })
}

/// The trait of the block, where it stands in the module too and is not marked.
fn of_unmarked<'b>(block: &'b ItemImpl, items: &[Item]) -> Option<&'b syn::Path> {
    let (path, _) = block.trait_.as_ref()?;
    traits_of(block, items).any(|t| !t.attrs.iter().any(is_marker)).then_some(path)
}

/// The traits of the module that the block may name.
fn traits_of<'i>(block: &ItemImpl, items: &'i [Item]) -> impl Iterator<Item = &'i ItemTrait> {
    let path = block.trait_.as_ref().map(|(path, _)| path).filter(|path| path.segments.len() == 1);
    let name = path.and_then(|path| path.segments.last()).map(|s| s.ident.clone());
    items.iter().filter_map(move |item| match item {
        Item::Trait(t) if Some(&t.ident) == name.as_ref() => Some(t),
        _ => None,
    })
}

/// The items that `make` gives, and the errors that it met.
fn reported(make: impl FnOnce(&mut Errors) -> TokenStream) -> TokenStream {
    let mut errors = Errors::new();
    let items = make(&mut errors);
    let report = errors.propagate().err();
    quote!(#items #report)
}

/// The text of a function for those that call it.
fn text_of(args: &Args, item: &ItemFn) -> (Args, ItemFn) {
    // They are reported where the function is expanded.
    let mut errors = Errors::new();
    let numbers = Numbers::of(&mut errors, args, item);
    let text = numbers.map_or_else(|| (args.clone(), item.clone()), |n| n.twin(&mut errors, args));
    errors.forget();
    text
}

/// The functions that are expanded here, in order.
pub(crate) fn functions(errors: &mut Errors, args: &Args, items: &[Item]) -> Vec<(Args, ItemFn)> {
    let mut derived = Derived::default();
    for item in items {
        derived.visit_item(item);
    }
    let ours = items.iter().filter_map(|item| match item {
        Item::Fn(function) if is_ours(&function.attrs) => {
            let (args, attrs) = marked(errors, args, &function.attrs);
            let args = Args { derived: derived.0.contains(&names::unmarked(&function.sig.ident)), ..args };
            Some((args, ItemFn { attrs, ..function.clone() }))
        }
        _ => None,
    });
    ours.collect()
}

/// The methods of the blocks of types that are expanded here, as functions of their receivers, each with the type.
fn methods_of(args: &Args, items: &[Item]) -> Vec<(syn::Type, Args, ItemFn)> {
    let mut all = Vec::new();
    // They are reported where the block is expanded.
    let mut errors = Errors::new();
    for item in items {
        let Item::Impl(block) = item else { continue };
        if block.trait_.is_none() && is_ours(&block.attrs) {
            let (args, attrs) = marked(&mut errors, args, &block.attrs);
            let block = ItemImpl { attrs, ..block.clone() };
            let methods = methods::functions(&mut errors, &args, &block);
            all.extend(methods.into_iter().map(|(args, item)| ((*block.self_ty).clone(), args, item)));
        }
    }
    errors.forget();
    all
}

fn attributes(item: &Item) -> Option<&[Attribute]> {
    match item {
        Item::Fn(item) => Some(&item.attrs),
        Item::Impl(item) => Some(&item.attrs),
        Item::Trait(item) => Some(&item.attrs),
        _ => None,
    }
}

pub(crate) fn is_marker(attr: &Attribute) -> bool {
    attr.path().segments.last().is_some_and(|s| s.ident == "differentiable")
}

/// Whether nothing but this macro has a say in what the item is.
fn is_ours(attrs: &[Attribute]) -> bool {
    attrs.iter().filter(|a| is_marker(a)).count() == 1 && attrs.iter().all(|a| is_marker(a) || is_inert(a))
}

fn is_inert(attr: &Attribute) -> bool {
    INERT.iter().any(|name| attr.path().is_ident(name))
}

/// The arguments of the attribute over those of the module, and the other attributes.
fn marked(errors: &mut Errors, outer: &Args, attrs: &[Attribute]) -> (Args, Vec<Attribute>) {
    let (marks, attrs): (Vec<_>, Vec<_>) = attrs.iter().cloned().partition(is_marker);
    let tokens = marks.iter().find_map(|attr| match &attr.meta {
        syn::Meta::List(list) => Some(list.tokens.clone()),
        _ => None,
    });
    (Args::parse(errors, tokens.unwrap_or_default()).over(outer), attrs)
}
