//! The effects of host code beside its value.

use syn::{BinOp, Expr, Lit, Stmt, UnOp};

use crate::ir::Runs;
use crate::lower::state::{Lowerer, bare};
use crate::lower::std_names::SIZES;

/// Methods of floats that give floats, and neither panic nor do anything else.
pub(crate) const OF_FLOATS: &[&str] = &[
    "abs",
    "atan",
    "ceil",
    "cos",
    "cosh",
    "exp",
    "exp2",
    "exp_m1",
    "floor",
    "hypot",
    "ln",
    "ln_1p",
    "log",
    "log10",
    "log2",
    "max",
    "min",
    "mul_add",
    "powf",
    "powi",
    "recip",
    "round",
    "signum",
    "sin",
    "sinh",
    "sqrt",
    "tan",
    "tanh",
    "to_degrees",
    "to_radians",
    "trunc",
];

impl Lowerer<'_> {
    /// When `e` runs, as far as its text alone says. What tensors are asked for is judged where that is rewritten.
    pub(super) fn runs(&self, e: &Expr) -> Runs {
        match e {
            _ if self.is_total(e) => Runs::Freely,
            // An overflow, a difference below zero, an index out of range.
            e if self.known_of(e).is_some() || repeats(e) => Runs::InOrder,
            _ => Runs::Once,
        }
    }

    fn is_total(&self, e: &Expr) -> bool {
        match e {
            Expr::Lit(_) | Expr::Path(_) | Expr::Closure(_) => true,
            Expr::Paren(_) | Expr::Group(_) | Expr::Reference(_) => self.is_total(bare(e)),
            Expr::Array(a) => a.elems.iter().all(|e| self.is_total(e)),
            Expr::Tuple(t) => t.elems.iter().all(|e| self.is_total(e)),
            Expr::Field(f) => self.is_total(&f.base),
            Expr::Cast(c) => self.is_total(&c.expr),
            Expr::Unary(u) => match u.op {
                UnOp::Not(_) => self.is_total(&u.expr),
                UnOp::Neg(_) => {
                    self.is_total(&u.expr) && (is_float(&u.expr) || matches!(bare(&u.expr), Expr::Lit(_)))
                }
                _ => false,
            },
            Expr::Binary(b) => {
                let parts = self.is_total(&b.left) && self.is_total(&b.right);
                parts && (compares(&b.op) || arithmetic(&b.op) && (is_float(&b.left) || is_float(&b.right)))
            }
            Expr::If(i) => {
                let other = i.else_branch.as_ref().is_some_and(|(_, e)| self.is_total(e));
                other && self.is_total(&i.cond) && self.is_total_block(&i.then_branch)
            }
            Expr::Block(b) => b.label.is_none() && self.is_total_block(&b.block),
            Expr::MethodCall(c) => {
                let name = c.method.to_string();
                let args = c.args.iter().all(|a| self.is_total(a));
                let float = is_float(&c.receiver) && self.is_total(&c.receiver);
                args && (float && OF_FLOATS.contains(&&*name)
                    || SIZES.contains(&&*name) && self.mentions_or_makes(&c.receiver)
                    || ["len", "is_empty"].contains(&&*name) && self.mentions(&c.receiver).is_some())
            }
            // The number in a tensor of rank 0 is there.
            Expr::Try(t) => matches!(&*t.expr, Expr::MethodCall(c) if self.is_item(c)),
            // Where tensors go into it, there is no such `Vec`.
            Expr::Call(c) => super::known::makes_vec(c),
            Expr::Macro(m) => m.mac.path.is_ident("vec") && m.mac.tokens.is_empty(),
            _ => false,
        }
    }

    fn is_total_block(&self, block: &syn::Block) -> bool {
        matches!(&block.stmts[..], [Stmt::Expr(e, None)] if self.is_total(e))
    }

    pub(super) fn is_item(&self, c: &syn::ExprMethodCall) -> bool {
        c.method == "item" && c.args.is_empty() && self.mentions_or_makes(&c.receiver)
    }
}

/// The text itself says that it is a float.
fn is_float(e: &Expr) -> bool {
    match bare(e) {
        Expr::Lit(l) => match &l.lit {
            Lit::Float(_) => true,
            Lit::Int(n) => matches!(n.suffix(), "f32" | "f64"),
            _ => false,
        },
        Expr::Cast(c) => {
            matches!(&*c.ty, syn::Type::Path(p) if p.path.is_ident("f32") || p.path.is_ident("f64"))
        }
        Expr::Unary(u) => is_float(&u.expr),
        Expr::Binary(b) => arithmetic(&b.op) && (is_float(&b.left) || is_float(&b.right)),
        Expr::MethodCall(c) => is_float(&c.receiver) && OF_FLOATS.iter().any(|m| c.method == m),
        _ => false,
    }
}

fn compares(op: &BinOp) -> bool {
    use BinOp::{And, Eq, Ge, Gt, Le, Lt, Ne, Or};
    matches!(op, Eq(_) | Ne(_) | Lt(_) | Le(_) | Gt(_) | Ge(_) | And(_) | Or(_))
}

pub(crate) fn arithmetic(op: &BinOp) -> bool {
    matches!(op, BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Div(_) | BinOp::Rem(_))
}

/// Methods of iterators and collections that give the same again, called on the same.
const AGAIN: &[&str] = &[
    "chain",
    "chunks",
    "chunks_exact",
    "cloned",
    "copied",
    "enumerate",
    "into_iter",
    "iter",
    "keys",
    "len",
    "rev",
    "skip",
    "step_by",
    "take",
    "to_owned",
    "values",
    "windows",
    "zip",
];

/// Whether `e`, evaluated twice, gives the same, or panics: operators, and methods of the standard library, on copies of
/// variables.
pub(crate) fn repeats(e: &Expr) -> bool {
    match e {
        Expr::Lit(_) | Expr::Path(_) => true,
        Expr::Paren(p) => repeats(&p.expr),
        Expr::Group(g) => repeats(&g.expr),
        Expr::Reference(r) => r.mutability.is_none() && repeats(&r.expr),
        Expr::Array(a) => a.elems.iter().all(repeats),
        Expr::Tuple(t) => t.elems.iter().all(repeats),
        Expr::Field(f) => repeats(&f.base),
        Expr::Index(i) => repeats(&i.expr) && repeats(&i.index),
        Expr::Cast(c) => repeats(&c.expr),
        Expr::Unary(u) => repeats(&u.expr),
        Expr::Binary(b) => repeats(&b.left) && repeats(&b.right),
        Expr::Range(r) => [&r.start, &r.end].into_iter().all(|end| end.as_deref().is_none_or(repeats)),
        Expr::MethodCall(c) => {
            AGAIN.iter().any(|m| c.method == m) && repeats(&c.receiver) && c.args.iter().all(repeats)
        }
        _ => false,
    }
}

/// [`repeats`] of a statement that changes variables: `k += 1`, `if k > n { k = 0; }`.
pub(crate) fn repeats_stmt(stmt: &Stmt) -> bool {
    let block = |b: &syn::Block| b.stmts.iter().all(repeats_stmt);
    match stmt {
        Stmt::Expr(Expr::Assign(a), _) => matches!(*a.left, Expr::Path(_)) && repeats(&a.right),
        Stmt::Expr(Expr::Binary(b), _) => matches!(*b.left, Expr::Path(_)) && repeats(&b.right),
        Stmt::Expr(Expr::Block(b), _) => b.label.is_none() && block(&b.block),
        Stmt::Expr(Expr::If(i), _) => {
            let other =
                i.else_branch.as_ref().is_none_or(|(_, e)| repeats_stmt(&Stmt::Expr((**e).clone(), None)));
            other && repeats(&i.cond) && block(&i.then_branch)
        }
        _ => false,
    }
}
