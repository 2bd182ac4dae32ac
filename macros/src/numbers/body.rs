//! The body of a function of numbers as one of tensors of rank 0. Methods of floats become ops; conditions, indices and casts
//! ask for the number. All tokens keep their places.

use proc_macro2::Span;
use quote::{ToTokens, quote_spanned};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{BinOp, Block, Expr, ExprCall, Local, Macro, Pat, Stmt, Token};

use super::Numbers;
use super::moving::{Moving, is_arithmetic, is_assigning};
use crate::error::{self, Errors};
use crate::lower::never;

pub(super) fn rewrite(errors: &mut Errors, numbers: &Numbers, block: &mut Block) {
    super::shadows::rename(numbers.params.iter().map(|p| p.name.clone()), block);
    let moving = Moving::of(numbers, block);
    let mut body = Body { errors, moving, result: numbers.result };
    body.block(block, Tail::Result);
}

struct Body<'e> {
    errors: &'e mut Errors,
    moving: Moving,
    /// The function returns `Result`, and its text says `Ok`.
    result: bool,
}

/// The use of a block's last expression.
#[derive(Clone, Copy, PartialEq)]
enum Tail {
    /// It is the function's.
    Result,
    /// A tensor is wanted.
    Tensor,
    /// As it is.
    Any,
}

impl Body<'_> {
    fn block(&mut self, block: &mut Block, tail: Tail) {
        let last = block.stmts.len().saturating_sub(1);
        for (i, stmt) in block.stmts.iter_mut().enumerate() {
            match stmt {
                Stmt::Local(local) => self.local(local),
                Stmt::Expr(e, None) if i == last => self.tail(e, tail),
                Stmt::Expr(e, _) => self.value(e),
                Stmt::Macro(m) => self.tokens(&mut m.mac),
                Stmt::Item(_) => {}
            }
        }
    }

    fn tail(&mut self, e: &mut Expr, tail: Tail) {
        match tail {
            Tail::Any => self.value(e),
            Tail::Tensor => self.tensor(e),
            Tail::Result => self.returned(e),
        }
    }

    /// What the function gives.
    fn returned(&mut self, e: &mut Expr) {
        match e {
            Expr::Return(_) => self.value(e),
            Expr::If(i) => {
                self.host(&mut i.cond);
                self.block(&mut i.then_branch, Tail::Result);
                if let Some((_, other)) = &mut i.else_branch {
                    self.returned(other);
                }
            }
            Expr::Match(m) => {
                self.host(&mut m.expr);
                for arm in &mut m.arms {
                    self.guard(&mut arm.pat);
                    self.returned(&mut arm.body);
                }
            }
            Expr::Block(b) if b.label.is_none() => self.block(&mut b.block, Tail::Result),
            e if never(e) => self.value(e),
            Expr::Call(c) if self.result && is_ok(c) => self.tensor(&mut c.args[0]),
            // A call, which gives a `Result`.
            e if self.result => self.value(e),
            e => {
                self.tensor(e);
                let (at, given) = (e.span(), e.clone());
                *e = syn::parse_quote_spanned!(at=> Ok(#given));
            }
        }
    }

    fn local(&mut self, local: &mut Local) {
        let moves = |moving: &Moving, pat: &Pat| matches!(pat, Pat::Ident(name) if moving.has(&name.ident));
        if let Pat::Type(typed) = &local.pat
            && self.moving.is_elem(&typed.ty)
            && moves(&self.moving, &typed.pat)
        {
            local.pat = (*typed.pat).clone();
        }
        let Some(init) = &mut local.init else { return };
        if let Some((_, diverge)) = &mut init.diverge {
            self.value(diverge);
        }
        match (&local.pat, &mut *init.expr) {
            (Pat::Tuple(pats), Expr::Tuple(values)) if pats.elems.len() == values.elems.len() => {
                for (pat, value) in pats.elems.iter().zip(&mut values.elems) {
                    if moves(&self.moving, pat) { self.tensor(value) } else { self.value(value) }
                }
            }
            (pat, value) if moves(&self.moving, pat) => self.tensor(value),
            (_, value) => self.value(value),
        }
    }

    /// A tensor, from numbers of the host too.
    fn tensor(&mut self, e: &mut Expr) {
        match e {
            Expr::Paren(p) => self.tensor(&mut p.expr),
            Expr::Group(g) => self.tensor(&mut g.expr),
            e if never(e) || matches!(e, Expr::Break(_) | Expr::Continue(_)) || self.moving.is_tensor(e) => {
                self.value(e);
            }
            e => {
                self.host(e);
                let (at, given) = (e.span(), e.clone());
                *e = syn::parse_quote_spanned!(at=> Tensor::scalar(#given));
            }
        }
    }

    /// An operand: a tensor or a number.
    fn value(&mut self, e: &mut Expr) {
        let moves = self.moving.is_tensor(e);
        match e {
            Expr::Path(_) => {}
            Expr::Paren(p) => self.value(&mut p.expr),
            Expr::Group(g) => self.value(&mut g.expr),
            Expr::Reference(r) if moves => self.value(&mut r.expr),
            Expr::Unary(u) if moves => self.value(&mut u.expr),
            Expr::Try(t) if moves => self.value(&mut t.expr),
            Expr::Field(f) if moves => self.value(&mut f.base),
            Expr::Index(i) if moves => {
                self.value(&mut i.expr);
                self.host(&mut i.index);
            }
            Expr::Binary(b) if moves && is_arithmetic(&b.op) => {
                self.value(&mut b.left);
                self.value(&mut b.right);
            }
            Expr::Binary(b) if is_assigning(&b.op) => self.assigned(&b.left, &mut b.right, Some(&b.op)),
            Expr::Assign(a) => self.assigned(&a.left, &mut a.right, None),
            Expr::Cast(c) if moves => {
                self.value(&mut c.expr);
                *e = (*c.expr).clone();
            }
            Expr::MethodCall(_) if moves => self.method(e),
            Expr::Call(c) if moves => match of_float(c) {
                Some(method) => {
                    *e = method;
                    self.value(e);
                }
                None => {
                    for arg in &mut c.args {
                        if self.moving.is_number(arg) { self.tensor(arg) } else { self.host(arg) }
                    }
                }
            },
            // Arms may give other entries of the same tuple.
            Expr::Tuple(t) if moves => {
                for e in &mut t.elems {
                    if self.moving.is_number(e) { self.tensor(e) } else { self.host(e) }
                }
            }
            Expr::Array(a) if moves => a.elems.iter_mut().for_each(|e| self.tensor(e)),
            Expr::If(i) => {
                self.host(&mut i.cond);
                let tail = if moves { Tail::Tensor } else { Tail::Any };
                self.block(&mut i.then_branch, tail);
                if let Some((_, other)) = &mut i.else_branch {
                    self.tail(other, tail);
                }
            }
            Expr::Match(m) => {
                self.host(&mut m.expr);
                for arm in &mut m.arms {
                    self.guard(&mut arm.pat);
                    self.tail(&mut arm.body, if moves { Tail::Tensor } else { Tail::Any });
                }
            }
            Expr::Block(b) => self.block(&mut b.block, if moves { Tail::Tensor } else { Tail::Any }),
            Expr::Loop(l) => self.block(&mut l.body, Tail::Any),
            Expr::While(w) => {
                self.host(&mut w.cond);
                self.block(&mut w.body, Tail::Any);
            }
            Expr::ForLoop(l) => {
                self.host(&mut l.expr);
                self.block(&mut l.body, Tail::Any);
            }
            Expr::Return(r) => {
                if let Some(e) = &mut r.expr {
                    self.returned(e);
                }
            }
            Expr::Break(b) => {
                if let Some(e) = &mut b.expr {
                    if self.moving.is_number(e) { self.tensor(e) } else { self.host(e) }
                }
            }
            e => self.host(e),
        }
    }

    /// A guard is read before its arm is known, and can ask for nothing.
    fn guard(&mut self, pat: &mut Pat) {
        let Pat::Guard(guarded) = pat else { return };
        let before = guarded.guard.to_token_stream().to_string();
        let mut asking = guarded.guard.clone();
        self.host(&mut asking);
        if asking.to_token_stream().to_string() != before {
            self.errors.push(error::asking_guard(&guarded.guard));
            *guarded.guard = syn::parse_quote!(true);
        }
    }

    fn assigned(&mut self, place: &Expr, value: &mut Expr, op: Option<&BinOp>) {
        let mut root = place;
        while let Expr::Index(i) = root {
            root = &i.expr;
        }
        let moves = matches!(root, Expr::Path(p) if p.path.get_ident().is_some_and(|n| self.moving.has(n)));
        match (moves, op) {
            (true, None) => self.tensor(value),
            (true, Some(_)) => self.value(value),
            (false, _) => self.host(value),
        }
    }

    /// A method of floats as the op.
    fn method(&mut self, e: &mut Expr) {
        let Expr::MethodCall(c) = e else { return };
        // A number of the host has methods of its own.
        self.tensor(&mut c.receiver);
        let moves: Vec<bool> = c.args.iter().map(|arg| self.moving.is_tensor(arg)).collect();
        for arg in &mut c.args {
            self.value(arg);
        }
        let (x, at, name) = (&c.receiver, c.method.span(), c.method.to_string());
        let args: Vec<&Expr> = c.args.iter().collect();
        let renamed = match &*name {
            "max" => "maximum",
            "min" => "minimum",
            "exp_m1" => "expm1",
            "ln_1p" => "log1p",
            "fract" => "frac",
            "round_ties_even" => "round",
            "powf" if moves.first() == Some(&true) => "pow",
            other => other,
        };
        let made = match (&*name, &args[..]) {
            // Rust's sign of 0 is that of its bit.
            ("signum", []) => Some(quote_spanned!(at=> Tensor::scalar(1.0).copysign(#x))),
            // Halves go away from 0; what is left of `x` is exact.
            ("round", []) => Some(quote_spanned!(at=> (#x.trunc() + (#x.frac() * 2.0).trunc()))),
            ("log", [base]) if moves[0] => Some(quote_spanned!(at=> (#x.ln() / (#base).ln()))),
            ("log", [base]) => Some(quote_spanned!(at=> (#x.ln() / Tensor::scalar(#base).ln()))),
            ("rem_euclid", [by]) if moves[0] => Some(quote_spanned!(at=> #x.floor_mod((#by).abs()))),
            ("rem_euclid", [by]) => Some(quote_spanned!(at=> #x.floor_mod(Tensor::scalar(#by).abs()))),
            ("to_radians", []) => Some(quote_spanned!(at=> (#x * 0.017_453_292_519_943_295))),
            ("to_degrees", []) => Some(quote_spanned!(at=> (#x * 57.295_779_513_082_32))),
            ("sin_cos", []) => Some(quote_spanned!(at=> (#x.sin(), #x.cos()))),
            _ => None,
        };
        if let Some(made) = made {
            *e = syn::parse_quote_spanned!(at=> #made);
            return;
        }
        c.method = syn::Ident::new(renamed, at);
    }

    /// Code of the host, which asks for the numbers that it names.
    fn host(&mut self, e: &mut Expr) {
        Asking(self).visit_expr_mut(e);
    }

    fn tokens(&mut self, mac: &mut Macro) {
        const ASKING: &[&str] = &[
            "assert",
            "debug_assert",
            "assert_eq",
            "assert_ne",
            "debug_assert_eq",
            "println",
            "eprintln",
            "print",
            "format",
            "panic",
        ];
        if !mac.path.segments.last().is_some_and(|s| ASKING.iter().any(|name| s.ident == name)) {
            return;
        }
        if let Ok(mut args) = mac.parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated) {
            args.iter_mut().for_each(|e| self.host(e));
            mac.tokens = quote::quote!(#args);
        }
    }
}

fn is_ok(c: &ExprCall) -> bool {
    c.args.len() == 1 && matches!(&*c.func, Expr::Path(p) if p.path.is_ident("Ok"))
}

/// `f64::max(x, y)` as `x.max(y)`.
fn of_float(c: &ExprCall) -> Option<Expr> {
    let Expr::Path(p) = &*c.func else { return None };
    let segments: Vec<_> = p.path.segments.iter().collect();
    let [ty, method] = &segments[..] else { return None };
    if ty.ident != "f32" && ty.ident != "f64" || c.args.is_empty() {
        return None;
    }
    let mut args = c.args.clone().into_iter();
    let (first, rest, name) = (args.next()?, args, &method.ident);
    let first: Expr = match first {
        Expr::Path(_) | Expr::Paren(_) | Expr::Call(_) | Expr::MethodCall(_) => first,
        other => syn::parse_quote!((#other)),
    };
    Some(syn::parse_quote_spanned!(name.span()=> #first.#name(#(#rest),*)))
}

/// Puts `x.item()?` where host code names `x`.
struct Asking<'b, 'e>(&'b mut Body<'e>);

impl VisitMut for Asking<'_, '_> {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        match e {
            Expr::Path(p) if p.path.get_ident().is_some_and(|name| self.0.moving.has(name)) => {
                *e = asked(e);
            }
            Expr::Cast(c) if self.0.moving.is_tensor(&c.expr) && super::float_of(&c.ty).is_some() => {
                self.0.errors.push(error::cut_by_cast(&c.ty));
                self.visit_expr_mut(&mut c.expr);
            }
            Expr::Macro(m) => self.0.tokens(&mut m.mac),
            // It may run anywhere.
            Expr::Closure(_) => {}
            e => visit_mut::visit_expr_mut(self, e),
        }
    }
}

fn asked(e: &Expr) -> Expr {
    let at: Span = e.span();
    syn::parse_quote_spanned!(at=> #e.item()?)
}
