//! Values of the user's own types that a body makes: struct literals, constructors.

use std::rc::Rc;

use proc_macro2::Span;
use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Expr, Index, Member, Path, Token};

use super::callee::is_of_type;
use super::state::{Binding, Form, Lowerer, describe};
use crate::error;
use crate::ir::{HostExpr, Made, Make, Op, Pack, Part, Runs, Ty, Value};
use crate::names;

impl Lowerer<'_> {
    /// `State { h, c: x, ..old }`
    pub(super) fn struct_literal(&mut self, s: &syn::ExprStruct) -> Binding {
        if let Some(qself) = &s.qself {
            return self.error(error::unsupported(&qself.ty));
        }
        let (mut args, mut parts, mut loose, mut ok) = (Vec::new(), Vec::new(), Vec::new(), true);
        for (i, f) in s.fields.iter().enumerate() {
            self.refuse_attributes(&f.attrs);
            match self.field_value_of(&f.expr) {
                Some((v, is_loose)) => {
                    args.push(v);
                    loose.extend(is_loose.then_some(i));
                }
                None => ok = false,
            }
            parts.push((f.member.clone(), named(&s.path, &names::member(&f.member))));
        }
        if let Some(rest) = &s.rest {
            match self.field_value_of(rest) {
                Some((v, _)) => args.push(self.of_any_form(v)),
                None => ok = false,
            }
        }
        if !ok {
            return Binding::Poison;
        }
        let make = Make { loose, ..Make::new(Made::Struct(s.path.clone()), parts, s.rest.is_some()) };
        Binding::Other(self.make_value(make, args, s.path.span()))
    }

    /// `Wrap(x)`, `Act::Scale(w)`, `Some(x)`
    pub(super) fn constructor(&mut self, path: &Path, given: &Punctuated<Expr, Token![,]>) -> Binding {
        let args: Vec<_> = given.iter().map(|e| self.field_value_of(e)).collect();
        let args: Option<Vec<Value>> = args.into_iter().map(|arg| arg.map(|(v, _)| v)).collect();
        let Some(args) = args else { return Binding::Poison };
        let parts = (0..args.len()).map(|i| (at(i), named(path, &i.to_string()))).collect();
        let make = Make::new(Made::Call(path.clone()), parts, false);
        Binding::Other(self.make_value(make, args, path.span()))
    }

    /// The value of a field, as [`Self::loosely`] has it.
    fn field_value_of(&mut self, e: &Expr) -> Option<(Value, bool)> {
        if !self.mentions_or_makes(e) {
            return Some((self.host(e), false));
        }
        let binding = self.expr(e);
        self.loosely(binding, &e)
    }

    /// One value, and whether it is computed as a tensor and may be a number where it goes: rustc knows that.
    pub(super) fn loosely(&mut self, binding: Binding, e: &impl ToTokens) -> Option<(Value, bool)> {
        let open = matches!(&binding, Binding::Either(either) if !either.copied);
        let v = self.whole(binding, e)?;
        Some((v, open && matches!(self.graph.node(v).ty, Ty::Tensor(_))))
    }

    /// One value of what an expression stands for.
    pub(super) fn whole(&mut self, binding: Binding, e: &impl ToTokens) -> Option<Value> {
        let span = e.span();
        match binding {
            Binding::Tensor(v) | Binding::Host(v) | Binding::Other(v) => Some(v),
            Binding::Dim(name) => Some(self.dim_value(&name, span)),
            Binding::Group(Pack::Tuple, parts) => {
                let args = self.wholes(parts, e)?;
                Some(self.made_tuple(args, span))
            }
            Binding::Group(Pack::Array, parts) => self.whole_list(Made::List, parts, e),
            Binding::Group(Pack::Complex, parts) => {
                let args = self.wholes(parts, e)?;
                let rt = names::rt();
                let made = Made::Struct(syn::parse_quote!(#rt::Complex));
                let named = |i| (Member::Named(names::user(["re", "im"][i])), Pack::Complex.part(i, 2));
                Some(self.make_value(Make::new(made, [0, 1].map(named).into(), false), args, span))
            }
            Binding::Slice(Form::Tensor(v)) => Some(self.same_value(v, span)),
            Binding::Poison => None,
            // Whose tensors would move out of references.
            Binding::Either(either) if either.copied => Some(self.number(&either)),
            Binding::Either(_) => {
                let decided = self.decided(binding);
                self.whole(decided, e)
            }
            other => {
                self.error(error::argument_form(e, describe(&other)));
                None
            }
        }
    }

    /// `what` says which kind of list.
    pub(super) fn whole_list(&mut self, what: Made, parts: Vec<Binding>, e: &impl ToTokens) -> Option<Value> {
        let args = self.wholes(parts, e)?;
        let parts = (0..args.len()).map(|i| (at(i), Part::Array(i as u32, 0))).collect();
        Some(self.make_value(Make::new(what, parts, false), args, e.span()))
    }

    fn wholes(&mut self, parts: Vec<Binding>, e: &impl ToTokens) -> Option<Vec<Value>> {
        let parts: Vec<_> = parts.into_iter().map(|part| self.whole(part, e)).collect();
        parts.into_iter().collect()
    }

    /// A host value as one that may have a tangent.
    pub(super) fn of_any_form(&mut self, v: Value) -> Value {
        let node = self.graph.node(v);
        if node.ty == Ty::Other { v } else { self.same_value(v, node.span) }
    }

    /// `stop_gradient(&s)` of a value of any form: host code has it, so it is made of nothing that moves.
    pub(super) fn stopped(&mut self, v: Value, span: Span) -> Binding {
        let h = names::own("h0");
        let expr = quote::quote!(__rt::owned(#h));
        let host = HostExpr { expr, binds: vec![h], known: None, ty: None, runs: Runs::Freely };
        let copy = self.host_node(host, vec![v], span);
        Binding::Other(self.of_any_form(copy))
    }

    pub(super) fn made_tuple(&mut self, args: Vec<Value>, span: Span) -> Value {
        let parts = (0..args.len()).map(|i| (at(i), Part::Tuple(i as u32, 0))).collect();
        self.make_value(Make::new(Made::Tuple, parts, false), args, span)
    }

    fn same_value(&mut self, v: Value, span: Span) -> Value {
        self.make_value(Make::new(Made::Same, Vec::new(), false), vec![v], span)
    }

    /// The tensor `x` in place of `old`, which may be a number.
    pub(super) fn in_place_of(&mut self, x: Value, old: Value, span: Span) -> Binding {
        Binding::Other(self.make_value(Make::new(Made::Fitted, Vec::new(), false), vec![x, old], span))
    }

    /// A list of values of any form, with one more.
    pub(super) fn pushed(&mut self, list: Value, item: Value, span: Span) -> Value {
        let make = Make::new(Made::Pushed, vec![(at(0), Part::Last)], true);
        self.make_value(make, vec![item, list], span)
    }

    pub(super) fn make_value(&mut self, make: Make, args: Vec<Value>, span: Span) -> Value {
        self.push(Op::Make(Rc::new(make)), args, Ty::Other, span)
    }
}

pub(super) fn at(i: usize) -> Member {
    Member::Unnamed(Index::from(i))
}

/// The field in the words of accessors: those of variants begin with the variant's name.
fn named(path: &Path, field: &str) -> Part {
    let variant = path.segments.last().filter(|last| last.ident == "Some" || is_of_type(path));
    match variant {
        Some(variant) => Part::Bound(format!("{}__{field}", variant.ident)),
        None => Part::Field(field.to_owned()),
    }
}
