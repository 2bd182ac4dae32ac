//! Host code of ours with what it works on in the places of its names.

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};

use crate::names::OWN;

/// Host code and its bindings. A name of ours that stands in the code once gives way to its value: a copy or a local, as both
/// may be read a little later as well. The user's text stays as it is: only rustc knows the meaning of a name there.
pub(super) fn in_place(
    binds: &[Ident],
    values: Vec<TokenStream>,
    code: TokenStream,
) -> (Vec<Ident>, Vec<TokenStream>, TokenStream) {
    if binds.is_empty() || !are_ours(binds) || !is_plain(code.clone()) {
        return (binds.to_vec(), values, code);
    }
    let (mut kept, mut kept_values, mut code) = (Vec::new(), Vec::new(), code);
    for (name, value) in binds.iter().zip(values) {
        if count(code.clone(), name) == 1 && (is_atom(&value) || is_all(&code)) {
            code = put(code, name, &value);
        } else {
            kept.push(name.clone());
            kept_values.push(value);
        }
    }
    (kept, kept_values, code)
}

/// The content of a block of ours, for use in another block that binds these names.
pub(super) fn unblocked(binds: &[Ident], code: TokenStream) -> TokenStream {
    let mut tokens = code.clone().into_iter();
    match (tokens.next(), tokens.next()) {
        (Some(TokenTree::Group(block)), None) if block.delimiter() == Delimiter::Brace && are_ours(binds) => {
            block.stream()
        }
        _ => code,
    }
}

fn are_ours(binds: &[Ident]) -> bool {
    binds.iter().all(|name| name.to_string().starts_with(OWN))
}

/// Nothing in it runs later, more than once or under another name: no blocks, closures, macros or ways out.
fn is_plain(code: TokenStream) -> bool {
    code.into_iter().all(|token| match token {
        TokenTree::Group(group) => group.delimiter() != Delimiter::Brace && is_plain(group.stream()),
        TokenTree::Punct(p) => !matches!(p.as_char(), '|' | '?' | ';'),
        TokenTree::Ident(word) => word != "move" && word != "return" && word != "break",
        TokenTree::Literal(_) => true,
    })
}

fn count(code: TokenStream, name: &Ident) -> usize {
    let of = |token| match token {
        TokenTree::Group(group) => count(group.stream(), name),
        TokenTree::Ident(word) => usize::from(word == *name),
        TokenTree::Punct(_) | TokenTree::Literal(_) => 0,
    };
    code.into_iter().map(of).sum()
}

/// `path` or `path(..)`, which bind closer than any operator.
fn is_atom(value: &TokenStream) -> bool {
    let tokens: Vec<TokenTree> = value.clone().into_iter().collect();
    let path = match &tokens[..] {
        [path @ .., TokenTree::Group(args)] if args.delimiter() == Delimiter::Parenthesis => path,
        path => path,
    };
    let is_colon = |token: &TokenTree| matches!(token, TokenTree::Punct(p) if p.as_char() == ':');
    path.chunks(3).all(|part| match part {
        [TokenTree::Ident(_)] => true,
        [TokenTree::Ident(_), a, b] => is_colon(a) && is_colon(b),
        _ => false,
    }) && path.len() % 3 == 1
}

/// Whether there is one token.
fn is_all(code: &TokenStream) -> bool {
    code.clone().into_iter().count() == 1
}

fn put(code: TokenStream, name: &Ident, value: &TokenStream) -> TokenStream {
    let of = |token| match token {
        TokenTree::Ident(word) if word == *name => value.clone(),
        TokenTree::Group(group) => {
            let mut inner = Group::new(group.delimiter(), put(group.stream(), name, value));
            inner.set_span(group.span());
            TokenTree::Group(inner).into()
        }
        token => token.into(),
    };
    code.into_iter().map(of).collect()
}
