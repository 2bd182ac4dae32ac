//! The names in the text of a function, and the functions that it calls.

use std::collections::BTreeSet;

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use rustc_hash::FxHashMap as HashMap;
use syn::ItemFn;
use syn::visit::Visit;

use crate::lower::host;
use crate::names;

/// The names in the text of a function, as far as rustc sees them in place of a call.
#[derive(Clone, Default)]
pub(crate) struct Names {
    /// Variables and generics that it brings.
    pub bound: BTreeSet<String>,
    /// Names that other paths begin with.
    pub free: BTreeSet<String>,
}

/// The functions and methods that a text calls, by name.
#[derive(Default)]
pub(crate) struct Called {
    /// Functions, and types that it asks for something: `layer(..)`, `layer::<f32>(..)`.
    pub functions: BTreeSet<String>,
    /// Names behind a dot.
    pub methods: BTreeSet<String>,
}

/// Which functions call which.
pub(crate) struct Calls(HashMap<String, BTreeSet<String>>);

impl Called {
    pub(crate) fn of(item: &ItemFn) -> Self {
        let mut called = Self::default();
        called.find(item.block.to_token_stream());
        called
    }

    fn find(&mut self, tokens: TokenStream) {
        let mut tokens = names::behind_dots(tokens).peekable();
        while let Some((token, after_dot)) = tokens.next() {
            match &token {
                TokenTree::Group(group) => self.find(group.stream()),
                TokenTree::Ident(name) => {
                    let called = match tokens.peek() {
                        Some((TokenTree::Group(group), _)) => group.delimiter() == Delimiter::Parenthesis,
                        Some((TokenTree::Punct(p), _)) => p.as_char() == ':',
                        _ => false,
                    };
                    if called {
                        let all = if after_dot { &mut self.methods } else { &mut self.functions };
                        all.insert(names::unmarked(name));
                    }
                }
                _ => {}
            }
        }
    }
}

impl Calls {
    pub(crate) fn of<'f>(functions: impl Iterator<Item = &'f ItemFn>) -> Self {
        let mut calls: HashMap<String, BTreeSet<String>> = HashMap::default();
        for item in functions {
            calls.entry(names::unmarked(&item.sig.ident)).or_default().extend(Called::of(item).functions);
        }
        Self(calls)
    }

    /// Whether a function comes back to itself.
    pub(crate) fn return_to(&self, name: &str) -> bool {
        let (mut seen, mut todo) = (BTreeSet::new(), vec![name]);
        while let Some(at) = todo.pop() {
            for next in self.0.get(at).into_iter().flatten() {
                if next == name {
                    return true;
                }
                if seen.insert(next) {
                    todo.push(next);
                }
            }
        }
        false
    }
}

impl Names {
    pub(crate) fn of(item: &ItemFn) -> Self {
        let mut names = Self::default();
        for param in &item.sig.generics.params {
            let name = match param {
                syn::GenericParam::Type(t) => &t.ident,
                syn::GenericParam::Const(c) => &c.ident,
                syn::GenericParam::Lifetime(_) => continue,
            };
            names.bound.insert(names::key(name));
        }
        names.visit_signature(&item.sig);
        // Its types are erased; what they name is of no account.
        names.free.clear();
        names.visit_block(&item.block);
        names.free = &names.free - &names.bound;
        names
    }
}

impl<'a> Visit<'a> for Names {
    fn visit_path(&mut self, path: &'a syn::Path) {
        if let (None, Some(first)) = (&path.leading_colon, path.segments.first()) {
            self.free.insert(names::key(&first.ident));
        }
        syn::visit::visit_path(self, path);
    }
    fn visit_pat_ident(&mut self, pat: &'a syn::PatIdent) {
        self.bound.insert(names::key(&pat.ident));
        syn::visit::visit_pat_ident(self, pat);
    }
    fn visit_item_const(&mut self, item: &'a syn::ItemConst) {
        self.bound.insert(names::key(&item.ident));
        syn::visit::visit_item_const(self, item);
    }
    fn visit_macro(&mut self, mac: &'a syn::Macro) {
        self.visit_path(&mac.path);
        host::idents(&mac.tokens, &mut |name| {
            self.free.insert(names::key(name));
        });
    }
}
