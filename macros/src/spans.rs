//! Where emitted code stands. rustc says a thing once where its words and its place are the same. So all that asks a type of the user's
//! for its tangent stands at this type.

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{GenericArgument, PathArguments, Type};

use crate::names;

/// Types whose tangent is that of what is in them.
pub(crate) const HOLDERS: &[&str] = &["Vec", "Option", "Box"];

/// The tokens at another place, with the names that they had.
pub(crate) fn located(tokens: TokenStream, at: Span) -> TokenStream {
    each(tokens, &|token| token.span().located_at(at))
}

/// What stands at the macro itself at another place. Items of the macro alone: a place is another one where a name in it is of other
/// hygiene.
pub(crate) fn settled(tokens: TokenStream, at: Span) -> TokenStream {
    let bytes = |span: Span| format!("{span:?}").split(' ').nth(1).map(str::to_owned);
    let here = bytes(Span::call_site());
    each(tokens, &|token| {
        let own = token.span();
        let place = if bytes(own) == here { at } else { own };
        match token {
            TokenTree::Ident(name) if names::is_reserved(name) => Span::call_site().located_at(place),
            _ => own.located_at(place),
        }
    })
}

/// Items and fields of the macro at another place: no local of the user's is among them.
pub(crate) fn placed(tokens: TokenStream, at: Span) -> TokenStream {
    each(tokens, &|token| match token {
        // What it stands for is in the span.
        TokenTree::Ident(name) if *name == "$crate" => name.span(),
        _ => Span::call_site().located_at(at),
    })
}

/// As [`located`], for the tokens that are in no brackets, and these brackets.
pub(crate) fn around(tokens: TokenStream, at: Span) -> TokenStream {
    let each = tokens.into_iter().map(|mut token| {
        token.set_span(token.span().located_at(at));
        token
    });
    each.collect()
}

/// What a type is of: the items of a list, what is in a box.
pub(crate) fn inner(ty: &Type) -> &Type {
    match ty {
        Type::Path(path) => {
            let Some(last) = path.path.segments.last() else { return ty };
            let of = match &last.arguments {
                PathArguments::AngleBracketed(args) if HOLDERS.iter().any(|name| last.ident == name) => {
                    args.args.iter().find_map(|arg| match arg {
                        GenericArgument::Type(ty) => Some(ty),
                        _ => None,
                    })
                }
                _ => None,
            };
            of.map_or(ty, inner)
        }
        Type::Array(array) => inner(&array.elem),
        Type::Slice(slice) => inner(&slice.elem),
        Type::Reference(reference) => inner(&reference.elem),
        Type::Paren(parens) => inner(&parens.elem),
        Type::Group(group) => inner(&group.elem),
        ty => ty,
    }
}

/// The place of a type: of what it is of. One token, as places are joined on nightly compilers alone.
pub(crate) fn place(ty: &Type) -> Span {
    let inner = inner(ty);
    let last = if let Type::Path(path) = inner { path.path.segments.last() } else { None };
    let first = || inner.to_token_stream().into_iter().next().map_or_else(Span::call_site, |t| t.span());
    last.map_or_else(first, |last| last.ident.span())
}

/// A type as of the macro: in its tokens rustc finds no mistakes of the user's style.
pub(crate) fn of_macro(ty: &Type) -> TokenStream {
    placed(ty.to_token_stream(), place(ty))
}

/// `<ty as Differentiable>::name`
pub(crate) fn of_type(ty: &Type, name: &str, rt: &TokenStream) -> TokenStream {
    let (own, name) = (of_macro(ty), Ident::new(name, Span::call_site()));
    located(quote!(<#own as #rt::Differentiable>::#name), place(ty))
}

/// `ty: Differentiable`, for a `where` clause.
pub(crate) fn has_tangent(ty: &Type, rt: &TokenStream) -> TokenStream {
    let own = of_macro(ty);
    located(quote!(#own: #rt::Differentiable), place(ty))
}

/// A function of the type's tangent, called with the value of the type, or with a list: `TangentOf` of the runtime. A bound of any other
/// would be told of too.
pub(crate) fn called(ty: &Type, name: &str, args: &TokenStream) -> TokenStream {
    let tangent = of_type(ty, "Tangent", &names::rt().into_token_stream());
    let (own, name) = (of_macro(ty), Ident::new(name, Span::call_site()));
    located(quote!(<#tangent as __rt::calls::TangentOf<#own>>::#name(#args)), place(ty))
}

/// As [`called`], where it may fail.
pub(crate) fn walked(ty: &Type, name: &str, args: &TokenStream) -> TokenStream {
    let call = called(ty, name, args);
    located(quote!(#call?), place(ty))
}

fn each(tokens: TokenStream, span: &dyn Fn(&TokenTree) -> Span) -> TokenStream {
    let each = tokens.into_iter().map(|mut token| {
        let at = span(&token);
        if let TokenTree::Group(g) = &token {
            token = TokenTree::Group(Group::new(g.delimiter(), each(g.stream(), span)));
        }
        token.set_span(at);
        token
    });
    each.collect()
}
