//! `#[differentiable] trait`: the items beside its methods, by which code that is generic over the trait can be differentiated.

use std::rc::Rc;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{GenericParam, ItemTrait, TraitItem, TraitItemType};

use super::{Block, Place, Written, not_differentiable, still};
use crate::args::Args;
use crate::bounds::is_owned;
use crate::error::{self, Errors};
use crate::lower::module::Module;
use crate::manifest::runtime_path;
use crate::names;
use crate::pipeline;

/// `module`: whose calls are inlined.
pub(crate) fn declaration(
    errors: &mut Errors,
    args: &Args,
    item: &ItemTrait,
    module: Option<&Rc<Module>>,
) -> TokenStream {
    if let Some(name) = &args.name {
        errors.push(error::name_of_many(name));
    }
    args.without_vmap(errors);
    if let Some(word) = &args.inherent {
        errors.push(error::inherent_without_trait(word));
    }
    let methods = item.items.iter().filter_map(|item| match item {
        TraitItem::Fn(f) => Some((f.attrs.as_slice(), &f.sig)),
        _ => None,
    });
    let [plain, open] = not_differentiable(&item.generics, methods);
    let rt = runtime_path(args.krate.as_ref());
    let (mut items, mut beside, mut required) = (Vec::new(), TokenStream::new(), false);
    for member in &item.items {
        let TraitItem::Fn(f) = member else {
            items.push(member.to_token_stream());
            continue;
        };
        if plain.iter().chain(open.iter()).any(|name| f.sig.ident == name) {
            let mut f = f.clone();
            f.attrs.retain(|a| !a.path().is_ident("constant"));
            if plain.iter().any(|name| f.sig.ident == name) {
                // A trait object has the method and not these.
                items.push(still::beside(&f.sig, &syn::Visibility::Inherited, &rt, &quote!(Self: Sized,)));
            }
            items.push(f.into_token_stream());
            continue;
        }
        let whole = Ident::new(names::SELF, Span::call_site()).to_token_stream();
        let block = Block {
            generics: with_self(item, args, f.sig.receiver().is_some()),
            receiver: whole.clone(),
            whole,
            prefix: item.ident.to_string(),
            plain: plain.clone(),
            open: open.clone(),
        };
        let none = syn::parse_quote!({});
        let body = f.default.as_ref();
        let written =
            Written { attrs: &f.attrs, vis: item.vis.clone(), sig: &f.sig, body: body.unwrap_or(&none) };
        required |= body.is_none();
        let place = Place::Trait { default: body.is_some() };
        let (own, function) = block.function(errors, args, place, syn::Visibility::Inherited, &written);
        let made = match body {
            Some(_) => pipeline::method(errors, &own, &function, module),
            None => pipeline::declared(errors, &own, &function),
        };
        items.push(made.plain);
        beside.extend(made.beside);
    }
    let body = if required { quote!(;) } else { quote!({}) };
    items.insert(0, reminder(&quote!(where Self: Sized #body)));
    let ItemTrait { attrs, vis, unsafety, trait_token, ident, generics, colon_token, supertraits, .. } = item;
    let predicates = &generics.where_clause;
    quote! {
        #(#attrs)*
        #vis #unsafety #trait_token #ident #generics #colon_token #supertraits #predicates { #(#items)* }
        #beside
    }
}

/// The first item of the trait and of its implementations. Where one of them is not marked, rustc says of the other
/// that this is missing, or not known.
pub(super) fn reminder(rest: &TokenStream) -> TokenStream {
    let name = Ident::new("__differentiable_marks_the_trait_and_each_impl", Span::call_site());
    quote!(#[doc(hidden)] #[allow(missing_docs)] fn #name() #rest)
}

/// The generics of the trait, and a parameter for what implements it. Only a receiver has to be differentiable.
fn with_self(item: &ItemTrait, args: &Args, receiver: bool) -> syn::Generics {
    let (name, of) = (Ident::new(names::SELF, Span::call_site()), &item.ident);
    let (_, type_generics, _) = item.generics.split_for_impl();
    let rt = runtime_path(args.krate.as_ref());
    let differentiable = receiver.then(|| quote!(+ #rt::Differentiable));
    let owned = is_owned(&item.supertraits).then(|| quote!(+ #rt::Owned));
    let param: GenericParam = syn::parse_quote!(#name: #of #type_generics #differentiable #owned);
    let mut generics = item.generics.clone();
    // A type has no defaults to inherit.
    for param in &mut generics.params {
        match param {
            GenericParam::Type(p) => p.default = None,
            GenericParam::Const(p) => p.default = None,
            GenericParam::Lifetime(_) => {}
        }
    }
    generics.params.push(param);
    // What a trait says of its types a function of `Self` knows, and the text of that function alone is read.
    for member in &item.items {
        if let TraitItem::Type(TraitItemType { ident, bounds, .. }) = member
            && is_owned(bounds)
        {
            generics.make_where_clause().predicates.push(syn::parse_quote!(#name::#ident: #bounds));
        }
    }
    generics
}
