//! Names in emitted code that meet no name of the user.
//!
//! `mixed_site` keeps our locals and the user's apart, but not from items: a constant, a static or a unit struct called
//! `x` turns `let x` into a pattern of its own, and what a path begins with is looked up where the user wrote the
//! function. So every name of ours that stands beside code of the user begins with two underscores, and the
//! element types are reached through [`rt`]: a function called `f32` has a type `f32` beside it.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};

/// What expansion may put before a name, and readers need not see.
pub(crate) const OWN: &str = "__";

/// Which macro's expansion a token comes from, as far as stable Rust says: two tokens of one name and different contexts
/// are two names. `None` outside of a compiler.
pub(crate) fn context(span: Span) -> Option<u32> {
    // `#3 bytes(120..123)`
    let text = format!("{span:?}");
    let number = text.strip_prefix('#')?;
    number[..number.find(|c: char| !c.is_ascii_digit())?].parse().ok()
}

/// The runtime's hidden module.
pub(crate) fn rt() -> Ident {
    Ident::new("__rt", Span::call_site())
}

/// A local or an item of ours.
pub(crate) fn own(name: impl std::fmt::Display) -> Ident {
    let name = name.to_string();
    Ident::new(&format!("{OWN}{}", name.trim_start_matches("r#")), Span::mixed_site())
}

/// A primitive type, whatever the user calls by its name.
pub(crate) fn primitive(name: &str) -> TokenStream {
    let (rt, name) = (rt(), Ident::new(name, Span::call_site()));
    quote!(#rt::#name)
}

/// Types of the language that are no items, so that an item of their name hides them.
pub(crate) const PRIMITIVES: &[&str] = &[
    "bool", "char", "f16", "f32", "f64", "f128", "i8", "i16", "i32", "i64", "i128", "isize", "str", "u8",
    "u16", "u32", "u64", "u128", "usize",
];

/// Emitted code as a reader wants it: without what keeps names apart.
pub(crate) fn plain(tokens: &impl ToTokens) -> String {
    // The compiler breaks long lines, the tests do not, and they set spaces differently.
    let text = tokens.to_token_stream().to_string();
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    text.replace("__rt :: ", "").replace("__rt::", "").replace(OWN, "")
}
