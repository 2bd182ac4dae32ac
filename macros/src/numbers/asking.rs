//! Host code in the twin. Where the code names a moving variable, it asks for the variable's number. The question ends the
//! derivative, so it is refused wherever a number could come out of the code.

use proc_macro2::Span;
use quote::{ToTokens, quote};
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{BinOp, Expr, Lit, LitFloat, Macro, Pat, Token};

use super::body::Body;
use crate::{error, names};

/// What comes out of host code.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Gives {
    /// Numbers, perhaps.
    Anything,
    /// A decision, a text, nothing.
    NoNumber,
}

impl Body<'_> {
    /// Host code whose value may be a number: what moves must not be in it, but where it is compared or counted.
    pub(super) fn host(&mut self, e: &mut Expr) {
        Asking { body: self, gives: Gives::Anything }.visit_expr_mut(e);
    }

    /// Host code that decides.
    pub(super) fn condition(&mut self, e: &mut Expr) {
        Asking { body: self, gives: Gives::NoNumber }.visit_expr_mut(e);
    }

    /// What a `match` looks at: its patterns may bind it.
    pub(super) fn scrutinee<'p>(&mut self, e: &mut Expr, mut pats: impl Iterator<Item = &'p Pat>) {
        if pats.any(binds) { self.host(e) } else { self.condition(e) }
    }

    /// The arguments of a macro that checks or prints.
    pub(super) fn tokens(&mut self, mac: &mut Macro) {
        if !crate::lower::is_effect(mac) {
            return;
        }
        let parser = Punctuated::<Expr, Token![,]>::parse_terminated;
        if let Ok(mut args) = parser.parse2(mac.tokens.clone()) {
            for arg in &mut args {
                // `println!("{x}", x = ..)`
                let arg = if let Expr::Assign(named) = arg { &mut named.right } else { arg };
                self.condition(arg);
            }
            mac.tokens = quote!(#args);
        }
    }
}

/// Whether a pattern gives a name to anything.
fn binds(pat: &Pat) -> bool {
    struct Names(bool);
    impl<'a> syn::visit::Visit<'a> for Names {
        fn visit_pat_ident(&mut self, pat: &'a syn::PatIdent) {
            self.0 |= !pat.ident.to_string().starts_with(char::is_uppercase);
        }
    }
    let mut names = Names(false);
    syn::visit::Visit::visit_pat(&mut names, pat);
    names.0
}

struct Asking<'b, 'e> {
    body: &'b mut Body<'e>,
    gives: Gives,
}

impl Asking<'_, '_> {
    fn giving(&mut self, gives: Gives, visit: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.gives, gives);
        visit(self);
        self.gives = outer;
    }

    /// A variable that moves, or an item of one.
    fn ask(&mut self, place: &mut Expr) {
        if self.gives == Gives::Anything {
            self.body.errors.push(error::derivative_ends(&place));
        }
        let at: Span = place.span();
        *place = syn::parse_quote_spanned!(at=> #place.item()?);
    }
}

impl VisitMut for Asking<'_, '_> {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        let moving = &self.body.moving;
        match e {
            Expr::Path(_) | Expr::Field(_) if moving.is_tensor(e) => self.ask(e),
            Expr::Index(i) if moving.is_tensor(&i.expr) => {
                self.visit_expr_mut(&mut i.index);
                self.ask(e);
            }
            Expr::Binary(b) if is_comparison(&b.op) => self.giving(Gives::NoNumber, |this| {
                this.visit_expr_mut(&mut b.left);
                this.visit_expr_mut(&mut b.right);
            }),
            // The length is no number that moves.
            Expr::MethodCall(c) if counts(&c.method) => {
                if !moving.is_tensor(&c.receiver) {
                    self.visit_expr_mut(&mut c.receiver);
                }
            }
            Expr::MethodCall(c) if decides(&c.method) => {
                self.giving(Gives::NoNumber, |this| visit_mut::visit_expr_method_call_mut(this, c));
            }
            Expr::Cast(c) if super::float_of(&c.ty).is_none() => {
                self.giving(Gives::NoNumber, |this| this.visit_expr_mut(&mut c.expr));
            }
            Expr::Cast(c) if moving.is_tensor(&c.expr) => {
                self.body.errors.push(error::cut_by_cast(&c.ty));
                self.giving(Gives::NoNumber, |this| this.visit_expr_mut(&mut c.expr));
            }
            Expr::Let(l) => {
                let gives = if binds(&l.pat) { Gives::Anything } else { Gives::NoNumber };
                self.giving(gives, |this| this.visit_expr_mut(&mut l.expr));
            }
            // Literals have the type of the numbers beside them, and here there is none.
            Expr::Lit(lit) => {
                if let Lit::Float(f) = &lit.lit
                    && f.suffix().is_empty()
                    && self.body.elem == "f32"
                {
                    lit.lit = Lit::Float(LitFloat::new(&format!("{}f32", f.base10_digits()), f.span()));
                }
            }
            Expr::Macro(m) if crate::lower::is_effect(&m.mac) => self.body.tokens(&mut m.mac),
            Expr::Macro(m) => {
                if self.body.moving.tensors().any(|name| names::mentions(&m.mac.tokens, name)) {
                    self.body.errors.push(error::derivative_ends(m));
                }
            }
            // It may run anywhere.
            Expr::Closure(c) => {
                let code = c.body.to_token_stream();
                if self.body.moving.tensors().any(|name| names::mentions(&code, name)) {
                    self.body.errors.push(error::moving_closure(c));
                }
            }
            e => visit_mut::visit_expr_mut(self, e),
        }
    }
}

fn is_comparison(op: &BinOp) -> bool {
    matches!(op, BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_) | BinOp::Eq(_) | BinOp::Ne(_))
}

/// Methods that ask something of what moves, and give no number that does.
pub(super) fn asks(method: &syn::Ident) -> bool {
    decides(method) || counts(method)
}

fn counts(method: &syn::Ident) -> bool {
    method == "len" || method == "is_empty"
}

/// Methods of floats that give no float.
fn decides(name: &syn::Ident) -> bool {
    name.to_string().starts_with("is_")
        || ["partial_cmp", "total_cmp", "eq", "ne", "lt", "le", "gt", "ge"].iter().any(|n| name == n)
}
