//! `#[differentiable] impl`: each method becomes a function of its receiver, whose transforms stand beside the method.

use std::rc::Rc;

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{FnArg, ImplItem, ImplItemFn, ItemFn, ItemImpl, PathArguments, ReturnType, Type};

use crate::args::Args;
use crate::derive;
use crate::error::{self, Errors};
use crate::pipeline;
use crate::signature::{is_integer_tensor, mentions_tensor};

/// Where a function is a method.
pub(crate) struct Method {
    /// `impl<..> Mlp<..> where ..`, without its items.
    pub header: TokenStream,
    /// Generics of the method alone: the function has those of the block too.
    pub generics: syn::Generics,
    /// As it was written.
    pub sig: syn::Signature,
    /// Methods of the block that are plain Rust.
    pub plain: Rc<[String]>,
    /// Those of which the block does not say it.
    pub open: Rc<[String]>,
}

/// The parameter that a receiver becomes.
pub(crate) const THIS: &str = "this";

pub(crate) fn implementation(errors: &mut Errors, args: &Args, block: ItemImpl) -> TokenStream {
    if let Some((path, _)) = &block.trait_ {
        errors.push(error::trait_impl(path));
        return block.into_token_stream();
    }
    let Some(whole) = self_path(&block.self_ty) else {
        errors.push(error::self_type(&block.self_ty));
        return block.into_token_stream();
    };
    if let Some(name) = &args.name {
        errors.push(error::name_of_many(name));
    }
    let (impl_generics, _, predicates) = block.generics.split_for_impl();
    let self_ty = &block.self_ty;
    let header = quote!(impl #impl_generics #self_ty #predicates);
    let named = |wanted: Kind| -> Rc<[String]> {
        let is = |f: &&ImplItemFn| kind(&function(&block, f, &whole), f) == wanted;
        methods(&block).filter(is).map(|f| f.sig.ident.to_string()).collect::<Vec<_>>().into()
    };
    let (plain, open) = (named(Kind::Plain), named(Kind::Open));
    let (mut items, mut beside) = (Vec::new(), TokenStream::new());
    for item in &block.items {
        let ImplItem::Fn(f) = item else {
            items.push(item.to_token_stream());
            continue;
        };
        if plain.iter().chain(open.iter()).any(|name| f.sig.ident == name) {
            let mut f = f.clone();
            f.attrs.retain(|a| !a.path().is_ident("constant"));
            items.push(f.into_token_stream());
            continue;
        }
        let mut function = function(&block, f, &whole);
        let mut own = method_args(errors, args, &mut function);
        let method = Method {
            header: header.clone(),
            generics: f.sig.generics.clone(),
            sig: f.sig.clone(),
            plain: plain.clone(),
            open: open.clone(),
        };
        own.method = Some(Rc::new(method));
        if own.name.is_none() {
            own.name = Some(marker(&whole, &f.sig.ident));
        }
        let made = pipeline::method(errors, &own, &function);
        items.push(made.plain);
        beside.extend(made.beside);
    }
    let attrs = &block.attrs;
    quote! {
        #(#attrs)*
        #header { #(#items)* }
        #beside
    }
}

fn methods(block: &ItemImpl) -> impl Iterator<Item = &ImplItemFn> {
    block.items.iter().filter_map(|item| match item {
        ImplItem::Fn(f) => Some(f),
        _ => None,
    })
}

/// `__MlpForward`
fn marker(whole: &syn::Path, method: &Ident) -> Ident {
    let camel = |text: &str| -> String {
        let words = text.trim_start_matches("r#").split('_');
        words.map(|w| w[..1.min(w.len())].to_uppercase() + w.get(1..).unwrap_or_default()).collect()
    };
    let of = whole.segments.last().map(|s| s.ident.to_string()).unwrap_or_default();
    let name = format!("__{of}{}", camel(&method.to_string()));
    Ident::new(&name, Span::call_site().located_at(method.span()))
}

/// `#[differentiable(..)]` on the method, over that on the block.
fn method_args(errors: &mut Errors, outer: &Args, function: &mut ItemFn) -> Args {
    let mut args = outer.clone();
    args.name = None;
    function.attrs.retain(|attr| {
        if !attr.path().is_ident("differentiable") {
            return true;
        }
        let tokens = match &attr.meta {
            syn::Meta::List(list) => list.tokens.clone(),
            _ => TokenStream::new(),
        };
        let own = Args::parse(errors, tokens);
        args = Args {
            order: own.order.max(outer.order),
            krate: own.krate.clone().or_else(|| outer.krate.clone()),
            float: own.float.clone().or_else(|| outer.float.clone()),
            ..own
        };
        false
    });
    args
}

/// What a method of the block is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// It has derivatives.
    Differentiable,
    Plain,
    /// It gives a type of the user's, which may hold tensors, and takes none by its text. It is plain Rust, but differentiable
    /// bodies do not take it for that: what it gives might silently have no derivative.
    Open,
}

fn kind(function: &ItemFn, f: &ImplItemFn) -> Kind {
    let marked = |name: &str| f.attrs.iter().any(|a| a.path().is_ident(name));
    if marked("constant") {
        return Kind::Plain;
    }
    if marked("differentiable") {
        return Kind::Differentiable;
    }
    let numbers = derive::numbers(&function.sig.generics);
    let ReturnType::Type(_, ty) = &f.sig.output else { return Kind::Plain };
    let given = crate::signature::result_of(ty).unwrap_or(ty);
    let moves = |arg: &FnArg| match arg {
        FnArg::Receiver(_) => true,
        FnArg::Typed(p) => {
            let constant = p.attrs.iter().any(|a| a.path().is_ident("constant"));
            !constant && !derive::is_constant(&p.ty, &numbers)
        }
    };
    let constant = is_integer_tensor(ty) || derive::is_constant(given, &numbers);
    if constant || matches!(given, Type::Reference(_)) || !f.sig.inputs.iter().any(moves) {
        return Kind::Plain;
    }
    let tensor = |arg: &FnArg| matches!(arg, FnArg::Typed(p) if moves(arg) && mentions_tensor(&p.ty));
    let takes_both = f.sig.receiver().is_some() && f.sig.inputs.iter().any(tensor);
    if mentions_tensor(ty) || takes_both { Kind::Differentiable } else { Kind::Open }
}

/// The method as a function of its receiver.
fn function(block: &ItemImpl, f: &ImplItemFn, whole: &syn::Path) -> ItemFn {
    let mut f = f.clone();
    let self_ty = &block.self_ty;
    if let Some(first) = f.sig.inputs.first_mut()
        && let FnArg::Receiver(r) = &*first
        && let syn::ReceiverKind::Reference(_, lifetime, None) = &r.kind
    {
        let this = Ident::new(THIS, r.self_token.span);
        *first = syn::parse_quote!(#this: & #lifetime #self_ty);
    }
    let mut generics = block.generics.clone();
    generics.params.extend(f.sig.generics.params.iter().cloned());
    // Lifetimes come first.
    let (lifetimes, others): (Vec<_>, Vec<_>) =
        generics.params.into_iter().partition(|p| matches!(p, syn::GenericParam::Lifetime(_)));
    generics.params = lifetimes.into_iter().chain(others).collect();
    if let Some(own) = &f.sig.generics.where_clause {
        generics.make_where_clause().predicates.extend(own.predicates.iter().cloned());
    }
    f.sig.generics = generics;
    let (attrs, vis, sig, body) = (&f.attrs, &f.vis, &f.sig, &f.block);
    let text = without_self(quote!(#vis #sig #body), whole);
    match syn::parse2::<ItemFn>(text) {
        Ok(mut function) => {
            function.attrs.clone_from(attrs);
            function
        }
        // What cannot be read again stays as it is, and is refused for its receiver.
        Err(_) => ItemFn {
            attrs: f.attrs,
            vis: f.vis,
            modifiers: f.modifiers,
            sig: f.sig,
            block: Box::new(f.block),
        },
    }
}

/// The type of the block where an expression names it: `Mlp::<T>`.
fn self_path(ty: &Type) -> Option<syn::Path> {
    let Type::Path(p) = ty else { return None };
    if p.qself.is_some() {
        return None;
    }
    let mut path = p.path.clone();
    for segment in &mut path.segments {
        if let PathArguments::AngleBracketed(args) = &mut segment.arguments {
            args.colon2_token.get_or_insert_with(Default::default);
        }
    }
    Some(path)
}

fn without_self(tokens: TokenStream, whole: &syn::Path) -> TokenStream {
    let each = tokens.into_iter().map(|token| match token {
        TokenTree::Ident(ident) if ident == "Self" => {
            let spanned = whole.to_token_stream().into_iter().map(|mut t| {
                t.set_span(ident.span());
                t
            });
            spanned.collect()
        }
        TokenTree::Ident(ident) if ident == "self" => Ident::new(THIS, ident.span()).to_token_stream(),
        TokenTree::Group(group) => {
            let mut inner = Group::new(group.delimiter(), without_self(group.stream(), whole));
            inner.set_span(group.span());
            TokenTree::Group(inner).into()
        }
        token => token.into(),
    });
    each.collect()
}
