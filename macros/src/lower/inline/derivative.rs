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
use crate::ir::{
    Call, Callee, HostExpr, How, Inside, Op, Pack, Part, Ruled, Runs, Shape, Ty, Value, on_the_way,
};
use crate::lower::module::{Given, Inlinable};
use crate::lower::state::{Binding, GraphOf, Lowerer, hidden};
use crate::names::{self, rt};
use crate::signature::{Param, ParamKind, Signature};

/// The number of a call whose derivative is taken, or that runs on a batch: larger than those of calls in its text, which are lowered before.
pub(super) fn number() -> u32 {
    static CALLS: AtomicU32 = AtomicU32::new(0);
    CALLS.fetch_add(1, Ordering::Relaxed)
}

/// A parameter, its value and its tangent.
type Seed = (String, Value, Value);

/// A call of a transform.
#[derive(Clone, Copy)]
pub(super) struct Derived<'c> {
    pub what: &'c Ident,
    pub function: &'c Path,
    pub sig: &'c Signature,
    /// Where it may stand in place.
    pub text: Option<&'c (Rc<Inlinable>, Given)>,
    pub args: &'c Punctuated<Expr, Token![,]>,
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
        let text = self.function_of(&function).map(|(callee, said)| (callee.clone(), said));
        let marked = self.unit.as_ref().and_then(|unit| unit.module.signature(&of.ident));
        let Some(sig) = text.as_ref().map(|(callee, _)| &callee.sig).or(marked.as_deref()) else {
            // Types and parts of paths have names of another kind.
            let is_function = !["self", "super", "crate", "Self"].iter().any(|word| of.ident == word)
                && of.ident.to_string().starts_with(|c: char| c.is_lowercase() || c == '_');
            if !is_function || self.graph_of != GraphOf::Function {
                return None;
            }
            return Some(self.error(error::transform_elsewhere(&what, &function)));
        };
        let derived = Derived { what: &what, function: &function, sig, text: text.as_ref(), args };
        let name = what.to_string();
        Some(self.scoped(|this| match name.strip_prefix("vmap") {
            Some(item) => this.batched(derived, item.trim_start_matches('_')),
            None => this.derived(derived, &name),
        }))
    }

    /// The transform of this name.
    pub(super) fn derived(&mut self, derived: Derived<'_>, name: &str) -> Binding {
        match name {
            "grad" => self.gradients(derived, false),
            "value_and_grad" => self.gradients(derived, true),
            "jvp" => self.tangent(derived),
            "hvp" => self.product(derived),
            _ => self.error(error::transform_inside(derived.what, derived.function)),
        }
    }

    /// The callee's text in place, and its active tensors; `None` where it stays a call.
    fn apart(
        &mut self,
        Derived { function, text, .. }: Derived<'_>,
        given: &Punctuated<Expr, Token![,]>,
    ) -> Option<(Binding, Vec<(String, Value)>)> {
        let (callee, said) = text?.clone();
        let outer = std::mem::take(&mut self.unit.as_mut()?.apart);
        let call = InPlace { said, receiver: None, args: given, span: function.span(), apart: true };
        let value = self.attempt(&callee, call);
        let found = std::mem::replace(&mut self.unit.as_mut()?.apart, outer);
        Some((value?, found))
    }

    /// A loss with nodes for its gradient.
    fn loss(&mut self, value: &Binding, derived: Derived<'_>) -> Option<Value> {
        match value {
            Binding::Tensor(v) if *self.graph.shape(*v) == Shape::scalar() => Some(*v),
            Binding::Poison => None,
            _ => {
                self.error(error::gradient_of_no_loss(derived.what, derived.function));
                None
            }
        }
    }

    /// By the callee's text where that is made of ops, else by a call.
    fn gradients(&mut self, derived: Derived<'_>, with_value: bool) -> Binding {
        let Derived { what, function, sig, .. } = derived;
        let Some(given) = self.named(derived, &[]) else { return Binding::Poison };
        // The derivative of a gradient that is called is the second; a third there is not.
        let has_call = sig.args.order >= 2 && self.unit.as_ref().is_some_and(|unit| unit.order == 1);
        let before = has_call.then(|| self.before());
        let mut fields = Vec::new();
        let value = match self.apart(derived, &given) {
            Some((value, by)) => {
                let Some(loss) = self.loss(&value, derived) else { return Binding::Poison };
                let all: Vec<Value> = by.iter().map(|(_, x)| *x).collect();
                let is_way = !has_call || on_the_way(self.graph, loss, &all).is_ok();
                if is_way {
                    fields.extend(self.gradient_of(loss, &by, what.span()));
                }
                is_way.then_some(value)
            }
            None if has_call => None,
            None => return self.error(error::derivative_inside(what, function)),
        };
        if value.is_none()
            && let Some(before) = before
        {
            self.restore(before);
        }
        let is_new = |name: &str| fields.iter().all(|(path, _)| path[0] != name);
        let mut active = sig.inputs.iter().filter(|i| i.is_active()).map(|i| &sig.params[i.param].name);
        let is_left = active.any(|name| is_new(&name.to_string()));
        if has_call && is_left {
            let called = self.gradient_called(derived, &given, value.is_some());
            let Some(called) = called else { return Binding::Poison };
            let more: Vec<_> = called.into_iter().filter(|(path, _)| is_new(&path[0])).collect();
            fields.extend(more);
        }
        let grads = Binding::Fields(Rc::from(fields));
        if !with_value {
            return grads;
        }
        let value = value.unwrap_or_else(|| self.expr(&parse_quote!(#function(#given))));
        Binding::Group(Pack::Tuple, vec![value, grads])
    }

    /// The gradient of a loss by each of `by`.
    fn gradient_of(&mut self, loss: Value, by: &[(String, Value)], span: Span) -> Vec<(Vec<String>, Value)> {
        let call = number();
        let each = by.iter().map(|(param, x)| {
            let (op, ty) = (Op::Inside(Inside::Gradient, call), self.graph.node(*x).ty.clone());
            let path = param.split('.').map(str::to_owned).collect();
            (path, self.push(op, vec![loss, *x], ty, span))
        });
        each.collect()
    }

    /// The gradient as a call of what stands beside the function, by parameters. `spare`: it is there for what nothing else gives.
    fn gradient_called(
        &mut self,
        Derived { what, function, sig, .. }: Derived<'_>,
        given: &Punctuated<Expr, Token![,]>,
        spare: bool,
    ) -> Option<Vec<(Vec<String>, Value)>> {
        let (mut args, mut values, mut active) = (Vec::new(), Vec::new(), Vec::new());
        for (param, arg) in sig.params.iter().zip(given) {
            let moves = match &param.kind {
                ParamKind::Tensor(t) => t.active,
                ParamKind::Other(o) if !o.slice => o.active,
                ParamKind::Host => false,
                _ if spare => return Some(Vec::new()),
                _ => {
                    self.error(error::gradient_of_several(what, &param.name));
                    return None;
                }
            };
            args.push(self.callee_argument(arg, &mut values)?);
            active.push(moves.then(|| param.name.to_string()));
        }
        let beside = |name: &str| {
            let name = Ident::new(name, what.span());
            parse_quote!(#function::#name)
        };
        let runs = if spare { Runs::Freely } else { Runs::InOrder };
        let path = beside("__gradient");
        let fields: Vec<String> = active.iter().flatten().cloned().collect();
        let ruled = Ruled {
            name: format!("{}::grad", sig.name),
            body: Rc::new(Callee { path, how: How::Function, args, noted: false, runs }),
            vjp: beside("__gradient_pulled"),
            jvp: Some(beside("__gradient_along")),
            active,
            order_2: false,
        };
        let call = self.push(Op::Call(Call::Ruled(Rc::new(ruled))), values, Ty::Other, what.span());
        let all = self.push(Op::Part(Part::Of(0)), vec![call], Ty::Other, what.span());
        let n = fields.len();
        let each = fields.into_iter().enumerate().map(|(k, param)| {
            let part = Op::Part(Part::Tuple(k as u32, n));
            (vec![param], if n == 1 { all } else { self.push(part, vec![all], Ty::Other, what.span()) })
        });
        Some(each.collect())
    }

    /// The value, and its tangent along those that stand behind the arguments.
    fn tangent(&mut self, derived: Derived<'_>) -> Binding {
        let Some((value, seeds)) = self.moving(derived) else { return Binding::Poison };
        let Binding::Tensor(y) = value else {
            return self.error(error::jvp_of_several(derived.function));
        };
        let dot = self.tangent_along(y, &seeds, derived.what.span());
        Binding::Group(Pack::Tuple, vec![Binding::Tensor(y), Binding::Tensor(dot)])
    }

    /// The gradient, and the product of the Hessian with the tangents that stand behind the arguments.
    fn product(&mut self, derived: Derived<'_>) -> Binding {
        let Some((value, seeds)) = self.moving(derived) else { return Binding::Poison };
        let Some(loss) = self.loss(&value, derived) else { return Binding::Poison };
        let span = derived.what.span();
        let by: Vec<_> = seeds.iter().map(|(param, x, _)| (param.clone(), *x)).collect();
        let grads = self.gradient_of(loss, &by, span);
        let each = grads.iter().map(|(path, g)| (path.clone(), self.tangent_along(*g, &seeds, span)));
        let products: Vec<_> = each.collect();
        Binding::Group(
            Pack::Tuple,
            vec![Binding::Fields(Rc::from(grads)), Binding::Fields(Rc::from(products))],
        )
    }

    fn tangent_along(&mut self, y: Value, seeds: &[Seed], span: Span) -> Value {
        let parts = std::iter::once(y).chain(seeds.iter().flat_map(|(_, x, t)| [*x, *t])).collect();
        let ty = self.graph.node(y).ty.clone();
        self.push(Op::Inside(Inside::Tangent, number()), parts, ty, span)
    }

    /// The callee's text in place, and its active tensors, each with its tangent among the arguments.
    fn moving(&mut self, derived: Derived<'_>) -> Option<(Binding, Vec<Seed>)> {
        let Derived { what, function, sig, args, .. } = derived;
        let mut active = Vec::new();
        for param in &sig.params {
            match &param.kind {
                ParamKind::Tensor(t) if t.active && t.ty.elem.is_float() => {
                    active.push(&param.name);
                }
                ParamKind::Tensor(_) | ParamKind::Host => {}
                ParamKind::Other(o) if !o.active => {}
                _ => {
                    self.error(error::tangents_of_structs(what, function, &param.name));
                    return None;
                }
            }
        }
        let given = self.named(derived, &active)?;
        let mut along = Vec::new();
        for arg in args.iter().skip(sig.params.len()) {
            let tangent = self.expr(arg);
            along.push((self.operand(tangent, arg.span())?, arg));
        }
        let Some((value, by)) = self.apart(derived, &given) else {
            self.error(error::derivative_inside(what, function));
            return None;
        };
        if let Binding::Poison = value {
            return None;
        }
        let mut seeds = Vec::new();
        for ((param, x), (t, arg)) in by.into_iter().zip(along) {
            let elem = self.graph.elem(x).clone();
            if let Err(found) = self.expect_elem(t, &elem) {
                self.error(error::declared_elem(arg, &elem, &found));
                return None;
            }
            let t = self.tangent_of(x, t, &param, arg.span());
            seeds.push((param, x, t));
        }
        Some((value, seeds))
    }

    /// The arguments under names of their own, in the order in which they are written, so that what is wrong with them is said of
    /// them. `tangents`: the parameters whose tangents stand behind.
    fn named(
        &mut self,
        Derived { what, function, sig, args, .. }: Derived<'_>,
        tangents: &[&Ident],
    ) -> Option<Punctuated<Expr, Token![,]>> {
        let params = &sig.params;
        if args.len() != params.len() + tangents.len() {
            let names = params.iter().map(|p| p.name.to_string());
            let all: Vec<String> = names.chain(tangents.iter().map(|name| format!("d{name}"))).collect();
            let (path, usage) = (function.to_token_stream(), all.join(", "));
            let usage = format!("{path}::{what}({usage})");
            self.error(error::arity(what.span(), &what.to_string(), &usage, args.len()));
            return None;
        }
        let mut given = Punctuated::new();
        for (i, (param, arg)) in params.iter().zip(args).enumerate() {
            let mut name = names::own(format_args!("given{i}"));
            name.set_span(arg.span());
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
            let of = params
                .iter()
                .find(|param| leaf.param.split(['.', '[']).next().is_some_and(|name| param.name == name));
            // Entries of arrays have no names.
            let named = of.is_some_and(|param| {
                matches!(
                    param.kind,
                    ParamKind::Tensor(_) | ParamKind::Group { pack: Pack::Tuple | Pack::Complex, .. }
                )
            });
            if !(leaf.active && leaf.ty.elem.is_float() && named) {
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
