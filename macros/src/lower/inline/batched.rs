//! `u::vmap(w, xs)?`, `u::vmap_grad(w, xs)?.w` in a body: what the call gives for one item, between the edges of the batch.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::parse_quote;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;

use super::derivative::{Derived, number};
use crate::dims::Dim;
use crate::error;
use crate::ir::{Edge, HostExpr, Op, Runs, Shape, Size, TensorTy, Ty, Value, in_front, shapeless};
use crate::lower::drawn::is_key;
use crate::lower::region::{leaves, rebound};
use crate::lower::state::{Binding, Lowerer, hidden};
use crate::names::{self, rt};
use crate::signature::{Param, ParamKind};

/// A value of the batch among the arguments.
struct Given<'p> {
    param: &'p Ident,
    value: Value,
    span: Span,
}

impl Lowerer<'_> {
    /// `item`: the transform of one item, nothing for its value.
    pub(super) fn batched(&mut self, derived: Derived<'_>, item: &str) -> Binding {
        let Derived { what, function, sig, args, .. } = derived;
        if sig.args.vmap.is_empty() {
            return self.error(error::no_vmap(what, function));
        }
        let has_axis = |p: &Param| sig.args.vmap.contains(&p.name);
        // Tangents stand behind.
        let moves = |p: &&Param| matches!(&p.kind, ParamKind::Tensor(t) if t.active && t.ty.elem.is_float());
        let moving = sig.params.iter().filter(moves);
        let params: Vec<&Param> = match item {
            "jvp" | "hvp" => sig.params.iter().chain(moving).collect(),
            _ => sig.params.iter().collect(),
        };
        if args.len() != params.len() {
            return self.of_item(derived, item, args);
        }
        let (mut bindings, mut given) = (Vec::new(), Vec::new());
        for (param, arg) in params.iter().zip(args) {
            let binding = match &param.kind {
                ParamKind::Host => Binding::Host(self.host_typed(arg, Some(&param.ty))),
                kind => {
                    let binding = self.expr(arg);
                    self.as_kind(kind, binding)
                }
            };
            if let Binding::Poison = binding {
                return Binding::Poison;
            }
            if has_axis(param) && !is_key(&param.ty) {
                let mut values = Vec::new();
                leaves(&binding, &mut values);
                let span = arg.span();
                given.extend(values.into_iter().map(|value| Given { param: &param.name, value, span }));
            }
            bindings.push(binding);
        }
        let Some((size, count)) = self.size_of_batch(&given, what.span()) else { return Binding::Poison };
        let (mut items, mut edges) = (Punctuated::new(), Vec::new());
        for (i, (param, binding)) in params.iter().zip(bindings).enumerate() {
            let binding = if has_axis(param) || is_key(&param.ty) {
                let one = |ty: &Ty| match ty {
                    Ty::Tensor(TensorTy { elem, shape: Shape::Dims(dims) }) => {
                        Ty::Tensor(TensorTy { elem: elem.clone(), shape: Shape::Dims(dims[1..].into()) })
                    }
                    ty => shapeless(ty),
                };
                self.across(Edge::Item, &binding, count, one, &mut edges)
            } else {
                binding
            };
            let mut name = names::own(format_args!("item{i}"));
            name.set_span(args[i].span());
            self.declare(&name, binding, false);
            items.push(parse_quote!(#name));
        }
        let value = self.of_item(derived, item, &items);
        let value = self.across(Edge::All, &value, count, |ty| in_front(ty, &size), &mut edges);
        // Larger than those of calls in the text.
        let call = number();
        for v in edges {
            if let Op::Batch(_, of) = &mut self.graph.nodes[v.ix()].op {
                *of = call;
            }
        }
        value
    }

    fn of_item(
        &mut self,
        derived: Derived<'_>,
        item: &str,
        args: &Punctuated<syn::Expr, syn::Token![,]>,
    ) -> Binding {
        let Derived { what, function, .. } = derived;
        if item.is_empty() {
            let value = self.inlined(function, args);
            return value.unwrap_or_else(|| self.error(error::batch_inside(what, function)));
        }
        self.scoped(|this| this.derived(Derived { args, ..derived }, item))
    }

    /// An argument as tensors where its parameter is.
    fn as_kind(&mut self, kind: &ParamKind, binding: Binding) -> Binding {
        match (kind, binding) {
            (ParamKind::Tensor(_), binding) => self.tensor_of(binding),
            (ParamKind::Group { pack, parts: kinds, .. }, Binding::Group(of, parts)) if *pack == of => {
                Binding::Group(of, kinds.iter().zip(parts).map(|(k, b)| self.as_kind(k, b)).collect())
            }
            (_, binding) => binding,
        }
    }

    /// The binding on the other side of the edge, whose types `ty` gives.
    fn across(
        &mut self,
        edge: Edge,
        binding: &Binding,
        count: Value,
        ty: impl Fn(&Ty) -> Ty,
        edges: &mut Vec<Value>,
    ) -> Binding {
        let mut values = Vec::new();
        leaves(binding, &mut values);
        let passed: Vec<Value> = values
            .into_iter()
            .map(|v| {
                let node = self.graph.node(v);
                // The same for all items.
                if edge == Edge::All && node.ty == Ty::Host {
                    return v;
                }
                let (ty, span, name) = (ty(&node.ty), node.span, node.name.clone());
                let passed = self.push(Op::Batch(edge, u32::MAX), vec![v, count], ty, span);
                self.graph.nodes[passed.ix()].name = name;
                edges.push(passed);
                passed
            })
            .collect();
        rebound(binding, &mut passed.into_iter())
    }

    /// How many items there are, and the value of that: what expansion does not know, run time compares.
    fn size_of_batch(&mut self, given: &[Given<'_>], span: Span) -> Option<(Dim, Value)> {
        let (mut size, mut open): (Option<Dim>, bool) = (None, false);
        for Given { param, value, span } in given {
            let dims =
                if let Ty::Tensor(TensorTy { shape: Shape::Dims(dims), .. }) = &self.graph.node(*value).ty {
                    dims.clone()
                } else {
                    open = true;
                    continue;
                };
            let Some(own) = dims.first() else {
                self.error(error::no_axis_of_batch(*span, param));
                return None;
            };
            match size.as_ref().map(|size| size.same(own)) {
                Some(Some(false)) => {
                    let size = size?;
                    self.mismatch(error::other_batch(*span, param, own, &size));
                    return None;
                }
                Some(None) => open = true,
                Some(Some(true)) | None => {}
            }
            if size.as_ref().is_none_or(Dim::is_open) {
                size = Some(own.clone());
            }
        }
        let known = size.filter(|size| !size.is_open());
        if let (Some(size), false) = (&known, open) {
            let value = Size::Int(size.clone(), Some("usize"));
            return Some((size.clone(), self.size_node(value, vec![], span)));
        }
        let (mut checks, mut binds, mut args) = (TokenStream::new(), Vec::new(), Vec::new());
        let rt = rt();
        for (i, Given { param, value, span }) in given.iter().enumerate() {
            let (bind, param) = (hidden("x", i), names::unmarked(param));
            let (arg, count) = match self.graph.node(*value).ty {
                Ty::Tensor(_) => {
                    let one = quote!(::core::slice::from_ref(&#bind));
                    (self.shape_of(*value, *span), quote!(#rt::items_in(&__SITE, #param, #one, __n)?))
                }
                Ty::List(_) => {
                    (self.shape_of(*value, *span), quote!(#rt::items_in(&__SITE, #param, &#bind, __n)?))
                }
                _ => (*value, quote!(#bind.__items(&__SITE, #param, __n)?)),
            };
            checks.extend(quote!(__n = #count;));
            binds.push(bind);
            args.push(arg);
        }
        let site = self.site(span);
        let start = if let Some(size) = &known {
            let value = Size::Int(size.clone(), Some("usize"));
            args.push(self.size_node(value, vec![], span));
            let bind = hidden("x", binds.len());
            binds.push(bind.clone());
            quote!(#rt::Some(#bind))
        } else {
            quote!(#rt::None)
        };
        let expr = quote!({ #site let mut __n = #start; #checks __n.unwrap_or(0) });
        let host = HostExpr { expr, binds, known: None, ty: Some("usize"), runs: Runs::InOrder };
        let count = self.host_node(host, args, span);
        Some((known.unwrap_or_else(Dim::unknown), count))
    }
}
