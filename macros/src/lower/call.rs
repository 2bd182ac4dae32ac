//! Calls of rows and composites: from the spelling to arguments in the order of the signature.

use std::rc::Rc;

use proc_macro2::{Ident, Span};
use quote::ToTokens;
use rustc_hash::FxHashMap as HashMap;
use syn::spanned::Spanned;
use syn::{Expr, FnArg, ItemFn, Pat, Type};

use super::names::{self, Callee, Spelling};
use super::op::Said;
use super::state::{Binding, Form, Lowerer, Origins, describe};
use crate::error;
use crate::ir::{Elem, Known, Op, Pack, Size, Value};
use crate::rules::{Composite, Map, ParamKind};
use crate::signature::{is_complex, is_tensor};

/// An argument as given: the receiver is lowered before the op is known.
pub(super) enum Given<'a> {
    Bound(Binding, Span),
    /// As above, with its text.
    Said(Binding, &'a Expr),
    Expr(&'a Expr),
}

/// A parameter of a row or composite.
struct Want {
    name: String,
    kind: WantKind,
}

enum WantKind {
    Tensor,
    /// Real tensors are complex ones too.
    Complex,
    List,
    /// A list of run-time length.
    Slice,
    /// Its type, for messages.
    Host(String),
}

/// How a call was written.
pub(super) struct Written<'a> {
    pub name: &'a Ident,
    pub method: bool,
    /// `cast::<T>`
    pub target: Option<Elem>,
    /// `ops::name`: as the library's function, of real tensors.
    pub flat: bool,
}

impl Lowerer<'_> {
    /// The op that a name in a text stands for. Ops that are there for rules alone have no name in a user's text.
    pub(super) fn op_named(&self, name: &str) -> Option<(Callee, Spelling)> {
        let internal = |callee: &Callee| match callee {
            Callee::Row(op) => self.rules.of(op).internal,
            Callee::Composite(c) => c.internal,
        };
        names::find(name).filter(|(callee, _)| self.at.is_some() || !internal(callee))
    }

    /// As [`Self::op_named`] for `ops::name`, which is the op whatever it is there for. Those of lists have no path.
    pub(super) fn op_at(&self, module: Option<&Ident>, name: &str) -> Option<(Callee, Spelling)> {
        if module.is_none_or(|m| m != "ops") {
            return self.op_named(name);
        }
        names::find(name).filter(|(callee, _)| !matches!(callee, Callee::Row(Op::List(_))))
    }

    /// A call of a table op or composite; `None` if there is none of this name.
    pub(super) fn call(&mut self, written: &Written<'_>, given: Vec<Given<'_>>) -> Option<Binding> {
        let found = self.op_named(&written.name.to_string())?;
        self.call_op(found, written, given)
    }

    /// [`Self::call`] of an op that was found.
    pub(super) fn call_op(
        &mut self,
        (callee, spelling): (Callee, Spelling),
        written: &Written<'_>,
        given: Vec<Given<'_>>,
    ) -> Option<Binding> {
        let (wants, item) = match &callee {
            Callee::Row(op) => (self.row_wants(op), None),
            Callee::Composite(c) if let Some(feature) = c.wants() => {
                return Some(self.error(error::wants_feature(written.name, feature)));
            }
            Callee::Composite(c) => match self.composite(c, written.name, written.flat) {
                Some(item) => (composite_wants(&item), Some(item)),
                None => return Some(Binding::Poison),
            },
        };
        let has = |n: &str| wants.iter().any(|w| w.name == n && matches!(w.kind, WantKind::Host(_)));
        let reduction = has("axes") && has("keep");
        if spelling != Spelling::Plain && !reduction {
            return None;
        }
        // Outside of bodies methods have one number of arguments, and functions are the ops in full.
        let whole = given.len() == wants.len() && spelling == Spelling::Plain;
        let in_full = !reduction || whole && (self.at.is_some() || !written.method);
        let spelled = |w: &&Want| match (&*w.name, spelling) {
            _ if in_full => true,
            ("keep", _) | ("axes", Spelling::Plain) => false,
            _ => true,
        };
        let expected: Vec<&Want> = wants.iter().filter(spelled).collect();
        if given.len() != expected.len() {
            if reduction && spelling == Spelling::Plain && given.len() > expected.len() {
                let others: Vec<_> = expected[1..].iter().map(|want| format!("{}, ", want.name)).collect();
                let error = error::reduces_all(written.name, &others.concat());
                return Some(self.error(error));
            }
            let text = usage(written, &expected);
            let count = given.len() - usize::from(written.method);
            let error = error::arity(written.name.span(), &written.name.to_string(), &text, count);
            return Some(self.error(error));
        }
        // A tensor for a number and a number for a tensor are one slip.
        let swapped = expected.iter().zip(&given).any(|(want, given)| match given {
            Given::Expr(e) => !matches!(want.kind, WantKind::Host(_)) && self.mentions(e).is_none(),
            Given::Bound(..) | Given::Said(..) => false,
        });
        let mut given = given;
        if let (Callee::Row(Op::Map(Map::StopGradient)), [Given::Expr(e)]) = (&callee, &given[..])
            && self.at.is_none()
        {
            let span = e.span();
            match self.expr(e) {
                Binding::Other(v) => return Some(self.stopped(v, written.name.span())),
                bound => given = vec![Given::Bound(bound, span)],
            }
        }
        let mut given = given.into_iter();
        let (mut args, mut places) = (Vec::new(), Vec::new());
        for want in &wants {
            let next = if spelled(&want) { given.next() } else { None };
            places.push(match &next {
                Some(Given::Expr(e)) => Said { expr: Some(*e), operand: false },
                Some(Given::Said(_, e)) => Said { expr: Some(*e), operand: true },
                _ => Said::default(),
            });
            let binding = if spelled(&want) {
                next.map_or(Binding::Poison, |g| self.argument(written, want, g, &callee, swapped))
            } else if want.name == "keep" {
                Binding::Host(self.flag(spelling == Spelling::Keep, written.name.span()))
            } else {
                Binding::Host(self.all_axes(written.name.span()))
            };
            args.push(binding);
        }
        // After the loop, so that every argument's error is reported.
        if args.iter().any(|a| matches!(a, Binding::Poison)) {
            return Some(Binding::Poison);
        }
        let spelled = names::spelled(callee.name(), spelling);
        if wants.iter().zip(&args).any(|(w, a)| !matches!(w.kind, WantKind::Complex) && a.holds_complex()) {
            return Some(self.calling(spelled, |this| this.of_complex(&callee, args, written, &places)));
        }
        Some(match (callee, item) {
            (Callee::Composite(c), Some(item)) => {
                let span = written.name.span();
                self.calling(spelled, |this| this.inline(c.name, &item, args, span, &places))
            }
            (Callee::Row(op), _) => {
                let slice = args.iter().any(|a| matches!(a, Binding::Slice(_)));
                let mut values = Vec::new();
                flatten(args, &mut values);
                let (target, span) = (written.target.as_ref(), written.name.span());
                match Self::list_row(&op).filter(|_| slice) {
                    Some(list) => {
                        self.calling(op.name(), |this| this.op_as(list, values, target, span, &places))
                    }
                    None if spelling != Spelling::Plain => {
                        self.calling(spelled, |this| this.op_as(op, values, target, span, &places))
                    }
                    None => self.op_as(op, values, target, span, &places),
                }
            }
            (Callee::Composite(_), None) => Binding::Poison,
        })
    }

    /// [`Self::call`] by name with lowered arguments, for what the front end itself writes.
    pub(crate) fn call_bound(&mut self, name: &str, args: Vec<Binding>, span: Span) -> Binding {
        self.call_given(name, args.into_iter().map(|a| Given::Bound(a, span)).collect(), span)
    }

    /// [`Self::call_bound`] of real tensors, whatever the op is written for.
    #[cfg(test)]
    pub(crate) fn call_flat(&mut self, name: &str, args: Vec<Binding>, span: Span) -> Binding {
        let given = args.into_iter().map(|a| Given::Bound(a, span)).collect();
        let name = Ident::new(name, span);
        let written = Written { name: &name, method: false, target: None, flat: true };
        let found = names::find(&name.to_string()).expect("tests call what there is");
        self.call_op(found, &written, given).unwrap_or(Binding::Poison)
    }

    pub(super) fn call_given(&mut self, name: &str, given: Vec<Given<'_>>, span: Span) -> Binding {
        let name = Ident::new(name, span);
        let written = Written { name: &name, method: false, target: None, flat: false };
        names::find(&name.to_string())
            .and_then(|found| self.call_op(found, &written, given))
            .unwrap_or_else(|| self.error(error::unknown_op(&name, None)))
    }

    fn row_wants(&self, op: &Op) -> Vec<Want> {
        let row = self.rules.of(op);
        let want = |p: &crate::rules::Param| Want {
            name: p.name.to_string(),
            kind: match &p.kind {
                ParamKind::Tensor { .. } if p.list => WantKind::Slice,
                ParamKind::Tensor { .. } => WantKind::Tensor,
                ParamKind::List => WantKind::List,
                ParamKind::Host(ty) => WantKind::Host(ty.to_token_stream().to_string()),
            },
        };
        row.params.iter().map(want).collect()
    }

    fn argument(
        &mut self,
        written: &Written<'_>,
        want: &Want,
        given: Given<'_>,
        callee: &Callee,
        swapped: bool,
    ) -> Binding {
        let op = written.name.to_string();
        let (tokens, span) = match &given {
            Given::Bound(_, span) => (super::state::spanned(*span), *span),
            Given::Said(_, e) => (super::state::spanned(e.span()), e.span()),
            Given::Expr(e) => (e.to_token_stream(), e.span()),
        };
        match &want.kind {
            WantKind::Host(ty) => {
                if let Given::Expr(e) = given {
                    if self.uses_tensors(e) {
                        let error = error::wants_host(tokens, &op, &want.name, ty, swapped);
                        return self.error(error);
                    }
                    let before = self.errors.len();
                    let written = self.host_part(e, ty);
                    if self.errors.len() > before {
                        return Binding::Poison;
                    }
                    let value = self.calling(callee.name(), |this| this.convert(written, ty, span));
                    return Binding::Host(value);
                }
                match given {
                    Given::Bound(Binding::Host(v), _) | Given::Said(Binding::Host(v), _) => {
                        Binding::Host(self.calling(callee.name(), |this| this.convert(v, ty, span)))
                    }
                    Given::Bound(Binding::Dim(name), _) | Given::Said(Binding::Dim(name), _) => {
                        let v = self.dim_value(&name, span);
                        Binding::Host(self.convert(v, ty, span))
                    }
                    Given::Bound(Binding::Poison, _) | Given::Said(Binding::Poison, _) => Binding::Poison,
                    _ => {
                        let error = error::wants_host(tokens, &op, &want.name, ty, swapped);
                        self.error(error)
                    }
                }
            }
            WantKind::Tensor => {
                let binding = self.given(given);
                let binding = self.tensor_of(binding);
                // Numbers mix with tensors in elementwise ops; elsewhere one is a slip in the order of arguments.
                let number = matches!(binding, Binding::Host(_) | Binding::Dim(_));
                let mixes = matches!(callee, Callee::Row(Op::Map(_)) | Callee::Composite(_));
                let bad = match &binding {
                    Binding::Host(v) if matches!(self.graph.known(*v), Some(Known::List(_))) => {
                        Some("a list")
                    }
                    Binding::Tensor(_) | Binding::Poison => None,
                    Binding::Group(Pack::Complex, _) => return binding,
                    _ if number && (mixes || self.at.is_some()) => None,
                    other => Some(describe(other)),
                };
                if let Some(what) = bad {
                    let error = error::wants_tensor(tokens, &op, &want.name, what);
                    return if number { self.host_error(error) } else { self.error(error) };
                }
                self.operand(binding, span).map_or(Binding::Poison, Binding::Tensor)
            }
            WantKind::Complex => match self.given(given) {
                Binding::Other(v) => self.as_complex(v, span),
                complex @ (Binding::Group(Pack::Complex, _) | Binding::Poison) => complex,
                real => match self.operand(real, span) {
                    Some(real) => self.of_real(real, span),
                    None => Binding::Poison,
                },
            },
            WantKind::List => match self.given_list(given) {
                list @ Binding::Group(Pack::Array, _) if list.holds_complex() => list,
                Binding::Group(Pack::Array, parts) if !parts.is_empty() => {
                    let values: Option<Vec<_>> = parts.into_iter().map(|p| self.operand(p, span)).collect();
                    values.map_or(Binding::Poison, |v| {
                        Binding::Group(Pack::Array, v.into_iter().map(Binding::Tensor).collect())
                    })
                }
                Binding::Poison => Binding::Poison,
                slice @ Binding::Slice(Form::Tensor(_)) => slice,
                _ => {
                    let error = error::wants_list(tokens, &op);
                    self.error(error)
                }
            },
            WantKind::Slice => {
                let given = self.given(given);
                if matches!(given, Binding::Slice(Form::Tensor(_)) | Binding::Poison) {
                    return given;
                }
                let error = error::table(span, &op, "it takes a list of run-time length");
                self.error(error)
            }
        }
    }

    fn given_list(&mut self, given: Given<'_>) -> Binding {
        let given = self.given(given);
        self.as_list(given)
    }

    pub(super) fn given(&mut self, given: Given<'_>) -> Binding {
        match given {
            Given::Bound(binding, _) | Given::Said(binding, _) => binding,
            Given::Expr(e) => self.expr(e),
        }
    }

    pub(super) fn flag(&mut self, value: bool, span: Span) -> Value {
        self.size_node(Size::Bool(value), vec![], span)
    }

    pub(crate) fn integer(&mut self, value: i64, span: Span) -> Value {
        self.size_node(Size::int(value), vec![], span)
    }

    fn all_axes(&mut self, span: Span) -> Value {
        self.size_node(Size::All, vec![], span)
    }

    /// `flat`: of real tensors, whatever it is written for.
    pub(super) fn composite(
        &mut self,
        composite: &'static Composite,
        at: &Ident,
        flat: bool,
    ) -> Option<Rc<ItemFn>> {
        if self.inlining.contains(&composite.name) {
            self.error(error::table(at.span(), composite.name, "it calls itself"));
            return None;
        }
        let flat = flat || !composite.is_complex();
        if let Some(item) = self.composites.get(&(composite.name, flat)) {
            return Some(item.clone());
        }
        match if flat { composite.parse() } else { composite.written() } {
            Ok(item) => {
                let item = Rc::new(item);
                self.composites.insert((composite.name, flat), item.clone());
                Some(item)
            }
            Err(e) => {
                self.error(error::table(at.span(), composite.name, &e.to_string()));
                None
            }
        }
    }

    /// The body with the arguments bound, in a scope of its own; nodes and errors are placed at the call.
    pub(super) fn inline(
        &mut self,
        name: &'static str,
        item: &ItemFn,
        args: Vec<Binding>,
        span: Span,
        said: &[Said<'_>],
    ) -> Binding {
        let scopes = std::mem::replace(&mut self.scopes, vec![HashMap::default()]);
        let at = self.at.replace(self.place(span));
        let result = std::mem::take(&mut self.result);
        let first = self.graph.nodes.len();
        let outermost = self.inlining.is_empty();
        self.inlining.push(name);
        for (i, (input, arg)) in item.sig.inputs.iter().zip(args).enumerate() {
            if let FnArg::Typed(p) = input
                && let Pat::Ident(name) = &*p.pat
            {
                if let (Binding::Tensor(v), true) = (&arg, outermost) {
                    let given = self.graph.node(*v).name.clone();
                    let given = given.or_else(|| said.get(i).and_then(Said::text));
                    self.origins.given.push((*v, given.unwrap_or_else(|| name.ident.to_string())));
                }
                self.declare(&name.ident, arg, name.mutability.is_some());
            }
        }
        if outermost {
            (self.origins.first, self.origins.errors) = (first, self.errors.len());
        }
        let value = self.calling(name, |this| this.stmts(&item.block.stmts));
        self.inlining.pop();
        if outermost {
            self.origins = Origins::default();
        }
        // Names are the user's; what a composite calls its steps means nothing to them.
        self.graph.nodes[first..].iter_mut().for_each(|n| n.name = None);
        self.result = result;
        self.at = at;
        self.scopes = scopes;
        value
    }
}

fn composite_wants(item: &ItemFn) -> Vec<Want> {
    let want = |input: &FnArg| match input {
        FnArg::Typed(p) => Some(Want {
            name: p.pat.to_token_stream().to_string(),
            kind: match strip_reference(&p.ty) {
                ty if is_tensor(ty) => WantKind::Tensor,
                ty if is_complex(ty) => WantKind::Complex,
                Type::Slice(_) => WantKind::List,
                ty => WantKind::Host(ty.to_token_stream().to_string()),
            },
        }),
        FnArg::Receiver(_) => None,
    };
    item.sig.inputs.iter().filter_map(want).collect()
}

fn strip_reference(ty: &Type) -> &Type {
    match ty {
        Type::Reference(r) => strip_reference(&r.elem),
        Type::Paren(p) => strip_reference(&p.elem),
        ty => ty,
    }
}

fn flatten(args: Vec<Binding>, out: &mut Vec<Value>) {
    for arg in args {
        match arg {
            Binding::Tensor(v) | Binding::Host(v) | Binding::Slice(Form::Tensor(v)) => out.push(v),
            Binding::Group(Pack::Array, parts) => flatten(parts, out),
            _ => unreachable!("arguments are checked against the signature"),
        }
    }
}

/// The call as it should be: `x.narrow(axis, start, len)`.
fn usage(written: &Written<'_>, expected: &[&Want]) -> String {
    let name = written.name;
    let text =
        |w: &&Want| if matches!(w.kind, WantKind::List) { "&[..]".to_string() } else { w.name.clone() };
    let names: Vec<String> = expected.iter().map(text).collect();
    let of_list = expected.first().is_some_and(|w| matches!(w.kind, WantKind::List));
    match names.split_first() {
        Some((first, rest)) if written.method && !of_list => format!("{first}.{name}({})", rest.join(", ")),
        _ => format!("{name}({})", names.join(", ")),
    }
}
