//! Tensors made in a body (`Tensor::zeros([B, H])`), casts, and declared types.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::spanned::Spanned;
use syn::{Expr, Lit, PathArguments};

use super::call::{Given, Written};
use super::elem::Class;
use super::names::Callee;
use super::state::{Binding, Lowerer, bare, hidden, tensor_ty};
use crate::dims::Dim;
use crate::error;
use crate::ir::{Elem, HostExpr, Op, Runs, Shape, Ty, Value};
use crate::names::{primitive, rt};
use crate::rules::ParamKind;
use crate::shapes;
use crate::signature::{DimSpec, TensorType, elem_named, elem_of};

impl Lowerer<'_> {
    /// A call that gives a tensor out of host values alone.
    pub(crate) fn makes(&self, c: &syn::ExprCall) -> bool {
        let Expr::Path(p) = &*c.func else { return false };
        let mut segments = p.path.segments.iter().rev();
        let (last, outer) = (segments.next(), segments.next());
        if outer.is_some_and(|s| s.ident == "Tensor" || s.ident == "Scalar") {
            return true;
        }
        let Some(name) = last.filter(|_| outer.is_none_or(|s| s.ident == "ops")) else { return false };
        match self.op_at(outer.map(|s| &s.ident), &name.ident.to_string()) {
            // Rules and composites call nothing but ops.
            Some(_) if self.at.is_some() => true,
            Some((Callee::Row(op), _)) => {
                self.rules.of(&op).params.iter().all(|p| matches!(p.kind, ParamKind::Host(_)))
            }
            Some((Callee::Composite(c), _)) => c.parse().is_ok_and(|item| takes_hosts(&item)),
            None => false,
        }
    }

    /// `Tensor::zeros(shape)` and its like; `None` if this is no constructor.
    pub(super) fn make(&mut self, path: &syn::Path, c: &syn::ExprCall) -> Option<Binding> {
        let last = path.segments.last()?;
        let outer = path.segments.iter().rev().nth(1)?;
        let elem = self.turbofish(&outer.arguments).or_else(|| self.turbofish(&last.arguments));
        let span = last.ident.span();
        let args: Vec<&Expr> = c.args.iter().collect();
        let name = last.ident.to_string();
        let made = match (&*name, &args[..]) {
            ("zeros", [shape]) => self.filled("zeros", 0.0, shape, span),
            ("ones", [shape]) => self.filled("ones", 1.0, shape, span),
            ("full", [shape, value]) => {
                let value = self.expr(value);
                let value = self.operand(value, span);
                value.map_or(Binding::Poison, |v| self.spread("full", v, shape, span))
            }
            ("scalar", [value]) => {
                let value = self.expr(value);
                self.operand(value, span).map_or(Binding::Poison, Binding::Tensor)
            }
            ("eye", [n]) => self.eye(n, span),
            ("zeros" | "ones", _) => self.bad_arity(span, &name, "shape", args.len()),
            ("full", _) => self.bad_arity(span, &name, "shape, value", args.len()),
            ("scalar", _) => self.bad_arity(span, &name, "value", args.len()),
            ("eye", _) => self.bad_arity(span, &name, "n", args.len()),
            _ if self.op_named(&name).is_some() => return None,
            _ => match super::names::foreign(&name) {
                Some(here) => self.error(error::other_spelling(path, here)),
                None if c.args.iter().any(|arg| self.uses_tensors(arg)) => {
                    self.error(error::constructor(path))
                }
                None => self.by_host(c),
            },
        };
        if let (Binding::Tensor(v), Some(elem)) = (&made, elem)
            && let Err(found) = self.expect_elem(*v, &elem)
        {
            return Some(self.error(error::declared_elem(path, &elem, &found)));
        }
        Some(made)
    }

    /// `Tensor::arange(0.0, 1.0, 0.1)`: host code makes it, so it is a constant.
    fn by_host(&mut self, c: &syn::ExprCall) -> Binding {
        let made = self.host(&Expr::Call(c.clone()));
        if let Op::Host(host) = &mut self.graph.nodes[made.ix()].op {
            let (rt, given) = (rt(), &host.expr);
            host.expr = HostExpr::placed(&quote!(#rt::calls::by_host(#given)));
        }
        let tensor = self.as_tensor(made, false);
        if let Some(elem) = c.args.first().and_then(elem_of_literal)
            && let Err(found) = self.expect_elem(tensor, &elem)
        {
            return self.error(error::declared_elem(&c.args, &elem, &found));
        }
        Binding::Tensor(tensor)
    }

    fn bad_arity(&mut self, span: Span, name: &str, args: &str, given: usize) -> Binding {
        let error = error::arity(span, name, &format!("Tensor::{name}({args})"), given);
        self.error(error)
    }

    fn filled(&mut self, name: &'static str, value: f64, shape: &Expr, span: Span) -> Binding {
        let value = self.constant(value, span);
        self.spread(name, value, shape, span)
    }

    fn spread(&mut self, name: &'static str, value: Value, shape: &Expr, span: Span) -> Binding {
        if self.uses_tensors(shape) {
            let error = error::wants_host(shape, "Tensor::full", "shape", "Shape", false);
            return self.error(error);
        }
        self.calling(name, |this| {
            let shape = this.host_as(shape, "Shape");
            this.call_bound("broadcast_to", vec![Binding::Tensor(value), Binding::Host(shape)], span)
        })
    }

    fn eye(&mut self, n: &Expr, span: Span) -> Binding {
        if self.uses_tensors(n) {
            let error = error::wants_host(n, "Tensor::eye", "n", "usize", false);
            return self.error(error);
        }
        let n = self.host(n);
        self.call_bound("eye", vec![Binding::Host(n)], span)
    }

    /// The element type in `::<f64>`.
    pub(super) fn turbofish(&self, args: &PathArguments) -> Option<Elem> {
        let PathArguments::AngleBracketed(args) = args else { return None };
        match args.args.first()? {
            syn::GenericArgument::Type(t) => elem_of(&self.types, t),
            _ => None,
        }
    }

    pub(super) fn cast(&mut self, x: Value, c: &syn::ExprMethodCall) -> Binding {
        let target = match &c.turbofish {
            None => Some(self.elems.fresh(Class::Any)),
            Some(args) => match args.args.first() {
                Some(syn::GenericArgument::Type(syn::Type::Infer(_))) => Some(self.elems.fresh(Class::Any)),
                Some(syn::GenericArgument::Type(t)) => match elem_of(&self.types, t) {
                    Some(elem) => Some(elem),
                    None => return self.error(error::unknown_elem(t)),
                },
                _ => return self.error(error::cast_target(c.method.span())),
            },
        };
        let given = std::iter::once(Given::Bound(Binding::Tensor(x), c.receiver.span()));
        let given = given.chain(c.args.iter().map(Given::Expr)).collect();
        let written = Written { name: &c.method, method: true, target, flat: false };
        self.call(&written, given).unwrap_or(Binding::Poison)
    }

    /// A declared shape; `_` and no dims at all are unknown.
    pub(super) fn shape_of_type(&mut self, ty: &TensorType) -> Option<Shape> {
        let Some(specs) = &ty.dims else { return Some(Shape::unknown(crate::dims::fresh())) };
        let mut dims = Vec::with_capacity(specs.len());
        for spec in specs {
            dims.push(match spec {
                DimSpec::Any | DimSpec::Rest => Dim::unknown(),
                DimSpec::Expr(e) => match self.dim_of(e) {
                    Ok(dim) => dim,
                    Err(e) => {
                        self.error(e);
                        return None;
                    }
                },
            });
        }
        Some(Shape::Dims(dims))
    }

    pub(super) fn dim_of(&self, e: &Expr) -> syn::Result<Dim> {
        let mut unknown = None;
        let parsed = Dim::parse(e, &mut |name| {
            let text = name.to_string();
            if self.in_callee() {
                return self.callee_dim(&text);
            }
            let known = self.dims.contains_key(&text).then(|| Dim::name(&text));
            if known.is_none() {
                unknown = Some(name.clone());
            }
            known
        });
        match unknown {
            Some(name) => {
                let mut known: Vec<String> = self.dims.keys().cloned().collect();
                known.sort();
                Err(error::no_dim(&name, &known))
            }
            None => parsed,
        }
    }

    /// `v` as what was declared. Unifies and, where expansion cannot know, checks at run time.
    pub(super) fn check_type(&mut self, v: Value, ty: &TensorType, what: &str, at: &syn::Type) -> Value {
        let default = if ty.explicit { ty.elem.clone() } else { Elem::F32 };
        if let Err(found) = self.expect_elem(v, &default) {
            self.error(error::declared_elem(at, &default, &found));
        }
        if self.in_callee() {
            return self.check_in_callee(v, ty, what, at.span());
        }
        let Some(declared) = self.shape_of_type(ty) else { return v };
        match shapes::check_declared(what, &declared, self.graph.shape(v)) {
            Err(message) => {
                self.mismatch(error::shape(at.span(), &message));
                // One mistake, one message: what follows goes by the declaration.
                self.in_shape(v, declared, None, at.span())
            }
            Ok((_, false)) => v,
            Ok((shape, true)) => {
                let check = self.check_at_run_time(v, &shape, what, at.span());
                self.in_shape(v, shape, check, at.span())
            }
        }
    }

    /// Checks at run time that the items of a list are what was declared, where expansion does not know it. Nothing goes by that.
    pub(super) fn check_items(&mut self, list: Value, ty: &TensorType, what: &str, at: &syn::Type) {
        let Some(declared) = self.shape_of_type(ty) else { return };
        let (Ty::Tensor(known) | Ty::List(known)) = self.graph.node(list).ty.clone() else { return };
        match shapes::check_declared(what, &declared, &known.shape) {
            Err(message) => {
                self.mismatch(error::shape(at.span(), &message));
            }
            Ok((_, false)) => {}
            // Its dims may have no names in the caller.
            Ok(_) if self.in_callee() => {
                self.error(error::declared_form(at, "a list", "one that may differ"));
            }
            Ok((shape, true)) => {
                self.check_at_run_time(list, &shape, what, at.span());
            }
        }
    }

    /// The place of a check, as a constant of its block.
    pub(super) fn site(&self, span: Span) -> TokenStream {
        let (rt, function) = (rt(), &self.function);
        let line = quote::quote_spanned!(span=> ::core::line!());
        quote! {
            const __SITE: #rt::Site =
                #rt::Site { function: #function, op: "", file: ::core::file!(), line: #line };
        }
    }

    /// `rt::check_dims(&__SITE, "h", &shape, &[Equal("B", b), Any])?`
    fn check_at_run_time(&mut self, v: Value, shape: &Shape, what: &str, span: Span) -> Option<Value> {
        let Shape::Dims(dims) = shape else { return None };
        let s = hidden("s", 0);
        let mut binds = vec![s.clone()];
        let mut args = vec![if self.graph.is_list(v) { v } else { self.shape_of(v, span) }];
        let mut names = std::collections::BTreeSet::new();
        for d in dims {
            names.extend(d.names());
        }
        for (i, name) in names.iter().enumerate() {
            args.push(self.dim_value(name, span));
            binds.push(hidden("d", i));
        }
        let (rt, isize, usize) = (rt(), primitive("isize"), primitive("usize"));
        let ident = |name: &str| {
            let i = names.iter().position(|n| &**n == name).unwrap_or(0);
            let d = hidden("d", i);
            quote!((#d as #isize))
        };
        let dims = dims.iter().map(|d| match d.tokens(&ident) {
            Some(size) if !d.is_open() => {
                let text = d.to_string();
                quote!(#rt::Dim::Equal(#text, (#size).max(0) as #usize))
            }
            _ => quote!(#rt::Dim::Any),
        });
        Some(self.compared_at_run_time(what, &dims.collect::<Vec<_>>(), binds, args, span))
    }

    /// The comparison of the shape, or the list, that stands first among `binds`, with `dims`.
    pub(super) fn compared_at_run_time(
        &mut self,
        what: &str,
        dims: &[TokenStream],
        binds: Vec<Ident>,
        args: Vec<Value>,
        span: Span,
    ) -> Value {
        let (rt, s) = (rt(), &binds[0]);
        let name = what.strip_prefix('`').and_then(|w| w.strip_suffix('`')).filter(|w| !w.contains('`'));
        let (what, site) = (name.unwrap_or(what), self.site(span));
        let check = if self.graph.is_list(args[0]) {
            quote!(#rt::lists::check_dims(&__SITE, #what, &#s[..], &[#(#dims),*])?;)
        } else {
            quote!(#rt::check_dims(&__SITE, #what, &#s, &[#(#dims),*])?;)
        };
        let expr = quote!({ #site #check });
        // Where a checkpoint computes the value again, nothing is kept for its sake.
        let host = HostExpr { expr, binds, known: None, ty: None, runs: Runs::InOrder };
        self.host_node(host, args, span)
    }

    /// `v`, which has this shape once `check` has passed.
    pub(super) fn in_shape(&mut self, v: Value, shape: Shape, check: Option<Value>, span: Span) -> Value {
        let ty = tensor_ty(self.graph.elem(v).clone(), shape);
        self.push(Op::Declared, std::iter::once(v).chain(check).collect(), ty, span)
    }
}

/// The element type that literals have where nothing else says one: rustc's.
fn elem_of_literal(e: &Expr) -> Option<Elem> {
    match bare(e) {
        Expr::Lit(syn::ExprLit { lit: Lit::Int(n), .. }) => elem_named(&[], n.suffix()).or(Some(Elem::I32)),
        Expr::Lit(syn::ExprLit { lit: Lit::Float(n), .. }) => elem_named(&[], n.suffix()),
        Expr::Lit(syn::ExprLit { lit: Lit::Bool(_), .. }) => Some(Elem::Bool),
        Expr::Unary(u) => elem_of_literal(&u.expr),
        Expr::Array(a) => a.elems.first().and_then(elem_of_literal),
        Expr::Repeat(r) => elem_of_literal(&r.expr),
        Expr::Macro(m) if m.mac.path.is_ident("vec") => crate::lower::host::macro_exprs(&m.mac)
            .and_then(|(exprs, _)| exprs.first().and_then(elem_of_literal)),
        _ => None,
    }
}

/// No parameter is a tensor.
fn takes_hosts(item: &syn::ItemFn) -> bool {
    let host =
        |arg: &syn::FnArg| matches!(arg, syn::FnArg::Typed(p) if !crate::signature::mentions_tensor(&p.ty));
    item.sig.inputs.iter().all(host)
}
