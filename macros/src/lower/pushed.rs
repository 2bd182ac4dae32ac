//! `Vec`s that tensors are pushed to, and variables of our own that wait for a value.
//!
//! `Vec::new()` is host code until the first tensor goes into it. From then on it is a list, and each push makes another.

mod any;

use proc_macro2::{Ident, Span};
use quote::quote;
use syn::spanned::Spanned;
use syn::{Expr, Stmt, Type};

use super::elem::Class;
use super::region::{Lowered, leaves};
use super::state::{Binding, Form, Lowerer, bare, describe, hidden, tensor_ty};
use crate::dims;
use crate::error;
use crate::ir::{HostExpr, Known, List, Made, Op, Pack, Runs, Shape, TensorTy, Ty, Value};
use crate::signature::is_tensor;

/// The beginning of the name of a variable in which a loop leaves a value.
const OURS: &str = "__value_";

/// Whether a variable waits for a value that a loop may give it.
pub(crate) fn is_ours(name: &Ident) -> bool {
    name.to_string().starts_with(OURS)
}

impl Lowerer<'_> {
    /// `hs.push(x)` of a tensor. `None`: it is something else.
    pub(super) fn push_item(&mut self, c: &syn::ExprMethodCall) -> Option<Binding> {
        let Expr::Path(p) = bare(&c.receiver) else { return None };
        let name = p.path.get_ident().filter(|_| c.method == "push" && c.args.len() == 1)?;
        let variable = self.variable(name).filter(|_| c.turbofish.is_none())?.clone();
        let old = variable.binding;
        let is_list = matches!(
            old,
            Binding::Host(_) | Binding::Group(Pack::Array, _) | Binding::Slice(_) | Binding::Other(_)
        );
        if self.at.is_some() || !is_list {
            return None;
        }
        let span = c.method.span();
        let run = Stmt::Expr(Expr::MethodCall(c.clone()), Some(syn::token::Semi::default()));
        let of_numbers = variable.ty.as_deref().is_some_and(|ty| self.is_number(ty));
        if matches!(old, Binding::Host(_)) && of_numbers && !self.uses_tensors(&c.args[0]) {
            self.host_stmt(&run);
            return Some(Binding::Unit);
        }
        let item = self.expr(&c.args[0]);
        if let (Binding::Host(_), Binding::Host(_) | Binding::Dim(_)) = (&old, &item) {
            // It is computed, and what changes variables in it must not run again.
            let (name, mut run) = (self.turn(item, false), c.clone());
            run.args[0] = syn::parse_quote!(#name);
            self.host_stmt(&Stmt::Expr(Expr::MethodCall(run), Some(syn::token::Semi::default())));
            return Some(Binding::Unit);
        }
        if !variable.mutable {
            return Some(self.error(error::not_mutable(name)));
        }
        if matches!(old, Binding::Other(_)) || self.is_of_any_form(&item, variable.ty.as_deref(), &c.args[0])
        {
            return Some(self.push_any(name, old, item, c));
        }
        let like = if let Binding::Slice(form) = &old { Some(form.clone()) } else { None };
        let Some(item) = self.item_for(item, like.as_ref(), &c.args[0]) else { return Some(Binding::Poison) };
        let form = match old {
            Binding::Slice(form) => form,
            Binding::Host(v) if !self.is_new(v) => {
                return Some(self.error(error::push_to_any(name)));
            }
            old => {
                let empty = self.no_items(&item, span);
                let Binding::Slice(form) = self.as_slice(old, &empty) else { return Some(Binding::Poison) };
                form
            }
        };
        let Some(form) = self.with_item(&form, item, name, span) else { return Some(Binding::Poison) };
        if let Some(variable) = self.variable(name) {
            variable.binding = Binding::Slice(form);
        }
        Some(Binding::Unit)
    }

    /// A `Vec` of the function's own, and nothing in it yet.
    fn is_new(&self, v: Value) -> bool {
        self.graph.known(v) == Some(Known::List(Vec::new()))
    }

    /// The pushed value, as tensors.
    pub(super) fn item_for(&mut self, item: Binding, like: Option<&Form>, e: &Expr) -> Option<Binding> {
        match (item, like) {
            (Binding::Poison, _) => None,
            (Binding::Other(v), Some(Form::Group(pack @ (Pack::Tuple | Pack::Complex), parts))) => {
                let entries = self.entries(v, *pack, parts.len(), e.span());
                self.item_for(Binding::Group(*pack, entries), like, e)
            }
            (item @ (Binding::Other(_) | Binding::Either(_) | Binding::Tensor(_)), _) => {
                let tensor = self.tensor_of(item);
                matches!(tensor, Binding::Tensor(_)).then_some(tensor)
            }
            (Binding::Group(pack, parts), _) if !parts.is_empty() => {
                let parts: Option<Vec<_>> = parts.into_iter().map(|p| self.item_for(p, None, e)).collect();
                parts.map(|parts| Binding::Group(pack, parts))
            }
            (item, _) => {
                self.error(error::pushed(e, describe(&item)));
                None
            }
        }
    }

    /// Lists with nothing in them, of what `item` is made of.
    fn no_items(&mut self, item: &Binding, span: Span) -> Form {
        match item {
            Binding::Group(pack, parts) => {
                Form::Group(*pack, parts.iter().map(|p| self.no_items(p, span)).collect())
            }
            Binding::Tensor(v) => {
                let ty = outside(&self.graph.node(*v).ty);
                Form::Tensor(self.empty(ty, span))
            }
            _ => {
                let ty = self.any_tensor();
                Form::Tensor(self.empty(ty, span))
            }
        }
    }

    /// Values that expansion knows as a list that knows them when it runs.
    pub(super) fn at_run_time(&mut self, items: Vec<Binding>, e: &Expr) -> Option<Binding> {
        if items.iter().any(|item| matches!(item, Binding::Other(_))) {
            return self.whole_list(Made::Array, items, e).map(Binding::Other);
        }
        self.list_of(items, e).map(Binding::Slice)
    }

    /// A list of values that expansion knows, of one form.
    fn list_of(&mut self, items: Vec<Binding>, e: &Expr) -> Option<Form> {
        let (span, name) = (e.span(), Ident::new("list", e.span()));
        let mut list: Option<Form> = None;
        for item in items {
            let item = self.item_for(item, list.as_ref(), e)?;
            let before = list.unwrap_or_else(|| self.no_items(&item, span));
            list = Some(self.with_item(&before, item, &name, span)?);
        }
        list
    }

    fn any_tensor(&mut self) -> TensorTy {
        TensorTy { elem: self.elems.fresh(Class::Any), shape: Shape::unknown(dims::fresh()) }
    }

    /// Zeros of no shapes at all.
    fn empty(&mut self, ty: TensorTy, span: Span) -> Value {
        let none = self.host_node(HostExpr::no_shapes(), vec![], span);
        self.push(Op::Zero, vec![none], Ty::List(ty), span)
    }

    /// A `Vec` as lists of the form of `model`: a new one, or one whose items expansion knows. Others stay as they are.
    pub(super) fn as_slice(&mut self, binding: Binding, model: &Form) -> Binding {
        fn empty(this: &mut Lowerer<'_>, model: &Form) -> Form {
            let mut each = |parts: &[Form]| parts.iter().map(|p| empty(this, p)).collect();
            match model {
                Form::Group(pack, parts) => Form::Group(*pack, each(parts)),
                Form::Tensor(_) => {
                    let ty = this.any_tensor();
                    Form::Tensor(this.empty(ty, Span::call_site()))
                }
            }
        }
        let items = match binding {
            Binding::Host(v) if self.is_new(v) => Vec::new(),
            Binding::Group(Pack::Array, items) => items,
            binding => return binding,
        };
        let mut form = empty(self, model);
        let name = Ident::new("vec", Span::call_site());
        for item in items {
            let Some(item) = self.item_for(item, Some(model), &syn::parse_quote!(vec)) else {
                return Binding::Poison;
            };
            let Some(more) = self.with_item(&form, item, &name, Span::call_site()) else {
                return Binding::Poison;
            };
            form = more;
        }
        Binding::Slice(form)
    }

    /// Lists with one item more.
    pub(super) fn with_item(&mut self, form: &Form, item: Binding, name: &Ident, span: Span) -> Option<Form> {
        self.with_each(form, item, span, &mut |this, list, item| {
            let elem = this.graph.elem(list).clone();
            if let Err(found) = this.expect_elem(item, &elem) {
                let elem = this.elems.resolve(&elem);
                let text = format!("`{name}`");
                return this.error(error::elem_clash(span, "push", (&text, &elem), ("the tensor", &found)));
            }
            this.calling("push", |this| this.op(Op::List(List::Push), vec![list, item], span))
        })
    }

    /// Calls `make` with each list and the tensor of the item that goes into it.
    pub(super) fn with_each(
        &mut self,
        form: &Form,
        item: Binding,
        span: Span,
        make: &mut dyn FnMut(&mut Self, Value, Value) -> Binding,
    ) -> Option<Form> {
        let mut each = |this: &mut Self, forms: &[Form], parts: Vec<Binding>| -> Option<Vec<Form>> {
            forms.iter().zip(parts).map(|(f, p)| this.with_each(f, p, span, make)).collect()
        };
        match (form, item) {
            (Form::Group(pack, forms), Binding::Group(of, parts))
                if *pack == of && forms.len() == parts.len() =>
            {
                each(self, forms, parts).map(|parts| Form::Group(of, parts))
            }
            (Form::Tensor(list), Binding::Tensor(item)) => match make(self, *list, item) {
                Binding::Slice(form) => Some(form),
                _ => None,
            },
            (_, item) => {
                self.error(error::pushed(super::state::spanned(span), describe(&item)));
                None
            }
        }
    }

    /// Gives a variable the form that a round of a loop makes of it: a list for a new `Vec`, a value for none. It is
    /// one from the start, then.
    pub(super) fn becomes(&mut self, (name, outer): (&Ident, &Binding), round: &Lowered, i: usize) -> bool {
        let after = round.after(i);
        let new = match (outer, &after) {
            (Binding::Host(_) | Binding::Group(Pack::Array, _), Binding::Slice(form)) => {
                self.as_slice(outer.clone(), form)
            }
            (Binding::Host(v), Binding::Other(_)) if !self.is_new(*v) => return false,
            (Binding::Host(_) | Binding::Group(Pack::Array, _), Binding::Other(_)) => {
                self.of_any_items(outer.clone(), name).map_or(Binding::Poison, Binding::Other)
            }
            (Binding::Unset, after) if is_ours(name) && !matches!(after, Binding::Unset) => {
                self.placeholder(after)
            }
            _ => return false,
        };
        // What all rounds put there says what is in it.
        let (mut made, mut put) = (Vec::new(), Vec::new());
        leaves(&new, &mut made);
        leaves(&after, &mut put);
        for (&made, &put) in made.iter().zip(&put) {
            let (Op::Zero, Ty::List(ty)) = (&self.graph.node(made).op, &round.region.graph.node(put).ty)
            else {
                continue;
            };
            let shape = outside(&Ty::List(ty.clone())).shape;
            if let Ty::List(t) = &mut self.graph.nodes[made.ix()].ty {
                t.shape = shape;
            }
        }
        if let Some(variable) = self.variable(name) {
            variable.binding = new;
        }
        true
    }

    /// The value in a variable of ours until a loop gives it one like `model`. Nobody reads it.
    pub(super) fn placeholder(&mut self, model: &Binding) -> Binding {
        let span = Span::call_site();
        match model {
            Binding::Group(pack, parts) => {
                Binding::Group(*pack, parts.iter().map(|p| self.placeholder(p)).collect())
            }
            Binding::Tensor(_) => {
                let elem = self.elems.fresh(Class::Any);
                Binding::Tensor(self.push(Op::Const(0.0), vec![], tensor_ty(elem, Shape::scalar()), span))
            }
            Binding::Slice(form) => {
                let none = HostExpr {
                    expr: quote!(()),
                    binds: vec![],
                    known: Some(Known::List(Vec::new())),
                    ty: None,
                    runs: Runs::Freely,
                };
                let none = self.host_node(none, vec![], span);
                self.as_slice(Binding::Host(none), form)
            }
            Binding::Host(_) => {
                let expr = quote!(::core::option::Option::None);
                let none = HostExpr::plain(expr);
                Binding::Host(self.host_node(none, vec![], span))
            }
            other => other.clone(),
        }
    }

    /// A value as it stands in a variable of ours: what is no tensor may not be there yet.
    pub(super) fn held(&mut self, value: Binding) -> Binding {
        let mut each =
            |parts: Vec<Binding>| parts.into_iter().map(|p| self.held(p)).collect::<Vec<Binding>>();
        match value {
            Binding::Group(pack, parts) => Binding::Group(pack, each(parts)),
            Binding::Host(v) => self.optional(v, |h| quote!(::core::option::Option::Some(#h))),
            Binding::Dim(name) => {
                let v = self.dim_value(&name, Span::call_site());
                self.optional(v, |h| quote!(::core::option::Option::Some(#h)))
            }
            // What is no tensor for certain, and has nothing to stand for it before.
            Binding::Other(v) if matches!(self.graph.node(v).op, Op::Make(_)) => {
                let at = super::state::spanned(self.graph.node(v).span);
                self.error(error::struct_out_of_a_loop(at))
            }
            value => self.tensor_of(value),
        }
    }

    /// The value of which [`Self::held`] was made.
    pub(super) fn released(&mut self, value: Binding) -> Binding {
        let mut each =
            |parts: Vec<Binding>| parts.into_iter().map(|p| self.released(p)).collect::<Vec<Binding>>();
        match value {
            Binding::Group(pack, parts) => Binding::Group(pack, each(parts)),
            Binding::Host(v) => self.optional(v, |h| {
                quote!(match #h {
                    ::core::option::Option::Some(value) => value,
                    ::core::option::Option::None => ::core::unreachable!(),
                })
            }),
            Binding::Unset => Binding::Poison,
            value => value,
        }
    }

    fn optional(&mut self, v: Value, expr: impl FnOnce(&Ident) -> proc_macro2::TokenStream) -> Binding {
        let (h, span) = (hidden("h", 0), self.graph.node(v).span);
        let expr = expr(&h);
        let host = HostExpr { expr, binds: vec![h], known: None, ty: None, runs: Runs::Freely };
        Binding::Host(self.host_node(host, vec![v], span))
    }

    /// The empty list of a `let hs: Vec<Tensor<f64>> = Vec::new()`; `None` for other types.
    pub(super) fn list_of_type(&mut self, ty: &Type) -> Option<Form> {
        let Type::Path(p) = crate::signature::strip(ty) else { return None };
        let last = p.path.segments.last().filter(|s| s.ident == "Vec")?;
        let syn::PathArguments::AngleBracketed(args) = &last.arguments else { return None };
        let Some(syn::GenericArgument::Type(item)) = args.args.first() else { return None };
        self.items_of_type(item)
    }

    fn items_of_type(&mut self, ty: &Type) -> Option<Form> {
        match crate::signature::strip(ty) {
            Type::Tuple(t) => t
                .elems
                .iter()
                .map(|ty| self.items_of_type(ty))
                .collect::<Option<_>>()
                .map(|parts| Form::Group(Pack::Tuple, parts)),
            ty if is_tensor(ty) => {
                let types = self.types.clone();
                let mut errors = error::Errors::new();
                let read = crate::signature::tensor_type(&mut errors, &types, ty);
                for e in errors.take() {
                    self.error(e);
                }
                let read = read?;
                let shape = self.shape_of_type(&read)?;
                let ty_of = TensorTy { elem: read.elem.clone(), shape };
                Some(Form::Tensor(self.empty(ty_of, ty.span())))
            }
            _ => None,
        }
    }
}

/// The type outside of the region that it was found in, as far as it is known there.
fn outside(ty: &Ty) -> TensorTy {
    let (Ty::Tensor(t) | Ty::List(t)) = ty else { unreachable!("tensors are pushed") };
    let closed = matches!(&t.shape, Shape::Dims(dims) if !dims.iter().any(dims::Dim::is_open));
    let shape = if closed { t.shape.clone() } else { Shape::unknown(dims::fresh()) };
    TensorTy { elem: t.elem.clone(), shape }
}
