//! Names in emitted code that meet no name of the user.
//!
//! `mixed_site` keeps our locals and the user's apart, but not from items: a constant, a static or a unit struct called
//! `x` turns `let x` into a pattern of its own, and what a path begins with is looked up where the user wrote the
//! function. So every name of ours that stands beside code of the user begins with two underscores, and the
//! element types are reached through [`rt`]: a function called `f32` has a type `f32` beside it.

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::Type;

/// The prefix that expansion may put before a name, and readers need not see.
pub(crate) const OWN: &str = "__";

/// Which macro's expansion a token comes from, as far as stable Rust says: two tokens of one name and different contexts
/// are two names. `None` outside of a compiler.
pub(crate) fn context(span: Span) -> Option<u32> {
    // `#3 bytes(120..123)`
    let text = format!("{span:?}");
    let number = text.strip_prefix('#')?;
    number[..number.find(|c: char| !c.is_ascii_digit())?].parse().ok()
}

/// The type parameter that `Self` of a trait is in the functions beside it.
pub(crate) const SELF: &str = "__Self";

/// The runtime's hidden module.
pub(crate) fn rt() -> Ident {
    Ident::new("__rt", Span::call_site())
}

/// Text in which nothing stands of the user's, as tokens: of the compiler's own lexer where there is a compiler, which is
/// faster by far than to make them one by one.
pub(crate) fn tokens(text: &str) -> TokenStream {
    const OURS: &str = "what is emitted is written in tokens";
    if proc_macro::is_available() {
        text.parse::<proc_macro::TokenStream>().expect(OURS).into()
    } else {
        text.parse().expect(OURS)
    }
}

/// A local or an item of ours, whose name is ours alone.
pub(crate) fn own(name: impl std::fmt::Display) -> Ident {
    let name = name.to_string();
    let of_kind = |k: &str| name.strip_prefix(k).is_some_and(|rest| rest.starts_with('_'));
    debug_assert!(!KINDS.iter().any(|k| of_kind(k)), "`{name}` is no user's name");
    Ident::new(&format!("{OWN}{name}"), Span::mixed_site())
}

/// The size that the user calls `name`.
pub(crate) fn dim(name: impl std::fmt::Display) -> Ident {
    of_user("dim", name)
}

/// Value `n` of a body, of which the user's name is known.
pub(crate) fn local(name: &str, n: u32) -> Ident {
    let name = name.trim_start_matches("r#").replace(|c: char| !(c.is_alphanumeric() || c == '_'), "_");
    of_user("let", format_args!("{name}_{n}"))
}

/// Tensor `n` of the function, a part of parameter `name`.
pub(crate) fn leaf(n: usize, name: &Ident, path: &[usize]) -> Ident {
    let root = format!("{n}_{}", unmarked(name));
    of_user("leaf", path.iter().fold(root, |name, i| format!("{name}_{i}")))
}

/// The tangent of parameter `name`.
pub(crate) fn dot(name: &Ident) -> Ident {
    of_user("dot", name)
}

/// Whether a name stands among the tokens; that of a lifetime with its tick.
pub(crate) fn mentions(tokens: &TokenStream, name: &str) -> bool {
    let mut tick = false;
    tokens.clone().into_iter().any(|token| {
        let after =
            std::mem::replace(&mut tick, matches!(&token, TokenTree::Punct(p) if p.as_char() == '\''));
        match token {
            TokenTree::Ident(ident) if after => name.strip_prefix('\'').is_some_and(|n| ident == n),
            TokenTree::Ident(ident) => ident == name,
            TokenTree::Group(group) => mentions(&group.stream(), name),
            _ => false,
        }
    })
}

/// Whether a punctuation mark stands somewhere in tokens.
pub(crate) fn has_mark(tokens: &TokenStream, mark: char) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Group(group) => has_mark(&group.stream(), mark),
        TokenTree::Punct(p) => p.as_char() == mark,
        TokenTree::Ident(_) | TokenTree::Literal(_) => false,
    })
}

/// The transform `what` of method `name`: public ones by both names, others hidden.
pub(crate) fn method(name: &Ident, what: &str) -> Ident {
    let plain = unmarked(name);
    let text = match what {
        "call" | "slots_vjp" | "__jvp" | "order_2_vjp" | "slots_order_2_vjp" | "start" => {
            format!("{OWN}{plain}_{}", what.trim_start_matches(OWN))
        }
        what => format!("{plain}_{what}"),
    };
    Ident::new(&text, name.span())
}

/// A method of nothing but a receiver, which is there where method `name` takes so many arguments beside its own.
pub(crate) fn arity(name: &Ident, arguments: usize) -> Ident {
    let s = if arguments == 1 { "" } else { "s" };
    Ident::new(&format!("{OWN}{}_with_{arguments}_argument{s}", unmarked(name)), name.span())
}

/// The tokens, each with whether a single dot stands in front: `x.name` is a field or a method, `0..name` is neither.
pub(crate) fn behind_dots(tokens: TokenStream) -> impl Iterator<Item = (TokenTree, bool)> {
    let mut dots = 0;
    tokens.into_iter().map(move |token| {
        let behind = dots == 1;
        dots = if matches!(&token, TokenTree::Punct(p) if p.as_char() == '.') { dots + 1 } else { 0 };
        (token, behind)
    })
}

/// The text of a name where it is no identifier: `r#type` is `type`.
pub(crate) fn unmarked(name: &Ident) -> String {
    name.to_string().trim_start_matches("r#").to_owned()
}

/// The name of the accessor that the derive writes for a field.
pub(crate) fn accessor(what: &str, field: &str, at: Span) -> Ident {
    Ident::new(&format!("{OWN}{what}_{field}"), Span::call_site().located_at(at))
}

/// The name of a field in paths and accessors.
pub(crate) fn member(member: &syn::Member) -> String {
    match member {
        syn::Member::Named(name) => unmarked(name),
        syn::Member::Unnamed(index) => index.index.to_string(),
    }
}

/// A field of the user's, which may have the name of a keyword.
pub(crate) fn user(name: &str) -> Ident {
    syn::parse_str(name).unwrap_or_else(|_| Ident::new_raw(name, Span::call_site()))
}

/// The kinds of names that are made of the user's. Each has a beginning of its own, which no other name of ours has: so
/// no two of ours are one, whatever the user's are.
const KINDS: [&str; 4] = ["dim", "let", "leaf", "dot"];

fn of_user(kind: &str, name: impl std::fmt::Display) -> Ident {
    debug_assert!(KINDS.contains(&kind), "a kind of names is listed");
    let name = name.to_string();
    Ident::new(&format!("{OWN}{kind}_{}", name.trim_start_matches("r#")), Span::mixed_site())
}

/// Whether only expansion may give this name.
pub(crate) fn is_reserved(name: &Ident) -> bool {
    let name = name.to_string();
    name.len() > OWN.len() && name.starts_with(OWN)
}

/// The key of a name in tables of names: tokens of different macros are different names, as they are to rustc.
pub(crate) fn key(name: &Ident) -> String {
    match context(name.span()) {
        None | Some(0) => name.to_string(),
        Some(context) => format!("{name}#{context}"),
    }
}

/// Whether two tokens are one name.
pub(crate) fn same(a: &Ident, b: &Ident) -> bool {
    a == b && context(a.span()) == context(b.span())
}

/// A primitive type, whatever the user calls by its name.
pub(crate) fn primitive(name: &str) -> TokenStream {
    let (rt, name) = (rt(), Ident::new(name, Span::call_site()));
    quote!(#rt::#name)
}

/// The functions beside one that are called with its arguments and differentiate it.
pub(crate) const TRANSFORMS: &[&str] = &[
    "grad",
    "value_and_grad",
    "jvp",
    "vjp",
    "hvp",
    "vmap",
    "vmap_grad",
    "vmap_value_and_grad",
    "vmap_jvp",
    "vmap_hvp",
    "vmap_vjp",
];

/// Types of the language that are no items, so that an item of their name hides them.
pub(crate) const PRIMITIVES: &[&str] = &[
    "bool", "char", "f16", "f32", "f64", "f128", "i8", "i16", "i32", "i64", "i128", "isize", "str", "u8",
    "u16", "u32", "u64", "u128", "usize",
];

/// Whether a type is one of them by its name.
pub(crate) fn is_primitive(ty: &Type) -> bool {
    matches!(ty, Type::Path(p) if p.path.get_ident().is_some_and(|name| PRIMITIVES.iter().any(|p| name == p)))
}

/// `value_and_grad` → `ValueAndGrad`
pub(crate) fn camel(name: &str) -> String {
    let capital = |word: &str| {
        let mut chars = word.chars();
        chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
    };
    name.trim_start_matches("r#").split('_').map(capital).collect()
}

/// The tokens with other ones for some names.
pub(crate) fn renamed(tokens: TokenStream, new: &dyn Fn(&Ident) -> Option<TokenStream>) -> TokenStream {
    let each = tokens.into_iter().map(|token| match token {
        TokenTree::Ident(ident) => new(&ident).unwrap_or_else(|| ident.into_token_stream()),
        TokenTree::Group(group) => {
            let mut inner = Group::new(group.delimiter(), renamed(group.stream(), new));
            inner.set_span(group.span());
            TokenTree::Group(inner).into()
        }
        token => token.into(),
    });
    each.collect()
}

/// The expression for a reader: tokens print with a space at either side of each.
pub(crate) fn written(tokens: &impl ToTokens) -> String {
    let closer = [" :: ", " . ", " (", "( ", " )", " ,", " ?", " ;"];
    let text = closer.iter().fold(plain(tokens), |text, at| text.replace(at, at.trim()));
    let apart = [",(", "=(", "+(", "-(", "*(", "/("];
    apart.iter().fold(text, |text, at| text.replace(at, &at.replace('(', " (")))
}

/// Emitted code as a reader wants it: without what keeps names apart.
pub(crate) fn plain(tokens: &impl ToTokens) -> String {
    // The compiler breaks long lines, the tests do not, and they set spaces differently.
    let text = tokens.to_token_stream().to_string();
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let text = text.replace("__rt :: ", "").replace("__rt::", "");
    let kinds = ["dim", "let", "leaf"].map(|kind| format!("{OWN}{kind}_"));
    kinds.iter().fold(text, |text, kind| text.replace(kind, "")).replace(OWN, "")
}

/// The parameter that a receiver becomes.
pub(crate) const THIS: &str = "this";

/// A type as its author would write it, for messages.
pub(crate) fn type_text(ty: &Type) -> String {
    let text = ToTokens::to_token_stream(ty).to_string();
    text.replace(" < ", "<")
        .replace(" <", "<")
        .replace("< ", "<")
        .replace(" >", ">")
        .replace(" ,", ",")
        .replace(" :: ", "::")
        .replace("& ", "&")
}
