//! The items of a `for` loop: host iterators as they are, tensors of a list by their indices. A list that is no place
//! has a name of ours while the loop runs.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::{Expr, Pat};

use super::changed;
use super::state::{Binding, Lowerer, bare};
use super::std_names::ITERATORS;
use crate::error;
use crate::ir::Pack;
use crate::lower::host::idents;
use crate::names::{own, rt, same};

/// `for pattern in items { first body }`
pub(super) struct Over {
    pub pattern: TokenStream,
    pub items: Expr,
    pub first: TokenStream,
}

/// Adapters that keep the items and take host arguments: a range of indices has them too.
const SAME: &[&str] = &["rev", "skip", "take", "step_by"];
/// Methods that make an iterator of a list.
const PLAIN: &[&str] = &["iter", "into_iter", "copied", "cloned"];

/// Whether `e` goes over integers: characters in a range are not reckoned with.
pub(super) fn is_range(e: &Expr) -> bool {
    match bare(e) {
        Expr::Range(_) => true,
        Expr::MethodCall(c) => SAME.iter().any(|name| c.method == name) && is_range(&c.receiver),
        _ => false,
    }
}

/// `None` after an error.
pub(super) fn over(lowerer: &mut Lowerer<'_>, pat: &Pat, e: &Expr, body: &syn::Block) -> Option<Over> {
    if lowerer.mentions(e).is_none() {
        return Some(Over { pattern: pat.to_token_stream(), items: e.clone(), first: TokenStream::new() });
    }
    let mut changed = changed::by(&syn::parse_quote!((#body,)));
    changed.retain(|name| lowerer.found(name).is_some_and(|v| v.mutable));
    let bound = bound_by(pat);
    let mut walk = Walk { lowerer, first: TokenStream::new(), count: 0, changed, bound };
    let (pattern, items) = walk.tree(pat, e)?;
    let first = walk.first;
    match syn::parse2(items) {
        Ok(items) => Some(Over { pattern, items, first }),
        Err(e) => {
            lowerer.error(e);
            None
        }
    }
}

fn bound_by(pat: &Pat) -> Vec<Ident> {
    let mut names = Vec::new();
    super::pattern::idents(pat, &mut names);
    names.into_iter().map(|(name, _)| name).collect()
}

impl Lowerer<'_> {
    /// The items of a loop, with code that changes variables in statements before it.
    pub(super) fn items_in_turn(&mut self, items: Expr) -> Expr {
        let mut items = self.in_turn(&items).unwrap_or(items);
        if matches!(bare(&items), Expr::Range(_)) && !self.changed_by(&items).is_empty() {
            let last = super::operands::with(&mut items, |operands| operands.len() - 1);
            self.take_turns(&mut items, last, false);
        }
        items
    }
}

struct Walk<'l, 'g> {
    lowerer: &'l mut Lowerer<'g>,
    first: TokenStream,
    count: usize,
    /// The variables that the rounds change. The items of the loop are its own, whatever the variable stands for behind
    /// that.
    changed: Vec<Ident>,
    /// The names that the pattern of the loop binds, in front of which the lists are found.
    bound: Vec<Ident>,
}

impl Walk<'_, '_> {
    /// The pattern and the iterator over indices in place of those over tensors.
    fn tree(&mut self, pat: &Pat, e: &Expr) -> Option<(TokenStream, TokenStream)> {
        let range = matches!(bare(e), Expr::Range(_)) && !self.lowerer.uses_tensors(e);
        if range || self.lowerer.mentions(e).is_none() {
            return Some((pat.to_token_stream(), quote!(#e)));
        }
        if let Expr::MethodCall(c) = bare(e) {
            let name = c.method.to_string();
            match (&*name, c.args.len()) {
                (n, 0) if PLAIN.contains(&n) => return self.tree(pat, &c.receiver),
                ("enumerate", 0) => {
                    let ([number, item], whole) = self.pair(pat);
                    let (inner, items) = self.tree(&item, &c.receiver)?;
                    self.first.extend(whole);
                    return Some((quote!((#number, #inner)), quote!((#items).into_iter().enumerate())));
                }
                ("zip", 1) => {
                    let ([left, right], whole) = self.pair(pat);
                    let (a, of_a) = self.tree(&left, &c.receiver)?;
                    let (b, of_b) = self.tree(&right, &c.args[0])?;
                    self.first.extend(whole);
                    return Some((quote!((#a, #b)), quote!((#of_a).into_iter().zip(#of_b))));
                }
                (n, count) if SAME.contains(&n) && count < 2 => {
                    let (inner, items) = self.tree(pat, &c.receiver)?;
                    let (method, args) = (&c.method, &c.args);
                    return Some((inner, quote!((#items).into_iter().#method(#args))));
                }
                (n, _) if ITERATORS.contains(&n) => {
                    self.lowerer.error(error::iterator(&c.method));
                    return None;
                }
                _ => {}
            }
        }
        if let Expr::Index(i) = bare(e)
            && let Expr::Range(part) = bare(&i.index)
            && !self.lowerer.uses_tensors(&i.index)
        {
            return self.leaf(pat, bare(&i.expr), Some(part));
        }
        self.leaf(pat, bare(e), None)
    }

    /// A list, or a part of it.
    fn leaf(
        &mut self,
        pat: &Pat,
        e: &Expr,
        part: Option<&syn::ExprRange>,
    ) -> Option<(TokenStream, TokenStream)> {
        let changes = self.changes(pat, e);
        let list = match self.lowerer.binding_at(e) {
            Some(Binding::Slice(_) | Binding::Other(_)) if !changes => e.to_token_stream(),
            None if !changes && self.lowerer.is_open(e) => e.to_token_stream(),
            Some(Binding::Slice(_) | Binding::Other(_)) | None => {
                let made = self.lowerer.expr(e);
                self.named(made, e)?
            }
            Some(other) => {
                let other = other.clone();
                self.named(other, e)?
            }
        };
        let at = own(format_args!("at{}", self.count));
        self.count += 1;
        self.first.extend(quote!(let #pat = &#list[#at];));
        let rt = rt();
        let items = match part {
            None => quote!(0..#list.len()),
            Some(part) => {
                let range: Expr = syn::parse_quote!(#rt::lists::part(#list.len(), #part));
                let (tokens, binds, args, _) = self.lowerer.rewrite(&range);
                let found = self.lowerer.effect(quote!(#tokens?), binds, args, part.span());
                let name = own(format_args!("part{}", self.count));
                self.lowerer.declare(&name, Binding::Host(found), false);
                quote!(#name.clone())
            }
        };
        Some((quote!(#at), items))
    }

    /// Whether rounds would read a different list: they change the list or its index, or the pattern of the loop hides a name in the
    /// list. The names of its own item hide nothing there.
    fn changes(&self, item: &Pat, e: &Expr) -> bool {
        let own = bound_by(item);
        let is_in = |names: &[Ident], name: &Ident| names.iter().any(|n| same(n, name));
        let mut found = false;
        idents(&e.to_token_stream(), &mut |name| {
            found |= is_in(&self.changed, name) || is_in(&self.bound, name) && !is_in(&own, name);
        });
        found
    }

    /// A name of ours for a list of tensors.
    fn named(&mut self, list: Binding, e: &Expr) -> Option<TokenStream> {
        let list = match list {
            Binding::Poison => return None,
            Binding::Group(Pack::Array, items) if !items.is_empty() => self.lowerer.at_run_time(items, e)?,
            list @ (Binding::Slice(_) | Binding::Other(_)) => list,
            _ => {
                self.lowerer.error(error::not_iterable(e));
                return None;
            }
        };
        let name = own(format_args!("over{}", self.count));
        self.lowerer.declare(&name, list, false);
        Some(name.to_token_stream())
    }

    /// The parts of a pattern of two, and what binds another pattern to the two.
    fn pair(&mut self, pat: &Pat) -> ([Pat; 2], TokenStream) {
        match pat {
            Pat::Paren(p) => return self.pair(&p.pat),
            Pat::Tuple(t) if !t.elems.iter().any(|p| matches!(p, Pat::Rest(_))) => {
                let parts: Vec<Pat> = t.elems.iter().cloned().collect();
                if let Ok(parts) = parts.try_into() {
                    return (parts, TokenStream::new());
                }
            }
            Pat::Wild(_) => return ([pat.clone(), pat.clone()], TokenStream::new()),
            _ => {}
        }
        let parts = ["left", "right"].map(|side| own(format_args!("{side}{}", self.count)));
        self.count += 1;
        let [left, right] = &parts;
        let whole = quote!(let #pat = (#left, #right););
        (parts.map(|part| syn::parse_quote!(#part)), whole)
    }
}
