//! The body of a function of numbers as one of tensors of rank 0. All tokens keep their places. What is not known to keep a
//! derivative is host code, see [`super::asking`].

use quote::ToTokens;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Block, Expr, ExprCall, ExprLoop, Local, Pat, Stmt, UnOp};

use super::asking::asks;
use super::methods::{is_known, of_float};
use super::moving::{Moving, walked};
use super::{Numbers, shadows};
use crate::error::{self, Errors};
use crate::lower::host::arithmetic;
use crate::lower::operands::part_of;
use crate::lower::{assigns, bare, never};

pub(super) fn rewrite(errors: &mut Errors, numbers: &Numbers, block: &mut Block) {
    shadows::rename(numbers.params.iter().map(|p| p.name.clone()), block);
    let moving = Moving::of(numbers, block);
    let mut body =
        Body { errors, moving, elem: numbers.elem.to_string(), result: numbers.result, given: Vec::new() };
    body.block(block, Tail::Result);
}

pub(super) struct Body<'e> {
    pub(super) errors: &'e mut Errors,
    pub(super) moving: Moving,
    pub(super) elem: String,
    /// The function returns `Result`, and its text says `Ok`.
    result: bool,
    /// Of the loops and labelled blocks around, whether what they give moves.
    given: Vec<bool>,
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

    /// The condition and arms of a branch whose arms are used so; `false` for anything else.
    fn branch(&mut self, e: &mut Expr, tail: Tail) -> bool {
        match e {
            Expr::If(i) => {
                self.condition(&mut i.cond);
                self.block(&mut i.then_branch, tail);
                if let Some((_, other)) = &mut i.else_branch {
                    self.tail(other, tail);
                }
            }
            Expr::Match(m) => {
                self.scrutinee(&mut m.expr, m.arms.iter().map(|arm| &arm.pat));
                for arm in &mut m.arms {
                    self.guard(&mut arm.pat);
                    self.tail(&mut arm.body, tail);
                }
            }
            Expr::Block(b) if tail != Tail::Result || b.label.is_none() => {
                self.given.extend(b.label.as_ref().map(|_| tail == Tail::Tensor));
                self.block(&mut b.block, tail);
                if b.label.is_some() {
                    self.given.pop();
                }
            }
            _ => return false,
        }
        true
    }

    /// What the function gives.
    fn returned(&mut self, e: &mut Expr) {
        if self.branch(e, Tail::Result) {
            return;
        }
        match e {
            Expr::Return(_) => self.value(e),
            Expr::Loop(l) if breaks(l).next().is_none() => self.value(e),
            e if never(e) => self.value(e),
            Expr::Call(c) if self.result && is_ok(c) => self.results(&mut c.args[0]),
            // A call, which gives a `Result`.
            e if self.result => self.value(e),
            e => {
                self.results(e);
                let (at, given) = (e.span(), e.clone());
                *e = syn::parse_quote_spanned!(at=> Ok(#given));
            }
        }
    }

    /// A number, or a tuple of numbers alone.
    fn results(&mut self, e: &mut Expr) {
        match e {
            Expr::Tuple(t) => t.elems.iter_mut().for_each(|e| self.tensor(e)),
            e => self.tensor(e),
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
            (Pat::Ident(_) | Pat::Type(_) | Pat::Tuple(_) | Pat::Slice(_) | Pat::Wild(_), value) => {
                self.value(value);
            }
            // Its names would be of anything.
            (_, value) => self.host(value),
        }
    }

    /// A tensor, from numbers of the host too; parts of arrays and tuples are.
    pub(super) fn tensor(&mut self, e: &mut Expr) {
        match e {
            Expr::Paren(p) => self.tensor(&mut p.expr),
            Expr::Group(g) => self.tensor(&mut g.expr),
            Expr::Array(a) => a.elems.iter_mut().for_each(|e| self.tensor(e)),
            Expr::Tuple(t) => t.elems.iter_mut().for_each(|e| self.part(e)),
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

    /// A tensor from a number, and other values as they are.
    fn part(&mut self, e: &mut Expr) {
        if self.moving.is_number(e) { self.tensor(e) } else { self.host(e) }
    }

    /// An operand: a tensor or a number.
    pub(super) fn value(&mut self, e: &mut Expr) {
        let moves = self.moving.is_tensor(e);
        if self.branch(e, if moves { Tail::Tensor } else { Tail::Any }) {
            return;
        }
        match e {
            Expr::Path(_) => {}
            Expr::Paren(p) => self.value(&mut p.expr),
            Expr::Group(g) => self.value(&mut g.expr),
            Expr::Reference(r) if moves => self.value(&mut r.expr),
            // Tensors are handles: an item that is looked at is the item.
            Expr::Unary(u) if moves && matches!(u.op, UnOp::Deref(_)) => {
                *e = (*u.expr).clone();
                self.value(e);
            }
            Expr::Unary(u) if moves => self.value(&mut u.expr),
            Expr::Try(t) if moves => self.value(&mut t.expr),
            Expr::Field(f) if moves => self.value(&mut f.base),
            Expr::Index(i) if moves => {
                self.value(&mut i.expr);
                self.host(&mut i.index);
            }
            Expr::Binary(b) if moves && arithmetic(&b.op) => {
                self.value(&mut b.left);
                self.value(&mut b.right);
            }
            Expr::Binary(b) if assigns(&b.op) => {
                if part_of(&b.left).is_some_and(|name| self.moving.has(name)) {
                    self.value(&mut b.right);
                } else {
                    self.host(&mut b.right);
                }
                self.place(&mut b.left);
            }
            Expr::Assign(a) => {
                self.assigned(&a.left, &mut a.right);
                self.place(&mut a.left);
            }
            Expr::Cast(c) if moves => {
                self.value(&mut c.expr);
                *e = (*c.expr).clone();
            }
            Expr::MethodCall(_) if moves => self.method(e),
            Expr::MethodCall(c)
                if self.moving.is_tensor(&c.receiver) && !is_known(&c.method) && !asks(&c.method) =>
            {
                self.errors.push(error::number_method(&c.method));
                *e = syn::parse_quote!(Tensor::scalar(0.0));
            }
            Expr::Call(c) if moves => match of_float(c) {
                Some(method) => {
                    *e = method;
                    self.value(e);
                }
                None => c.args.iter_mut().for_each(|arg| self.part(arg)),
            },
            Expr::Tuple(_) | Expr::Array(_) if moves => self.tensor(e),
            Expr::Loop(l) => {
                self.given.push(moves);
                self.block(&mut l.body, Tail::Any);
                self.given.pop();
            }
            Expr::While(w) => {
                self.condition(&mut w.cond);
                self.block(&mut w.body, Tail::Any);
            }
            Expr::ForLoop(l) => {
                if !self.moving.is_tensor(walked(&l.expr)) || matches!(bare(&l.expr), Expr::Array(_)) {
                    self.value(&mut l.expr);
                } else if let Pat::Reference(of) = &*l.pat {
                    let pat = of.pat.clone();
                    l.pat = pat;
                }
                self.block(&mut l.body, Tail::Any);
            }
            Expr::Return(r) => {
                if let Some(e) = &mut r.expr {
                    self.returned(e);
                }
            }
            Expr::Break(b) => {
                if let Some(e) = &mut b.expr {
                    if self.given.last().is_some_and(|moves| *moves) { self.part(e) } else { self.host(e) }
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
        self.condition(&mut asking);
        if asking.to_token_stream().to_string() != before {
            self.errors.push(error::asking_guard(&guarded.guard));
            *guarded.guard = syn::parse_quote!(true);
        }
    }

    /// The right side of `place = ..`.
    fn assigned(&mut self, place: &Expr, value: &mut Expr) {
        match (place, value) {
            (Expr::Tuple(places), Expr::Tuple(values)) if places.elems.len() == values.elems.len() => {
                for (place, value) in places.elems.iter().zip(&mut values.elems) {
                    self.assigned(place, value);
                }
            }
            (Expr::Tuple(_), value) => self.value(value),
            (place, value) if part_of(place).is_some_and(|name| self.moving.has(name)) => self.tensor(value),
            (_, value) => self.host(value),
        }
    }

    /// The indices on the way to a place.
    fn place(&mut self, place: &mut Expr) {
        match place {
            Expr::Index(i) => {
                self.place(&mut i.expr);
                self.host(&mut i.index);
            }
            Expr::Field(f) => self.place(&mut f.base),
            Expr::Paren(p) => self.place(&mut p.expr),
            _ => {}
        }
    }
}

/// The values with which a loop is left.
pub(super) fn breaks(of: &ExprLoop) -> impl Iterator<Item = &Expr> {
    struct Breaks<'a>(Vec<&'a Expr>);
    impl<'a> Visit<'a> for Breaks<'a> {
        fn visit_expr_break(&mut self, b: &'a syn::ExprBreak) {
            self.0.extend(b.expr.as_deref());
            visit::visit_expr_break(self, b);
        }
        fn visit_expr_loop(&mut self, _: &'a ExprLoop) {}
        fn visit_expr_closure(&mut self, _: &'a syn::ExprClosure) {}
    }
    let mut breaks = Breaks(Vec::new());
    breaks.visit_block(&of.body);
    breaks.0.into_iter()
}

fn is_ok(c: &ExprCall) -> bool {
    c.args.len() == 1 && crate::lower::is_path(&c.func, "Ok")
}
