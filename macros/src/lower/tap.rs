//! `#[tap] let h = ..`, `#[tap(name)] let h = ..`: the cotangent of `h` is given too.

use proc_macro2::Ident;
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, Block, Expr, Meta, Pat};

use super::state::{Binding, Lowerer};
use crate::error::{self, Errors};
use crate::ir::{Graph, Op};
use crate::signature::Taps;

/// The taps of a body, with their names.
#[derive(Default)]
pub(super) struct Written(Vec<(Ident, Attribute)>);

/// The block with the name of each tap in its attribute, before its text is copied or variables are renamed: from here on
/// taps of one name are one.
pub(super) fn named(errors: &mut Errors, block: &Block) -> (Block, Written) {
    let mut block = block.clone();
    let mut names = Names { errors, found: Written::default() };
    names.visit_block_mut(&mut block);
    let found = names.found;
    (block, found)
}

impl Written {
    /// The taps of the body that the graph has: all of them, if the graph is without errors. `names` are the names of the graph's taps,
    /// by number.
    pub(super) fn taps(self, errors: &mut Errors, graph: &mut Graph, names: &[Ident]) -> Taps {
        if self.0.is_empty() {
            return Taps::default();
        }
        let whole = graph.clone();
        graph.untap();
        if !errors.is_empty() {
            return Taps::default();
        }
        let taps = whole.taps();
        for (name, attr) in self.0 {
            let number = names.iter().position(|known| *known == name);
            match number.and_then(|number| taps.get(&(number as u32))) {
                None => errors.push(error::tap_nowhere(attr)),
                Some((elem, _)) if !elem.is_float() => errors.push(error::tap_of_no_floats(attr)),
                Some(_) => {}
            }
        }
        Taps { names: taps.keys().map(|&tap| names[tap as usize].clone()).collect(), graph: Some(whole) }
    }
}

struct Names<'n> {
    errors: &'n mut Errors,
    found: Written,
}

impl VisitMut for Names<'_> {
    fn visit_local_mut(&mut self, l: &mut syn::Local) {
        let pat = if let Pat::Type(t) = &l.pat { &t.pat } else { &l.pat };
        let mut taps = l.attrs.iter_mut().filter(|attr| is_tap(attr));
        if let Some(attr) = taps.next() {
            if let (Meta::Path(path), Pat::Ident(of)) = (&attr.meta, pat) {
                let name = &of.ident;
                attr.meta = Meta::List(syn::parse_quote!(#path(#name)));
            }
            if let Ok(name) = attr.parse_args::<Ident>() {
                if crate::names::is_reserved(&name) {
                    self.errors.push(error::reserved(&name));
                } else if self.found.0.iter().any(|(known, _)| *known == name) {
                    self.errors.push(error::tap_twice(&name));
                } else {
                    self.found.0.push((name, attr.clone()));
                }
            }
        }
        if let Some(more) = taps.next() {
            self.errors.push(error::tap_twice(more.path()));
        }
        visit_mut::visit_local_mut(self, l);
    }

    fn visit_expr_mut(&mut self, e: &mut Expr) {
        if !matches!(e, Expr::Closure(_) | Expr::Async(_)) {
            visit_mut::visit_expr_mut(self, e);
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

pub(super) fn is_tap(attr: &Attribute) -> bool {
    attr.path().is_ident("tap")
}

impl Lowerer<'_> {
    /// The attribute, if it is among them, and the others.
    pub(super) fn tap(attrs: &[Attribute]) -> (Option<Attribute>, Vec<Attribute>) {
        let (mut taps, others): (Vec<_>, Vec<_>) = attrs.iter().cloned().partition(is_tap);
        (taps.pop(), others)
    }

    /// The value of the `let`, with a tap.
    pub(super) fn tapped(&mut self, attr: &Attribute, pat: &Pat, binding: Binding) -> Binding {
        if !matches!(pat, Pat::Ident(_)) {
            return self.error(error::tap_of_pattern(pat));
        }
        // They are the callee's own.
        if self.in_callee() {
            return self.tensor_of(binding);
        }
        let Ok(name) = attr.parse_args::<Ident>() else { return self.error(error::tap_name(attr)) };
        let v = match self.tensor_of(binding) {
            Binding::Tensor(v) => v,
            Binding::Poison => return Binding::Poison,
            _ => return self.error(error::tap_of_no_tensor(attr)),
        };
        // Its text may be read more than once, or stand in several arms.
        let number = self.taps.iter().position(|known| *known == name).unwrap_or_else(|| {
            self.taps.push(name);
            self.taps.len() - 1
        });
        let node = self.graph.node(v);
        let (ty, span) = (node.ty.clone(), node.span);
        Binding::Tensor(self.push(Op::Tap(number as u32), vec![v], ty, span))
    }
}
