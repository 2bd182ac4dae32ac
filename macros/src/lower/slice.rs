//! Slices of tensors, whose length is known at run time only: items, lengths, patterns.

use proc_macro2::Span;
use quote::quote;
use syn::Expr;
use syn::spanned::Spanned;

use super::state::{Binding, Form, Index, Lowerer, hidden};
use crate::error;
use crate::ir::{Does, Infix, Known, List, Op, Opaque, Size, Value};
use crate::names::rt;

impl Form {
    /// One list of those that the items are made of: all have one length.
    pub(crate) fn first(&self) -> Option<Value> {
        match self {
            Self::Tensor(v) => Some(*v),
            Self::Group(_, parts) => parts.iter().find_map(Self::first),
        }
    }
}

impl Form {
    /// Whether items of the two are made of as many tensors.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Tensor(_), Self::Tensor(_)) => true,
            (Self::Group(pack, a), Self::Group(of, b)) => {
                pack == of && a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.is_like(b))
            }
            _ => false,
        }
    }
}

impl Lowerer<'_> {
    /// `xs[i]` with a host value `i`.
    pub(super) fn slice_index(&mut self, form: &Form, i: &syn::ExprIndex) -> Binding {
        if let Expr::Range(r) = &*i.index
            && r.start.is_none()
            && r.end.is_none()
        {
            return Binding::Slice(form.clone());
        }
        let Some((key, index)) = self.slice_key(i) else { return Binding::Poison };
        self.slice_item(form, key, index, i.bracket_token.span.join())
    }

    /// Which item is meant.
    pub(super) fn slice_key(&mut self, i: &syn::ExprIndex) -> Option<(Index, Value)> {
        let index = match &*i.index {
            Expr::Range(r) => Err(error::slice_range(r)),
            e if self.uses_tensors(e) => Err(error::slice_index(e)),
            e => Ok(self.host(e)),
        };
        let index = index.map_err(|e| self.error(e)).ok()?;
        let known = match self.graph.known(index) {
            Some(Known::Int(d)) => d.as_int(),
            _ => None,
        };
        if known.is_some_and(|n| n < 0) {
            self.error(error::slice_index(&i.index));
            return None;
        }
        let key = known.map_or(Index::Host(index), Index::Number);
        Some((key, self.convert(index, "usize", i.index.span())))
    }

    pub(super) fn slice_item(&mut self, form: &Form, key: Index, index: Value, span: Span) -> Binding {
        let mut each =
            |parts: &[Form]| parts.iter().map(|p| self.slice_item(p, key, index, span)).collect::<Vec<_>>();
        match form {
            Form::Group(pack, parts) => {
                let item = Binding::Group(*pack, each(parts));
                self.of_one_shape(item, span)
            }
            Form::Tensor(list) => {
                if let Some(item) = self.items.get(&(*list, key)) {
                    return Binding::Tensor(*item);
                }
                let item = vec![*list, index];
                match self.calling("index", |this| this.op(Op::List(List::Item), item, span)) {
                    Binding::Tensor(item) => {
                        let (read, ty) = (self.read_of(key), self.graph.node(item).ty.clone());
                        self.graph.nodes[item.ix()].ty = self.read_type(*list, read, |_| ty);
                        self.items.insert((*list, key), item);
                        Binding::Tensor(item)
                    }
                    other => other,
                }
            }
        }
    }

    /// Item `i` from the front, or from the end, of a slice that a pattern takes apart.
    /// The length was compared before.
    fn pattern_item(&mut self, form: &Form, shapes: Value, i: usize, back: usize, span: Span) -> Binding {
        if back == 0 {
            let index = self.integer(i as i64, span);
            let index = self.convert(index, "usize", span);
            return self.slice_item(form, Index::Number(i as i64), index, span);
        }
        let len = Size::of(Does::Len, [self.graph.arg(0, shapes)]);
        let size = Size::of(Does::Told, [len.infix(Infix::Sub, Size::usize(back))]);
        let index = self.size_node(size, vec![shapes], span);
        self.slice_item(form, Index::Host(index), index, span)
    }

    /// `let [a, b] = xs` and `let [first, .., last] = xs`: the length is compared at run time.
    pub(super) fn slice_pattern(&mut self, p: &syn::PatSlice, form: &Form) {
        let rest = self.rest(p, p.elems.iter());
        let named = p.elems.len() - usize::from(rest.is_some());
        let Some(list) = form.first() else { return };
        let span = p.bracket_token.span.join();
        let shapes = self.shape_of(list, span);
        let name = self.graph.node(list).name.clone().unwrap_or_default();
        let name = name.split_once("[..]").map_or(&*name, |(slice, _)| slice);
        let (rt, s, more) = (rt(), hidden("s", 0), rest.is_some());
        let site = self.site(self.place(span));
        let check = quote!({
            #site
            #rt::lists::check_len(&__SITE, #name, #s.len(), #named, #more)?;
        });
        self.effect(check, vec![s], vec![shapes], span);
        for (i, pat) in p.elems.iter().enumerate() {
            if matches!(pat, syn::Pat::Rest(_) | syn::Pat::Wild(_)) {
                continue;
            }
            let back = if rest.is_some_and(|r| i > r) { p.elems.len() - i } else { 0 };
            let item = self.pattern_item(form, shapes, i, back, pat.span());
            self.pattern(pat, item);
        }
    }

    /// The row for a list in place of the one for tensors that are known at expansion.
    pub(super) fn list_row(op: &Op) -> Option<Op> {
        match op {
            Op::Opaque(Opaque::Concat) => Some(Op::List(List::Concat)),
            Op::Opaque(Opaque::Stack) => Some(Op::List(List::Stack)),
            _ => None,
        }
    }
}
