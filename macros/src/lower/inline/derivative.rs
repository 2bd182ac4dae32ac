//! `u::grad(x)?.x`, `u::jvp(x, dx)?` in a body: the callee's text in place, and what asks for its derivatives behind it.

use std::rc::Rc;
use std::sync::atomic::{AtomicU32, Ordering};

use proc_macro2::{Ident, Span};
use quote::{ToTokens, quote};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Expr, Path, Token, parse_quote};

use super::{InPlace, Leaf};
use crate::error;
use crate::host::hidden;
use crate::ir::{HostExpr, Inside, Op, Runs, Shape, Value};
use crate::lower::{Binding, GraphOf, Lowerer};
use crate::modules::{Given, Inlinable};
use crate::names::{self, rt};
use crate::signature::{Param, ParamKind};

/// The number of a call whose derivative is taken: larger than those of calls in its text, which are lowered before.
fn number() -> u32 {
    static CALLS: AtomicU32 = AtomicU32::new(0);
    CALLS.fetch_add(1, Ordering::Relaxed)
}

/// A call of a transform.
struct Derived<'c> {
    what: &'c Ident,
    function: &'c Path,
    callee: Rc<Inlinable>,
    said: Given,
    args: &'c Punctuated<Expr, Token![,]>,
}

impl Lowerer<'_> {
    /// `None` where the path names no transform of a function.
    pub(in crate::lower) fn derivative(
        &mut self,
        path: &Path,
        args: &Punctuated<Expr, Token![,]>,
    ) -> Option<Binding> {
        let what = path.segments.last()?.ident.clone();
        let mut function = path.clone();
        function.segments.pop();
        function.segments.pop_punct();
        let is_transform = names::TRANSFORMS.iter().any(|name| what == name);
        let of = function.segments.last().filter(|_| is_transform && self.at.is_none())?;
        let Some((callee, said)) = self.function_of(&function) else {
            // Types and parts of paths have names of another kind.
            let is_function = !["self", "super", "crate", "Self"].iter().any(|word| of.ident == word)
                && of.ident.to_string().starts_with(|c: char| c.is_lowercase() || c == '_');
            if !is_function || self.graph_of != GraphOf::Function {
                return None;
            }
            let is_there = self.unit.as_ref().is_some_and(|unit| unit.module.is_marked(&of.ident));
            return Some(self.error(if is_there {
                error::derivative_inside(&what, &function)
            } else {
                error::transform_elsewhere(&what, &function)
            }));
        };
        let derived = Derived { what: &what, function: &function, callee: callee.clone(), said, args };
        Some(match what.to_string().as_str() {
            "grad" | "value_and_grad" => self.scoped(|this| this.gradients(derived)),
            "jvp" => self.scoped(|this| this.tangent(derived)),
            _ => self.error(error::transform_inside(&what, &function)),
        })
    }

    /// The callee's text in place, and its active tensors; an error where it stays a call.
    fn apart(
        &mut self,
        Derived { what, function, callee, said, .. }: Derived<'_>,
        given: &Punctuated<Expr, Token![,]>,
    ) -> Option<(Binding, Vec<(String, Value)>)> {
        let outer = std::mem::take(&mut self.unit.as_mut()?.apart);
        let call = InPlace { said, receiver: None, args: given, span: function.span(), apart: true };
        let before = self.errors.len();
        let value = self.attempt(&callee, call);
        let found = std::mem::replace(&mut self.unit.as_mut()?.apart, outer);
        match value {
            Some(Binding::Poison) => None,
            Some(value) => Some((value, found)),
            None => {
                if self.errors.len() == before {
                    self.error(error::derivative_inside(what, function));
                }
                None
            }
        }
    }

    fn gradients(&mut self, derived: Derived<'_>) -> Binding {
        let (what, function) = (derived.what, derived.function);
        let Some(given) = self.named(&derived, &[]) else { return Binding::Poison };
        let Some((value, by)) = self.apart(derived, &given) else { return Binding::Poison };
        let call = number();
        let loss = match value {
            Binding::Tensor(v) if *self.graph.shape(v) == Shape::scalar() => v,
            _ => return self.error(error::gradient_of_no_loss(what, function)),
        };
        let mut fields = Vec::new();
        for (param, x) in by {
            let (op, ty) = (Op::Inside(Inside::Gradient, call), self.graph.node(x).ty.clone());
            fields.push((vec![param], self.push(op, vec![loss, x], ty, what.span())));
        }
        let grads = Binding::Fields(Rc::from(fields));
        if what == "grad" { grads } else { Binding::Tuple(vec![Binding::Tensor(loss), grads]) }
    }

    /// The value, and its tangent along those that stand behind the arguments.
    fn tangent(&mut self, derived: Derived<'_>) -> Binding {
        let (what, function, args) = (derived.what, derived.function, derived.args);
        let callee = derived.callee.clone();
        let params = &callee.sig.params;
        let mut active = Vec::new();
        for param in params {
            match &param.kind {
                ParamKind::Tensor(t) if t.active && t.ty.elem.is_float() => {
                    active.push(&param.name);
                }
                ParamKind::Tensor(_) | ParamKind::Host => {}
                ParamKind::Other(o) if !o.active => {}
                _ => return self.error(error::jvp_of_structs(function, &param.name)),
            }
        }
        let Some(given) = self.named(&derived, &active) else { return Binding::Poison };
        let mut along = Vec::new();
        for arg in args.iter().skip(params.len()) {
            let tangent = self.expr(arg);
            let Some(t) = self.operand(tangent, arg.span()) else { return Binding::Poison };
            along.push((t, arg));
        }
        let Some((value, by)) = self.apart(derived, &given) else { return Binding::Poison };
        let Binding::Tensor(y) = value else { return self.error(error::jvp_of_several(function)) };
        let mut parts = vec![y];
        for ((param, x), (t, arg)) in by.iter().zip(along) {
            let elem = self.graph.elem(*x).clone();
            if let Err(found) = self.expect_elem(t, &elem) {
                return self.error(error::declared_elem(arg, &elem, &found));
            }
            parts.extend([*x, self.tangent_of(*x, t, param, arg.span())]);
        }
        let ty = self.graph.node(y).ty.clone();
        let dot = self.push(Op::Inside(Inside::Tangent, number()), parts, ty, what.span());
        Binding::Tuple(vec![Binding::Tensor(y), Binding::Tensor(dot)])
    }

    /// The arguments under names of their own, in the order in which they are written, so that what is wrong with them is said of
    /// them. `tangents`: the parameters whose tangents stand behind.
    fn named(
        &mut self,
        Derived { what, function, callee, args, .. }: &Derived<'_>,
        tangents: &[&Ident],
    ) -> Option<Punctuated<Expr, Token![,]>> {
        let params = &callee.sig.params;
        if args.len() != params.len() + tangents.len() {
            let names = params.iter().map(|p| p.name.to_string());
            let all: Vec<String> = names.chain(tangents.iter().map(|name| format!("d{name}"))).collect();
            let (path, usage) = (function.to_token_stream(), all.join(", "));
            let usage = format!("{path}::{what}({usage})");
            self.error(error::arity(what.span(), &what.to_string(), &usage, args.len()));
            return None;
        }
        let mut given = Punctuated::new();
        for (i, (param, arg)) in params.iter().zip(*args).enumerate() {
            let name = names::own(format_args!("given{i}"));
            let binding = match param.kind {
                ParamKind::Host => Binding::Host(self.host_typed(arg, Some(&param.ty))),
                _ => self.expr(arg),
            };
            if let Binding::Poison = binding {
                return None;
            }
            self.declare(&name, binding, false);
            given.push(parse_quote!(#name));
        }
        Some(given)
    }

    /// A tangent in the shape of its value, which is compared at run time where the text does not say it.
    fn tangent_of(&mut self, x: Value, t: Value, param: &str, span: Span) -> Value {
        let shape = self.graph.shape(x).clone();
        if *self.graph.shape(t) == shape {
            return t;
        }
        let (rt, site) = (rt(), self.site(span));
        let binds = vec![hidden("s", 0), hidden("s", 1)];
        let (of, got) = (&binds[0], &binds[1]);
        let expr = quote!({ #site #rt::check_tangent_shape(&__SITE, #param, &#of, &#got)?; });
        let host = HostExpr { expr, binds, known: None, ty: None, runs: Runs::InOrder };
        let args = vec![self.shape_of(x, span), self.shape_of(t, span)];
        let check = self.host_node(host, args, span);
        self.in_shape(t, shape, Some(check), span)
    }

    /// The active tensors of parameters that are one tensor, each as a node of its own.
    pub(super) fn told_apart(&mut self, params: &[Param], leaves: &[Leaf], values: &[Value]) -> Vec<Value> {
        let mut told = values.to_vec();
        for (i, leaf) in leaves.iter().enumerate() {
            let of = params.iter().find(|param| param.name == leaf.param.as_str());
            let alone = of.is_some_and(|param| matches!(param.kind, ParamKind::Tensor(_)));
            if !(leaf.active && leaf.ty.elem.is_float() && alone) {
                continue;
            }
            let ty = self.graph.node(values[i]).ty.clone();
            told[i] = self.push(Op::Apart, vec![values[i]], ty, leaf.span);
            if let Some(unit) = &mut self.unit {
                unit.apart.push((leaf.param.clone(), told[i]));
            }
        }
        told
    }
}
