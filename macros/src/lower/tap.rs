//! `#[tap] let h = ..`, `#[tap(name)] let h = ..`: the cotangent of `h` is given too.

use proc_macro2::Ident;
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, Block, Expr, Meta, Pat};

use super::{Binding, Lowerer};
use crate::error::{self, Errors};
use crate::ir::{Elem, Op};

/// The block with the name of each tap in its attribute, before its text is copied or variables are renamed: from here on
/// taps of one name are one.
pub(super) fn named(errors: &mut Errors, block: &Block) -> Block {
    let mut block = block.clone();
    Names { errors, names: Vec::new() }.visit_block_mut(&mut block);
    block
}

struct Names<'n> {
    errors: &'n mut Errors,
    names: Vec<Ident>,
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
                } else if self.names.contains(&name) {
                    self.errors.push(error::tap_twice(&name));
                } else {
                    self.names.push(name);
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
        let elem = self.elems.resolve(self.graph.elem(v));
        if let Elem::I32 | Elem::Bool = elem {
            return self.error(error::tap_of_no_floats(attr));
        }
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
