//! `#[differentiable] mod`: its marked functions are expanded as one unit, in which calls of each other are inlined. The
//! rest of the module stays as it is written, and so does what `cfg` or another macro may still change.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::visit::Visit;
use syn::{Attribute, Item, ItemFn, ItemMod};

use crate::args::Args;
use crate::error::{self, Errors};
use crate::ir::{Graph, Node};
use crate::rules::RuleCache;
use crate::signature::Signature;
use crate::{check, host, lower, names, pipeline};

/// The functions of a module whose calls may be inlined.
pub(crate) struct Module {
    functions: BTreeMap<String, Rc<Inlinable>>,
}

/// A function whose text may stand in place of a call.
pub(crate) struct Inlinable {
    pub item: ItemFn,
    pub sig: Signature,
    /// Nodes of its own graph.
    pub nodes: usize,
    pub names: Names,
}

/// What the text of a function names, as far as rustc sees it in place of a call.
#[derive(Clone, Default)]
pub(crate) struct Names {
    /// Variables and generics that it brings.
    pub bound: BTreeSet<String>,
    /// What else paths begin with.
    pub free: BTreeSet<String>,
}

/// Attributes that leave a function as it is.
const INERT: &[&str] =
    &["allow", "cold", "deny", "deprecated", "doc", "expect", "inline", "must_use", "track_caller", "warn"];

impl Module {
    pub(crate) fn get(&self, name: &Ident) -> Option<&Rc<Inlinable>> {
        self.functions.get(&names::unmarked(name))
    }

    /// Those among `functions` that are differentiable for themselves, have no rules of their own and do not come back to
    /// themselves.
    pub(crate) fn of(rules: &RuleCache, functions: &[(Args, ItemFn)]) -> Self {
        let name_of = |item: &ItemFn| names::unmarked(&item.sig.ident);
        let mut calls: HashMap<String, BTreeSet<String>> = HashMap::new();
        for (_, item) in functions {
            let mut called = BTreeSet::new();
            called_in(item.block.to_token_stream(), &mut called);
            calls.entry(name_of(item)).or_default().extend(called);
        }
        let returns = |name: &str| {
            let (mut seen, mut todo) = (BTreeSet::new(), vec![name]);
            while let Some(at) = todo.pop() {
                for next in calls.get(at).into_iter().flatten() {
                    if next == name {
                        return true;
                    }
                    if seen.insert(next) {
                        todo.push(next);
                    }
                }
            }
            false
        };
        let alone = |name: &str| functions.iter().filter(|(_, item)| name_of(item) == name).count() == 1;
        let inlinable = functions.iter().filter_map(|(args, item)| {
            let name = name_of(item);
            if args.vjp.is_some() || !alone(&name) || returns(&name) {
                return None;
            }
            let mut errors = Errors::new();
            let function = lower::function(&mut errors, rules, args, item);
            if let Some(function) = function.as_ref().filter(|_| errors.is_empty()) {
                check::all(&mut errors, rules, function);
            }
            // They are reported where the function itself is expanded.
            let wrong = errors.forget();
            let function = function.filter(|_| !wrong)?;
            let (nodes, names) = (count(&function.graph), Names::of(item));
            Some((name, Rc::new(Inlinable { item: item.clone(), sig: function.sig, nodes, names })))
        });
        Self { functions: inlinable.collect() }
    }

    /// Whether `item` calls any of them.
    pub(crate) fn is_called_by(&self, item: &ItemFn) -> bool {
        let mut called = BTreeSet::new();
        called_in(item.block.to_token_stream(), &mut called);
        called.iter().any(|name| self.functions.contains_key(name))
    }
}

/// The module with its marked functions expanded.
pub(crate) fn expand(errors: &mut Errors, args: &Args, module: &ItemMod) -> TokenStream {
    if let Some(value) = &args.name {
        errors.push(error::option_of_functions(value, "name"));
    }
    for (name, given) in [("vjp", &args.vjp), ("jvp", &args.jvp), ("inherent", &args.inherent)] {
        if let Some(path) = given {
            errors.push(error::option_of_functions(path, name));
        }
    }
    if let Some(text) = &args.budget {
        errors.push(error::option_of_functions(text, "budget"));
    }
    let Some((_, items)) = &module.content else {
        errors.push(error::module_elsewhere(module));
        return module.to_token_stream();
    };
    if !items.iter().any(|item| attributes(item).is_some_and(|attrs| attrs.iter().any(is_marker))) {
        errors.push(error::nothing_marked(&module.ident));
    }
    let functions = functions(errors, args, items);
    let unit = Rc::new(Module::of(&RuleCache::default(), &functions));
    let mut next = functions.iter();
    let expanded = items.iter().map(|item| match item {
        Item::Fn(function) if is_ours(function) => {
            next.next().map_or_else(TokenStream::new, |(args, item)| {
                pipeline::function(Errors::new(), args.clone(), item, Some(&unit))
            })
        }
        other => other.to_token_stream(),
    });
    let expanded: TokenStream = expanded.collect();
    let (inner, outer): (Vec<_>, Vec<_>) =
        module.attrs.iter().partition(|attr| matches!(attr.style, syn::AttrStyle::Inner(_)));
    let (vis, unsafety, word, name) = (&module.vis, &module.unsafety, &module.mod_token, &module.ident);
    quote!(#(#outer)* #vis #unsafety #word #name { #(#inner)* #expanded })
}

/// The functions that are expanded here, in order.
pub(crate) fn functions(errors: &mut Errors, args: &Args, items: &[Item]) -> Vec<(Args, ItemFn)> {
    let ours = items.iter().filter_map(|item| match item {
        Item::Fn(function) if is_ours(function) => Some(marked(errors, args, function)),
        _ => None,
    });
    ours.collect()
}

fn attributes(item: &Item) -> Option<&[Attribute]> {
    match item {
        Item::Fn(item) => Some(&item.attrs),
        Item::Impl(item) => Some(&item.attrs),
        Item::Trait(item) => Some(&item.attrs),
        _ => None,
    }
}

fn is_marker(attr: &Attribute) -> bool {
    attr.path().segments.last().is_some_and(|s| s.ident == "differentiable")
}

/// Whether nothing but this macro has a say in what the function is.
fn is_ours(function: &ItemFn) -> bool {
    let known = |attr: &Attribute| is_marker(attr) || INERT.iter().any(|name| attr.path().is_ident(name));
    function.attrs.iter().filter(|a| is_marker(a)).count() == 1 && function.attrs.iter().all(known)
}

/// The function without the attribute, and what that says, over what is said of the module.
fn marked(errors: &mut Errors, outer: &Args, function: &ItemFn) -> (Args, ItemFn) {
    let (marks, attrs): (Vec<_>, Vec<_>) = function.attrs.iter().cloned().partition(is_marker);
    let tokens = marks.iter().find_map(|attr| match &attr.meta {
        syn::Meta::List(list) => Some(list.tokens.clone()),
        _ => None,
    });
    let own = Args::parse(errors, tokens.unwrap_or_default());
    let args = Args {
        order: own.order.max(outer.order),
        krate: own.krate.clone().or_else(|| outer.krate.clone()),
        float: own.float.clone().or_else(|| outer.float.clone()),
        ..own
    };
    (args, ItemFn { attrs, ..function.clone() })
}

/// The functions that tokens call, and types that they ask for something: `layer(..)`, `layer::<f32>(..)`.
fn called_in(tokens: TokenStream, out: &mut BTreeSet<String>) {
    let mut tokens = names::behind_dots(tokens).peekable();
    while let Some((token, after_dot)) = tokens.next() {
        match &token {
            TokenTree::Group(group) => called_in(group.stream(), out),
            TokenTree::Ident(name) if !after_dot => {
                let called = match tokens.peek() {
                    Some((TokenTree::Group(group), _)) => group.delimiter() == Delimiter::Parenthesis,
                    Some((TokenTree::Punct(p), _)) => p.as_char() == ':',
                    _ => false,
                };
                if called {
                    out.insert(names::unmarked(name));
                }
            }
            _ => {}
        }
    }
}

/// With those of regions.
fn count(graph: &Graph) -> usize {
    let inside = graph.nodes.iter().flat_map(Node::regions).map(|region| count(&region.graph));
    graph.nodes.len() + inside.sum::<usize>()
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
