//! The words in the text of a rule: the names that it reads, the ops and host functions that it calls.

use std::collections::BTreeSet;

use syn::visit::{self, Visit};
use syn::{Expr, ExprCall, ExprMethodCall, ExprPath, Local, Pat, Stmt};

use crate::rules::{Cotangent, Param, ParamKind, Row, Vjp};

/// Methods that ask for a shape: no element is read.
pub(super) const OF_SHAPES: &[&str] =
    &["shape", "dim", "rank", "numel", "shapes", "dim_by", "dim_of", "dim_some", "rank_of"];

#[derive(Default)]
pub(super) struct Uses {
    /// Names whose elements are read.
    pub reads: BTreeSet<String>,
    /// Names of which at most the shape is asked.
    pub shapes: BTreeSet<String>,
    /// Functions and methods.
    pub calls: BTreeSet<String>,
    /// Names that the text binds.
    pub lets: BTreeSet<String>,
}

impl Uses {
    pub(super) fn of_vjp(row: &Row) -> Self {
        let mut uses = Self::default();
        if let Vjp::Text { lets, cotangents } = &row.vjp {
            for s in lets {
                uses.visit_stmt(s);
            }
            for (_, c) in cotangents {
                if let Cotangent::Expr(e) = c {
                    uses.visit_expr(e);
                }
            }
        }
        uses
    }
    pub(super) fn of_stmts(stmts: &[Stmt]) -> Self {
        let mut uses = Self::default();
        for s in stmts {
            uses.visit_stmt(s);
        }
        uses
    }
}

impl<'ast> Visit<'ast> for Uses {
    fn visit_expr_call(&mut self, call: &'ast ExprCall) {
        if let Expr::Path(p) = &*call.func {
            self.calls.extend(p.path.get_ident().map(ToString::to_string));
        }
        for a in &call.args {
            self.visit_expr(a);
        }
    }
    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        let method = call.method.to_string();
        match &*call.receiver {
            Expr::Path(p) if OF_SHAPES.contains(&method.as_str()) => {
                self.shapes.extend(p.path.get_ident().map(ToString::to_string));
                for a in &call.args {
                    self.visit_expr(a);
                }
            }
            _ => visit::visit_expr_method_call(self, call),
        }
        self.calls.insert(method);
    }
    fn visit_expr_path(&mut self, path: &'ast ExprPath) {
        self.reads.extend(path.path.get_ident().map(ToString::to_string));
    }
    fn visit_local(&mut self, local: &'ast Local) {
        visit::visit_local(self, local);
        let mut bind = |pat: &Pat| {
            if let Pat::Ident(p) = pat {
                self.lets.insert(p.ident.to_string());
            }
        };
        match &local.pat {
            Pat::Tuple(t) => t.elems.iter().for_each(bind),
            other => bind(other),
        }
    }
}

/// The operands and results whose elements the vjp reads.
pub(super) fn residuals(row: &Row) -> Vec<String> {
    let reads = Uses::of_vjp(row).reads;
    let is_tensor = |p: &&Param| !matches!(p.kind, ParamKind::Host(_));
    let tensors = row.params.iter().filter(is_tensor).chain(&row.results);
    tensors.map(|p| p.name.to_string()).filter(|n| reads.contains(n)).collect()
}
