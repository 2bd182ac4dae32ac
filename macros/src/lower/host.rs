//! Host code: Rust expressions over values that are no tensors, carried through untouched.
//!
//! The text keeps its names; each is bound to the value that it stands for. Sizes of tensors (`x.dim(0)`), named
//! dims and host parts of tuples are replaced by hidden names, so that no tensor is kept alive for its shape.

mod captured;
mod closed;
mod find;
mod guarded;
mod known;
mod rewrite;
mod sizes;
mod total;
mod turns;
mod typed;

use captured::captured;
pub(crate) use find::idents;
pub(crate) use guarded::Guards;
use proc_macro2::{Group, Ident, Literal, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::visit_mut::VisitMut;
use syn::{Expr, Pat};
pub(crate) use total::{OF_FLOATS, arithmetic, repeats, repeats_stmt};

use super::state::{Binding, Lowerer, bare, hidden};
use crate::error;
use crate::ir::{HostExpr, Known, Runs, Value};
use crate::names::{self, key};

impl Lowerer<'_> {
    /// Host code as a node, or the value itself where it is only a name.
    pub(crate) fn host(&mut self, e: &Expr) -> Value {
        self.host_typed(e, None)
    }

    /// `ty`: the type that a `let` declares.
    pub(crate) fn host_typed(&mut self, e: &Expr, ty: Option<&syn::Type>) -> Value {
        if let Some((place, name, e)) = self.part_changed_by(e) {
            let value = self.host_typed(&e, ty);
            self.put_back(&place, &name);
            return value;
        }
        if let Some(rest) = self.in_turn(e) {
            return self.host_typed(&rest, ty);
        }
        let changed = if self.at.is_none() { self.changed_by(e) } else { Vec::new() };
        match (bare(e), &changed[..]) {
            (_, []) => self.still(e, ty),
            // What it lends it would lend as long as it lives.
            (Expr::Closure(c), [name, ..]) if c.capture.is_none() => {
                self.error(error::closure_changes(c.inputs_begin, name));
                self.still(e, ty)
            }
            (_, changed) => self.changing(e, ty, changed),
        }
    }

    /// Host code that leaves the function's variables as they are.
    fn still(&mut self, e: &Expr, ty: Option<&syn::Type>) -> Value {
        self.note_unbound(e);
        let inner = if ty.is_none() { owned(e) } else { e };
        match inner {
            Expr::Path(p) if ty.is_none() => {
                let found = p.path.get_ident().and_then(|i| self.get(i)).cloned();
                match found {
                    Some(Binding::Host(v)) => return v,
                    Some(Binding::Dim(name)) => return self.dim_value(&name, inner.span()),
                    _ => {}
                }
            }
            Expr::MethodCall(c) if ty.is_none() && c.method == "shapes" && self.at.is_some() => {
                if let Some(Binding::Slice(form)) = self.binding_at(&c.receiver)
                    && let Some(list) = form.first()
                {
                    return self.shape_of(list, c.method.span());
                }
            }
            Expr::MethodCall(c) if ty.is_none() && c.method == "shape" && c.args.is_empty() => {
                if self.mentions(&c.receiver).is_some()
                    && let receiver = self.expr(&c.receiver)
                    && let Binding::Tensor(x) = self.tensor_of(receiver)
                {
                    return self.shape_of(x, c.method.span());
                }
            }
            _ => {}
        }
        match inner {
            // What it captures are copies in the block around it.
            Expr::Closure(c) => {
                let mut c = c.clone();
                c.capture = Some(syn::token::Move::default());
                self.host_code(inner, &Expr::Closure(c), ty, e.span())
            }
            Expr::MethodCall(c) if c.method == "item" => self.host_code(inner, inner, ty, c.method.span()),
            inner => self.host_code(inner, inner, ty, e.span()),
        }
    }

    /// `written` as a node of which is known what is known of `meant`.
    fn host_code(&mut self, meant: &Expr, written: &Expr, ty: Option<&syn::Type>, span: Span) -> Value {
        if let Some(size) = self.closed(meant, ty, span) {
            return size;
        }
        if self.at.is_some() {
            let name = self.called.unwrap_or("text");
            self.error(error::table(span, name, "it computes something that is no size"));
            return self.integer(0, span);
        }
        let mut known = self.known_of(meant);
        if let (Some(Known::Float(f)), Some(ty)) = (&known, ty)
            && ty.to_token_stream().to_string() == "f32"
        {
            known = Some(Known::Float(f64::from(*f as f32)));
        }
        let said = if ty.is_none() { typed::said(meant) } else { None };
        let (mut expr, binds, args, fails) = self.rewrite(written);
        let runs = match self.runs(meant) {
            Runs::Freely if fails => Runs::Once,
            runs => runs,
        };
        if let Some(ty) = ty {
            let v = hidden("v", 0);
            expr = quote!({ let #v: #ty = #expr; #v });
        }
        self.host_node(HostExpr { expr, binds, known, ty: said, runs }, args, span)
    }

    /// Host code run for its effect, in program order.
    pub(crate) fn effect(
        &mut self,
        tokens: TokenStream,
        binds: Vec<Ident>,
        args: Vec<Value>,
        span: Span,
    ) -> Value {
        self.host_node(HostExpr { expr: tokens, binds, known: None, ty: None, runs: Runs::Once }, args, span)
    }
}

/// `&n` and `&[0, 1]` as what they refer to: a reference would not outlive the copy that the code works on.
fn owned(e: &Expr) -> &Expr {
    match e {
        Expr::Paren(p) => owned(&p.expr),
        Expr::Group(g) => owned(&g.expr),
        Expr::Reference(r)
            if matches!(bare(e), Expr::Path(_) | Expr::Lit(_) | Expr::Array(_) | Expr::MethodCall(_)) =>
        {
            owned(&r.expr)
        }
        e => e,
    }
}

/// Names that inner scopes of host code bind; they hide the function's.
#[derive(Default)]
pub(crate) struct Shadow(Vec<Vec<String>>);

impl Shadow {
    pub(crate) fn enter(&mut self) {
        self.0.push(Vec::new());
    }
    pub(crate) fn leave(&mut self) {
        self.0.pop();
    }
    pub(crate) fn bind(&mut self, pat: &Pat) {
        struct Names<'a>(&'a mut Vec<String>);
        impl<'a> syn::visit::Visit<'a> for Names<'_> {
            fn visit_pat_ident(&mut self, p: &'a syn::PatIdent) {
                self.0.push(key(&p.ident));
            }
        }
        if let Some(scope) = self.0.last_mut() {
            syn::visit::Visit::visit_pat(&mut Names(scope), pat);
        }
    }
    pub(crate) fn hides(&self, name: &Ident) -> bool {
        // To ask what a name stands under asks the compiler.
        if self.0.iter().all(Vec::is_empty) {
            return false;
        }
        let name = key(name);
        self.0.iter().flatten().any(|n| *n == name)
    }
}

/// The arguments of a macro that takes expressions: `vec![a, b]`, `vec![x; n]`, `assert!(a == b, "..")`.
pub(crate) fn macro_exprs(mac: &syn::Macro) -> Option<(Vec<Expr>, bool)> {
    use syn::parse::Parser;
    use syn::punctuated::Punctuated;
    let list = Punctuated::<Expr, syn::Token![,]>::parse_terminated;
    if let Ok(exprs) = list.parse2(mac.tokens.clone()) {
        return Some((exprs.into_iter().collect(), false));
    }
    let repeat = |input: syn::parse::ParseStream<'_>| {
        let value: Expr = input.parse()?;
        input.parse::<syn::Token![;]>()?;
        Ok(vec![value, input.parse()?])
    };
    repeat.parse2(mac.tokens.clone()).ok().map(|v| (v, true))
}

/// Changes the expressions of such a macro; `false` where they are none.
pub(crate) fn change_exprs(mac: &mut syn::Macro, f: impl FnOnce(&mut Vec<Expr>)) -> bool {
    let Some((mut exprs, repeat)) = macro_exprs(mac) else { return false };
    f(&mut exprs);
    mac.tokens = if repeat { quote!(#(#exprs);*) } else { quote!(#(#exprs),*) };
    true
}

/// Renames variables in a macro: by `visitor` where it holds expressions, which declare names of their own, else by reading.
pub(crate) fn rename_in_macro<V: VisitMut>(
    visitor: &mut V,
    mac: &mut syn::Macro,
    called: impl Fn(&V, &Ident) -> Option<Ident>,
) {
    let known = change_exprs(mac, |exprs| {
        for e in exprs {
            match e {
                Expr::Lit(_) => {
                    *e = Expr::Verbatim(renamed(e.to_token_stream(), &|name| called(visitor, name)));
                }
                e => visitor.visit_expr_mut(e),
            }
        }
    });
    if !known {
        mac.tokens = renamed(std::mem::take(&mut mac.tokens), &|name| called(visitor, name));
    }
}

/// Tokens with the names that `called` gives, in texts too.
pub(crate) fn renamed(tokens: TokenStream, called: &dyn Fn(&Ident) -> Option<Ident>) -> TokenStream {
    let each = names::behind_dots(tokens).map(|(token, behind_dot)| match token {
        TokenTree::Ident(name) if !behind_dot => called(&name).unwrap_or(name).into(),
        TokenTree::Group(g) => {
            let mut group = Group::new(g.delimiter(), renamed(g.stream(), called));
            group.set_span(g.span());
            group.into()
        }
        TokenTree::Literal(l) => renamed_text(l, called).into(),
        token => token,
    });
    each.collect()
}

/// `"{x:?}"`; two braces are one that is written.
fn renamed_text(literal: Literal, called: &dyn Fn(&Ident) -> Option<Ident>) -> Literal {
    let written = literal.to_string();
    let (mut text, mut rest) = (String::new(), &*written);
    while let Some((before, behind)) = rest.split_once('{') {
        text += before;
        text.push('{');
        let name = behind.split(['}', ':']).next().unwrap_or_default();
        let new = syn::parse_str::<Ident>(name).ok().and_then(|name| called(&name));
        rest = match (new, behind.strip_prefix('{')) {
            (Some(new), _) => {
                text += &new.to_string();
                &behind[name.len()..]
            }
            (None, Some(behind)) => {
                text.push('{');
                behind
            }
            (None, None) => behind,
        };
    }
    text += rest;
    let Ok(mut renamed) = text.parse::<Literal>() else { return literal };
    renamed.set_span(literal.span());
    if text == written || !text.contains('"') { literal } else { renamed }
}
