//! Jumps as values. `break` and `continue` set flags, and what stands behind them runs where none is set; behind an early
//! `return` the rest of the body moves into the arms that go on.

use proc_macro2::TokenStream;
use quote::quote;
use syn::visit::Visit;
use syn::{Block, Expr, Stmt};

use super::function::is_path;
use crate::error::{self, Errors};

/// The body of a loop without jumps.
pub(super) struct Body {
    pub block: Block,
    /// Its value says whether to stop.
    pub stops: bool,
}

/// Errors go to `errors`.
pub(super) fn body(errors: &mut Errors, block: &Block) -> Body {
    let jumps = Jumps::of_stmts(&block.stmts);
    if !jumps.any() {
        return Body { block: block.clone(), stops: false };
    }
    let stmts = rewrite(errors, &block.stmts);
    let stop = jumps.stops.then(|| quote!(__stop));
    let block = syn::parse_quote!({
        let mut __skip = false;
        let mut __stop = false;
        #stmts
        #stop
    });
    Body { block, stops: jumps.stops }
}

/// Jumps of this loop, not of one inside.
#[derive(Default)]
struct Jumps {
    stops: bool,
    skips: bool,
}

impl Jumps {
    fn of_stmts(stmts: &[Stmt]) -> Self {
        let mut jumps = Self::default();
        for stmt in stmts {
            jumps.visit_stmt(stmt);
        }
        jumps
    }

    fn of_expr(e: &Expr) -> Self {
        let mut jumps = Self::default();
        jumps.visit_expr(e);
        jumps
    }

    fn any(&self) -> bool {
        self.stops || self.skips
    }
}

impl Visit<'_> for Jumps {
    fn visit_expr(&mut self, e: &Expr) {
        match e {
            Expr::Break(_) => self.stops = true,
            Expr::Continue(_) => self.skips = true,
            Expr::ForLoop(_) | Expr::While(_) | Expr::Loop(_) | Expr::Closure(_) => {}
            e => syn::visit::visit_expr(self, e),
        }
    }
}

fn rewrite(errors: &mut Errors, stmts: &[Stmt]) -> TokenStream {
    let mut out = TokenStream::new();
    for (i, stmt) in stmts.iter().enumerate() {
        let jumps = match stmt {
            Stmt::Expr(e, _) => Jumps::of_expr(e),
            stmt => Jumps::of_stmts(std::slice::from_ref(stmt)),
        };
        if !jumps.any() {
            out.extend(quote!(#stmt));
            continue;
        }
        let Stmt::Expr(e, _) = stmt else {
            errors.push(error::jump_in_value(stmt));
            continue;
        };
        let (made, goes_on) = expr(errors, e);
        out.extend(made);
        let rest = &stmts[i + 1..];
        if goes_on && !rest.is_empty() {
            let rest = rewrite(errors, rest);
            out.extend(quote!(if !__skip { #rest }));
        }
        return out;
    }
    out
}

/// A statement that may jump, and whether what follows it may run.
fn expr(errors: &mut Errors, e: &Expr) -> (TokenStream, bool) {
    match e {
        Expr::Break(b) => {
            if b.expr.is_some() || b.label.is_some() {
                errors.push(error::break_form(b));
            }
            (quote!(__stop = true; __skip = true;), false)
        }
        Expr::Continue(c) => {
            if c.label.is_some() {
                errors.push(error::break_form(c));
            }
            (quote!(__skip = true;), false)
        }
        Expr::Paren(p) => expr(errors, &p.expr),
        Expr::Block(b) if b.label.is_none() => {
            let inner = rewrite(errors, &b.block.stmts);
            (quote!({ #inner }), true)
        }
        Expr::If(i) => {
            let (cond, then) = (&i.cond, rewrite(errors, &i.then_branch.stmts));
            let other = i.else_branch.as_ref().map(|(_, e)| {
                let made = expr(errors, e).0;
                if let Expr::If(_) = **e { quote!(else #made) } else { quote!(else { #made }) }
            });
            (quote!(if #cond { #then } #other), true)
        }
        Expr::Match(m) => {
            let scrutinee = &m.expr;
            let arms: Vec<TokenStream> = m
                .arms
                .iter()
                .map(|arm| {
                    let (pat, body) = (&arm.pat, &arm.body);
                    let made = if Jumps::of_expr(body).any() { expr(errors, body).0 } else { quote!(#body;) };
                    quote!(#pat => { #made })
                })
                .collect();
            (quote!(match #scrutinee { #(#arms)* }), true)
        }
        e if Jumps::of_expr(e).any() => {
            errors.push(error::jump_in_value(e));
            (TokenStream::new(), true)
        }
        e => (quote!(#e), true),
    }
}

/// The statements of a function's body without early `return`: the last one is its value.
pub(super) fn without_returns(errors: &mut Errors, stmts: &[Stmt]) -> Vec<Stmt> {
    for (i, stmt) in stmts.iter().enumerate() {
        if !Returns::any(stmt) {
            continue;
        }
        let (before, rest) = (&stmts[..i], &stmts[i + 1..]);
        let value = match stmt {
            Stmt::Expr(e, _) => returning(errors, e, &|value| match value {
                // The value of a statement with a semicolon is none; that of the last one is the function's.
                Some(value) if rest.is_empty() => vec![Stmt::Expr(value.clone(), None)],
                Some(value) => std::iter::once(Stmt::Expr(value.clone(), Some(syn::token::Semi::default())))
                    .chain(rest.iter().cloned())
                    .collect(),
                None => rest.to_vec(),
            }),
            Stmt::Local(l) if l.init.as_ref().is_some_and(|i| i.diverge.is_none()) => {
                let init = l.init.as_ref().map(|i| (*i.expr).clone());
                let Some(init) = init else { return stmts.to_vec() };
                returning(errors, &init, &|value| {
                    let mut local = l.clone();
                    if let (Some(init), Some(value)) = (&mut local.init, value) {
                        *init.expr = value.clone();
                    }
                    std::iter::once(Stmt::Local(local)).chain(rest.iter().cloned()).collect()
                })
            }
            stmt => {
                errors.push(error::return_in_value(stmt));
                return stmts.to_vec();
            }
        };
        let Some(value) = value else { return stmts.to_vec() };
        return before.iter().cloned().chain([Stmt::Expr(value, None)]).collect();
    }
    stmts.to_vec()
}

/// `e`, some of whose arms return, as the value of the function: `then` is what follows where an arm goes on, given its
/// value if it has one. `None` after an error.
fn returning(errors: &mut Errors, e: &Expr, then: &dyn Fn(Option<&Expr>) -> Vec<Stmt>) -> Option<Expr> {
    match e {
        Expr::Paren(p) => returning(errors, &p.expr, then),
        Expr::Return(r) if Returns::is_value(r) => {
            if r.expr.is_none() {
                errors.push(error::return_in_value(e));
            }
            r.expr.as_deref().cloned()
        }
        Expr::Block(b) if b.label.is_none() => arm(errors, &b.block.stmts, then),
        Expr::If(i) => {
            let cond = &i.cond;
            let taken = arm(errors, &i.then_branch.stmts, then)?;
            let other = match &i.else_branch {
                Some((_, e)) => returning(errors, e, then)?,
                None => arm(errors, &[], then)?,
            };
            Some(syn::parse_quote!(if #cond { #taken } else { #other }))
        }
        Expr::Match(m) => {
            let scrutinee = &m.expr;
            let mut arms = Vec::new();
            for a in &m.arms {
                let (pat, value) = (&a.pat, returning(errors, &a.body, then)?);
                arms.push(quote!(#pat => { #value }));
            }
            Some(syn::parse_quote!(match #scrutinee { #(#arms)* }))
        }
        e if Returns::in_expr(e) => {
            errors.push(error::return_in_value(e));
            None
        }
        e => arm(errors, &[Stmt::Expr(e.clone(), None)], then),
    }
}

/// An arm with all that follows it, as a block.
fn arm(errors: &mut Errors, stmts: &[Stmt], then: &dyn Fn(Option<&Expr>) -> Vec<Stmt>) -> Option<Expr> {
    let (stmts, value) = match stmts.split_last() {
        Some((Stmt::Expr(Expr::Return(r), _), before)) if Returns::is_value(r) => {
            let value = r.expr.as_ref()?;
            let all: Vec<Stmt> =
                before.iter().cloned().chain([Stmt::Expr((**value).clone(), None)]).collect();
            let all = without_returns(errors, &all);
            return Some(syn::parse_quote!({ #(#all)* }));
        }
        Some((Stmt::Expr(value, None), before)) if !ends(value) => (before, Some(value)),
        _ => (stmts, None),
    };
    // What an arm that never goes on is followed by is never reached.
    let follows = match stmts.last() {
        Some(Stmt::Expr(e, _)) if ends(e) => Vec::new(),
        Some(Stmt::Macro(m)) if super::branch::is_panic(&m.mac) => Vec::new(),
        _ => then(value),
    };
    let all: Vec<Stmt> = stmts.iter().cloned().chain(follows).collect();
    let all = without_returns(errors, &all);
    Some(syn::parse_quote!({ #(#all)* }))
}

/// An error or a panic.
fn ends(e: &Expr) -> bool {
    match e {
        Expr::Return(r) => !Returns::is_value(r),
        Expr::Macro(m) => super::branch::is_panic(&m.mac),
        Expr::Try(t) => super::branch::is_err(&t.expr),
        _ => false,
    }
}

/// Early returns of values. `return Err(..)` is host code.
#[derive(Default)]
struct Returns(bool);

impl Returns {
    fn any(stmt: &Stmt) -> bool {
        let mut returns = Self::default();
        returns.visit_stmt(stmt);
        returns.0
    }

    fn in_expr(e: &Expr) -> bool {
        let mut returns = Self::default();
        returns.visit_expr(e);
        returns.0
    }

    fn is_value(r: &syn::ExprReturn) -> bool {
        !r.expr.as_deref().is_some_and(super::branch::is_err)
    }
}

impl Visit<'_> for Returns {
    fn visit_expr(&mut self, e: &Expr) {
        match e {
            Expr::Return(r) => self.0 |= Self::is_value(r),
            Expr::Closure(_) | Expr::Async(_) => {}
            e => syn::visit::visit_expr(self, e),
        }
    }
}

/// The value of a function that returns `Result`, without its `Ok`, arm by arm; `Err(..)` leaves the function.
pub(super) fn without_ok(errors: &mut Errors, e: &Expr) -> Expr {
    let mut inside = |block: &Block| -> Block {
        let mut block = block.clone();
        if let Some(Stmt::Expr(e, None)) = block.stmts.last_mut() {
            *e = without_ok(errors, e);
        }
        block
    };
    match e {
        Expr::Paren(p) => without_ok(errors, &p.expr),
        Expr::Block(b) if b.label.is_none() => {
            let block = inside(&b.block);
            syn::parse_quote!(#block)
        }
        Expr::If(i) => {
            let (cond, then) = (&i.cond, inside(&i.then_branch));
            let other = i.else_branch.as_ref().map(|(_, e)| {
                let e = without_ok(errors, e);
                if let Expr::If(_) | Expr::Block(_) = e { quote!(else #e) } else { quote!(else { #e }) }
            });
            syn::parse_quote!(if #cond #then #other)
        }
        Expr::Match(m) => {
            let scrutinee = &m.expr;
            let arms = m.arms.iter().map(|a| {
                let (pat, body) = (&a.pat, without_ok(errors, &a.body));
                quote!(#pat => { #body })
            });
            let arms: Vec<_> = arms.collect();
            syn::parse_quote!(match #scrutinee { #(#arms)* })
        }
        Expr::Call(c) if c.args.len() == 1 && is_path(&c.func, "Ok") => c.args[0].clone(),
        Expr::Call(c) if is_path(&c.func, "Err") => syn::parse_quote!(return #c),
        Expr::Call(_) | Expr::MethodCall(_) | Expr::Try(_) | Expr::Macro(_) | Expr::Return(_) => e.clone(),
        e => {
            errors.push(error::missing_ok(e));
            e.clone()
        }
    }
}
