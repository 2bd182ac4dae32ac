//! Single elements: read as `x[i]`, `x[[i, j]]`, put together as `tensor![a, b]`.

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Expr, parse_quote};

use super::state::{Binding, Lowerer, bare};
use crate::error;
use crate::ir::{Pack, Value};

impl Lowerer<'_> {
    /// As a tensor of rank 0.
    pub(super) fn element(&mut self, x: Value, i: &syn::ExprIndex) -> Binding {
        if let Expr::Range(_) = bare(&i.index) {
            return self.error(error::range_of_tensor(&i.index));
        }
        if self.uses_tensors(&i.index) {
            return self.error(error::element_index(&i.index));
        }
        let span = i.bracket_token.span.join();
        let index = self.host_as(&i.index, "Sizes");
        self.call_bound("element", vec![Binding::Tensor(x), Binding::Host(index)], span)
    }

    /// `tensor![a, b]`, `tensor![[a, b], [c, d]]`, of numbers and tensors of rank 0.
    pub(super) fn tensor_literal(&mut self, mac: &syn::Macro) -> Binding {
        match crate::lower::host::macro_exprs(mac) {
            Some((exprs, false)) if !exprs.is_empty() => {
                self.calling("tensor", |this| this.stacked(&mut exprs.iter(), mac.path.span()))
            }
            _ => self.error(error::tensor_literal(&mac.path)),
        }
    }

    fn stacked(&mut self, entries: &mut dyn Iterator<Item = &Expr>, span: Span) -> Binding {
        let parts = entries.map(|e| match e {
            Expr::Array(a) => self.stacked(&mut a.elems.iter(), a.span()),
            e => {
                let entry = self.expr(e);
                self.operand(entry, e.span()).map_or(Binding::Poison, Binding::Tensor)
            }
        });
        let parts = parts.collect();
        let axis = self.host(&parse_quote!(0isize));
        self.call_bound("stack", vec![Binding::Group(Pack::Array, parts), Binding::Host(axis)], span)
    }
}
