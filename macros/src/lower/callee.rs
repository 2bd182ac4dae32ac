//! Calls of other differentiable functions, and values whose type rustc alone knows.

use std::rc::Rc;

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Expr, Path};

use super::state::{Binding, Form, Lowerer, Read, tensor_ty};
use crate::dims;
use crate::error;
use crate::ir::{Call, Callee, How, Leaves, Op, Pack, Part, Ruled, Runs, Shape, TensorTy, Ty, Value};
use crate::signature::{ParamKind, Signature};

impl Lowerer<'_> {
    /// `path(args)`, where nothing of that name is an op.
    pub(super) fn call_function(
        &mut self,
        path: &Path,
        args: &syn::punctuated::Punctuated<Expr, syn::Token![,]>,
    ) -> Binding {
        let (mut leaves, mut values, mut ok) = (Vec::new(), Vec::new(), true);
        for arg in args {
            match self.callee_argument(arg, &mut values) {
                Some(arg) => leaves.push(arg),
                None => ok = false,
            }
        }
        if !ok {
            return Binding::Poison;
        }
        let how = if is_of_type(path) { How::Associated } else { self.called_on };
        self.called_function(
            Callee { path: path.clone(), how, args: leaves, noted: false, runs: Runs::InOrder },
            values,
            path.span(),
        )
    }

    /// Whether `e` is an option by the text of its type.
    fn is_option(&self, e: &Expr) -> bool {
        let e = match super::state::bare(e) {
            Expr::MethodCall(c) if super::std_names::SAME.iter().any(|same| c.method == same) => &c.receiver,
            e => e,
        };
        let ty = self.type_of(e);
        matches!(ty, Some(syn::Type::Path(p)) if p.path.segments.last().is_some_and(|s| s.ident == "Option"))
    }

    /// `receiver.method(args)`, where nothing of that name is an op of tensors.
    pub(super) fn call_method(&mut self, receiver: Value, c: &syn::ExprMethodCall) -> Binding {
        if self.is_open_method(c) {
            return self.error(error::open_method(&c.method));
        }
        if OF_OPTIONS.iter().any(|name| c.method == name) && self.is_option(&c.receiver) {
            return self.error(error::option_method(&c.method));
        }
        let (mut leaves, mut values, mut ok) = (vec![Leaves::One], vec![receiver], true);
        for arg in &c.args {
            match self.callee_argument(arg, &mut values) {
                Some(arg) => leaves.push(arg),
                None => ok = false,
            }
        }
        if !ok {
            return Binding::Poison;
        }
        if let Some(turbofish) = &c.turbofish {
            return self.error(error::method_generics(turbofish));
        }
        let callee = Callee {
            path: c.method.clone().into(),
            how: How::Method,
            args: leaves,
            noted: false,
            runs: Runs::InOrder,
        };
        self.called_function(callee, values, c.method.span())
    }

    fn called_function(&mut self, callee: Callee, args: Vec<Value>, span: Span) -> Binding {
        let call = self.push(Op::Call(Call::Value(Rc::new(callee))), args, Ty::Other, span);
        let value = self.push(Op::Part(Part::Of(0)), vec![call], Ty::Other, span);
        self.as_number_of_call(Binding::Other(value))
    }

    /// In a function of numbers, what a call gives or is taken apart into is a number.
    pub(super) fn as_number_of_call(&mut self, value: Binding) -> Binding {
        match value {
            Binding::Other(v) if self.called_on == How::Numbers => {
                let ty = tensor_ty(self.float.clone(), Shape::scalar());
                Binding::Tensor(self.used_as(v, false, ty))
            }
            value => value,
        }
    }

    /// Until something takes it apart: then it is whatever the call gives.
    pub(super) fn taken_apart(&self, value: Binding) -> Binding {
        match value {
            Binding::Tensor(v)
                if self.called_on == How::Numbers && matches!(self.graph.node(v).op, Op::AsTensor(_)) =>
            {
                Binding::Other(self.graph.node(v).args[0])
            }
            value => value,
        }
    }

    /// How an argument is put together, and its leaves.
    pub(super) fn callee_argument(&mut self, e: &Expr, values: &mut Vec<Value>) -> Option<Leaves> {
        match e {
            Expr::Paren(p) => return self.callee_argument(&p.expr, values),
            Expr::Group(g) => return self.callee_argument(&g.expr, values),
            Expr::Reference(r) if r.mutability.is_none() && self.mentions_or_makes(e) => {
                let of = self.behind(&r.expr);
                let written =
                    matches!(super::state::bare(of), Expr::Tuple(_) | Expr::Array(_) | Expr::Macro(_));
                if let Expr::Binary(_) | Expr::Unary(_) = super::state::bare(of) {
                    let value = match self.expr(of) {
                        // Numbers are handed over by value.
                        Binding::Either(either) => self.as_operator(&either),
                        value => value,
                    };
                    return self.leaves(value, values, e);
                }
                let inner = self.callee_argument(of, values)?;
                return Some(if written { Leaves::Ref(Box::new(inner)) } else { inner });
            }
            Expr::Tuple(t) if self.mentions_or_makes(e) => {
                return self
                    .each_argument(t.elems.iter(), values)
                    .map(|parts| Leaves::Group(Pack::Tuple, parts));
            }
            Expr::Array(a) if self.mentions_or_makes(e) => {
                return self
                    .each_argument(a.elems.iter(), values)
                    .map(|parts| Leaves::Group(Pack::Array, parts));
            }
            _ => {}
        }
        let binding = self.expr(e);
        let named = matches!(binding, Binding::Group(..));
        let leaves = self.leaves(binding, values, e)?;
        Some(if named { Leaves::Named(Box::new(leaves)) } else { leaves })
    }

    fn each_argument<'e>(
        &mut self,
        parts: impl Iterator<Item = &'e Expr>,
        values: &mut Vec<Value>,
    ) -> Option<Vec<Leaves>> {
        // All of them, so that each reports its own error.
        let parts: Vec<_> = parts.map(|p| self.callee_argument(p, values)).collect();
        parts.into_iter().collect()
    }

    /// The value of expression `e`, as leaves.
    fn leaves(&mut self, binding: Binding, values: &mut Vec<Value>, e: &Expr) -> Option<Leaves> {
        let mut each = |this: &mut Self, parts: Vec<Binding>| -> Option<Vec<Leaves>> {
            parts.into_iter().map(|p| this.leaves(p, values, e)).collect()
        };
        match binding {
            Binding::Group(pack, parts) => each(self, parts).map(|parts| Leaves::Group(pack, parts)),
            Binding::Tensor(v) | Binding::Other(v) | Binding::Host(v) | Binding::Slice(Form::Tensor(v)) => {
                values.push(v);
                Some(Leaves::One)
            }
            Binding::Dim(name) => {
                values.push(self.dim_value(&name, e.span()));
                Some(Leaves::One)
            }
            Binding::Poison => None,
            Binding::Either(either) => {
                self.error(error::number_or_tensor(&either.expr));
                None
            }
            other => {
                self.error(error::argument_form(e, super::state::describe(&other)));
                None
            }
        }
    }

    /// The body of a function with rules of its own, which is not read.
    pub(super) fn ruled(&mut self, sig: &Signature, rule: &Path) -> Binding {
        let (mut args, mut values) = (Vec::new(), Vec::new());
        for param in &sig.params {
            args.push(form(&param.kind));
            if let Some(binding) = self.get(&param.name).cloned() {
                super::region::leaves(&binding, &mut values);
            }
        }
        let active = sig.inputs.iter().map(|input| input.is_active().then(|| sig.path(input)));
        let ruled = Ruled {
            name: sig.name.to_string(),
            body: Rc::new(Callee {
                path: syn::parse_quote!(__body),
                how: How::Function,
                args,
                noted: false,
                runs: Runs::InOrder,
            }),
            vjp: rule.clone(),
            jvp: sig.args.jvp.clone(),
            active: active.collect(),
            order_2: sig.args.order >= 2,
        };
        let span = sig.name.span();
        let call = self.push(Op::Call(Call::Ruled(Rc::new(ruled))), values, Ty::Other, span);
        Binding::Other(self.push(Op::Part(Part::Of(0)), vec![call], Ty::Other, span))
    }

    /// A value of any form as the tensor that it is used as; others as they are.
    pub(crate) fn tensor_of(&mut self, binding: Binding) -> Binding {
        match binding {
            Binding::Other(v) => Binding::Tensor(self.as_tensor(v, false)),
            Binding::Either(either) => {
                let binding = self.as_operator(&either);
                self.tensor_of(binding)
            }
            binding => binding,
        }
    }

    /// A value of any form as the list of tensors that it is used as; others as they are.
    pub(super) fn as_list(&mut self, binding: Binding) -> Binding {
        let Binding::Other(v) = binding else { return binding };
        if let Some(&list) = self.as_tensors.get(&(v, false)) {
            return Binding::Slice(Form::Tensor(list));
        }
        let ty = self.read_type(v, Read::List, |this| {
            let elem = this.elems.fresh(super::elem::Class::Any);
            Ty::List(TensorTy { elem, shape: Shape::unknown(dims::fresh()) })
        });
        Binding::Slice(Form::Tensor(self.used_as(v, false, ty)))
    }

    /// `lenient`: it may be a number.
    pub(crate) fn as_tensor(&mut self, v: Value, lenient: bool) -> Value {
        let made = self.as_tensors.get(&(v, false));
        if let Some(&tensor) = made.or_else(|| self.as_tensors.get(&(v, true)).filter(|_| lenient)) {
            return tensor;
        }
        let ty = self.read_type(v, Read::Tensor, |this| {
            let elem = this.elems.fresh(super::elem::Class::Any);
            tensor_ty(elem, Shape::unknown(dims::fresh()))
        });
        self.used_as(v, lenient, ty)
    }

    fn used_as(&mut self, v: Value, lenient: bool, ty: Ty) -> Value {
        let (span, name) = (self.graph.node(v).span, self.graph.node(v).name.clone());
        let used = self.push(Op::AsTensor(lenient), vec![v], ty, span);
        self.graph.nodes[used.ix()].name = name;
        self.as_tensors.insert((v, lenient), used);
        used
    }

    /// The entries of a value that a pattern takes apart.
    pub(super) fn entries(&mut self, v: Value, pack: Pack, n: usize, span: Span) -> Vec<Binding> {
        (0..n).map(|i| self.entry(v, pack.part(i, n), span)).collect()
    }

    /// One entry of a value of any form.
    pub(super) fn entry(&mut self, v: Value, part: Part, span: Span) -> Binding {
        let entry = self.push(Op::Part(part), vec![v], Ty::Other, span);
        self.as_number_of_call(Binding::Other(entry))
    }
}

/// Methods by which plain Rust takes an option apart.
const OF_OPTIONS: &[&str] = &[
    "and_then",
    "expect",
    "filter",
    "map",
    "map_or",
    "map_or_else",
    "ok_or",
    "ok_or_else",
    "or",
    "or_else",
    "take",
    "unwrap",
    "unwrap_or",
    "unwrap_or_default",
    "unwrap_or_else",
    "zip",
];

/// `Mlp::new`, `Self::step`: types begin with a capital letter, modules do not.
pub(crate) fn is_of_type(path: &Path) -> bool {
    let of = path.segments.iter().rev().nth(1);
    of.is_some_and(|s| s.ident.to_string().trim_start_matches('_').starts_with(char::is_uppercase))
}

/// How a parameter is put together from its leaves.
fn form(kind: &ParamKind) -> Leaves {
    let each = |parts: &[ParamKind]| parts.iter().map(form).collect();
    let (whole, by_ref) = match kind {
        ParamKind::Tensor(_) | ParamKind::Host | ParamKind::Other(_) | ParamKind::Slice { .. } => {
            return Leaves::One;
        }
        ParamKind::Group { pack, parts, by_ref } => (Leaves::Group(*pack, each(parts)), *by_ref),
    };
    if by_ref { Leaves::Ref(Box::new(whole)) } else { whole }
}
