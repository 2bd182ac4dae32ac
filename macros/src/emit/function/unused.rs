//! Variables that nobody reads. The body is read here and goes nowhere else, so rustc would not miss them: the plain function
//! names them once more, at the user's tokens, and rustc says of them what it says of any variable.

use std::collections::HashMap;

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::visit::Visit;

use super::Emitter;
use crate::names;

impl Emitter<'_> {
    /// Nothing, where all variables are read.
    pub(super) fn unused(&self) -> Option<TokenStream> {
        if self.refused || self.f.sig.args.vjp.is_some() || self.f.sig.args.jvp.is_some() {
            // Beside a rule the body stays, and rustc reads it.
            return None;
        }
        let body = &self.f.item.block;
        let mut bound = Bound::default();
        bound.visit_block(body);
        let params = self.f.sig.params.iter().map(|p| &p.name).filter(|name| *name != names::THIS);
        let params: Vec<&Ident> = params.collect();
        let mut counts: HashMap<String, usize> =
            bound.0.iter().chain(params.iter().copied()).map(|name| (name.to_string(), 0)).collect();
        // A size may be read by the type of what is returned.
        count(self.f.item.sig.to_token_stream(), &mut counts);
        count(body.to_token_stream(), &mut counts);
        let of = |name: &&Ident| {
            // What a user's macro has made is its own business.
            counts[&name.to_string()] == 1 && names::context(name.span()).is_none_or(|context| context == 0)
        };
        let unread = params.into_iter().chain(&bound.0).filter(|name| of(name));
        let unread: Vec<&Ident> = unread.collect();
        (!unread.is_empty()).then(|| quote!({ #(let #unread = false;)* }))
    }
}

/// Names that `let` binds.
#[derive(Default)]
struct Bound(Vec<Ident>);

impl Visit<'_> for Bound {
    fn visit_local(&mut self, local: &syn::Local) {
        let pattern = match &local.pat {
            syn::Pat::Type(typed) => &typed.pat,
            pattern => pattern,
        };
        if let syn::Pat::Ident(name) = pattern
            && name.subpat.is_none()
            && local.attrs.is_empty()
        {
            self.0.push(name.ident.clone());
        }
        syn::visit::visit_local(self, local);
    }
}

/// How often each name stands there. In the text of a literal it may be read by a macro: that counts as twice.
fn count(tokens: TokenStream, counts: &mut HashMap<String, usize>) {
    for token in tokens {
        match token {
            TokenTree::Ident(name) => {
                if let Some(times) = counts.get_mut(&name.to_string()) {
                    *times += 1;
                }
            }
            TokenTree::Group(group) => count(group.stream(), counts),
            TokenTree::Literal(literal) => {
                let text = literal.to_string();
                if text.contains('{') {
                    counts
                        .iter_mut()
                        .filter(|(name, _)| text.contains(*name))
                        .for_each(|(_, times)| *times += 2);
                }
            }
            TokenTree::Punct(_) => {}
        }
    }
}
