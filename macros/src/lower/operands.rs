//! The operands of an expression, in the order in which Rust computes it.

use quote::quote;
use syn::Expr;

use super::changed;
use crate::lower::host::macro_exprs;

/// Runs `f` over the operands of `e`, which may replace them. Places are none, but what is computed for
/// one is, and neither is what may not run.
pub(crate) fn with<R>(e: &mut Expr, f: impl FnOnce(Vec<&mut Expr>) -> R) -> R {
    let Some((mut exprs, separator)) = arguments(e) else { return f(of(e)) };
    let r = f(exprs.iter_mut().map(value).collect());
    if let Expr::Macro(m) = e {
        m.mac.tokens = if separator { quote!(#(#exprs);*) } else { quote!(#(#exprs),*) };
    }
    r
}

/// The arguments of a macro of the language that computes all of them, and whether they are `value; count`.
fn arguments(e: &Expr) -> Option<(Vec<Expr>, bool)> {
    let Expr::Macro(m) = e else { return None };
    let of_all = ["vec", "tensor", "format"].iter().any(|name| m.mac.path.is_ident(name));
    of_all.then(|| macro_exprs(&m.mac)).flatten()
}

/// `name = value` of a format macro.
pub(crate) fn value(e: &mut Expr) -> &mut Expr {
    match e {
        Expr::Assign(a) => &mut a.right,
        e => e,
    }
}

fn of(e: &mut Expr) -> Vec<&mut Expr> {
    match e {
        Expr::Binary(b) => {
            let (left, right) = (&mut b.left, &mut b.right);
            match b.op {
                // As of numbers: the place of an operator of the user's own comes first.
                op if changed::assigns(&op) => vec![&mut **right].into_iter().chain(indices(left)).collect(),
                syn::BinOp::And(_) | syn::BinOp::Or(_) => vec![left],
                _ => vec![left, right],
            }
        }
        Expr::Assign(a) => vec![&mut *a.right].into_iter().chain(indices(&mut a.left)).collect(),
        // `x.item()?` is one step: nobody wants the `Result` alone.
        Expr::Try(t) => match &mut *t.expr {
            call @ (Expr::MethodCall(_) | Expr::Call(_)) => of(call),
            value => vec![value],
        },
        Expr::Unary(syn::ExprUnary { expr, .. })
        | Expr::Reference(syn::ExprReference { expr, .. })
        | Expr::Paren(syn::ExprParen { expr, .. })
        | Expr::Group(syn::ExprGroup { expr, .. })
        | Expr::Cast(syn::ExprCast { expr, .. })
        | Expr::Field(syn::ExprField { base: expr, .. })
        | Expr::Match(syn::ExprMatch { expr, .. })
        | Expr::ForLoop(syn::ExprForLoop { expr, .. })
        | Expr::Break(syn::ExprBreak { expr: Some(expr), .. }) => vec![expr],
        // `Ok(..)` stays where it is.
        Expr::Return(syn::ExprReturn { expr: Some(value), .. }) => match &mut **value {
            Expr::Call(c) => c.args.iter_mut().collect(),
            value => vec![value],
        },
        Expr::If(i) => match &mut *i.cond {
            Expr::Let(l) => vec![&mut l.expr],
            cond => vec![cond],
        },
        Expr::Index(i) => vec![&mut i.expr, &mut i.index],
        Expr::MethodCall(c) => std::iter::once(&mut *c.receiver).chain(&mut c.args).collect(),
        Expr::Call(c) => c.args.iter_mut().collect(),
        Expr::Tuple(t) => t.elems.iter_mut().collect(),
        Expr::Array(a) => a.elems.iter_mut().collect(),
        Expr::Range(r) => [&mut r.start, &mut r.end].into_iter().flatten().map(|e| &mut **e).collect(),
        Expr::Struct(s) => {
            let rest = s.rest.as_deref_mut();
            s.fields.iter_mut().map(|f| &mut f.expr).chain(rest).collect()
        }
        _ => Vec::new(),
    }
}

/// The indices in a place.
pub(crate) fn indices(place: &mut Expr) -> Vec<&mut Expr> {
    match place {
        Expr::Field(f) => indices(&mut f.base),
        Expr::Paren(p) => indices(&mut p.expr),
        Expr::Index(i) => indices(&mut i.expr).into_iter().chain([&mut *i.index]).collect(),
        _ => Vec::new(),
    }
}

/// The variable that a place is, or is a part of.
pub(crate) fn part_of(e: &Expr) -> Option<&syn::Ident> {
    match e {
        Expr::Path(p) => p.path.get_ident(),
        Expr::Field(syn::ExprField { base: expr, .. })
        | Expr::Index(syn::ExprIndex { expr, .. })
        | Expr::Paren(syn::ExprParen { expr, .. }) => part_of(expr),
        _ => None,
    }
}

/// The variable that a plain operand copies, or moves, or a part of.
pub(crate) fn by_value(e: &Expr) -> Option<&syn::Ident> {
    match e {
        Expr::Path(p) => p.path.get_ident(),
        Expr::Paren(syn::ExprParen { expr, .. }) | Expr::Field(syn::ExprField { base: expr, .. }) => {
            by_value(expr)
        }
        _ => None,
    }
}

/// Whether nothing happens when it is computed, now or later.
pub(crate) fn is_plain(e: &Expr) -> bool {
    match e {
        Expr::Path(_) | Expr::Lit(_) => true,
        Expr::Reference(syn::ExprReference { expr, .. })
        | Expr::Paren(syn::ExprParen { expr, .. })
        | Expr::Field(syn::ExprField { base: expr, .. }) => is_plain(expr),
        _ => false,
    }
}
