//! Host values that are changed through a shared reference: `c.set(3.0)`, `log.borrow_mut().push(k)`. What host code names are
//! copies, in which a change would be lost, so these variables hold one value for all of them.

use std::collections::BTreeSet;

use proc_macro2::Ident;
use syn::visit::{self, Visit};
use syn::{Block, Expr, Stmt};

use super::state::bare;
use crate::names;

/// The variables of the block that its text may change though they are not `mut`, where they are made in it.
pub(super) fn of(block: &Block) -> BTreeSet<String> {
    let mut shared = Shared(BTreeSet::new());
    shared.visit_block(block);
    shared.0
}

/// Methods that change what is behind a shared reference, whoever reads what they give.
const CHANGE: &[&str] = &[
    "borrow_mut",
    "fetch_add",
    "fetch_sub",
    "get_or_init",
    "lock",
    "replace",
    "set",
    "store",
    "swap",
    "take",
    "try_borrow_mut",
    "update",
    "write",
];

/// Methods that read lists. Others, called for their effect, run a closure.
const READ: &[&str] =
    &["into_iter", "iter", "chars", "lines", "bytes", "windows", "chunks", "keys", "values"];

struct Shared(BTreeSet<String>);

impl Shared {
    /// Notes a variable whose method is called for its effect.
    fn called(&mut self, e: &Expr) {
        if let Some((name, method)) = Self::root(e)
            && !READ.iter().any(|read| method == read)
        {
            self.0.insert(names::key(name));
        }
    }

    /// `log.n.set(1)`, `log.borrow_mut().push(k)`: the variable, and the first method.
    fn root(e: &Expr) -> Option<(&Ident, &Ident)> {
        match bare(e) {
            Expr::Try(t) => Self::root(&t.expr),
            Expr::MethodCall(c) => Self::root(&c.receiver).or_else(|| Some((place(&c.receiver)?, &c.method))),
            _ => None,
        }
    }
}

fn place(e: &Expr) -> Option<&Ident> {
    match bare(e) {
        Expr::Path(p) => p.path.get_ident(),
        Expr::Field(f) => place(&f.base),
        Expr::Index(i) => place(&i.expr),
        _ => None,
    }
}

impl<'a> Visit<'a> for Shared {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        if let Stmt::Expr(e, Some(_)) = stmt {
            self.called(e);
        }
        visit::visit_stmt(self, stmt);
    }

    fn visit_expr(&mut self, e: &'a Expr) {
        // What a round ends with is nothing.
        let body = match e {
            Expr::ForLoop(l) => Some(&l.body),
            Expr::While(l) => Some(&l.body),
            Expr::Loop(l) => Some(&l.body),
            _ => None,
        };
        if let Some(Stmt::Expr(e, None)) = body.and_then(|body| body.stmts.last()) {
            self.called(e);
        }
        visit::visit_expr(self, e);
    }

    fn visit_expr_method_call(&mut self, c: &'a syn::ExprMethodCall) {
        if CHANGE.iter().any(|change| c.method == change)
            && let Some(name) = place(&c.receiver)
        {
            self.0.insert(names::key(name));
        }
        visit::visit_expr_method_call(self, c);
    }
}
