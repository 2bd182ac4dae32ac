//! `let`: of tensors, of host values, of what is declared before it has a value.

use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, Pat, Stmt, Type};

use super::pattern::idents;
use super::state::{Binding, Lowerer, hidden};
use crate::error;
use crate::ir::{HostExpr, Known, Runs};
use crate::signature::mentions_tensor;

impl Lowerer<'_> {
    pub(super) fn local(&mut self, l: &syn::Local) {
        let (tap, attrs) = Self::tap(&l.attrs);
        let again = self.is_checkpoint(&attrs);
        let (pat, ty) = match &l.pat {
            Pat::Type(t) => (&*t.pat, Some(&*t.ty)),
            pat => (pat, None),
        };
        let Some(init) = &l.init else {
            if let Some(tap) = tap {
                self.error(error::tap_without_value(tap));
            }
            match pat {
                Pat::Ident(p) => self.declare(&p.ident, Binding::Unset, p.mutability.is_some()),
                pat => {
                    self.error(error::let_without_value(pat));
                    self.pattern(pat, Binding::Poison);
                }
            }
            if let Some(ty) = ty {
                self.said_of(pat, ty);
            }
            return self.type_names(pat, ty.cloned());
        };
        // Its names are not there yet.
        let of = ty.cloned().or_else(|| self.type_of(&init.expr));
        if let Some((word, _)) = &init.diverge {
            self.error(error::let_else(word));
            return self.pattern(pat, Binding::Poison);
        }
        if matches!(pat, Pat::Wild(_)) && !again && tap.is_none() && self.run_method(&init.expr) {
            return;
        }
        let tensors = ty.is_some_and(mentions_tensor);
        if let Some(ty) = ty
            && self.is_number(ty)
            && !self.uses_tensors(&init.expr)
        {
            if let Some(tap) = tap {
                self.error(error::tap_of_no_tensor(tap));
            }
            self.host_let(pat, Some(ty), &init.expr);
            return self.type_names(pat, Some(ty.clone()));
        }
        if !self.mentions_or_makes(&init.expr) {
            if let Some(tap) = tap {
                self.error(error::tap_of_no_tensor(tap));
            }
            if let (Some(ty), true) = (ty, tensors && self.known_of(&init.expr) == Some(Known::List(vec![])))
                && let Pat::Ident(_) = pat
                && let Some(form) = self.list_of_type(ty)
            {
                return self.pattern(pat, Binding::Slice(form));
            }
            let none = is_none(&init.expr) || self.known_of(&init.expr) == Some(Known::List(vec![]));
            if let (Some(ty), true) = (ty, tensors && none) {
                let ty = crate::signature::erased(&self.types, ty);
                let none = self.host_typed(&init.expr, Some(&ty));
                let none = Binding::Other(self.of_any_form(none));
                self.pattern(pat, none);
                return self.type_names(pat, of);
            }
            // A function of constants may take host values alone: that it gives a tensor is what the type says.
            if let (Some(ty), true, Some((path, args))) = (ty, tensors, called(&init.expr)) {
                let binding = self.call_function(path, args);
                let binding = self.declared(binding, ty, pat);
                self.pattern(pat, binding);
                self.said_of(pat, ty);
                return self.type_names(pat, of);
            }
            if tensors {
                self.error(error::tensor_from_host(&init.expr));
                return self.pattern(pat, Binding::Poison);
            }
            self.host_let(pat, ty, &init.expr);
            return self.type_names(pat, of);
        }
        let mut binding = if again { self.checkpointed(&init.expr) } else { self.initial(pat, &init.expr) };
        if let Some(ty) = ty {
            binding = self.declared(binding, ty, pat);
        }
        if let Some(tap) = tap {
            binding = self.tapped(&tap, pat, binding);
        }
        let unread = match pat {
            Pat::Wild(_) => true,
            Pat::Ident(p) => p.ident.to_string().starts_with('_'),
            _ => false,
        };
        if unread && self.at.is_none() {
            self.read(&binding);
        }
        let kinds = self.kinds(&binding, &init.expr);
        // A loop by value borrows its list too, in our text.
        let lent = matches!(&*init.expr, Expr::Reference(r) if !is_item(&r.expr) || self.is_lent(&r.expr));
        self.pattern(pat, binding);
        if let Some(ty) = ty {
            self.said_of(pat, ty);
        }
        if let Pat::Ident(p) = pat
            && let Some(variable) = self.variable(&p.ident)
        {
            (variable.kinds, variable.lent) = (kinds, lent);
        }
        self.type_names(pat, of);
    }

    /// The value of a `let`; the pattern says how many pieces a `split` has.
    fn initial(&mut self, pat: &Pat, init: &Expr) -> Binding {
        if let (Pat::Slice(p), Expr::MethodCall(c)) = (pat, without_try(init))
            && (c.method == "split" || c.method == "chunk" || c.method == "unbind")
            && let receiver = self.expr(&c.receiver)
            && let Binding::Tensor(x) = self.tensor_of(receiver)
        {
            let count = Some(p.elems.len());
            // `..` stands for any number of tensors.
            let all = count.filter(|_| !p.elems.iter().any(|part| matches!(part, Pat::Rest(_))));
            return if c.method == "unbind" { self.unbind(x, c, all) } else { self.split(x, c, count) };
        }
        // What it is taken apart into is lent.
        self.expr(if matches!(pat, Pat::Struct(_) | Pat::TupleStruct(_)) { self.behind(init) } else { init })
    }

    fn host_let(&mut self, pat: &Pat, ty: Option<&Type>, init: &Expr) {
        match pat {
            Pat::Ident(p) if p.subpat.is_none() => {
                let kinds = self.kinds_of_host(init, ty);
                let binding = if p.mutability.is_none() && self.shared.contains(&self.key(&p.ident)) {
                    let (rt, ty) = (crate::names::rt(), ty.map(|ty| quote!(::<#ty>)));
                    Binding::Host(self.host(&syn::parse_quote!(#rt::calls::shared #ty (#init))))
                } else {
                    Binding::Host(self.host_typed(init, ty))
                };
                self.declare(&p.ident, binding, p.mutability.is_some());
                if let Some(variable) = self.variable(&p.ident) {
                    variable.kinds = kinds;
                }
            }
            Pat::Paren(p) => self.host_let(&p.pat, ty, init),
            Pat::Wild(_) if let Some(rest) = self.in_turn(init) => self.host_let(pat, ty, &rest),
            Pat::Wild(_) if let Some((place, name, init)) = self.part_changed_by(init) => {
                self.host_let(pat, ty, &init);
                self.put_back(&place, &name);
            }
            Pat::Wild(_) if !self.changed_by(init).is_empty() => {
                let ty = ty.map(|ty| quote!(: #ty));
                let stmt = quote_spanned!(init.span()=> let _ #ty = #init;);
                self.host_stmt(&syn::parse_quote!(#stmt));
            }
            Pat::Wild(_) => {
                let (tokens, binds, args) = self.rewrite_stmt(&Stmt::Expr(init.clone(), None));
                self.effect(quote!({ let _ = #tokens; }), binds, args, init.span());
            }
            pat => {
                let whole = self.host_typed(init, ty);
                let known = self.graph.known(whole);
                let mut names = Vec::new();
                idents(pat, &mut names);
                for (name, mutable) in names {
                    let known = known.as_ref().and_then(|k| known_part(pat, &name, k));
                    let v = hidden("v", 0);
                    let expr = quote!({ let #pat = #v; #name });
                    let host = HostExpr { expr, binds: vec![v], known, ty: None, runs: Runs::Freely };
                    let value = self.host_node(host, vec![whole], name.span());
                    self.declare(&name, Binding::Host(value), mutable);
                }
            }
        }
    }
}

/// Whether `e` is an item of what a loop goes over.
fn is_item(e: &Expr) -> bool {
    matches!(e, Expr::Index(i) if matches!(&*i.index, Expr::Path(p) if p.path.get_ident().is_some_and(crate::names::is_reserved)))
}

fn is_none(e: &Expr) -> bool {
    matches!(e, Expr::Path(p) if p.path.segments.last().is_some_and(|s| s.ident == "None"))
}

pub(super) fn without_try(e: &Expr) -> &Expr {
    match e {
        Expr::Try(t) => without_try(&t.expr),
        Expr::Paren(p) => without_try(&p.expr),
        e => e,
    }
}

/// The knowledge of the part that `name` is bound to.
fn known_part(pat: &Pat, name: &syn::Ident, known: &Known) -> Option<Known> {
    match pat {
        Pat::Ident(p) => (p.ident == *name).then(|| known.clone()),
        Pat::Paren(p) => known_part(&p.pat, name, known),
        Pat::Type(p) => known_part(&p.pat, name, known),
        Pat::Tuple(syn::PatTuple { elems, .. }) | Pat::Slice(syn::PatSlice { elems, .. }) => {
            let Known::List(parts) = known else { return None };
            if elems.len() != parts.len() || elems.iter().any(|p| matches!(p, Pat::Rest(_))) {
                return None;
            }
            elems.iter().zip(parts).find_map(|(p, k)| known_part(p, name, k))
        }
        _ => None,
    }
}

/// The call of a function, with `?` or without: what begins with a capital is none.
fn called(e: &Expr) -> Option<(&syn::Path, &syn::punctuated::Punctuated<Expr, syn::Token![,]>)> {
    match without_try(e) {
        Expr::Call(c) => match &*c.func {
            Expr::Path(p) if p.qself.is_none() && !super::callee::is_of_type(&p.path) => {
                let name = p.path.segments.last()?.ident.to_string();
                name.starts_with(char::is_lowercase).then_some((&p.path, &c.args))
            }
            _ => None,
        },
        _ => None,
    }
}
