//! The one place that builds op nodes: element types are unified and shapes inferred by the row's signature.

use proc_macro2::Span;
use quote::ToTokens;

use super::elem::Class;
use super::state::{Binding, Form, Lowerer};
use crate::error;
use crate::ir::{Elem, Op, Pack, TensorTy, Ty, Value};
use crate::names;
use crate::rules::{ElemClass, ParamKind, Row};
use crate::shapes;

/// An argument as the user wrote it.
#[derive(Clone, Copy, Default)]
pub(super) struct Said<'e> {
    pub expr: Option<&'e syn::Expr>,
    /// It is an operand: errors about it stand at the operator.
    pub operand: bool,
}

impl<'e> Said<'e> {
    fn place(self) -> Option<&'e syn::Expr> {
        self.expr.filter(|_| !self.operand)
    }

    /// Its text, where it is short enough for a message.
    pub(super) fn text(&self) -> Option<String> {
        let expr = self.expr.filter(|e| parts(e, 8).is_some())?;
        let text = names::written(expr);
        let text = text.trim_start_matches("& ").trim_start_matches('&');
        (text.len() <= 40).then(|| text.to_owned())
    }

    /// `x.mean_keep(1)` for `x.mean_axis(1)`.
    fn drops_axes(&self) -> Option<String> {
        let syn::Expr::MethodCall(call) = super::state::bare(self.expr?) else { return None };
        let name = call.method.to_string().strip_suffix("_axis")?.to_owned();
        let (whole, kept) = (format!("{name}_axis("), format!("{name}_keep("));
        self.text().map(|text| text.replace(&whole, &kept))
    }
}

/// What is left of `most` parts of an expression: text is made of none that has more.
fn parts(e: &syn::Expr, most: usize) -> Option<usize> {
    use syn::Expr;
    let most = most.checked_sub(1)?;
    let all = |args: &syn::punctuated::Punctuated<Expr, syn::Token![,]>, most| {
        args.iter().try_fold(most, |most, arg| parts(arg, most))
    };
    match e {
        Expr::Path(_) | Expr::Lit(_) => Some(most),
        Expr::MethodCall(c) => all(&c.args, parts(&c.receiver, most)?),
        Expr::Call(c) => all(&c.args, most),
        Expr::Binary(b) => parts(&b.right, parts(&b.left, most)?),
        Expr::Unary(syn::ExprUnary { expr, .. })
        | Expr::Reference(syn::ExprReference { expr, .. })
        | Expr::Paren(syn::ExprParen { expr, .. })
        | Expr::Field(syn::ExprField { base: expr, .. }) => parts(expr, most),
        Expr::Index(i) => parts(&i.index, parts(&i.expr, most)?),
        Expr::Array(a) => all(&a.elems, most),
        Expr::Tuple(t) => all(&t.elems, most),
        _ => None,
    }
}

/// How a message speaks of an operand. It is an error that asks for it.
#[derive(Clone)]
struct Called<'e> {
    name: Option<String>,
    said: Said<'e>,
    quoted: bool,
    param: &'e proc_macro2::Ident,
}

impl std::fmt::Display for Called<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.name.clone().or_else(|| self.said.text().filter(|_| self.quoted)) {
            Some(name) => write!(f, "`{name}`"),
            None => write!(f, "operand `{}`", self.param),
        }
    }
}

/// Types of the classes of one row: equal classes are one type.
#[derive(Default)]
struct Group<'e> {
    /// The type, and the operand that first had it.
    float: Option<(Elem, Called<'e>)>,
    num: Option<(Elem, Called<'e>)>,
    ordered: Option<(Elem, Called<'e>)>,
    any: Option<(Elem, Called<'e>)>,
}

impl Lowerer<'_> {
    /// A call of a row. `args` in the order of its parameters, a list parameter's tensors in its place.
    pub(crate) fn op(&mut self, op: Op, args: Vec<Value>, span: Span) -> Binding {
        self.op_as(op, args, None, span, &[])
    }

    /// [`Self::op`] for a row with one result.
    pub(crate) fn value(&mut self, op: Op, args: Vec<Value>, span: Span) -> Option<Value> {
        match self.op(op, args, span) {
            Binding::Tensor(v) | Binding::Slice(Form::Tensor(v)) => Some(v),
            _ => None,
        }
    }

    /// `target`: the element type that the call asks for, where the row has one. `written`: the arguments, by parameter.
    pub(super) fn op_as(
        &mut self,
        op: Op,
        args: Vec<Value>,
        target: Option<&Elem>,
        span: Span,
        written: &[Said<'_>],
    ) -> Binding {
        let row = self.rules.of(&op);
        let span = self.place(span);
        let Some(mut group) = self.unify_args(&op, &row, &args, span, written) else {
            return Binding::Poison;
        };
        let shapes = {
            let list: Vec<_> = args.iter().map(|&v| shapes::Arg::of(self.graph, v)).collect();
            match shapes::infer(&op, self.called, &row, &list) {
                Ok(shapes) => shapes,
                Err(message) => {
                    let message = self.of_origins(&op, &row, &args).unwrap_or(message);
                    let message = self.of_texts(&op, &row, &args, written).unwrap_or(message);
                    return self.mismatch(error::shape(span, &message));
                }
            }
        };
        let mut types: Vec<TensorTy> = Vec::with_capacity(row.results.len());
        for (result, shape) in row.results.iter().zip(shapes) {
            let ParamKind::Tensor { elem, .. } = &result.kind else { continue };
            types.push(TensorTy { elem: self.result_elem(&mut group, *elem, target), shape });
        }
        if let ([one], true) = (types.as_slice(), row.results[0].list) {
            return Binding::Slice(Form::Tensor(self.push(op, args, Ty::List(one.clone()), span)));
        }
        if let [one] = types.as_slice() {
            let ty = Ty::Tensor(one.clone());
            return Binding::Tensor(self.push(op, args, ty, span));
        }
        let all = self.push(op, args, Ty::Tuple(types.clone()), span);
        let get = |(i, ty): (usize, TensorTy)| {
            Binding::Tensor(self.push(Op::Get(i as u32), vec![all], Ty::Tensor(ty), span))
        };
        Binding::Group(Pack::Tuple, types.into_iter().enumerate().map(get).collect())
    }

    /// The error of an op that a composite is made of, in terms of what that was given. Names of its own steps mean nothing to users.
    fn of_origins(&self, op: &Op, row: &Row, args: &[Value]) -> Option<String> {
        let arg = |&v: &Value| {
            let arg = shapes::Arg::of(self.graph, v);
            let made = v.ix() >= self.origins.first;
            shapes::Arg { name: if made { self.origins.of(self.graph, v) } else { arg.name }, made, ..arg }
        };
        let list: Vec<_> = args.iter().map(arg).collect();
        shapes::infer(op, self.called, row, &list).err().filter(|_| !self.origins.given.is_empty())
    }

    /// Whether the user wrote the call, in whatever spelling.
    fn is_users(&self, op: &Op) -> bool {
        self.at.is_none() && self.called.is_none_or(|called| called.starts_with(op.name()))
    }

    /// The error in terms of the user's expressions, for arguments without names.
    fn of_texts(&self, op: &Op, row: &Row, args: &[Value], written: &[Said<'_>]) -> Option<String> {
        let texts: Vec<_> = written.iter().map(Said::text).collect();
        // A list is many arguments.
        if texts.len() != args.len() || !self.is_users(op) {
            return None;
        }
        let of = |(&v, text)| shapes::Arg { text, ..shapes::Arg::of(self.graph, v) };
        let list: Vec<_> = args.iter().zip(texts.iter().map(Option::as_deref)).map(of).collect();
        let message = shapes::infer(op, self.called, row, &list).err()?;
        let dropped = written.iter().filter(|_| matches!(op, Op::Map(_))).find_map(Said::drops_axes);
        Some(
            message
                + &dropped.map(|kept| format!("; write `{kept}` for axes of length 1")).unwrap_or_default(),
        )
    }

    fn unify_args<'e>(
        &mut self,
        op: &Op,
        row: &'e Row,
        args: &[Value],
        span: Span,
        written: &[Said<'e>],
    ) -> Option<Group<'e>> {
        let lists = args.len() + 1 - row.params.len().min(args.len() + 1);
        let mut rest = args;
        let mut group = Group::default();
        let mut ok = true;
        for (i, param) in row.params.iter().enumerate() {
            let count = if matches!(param.kind, ParamKind::List) { lists } else { 1 };
            let (own, next) = rest.split_at(count.min(rest.len()));
            rest = next;
            let class = match &param.kind {
                ParamKind::Host(_) => continue,
                ParamKind::List => ElemClass::Any,
                ParamKind::Tensor { elem, .. } => *elem,
            };
            for &v in own {
                let (Ty::Tensor(t) | Ty::List(t)) = &self.graph.node(v).ty else { continue };
                let elem = t.elem.clone();
                let said = written.get(i).copied().unwrap_or_default();
                let quoted = self.is_users(op);
                let called =
                    Called { name: self.graph.node(v).name.clone(), said, quoted, param: &param.name };
                ok = ok && self.admit(op, &mut group, class, &elem, &called, span);
            }
        }
        ok.then_some(group)
    }

    fn admit<'e>(
        &mut self,
        op: &Op,
        group: &mut Group<'e>,
        class: ElemClass,
        elem: &Elem,
        called: &Called<'e>,
        span: Span,
    ) -> bool {
        let place =
            || called.said.place().map_or_else(|| super::state::spanned(span), ToTokens::to_token_stream);
        let (slot, bound) = match class {
            ElemClass::Float => (&mut group.float, Class::Float),
            ElemClass::Ordered => (&mut group.ordered, Class::Ordered),
            ElemClass::Num => (&mut group.num, Class::Num),
            ElemClass::Any | ElemClass::Target => (&mut group.any, Class::Any),
            ElemClass::Bool | ElemClass::I32 => {
                let (want, instead) = match class {
                    ElemClass::Bool => (Elem::Bool, "compare, `x.gt(0.0)`"),
                    _ => (Elem::I32, "cast, `.cast::<i32>()`"),
                };
                if self.elems.unify(elem, &want) {
                    return true;
                }
                let found = self.elems.settle(elem, &self.float);
                let error = error::elem_class(
                    place(),
                    self.called.unwrap_or(op.name()),
                    &called.to_string(),
                    &found,
                    &format!("`{want}`"),
                    instead,
                );
                self.error(error);
                return false;
            }
        };
        if !self.elems.restrict(elem, bound) {
            let found = self.elems.resolve(elem);
            let error = error::elem_class(
                place(),
                self.called.unwrap_or(op.name()),
                &called.to_string(),
                &found,
                bound.text(),
                "cast it, `.cast::<f32>()`",
            );
            self.error(error);
            return false;
        }
        let Some((first, name)) = slot else {
            *slot = Some((elem.clone(), called.clone()));
            return true;
        };
        if self.elems.unify(first, elem) {
            return true;
        }
        let (a, b) = (self.elems.settle(first, &self.float), self.elems.settle(elem, &self.float));
        let names = (name.to_string(), called.to_string());
        let error = error::elem_clash(span, self.called.unwrap_or(op.name()), (&names.0, &a), (&names.1, &b));
        self.error(error);
        false
    }

    fn result_elem(&mut self, group: &mut Group<'_>, class: ElemClass, target: Option<&Elem>) -> Elem {
        let (slot, bound) = match class {
            ElemClass::Bool => return Elem::Bool,
            ElemClass::I32 => return Elem::I32,
            ElemClass::Target => {
                return target.cloned().unwrap_or_else(|| self.elems.fresh(Class::Any));
            }
            ElemClass::Float => (&mut group.float, Class::Float),
            ElemClass::Ordered => (&mut group.ordered, Class::Ordered),
            ElemClass::Num => (&mut group.num, Class::Num),
            ElemClass::Any => (&mut group.any, Class::Any),
        };
        match slot {
            Some((elem, _)) => elem.clone(),
            None => target.cloned().unwrap_or_else(|| self.elems.fresh(bound)),
        }
    }

    /// `value` declared with an element type; `false` where it has another.
    pub(crate) fn expect_elem(&mut self, value: Value, elem: &Elem) -> Result<(), Elem> {
        let found = self.graph.elem(value).clone();
        if self.elems.unify(&found, elem) { Ok(()) } else { Err(self.elems.settle(&found, &self.float)) }
    }

    /// The element type, as far as it is known.
    pub(super) fn elem(&self, value: Value) -> Elem {
        self.elems.resolve(self.graph.elem(value))
    }
}
