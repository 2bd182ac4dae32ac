//! Patterns of tensors, and the types that `let`s declare for them.

use std::rc::Rc;

use proc_macro2::Span;
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Pat, Type};

use super::inline::item_type;
use super::state::{Binding, Form, Lowerer, describe};
use crate::error;
use crate::ir::{Pack, Part};
use crate::names::is_primitive;
use crate::signature::{TensorType, is_complex, is_tensor, mentions_tensor};

impl Lowerer<'_> {
    /// Binds the names of a pattern to the parts of a value that holds tensors.
    pub(super) fn pattern(&mut self, pat: &Pat, binding: Binding) {
        let binding = if let Pat::Tuple(_) = pat { self.taken_apart(binding) } else { binding };
        match (pat, binding) {
            (Pat::Ident(p), binding) if p.subpat.is_none() => {
                // What may be assigned is one or the other from the start.
                let binding = if p.mutability.is_some() { self.decided(binding) } else { binding };
                self.name_node(&binding, &p.ident);
                self.declare(&p.ident, binding, p.mutability.is_some());
            }
            (Pat::Wild(_) | Pat::Rest(_), _) => {}
            (Pat::Paren(p), binding) => self.pattern(&p.pat, binding),
            (Pat::Reference(p), binding) if p.mutability.is_none() => self.pattern(&p.pat, binding),
            (Pat::Type(t), binding) => {
                let binding = self.declared(binding, &t.ty, &t.pat);
                self.pattern(&t.pat, binding);
            }
            (Pat::Tuple(p), Binding::Group(Pack::Tuple, parts)) => {
                self.patterns(pat, p.elems.iter().collect(), parts);
            }
            (Pat::Slice(p), Binding::Group(Pack::Array, parts)) => {
                self.patterns(pat, p.elems.iter().collect(), parts);
            }
            (Pat::Slice(p), Binding::Slice(form)) => self.slice_pattern(p, &form),
            (Pat::Tuple(p), Binding::Other(v)) if self.rest(pat, p.elems.iter()).is_none() => {
                let parts = self.entries(v, Pack::Tuple, p.elems.len(), pat.span());
                self.patterns(pat, p.elems.iter().collect(), parts);
            }
            // `(a, b, ..)`: how many there are nobody says.
            (Pat::Tuple(p), Binding::Other(v)) if matches!(p.elems.last(), Some(Pat::Rest(_))) => {
                for (i, part) in (0..).zip(p.elems.iter().take(p.elems.len() - 1)) {
                    let entry = self.entry(v, Part::Tuple(i, 0), pat.span());
                    self.pattern(part, entry);
                }
            }
            (Pat::Struct(_) | Pat::TupleStruct(_), Binding::Other(v)) => self.struct_pattern(pat, v),
            (Pat::Slice(p), Binding::Other(v)) if self.rest(pat, p.elems.iter()).is_none() => {
                let parts = self.entries(v, Pack::Array, p.elems.len(), pat.span());
                self.patterns(pat, p.elems.iter().collect(), parts);
            }
            (pat, binding) => {
                if !matches!(binding, Binding::Poison) {
                    match pat {
                        Pat::Tuple(_) | Pat::Slice(_) => {
                            let wanted = if matches!(pat, Pat::Tuple(_)) { "a tuple" } else { "a list" };
                            self.error(error::declared_form(pat, wanted, describe(&binding)));
                        }
                        pat => {
                            self.error(error::pattern(pat));
                        }
                    }
                }
                let mut names = Vec::new();
                idents(pat, &mut names);
                for (n, _) in &names {
                    self.declare(n, Binding::Poison, false);
                }
            }
        }
    }

    /// Where `..` stands, which a pattern has once at most.
    pub(super) fn rest<'p>(
        &mut self,
        whole: &impl ToTokens,
        mut pats: impl Iterator<Item = &'p Pat>,
    ) -> Option<usize> {
        let is_rest = |p: &Pat| matches!(p, Pat::Rest(_));
        let rest = pats.position(is_rest);
        if pats.any(is_rest) {
            self.error(error::pattern(whole));
        }
        rest
    }

    fn patterns(&mut self, whole: &Pat, pats: Vec<&Pat>, parts: Vec<Binding>) {
        let rest = self.rest(whole, pats.iter().copied());
        let named = pats.len() - usize::from(rest.is_some());
        if named > parts.len() || (rest.is_none() && named < parts.len()) {
            self.error(error::pattern_count(whole, named, parts.len()));
            for p in pats {
                self.pattern(p, Binding::Poison);
            }
            return;
        }
        let skip = parts.len() - named;
        let mut parts = parts.into_iter();
        for p in pats {
            if matches!(p, Pat::Rest(_)) {
                parts.by_ref().take(skip).for_each(drop);
            } else {
                let part = parts.next().unwrap_or(Binding::Poison);
                self.pattern(p, part);
            }
        }
    }

    /// Remembers the tensor types that a `let` gives to the names of its pattern, for what is assigned to them.
    pub(super) fn said_of(&mut self, pat: &Pat, ty: &Type) {
        match (pat, crate::signature::strip(ty)) {
            (Pat::Paren(p), ty) => self.said_of(&p.pat, ty),
            (Pat::Tuple(p), Type::Tuple(t)) if p.elems.len() == t.elems.len() => {
                p.elems.iter().zip(&t.elems).for_each(|(p, ty)| self.said_of(p, ty));
            }
            (Pat::Ident(p), ty) if is_tensor(ty) || is_complex(ty) => {
                if let Some(variable) = self.variable(&p.ident) {
                    variable.declared = Some(Rc::new(ty.clone()));
                }
            }
            _ => {}
        }
    }

    /// The value assigned to a variable, as the variable's `let` declares it. Errors are where it is assigned.
    pub(super) fn as_declared(&mut self, name: &syn::Ident, new: Binding, span: Span) -> Binding {
        let declared = self.variable(name).and_then(|v| v.declared.clone());
        match (declared, new) {
            (
                Some(ty),
                new @ (Binding::Tensor(_)
                | Binding::Other(_)
                | Binding::Either(_)
                | Binding::Group(Pack::Complex, _)),
            ) => {
                let ty = crate::spans::located(ty.to_token_stream(), span);
                self.declared(new, &syn::parse_quote!(#ty), &syn::parse_quote!(#name))
            }
            (_, new) => new,
        }
    }

    fn tensor_type(&mut self, ty: &Type) -> Option<TensorType> {
        let types = self.types.clone();
        let mut errors = error::Errors::new();
        let read = crate::signature::tensor_type(&mut errors, &types, ty);
        for e in errors.take() {
            self.error(e);
        }
        read
    }

    /// A value with the type that a `let` or the signature declares for it.
    pub(super) fn declared(&mut self, binding: Binding, ty: &Type, what: &Pat) -> Binding {
        let ty = crate::signature::strip(ty);
        match (binding, ty) {
            (Binding::Poison, _) => Binding::Poison,
            (binding, Type::Infer(_)) => binding,
            (binding, Type::Reference(r)) => self.declared(binding, &r.elem, what),
            (Binding::Either(either), ty) if is_tensor(ty) => {
                let tensor = self.as_operator(&either);
                self.declared(tensor, ty, what)
            }
            (Binding::Other(v), ty) if is_tensor(ty) => {
                let tensor = Binding::Tensor(self.as_tensor(v, false));
                self.declared(tensor, ty, what)
            }
            (Binding::Other(v), ty) if is_complex(ty) => {
                let complex = self.as_complex(v, ty.span());
                self.declared(complex, ty, what)
            }
            (Binding::Group(Pack::Complex, parts), ty) if is_complex(ty) => {
                let Some(read) = self.tensor_type(ty) else { return Binding::Poison };
                self.check_parts(parts, &read, &format!("`{}`", what.to_token_stream()), ty)
            }
            (Binding::Other(v), Type::Tuple(t)) => {
                let parts = self.entries(v, Pack::Tuple, t.elems.len(), t.span());
                self.declared(Binding::Group(Pack::Tuple, parts), ty, what)
            }
            // What is computed with it is host code, whose names are known.
            (Binding::Other(v), ty) if is_primitive(ty) => {
                let mut number = self.turn(Binding::Other(v), false);
                number.set_span(number.span().located_at(ty.span()));
                Binding::Host(self.host_typed(&syn::parse_quote!(#number), Some(ty)))
            }
            (other @ Binding::Other(_), _) => other,
            (Binding::Tensor(v), ty) if is_tensor(ty) => {
                let Some(read) = self.tensor_type(ty) else { return Binding::Poison };
                let text = what.to_token_stream().to_string();
                Binding::Tensor(self.check_type(v, &read, &format!("`{text}`"), ty))
            }
            (Binding::Group(Pack::Tuple, parts), Type::Tuple(t)) if parts.len() == t.elems.len() => {
                let parts = parts.into_iter().zip(&t.elems).map(|(b, ty)| self.declared(b, ty, what));
                Binding::Group(Pack::Tuple, parts.collect())
            }
            (Binding::Group(Pack::Array, parts), Type::Array(a)) => Binding::Group(
                Pack::Array,
                parts.into_iter().map(|b| self.declared(b, &a.elem, what)).collect(),
            ),
            (Binding::Group(Pack::Array, parts), Type::Path(_)) if !is_tensor(ty) => {
                let item = item_type(ty, "Vec").filter(is_tensor);
                let each = |b| match &item {
                    Some(item) => self.declared(b, item, what),
                    None => b,
                };
                Binding::Group(Pack::Array, parts.into_iter().map(each).collect())
            }
            (Binding::Slice(form), Type::Slice(_) | Type::Path(_)) if !is_tensor(ty) => {
                if let (Form::Tensor(list), Some(item)) = (&form, item_type(ty, "Vec").filter(is_tensor))
                    && let Some(read) = self.tensor_type(&item)
                {
                    let text = what.to_token_stream().to_string();
                    self.check_items(*list, &read, &format!("`{text}`"), &item);
                }
                Binding::Slice(form)
            }
            (Binding::Host(v), ty) if !mentions_tensor(ty) => Binding::Host(v),
            (other, ty) => {
                let text = crate::names::type_text(ty);
                self.error(error::declared_form(ty, &format!("`{text}`"), describe(&other)))
            }
        }
    }
}

/// The names that a pattern binds, and which of them are `mut`.
pub(super) fn idents(pat: &Pat, out: &mut Vec<(syn::Ident, bool)>) {
    struct Names<'a>(&'a mut Vec<(syn::Ident, bool)>);
    impl<'a> syn::visit::Visit<'a> for Names<'_> {
        fn visit_pat_ident(&mut self, p: &'a syn::PatIdent) {
            self.0.push((p.ident.clone(), p.mutability.is_some()));
            syn::visit::visit_pat_ident(self, p);
        }
    }
    syn::visit::Visit::visit_pat(&mut Names(out), pat);
}
