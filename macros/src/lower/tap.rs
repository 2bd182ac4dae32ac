//! `#[tap] let h = ..`, `#[tap(name)] let h = ..`: the cotangent of `h` is given too.

use proc_macro2::Ident;
use syn::{Attribute, Meta, Pat};

use super::{Binding, Lowerer};
use crate::error;
use crate::ir::Op;

impl Lowerer<'_> {
    /// The attribute, if it is among them, and the others.
    pub(super) fn tap(&mut self, attrs: &[Attribute]) -> (Option<Attribute>, Vec<Attribute>) {
        let (mut taps, others): (Vec<_>, Vec<_>) =
            attrs.iter().cloned().partition(|attr| attr.path().is_ident("tap"));
        let tap = taps.pop();
        if let Some(more) = taps.pop() {
            self.error(error::tap_twice(more.path()));
        }
        (tap, others)
    }

    /// The value of the `let`, with a tap.
    pub(super) fn tapped(&mut self, attr: &Attribute, pat: &Pat, binding: Binding) -> Binding {
        let Pat::Ident(of) = pat else { return self.error(error::tap_of_pattern(pat)) };
        let name: Ident = match &attr.meta {
            Meta::Path(_) => of.ident.clone(),
            _ => match attr.parse_args() {
                Ok(name) => name,
                Err(_) => return self.error(error::tap_name(attr)),
            },
        };
        // They are the callee's own.
        if self.in_callee() {
            return self.tensor_of(binding);
        }
        if self.depth > 0 {
            return self.error(error::tap_inside(attr));
        }
        if crate::names::is_reserved(&name) {
            return self.error(error::reserved(&name));
        }
        if self.taps.contains(&name) {
            return self.error(error::tap_twice(&name));
        }
        let v = match self.tensor_of(binding) {
            Binding::Tensor(v) => v,
            Binding::Poison => return Binding::Poison,
            _ => return self.error(error::tap_of_no_tensor(attr)),
        };
        let number = self.taps.len() as u32;
        self.taps.push(name);
        let node = self.graph.node(v);
        let (ty, span) = (node.ty.clone(), node.span);
        Binding::Tensor(self.push(Op::Tap(number), vec![v], ty, span))
    }
}
