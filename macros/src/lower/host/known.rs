//! The knowledge of host code at expansion: sizes, and lists as users write them.

use syn::Expr;

use super::macro_exprs;
use crate::ir::Known;
use crate::lower::state::{Binding, Lowerer, bare};

impl Lowerer<'_> {
    pub(crate) fn known_of(&self, e: &Expr) -> Option<Known> {
        match bare(e) {
            Expr::Path(p) if is_same(&p.path) => Some(Known::Same),
            Expr::Path(p) if let Some(Binding::Host(v)) = self.get(p.path.get_ident()?) => {
                self.graph.known(*v)
            }
            Expr::Cast(c) if ["u32", "i64", "u64"].contains(&type_name(&c.ty)?.as_str()) => {
                self.known_of(&c.expr).filter(|known| matches!(known, Known::Int(_)))
            }
            Expr::Array(a) => self.known_list(a.elems.iter()),
            Expr::Tuple(t) => self.known_list(t.elems.iter()),
            Expr::Repeat(r) => {
                let Known::Int(n) = self.known_of(&r.len)? else { return None };
                let n = usize::try_from(n.as_int()?).ok().filter(|n| *n <= 64)?;
                Some(Known::List(vec![self.known_of(&r.expr)?; n]))
            }
            Expr::Macro(m) if m.mac.path.is_ident("vec") => match macro_exprs(&m.mac)? {
                (exprs, false) => self.known_list(exprs.iter()),
                _ => None,
            },
            Expr::MethodCall(c) if c.args.is_empty() && (c.method == "clone" || c.method == "to_vec") => {
                self.known_of(&c.receiver)
            }
            Expr::Call(c) if makes_vec(c) => Some(Known::List(Vec::new())),
            Expr::Index(i) => match (self.known_of(&i.expr)?, self.known_of(&i.index)?) {
                (Known::List(list), Known::Int(n)) => list.get(usize::try_from(n.as_int()?).ok()?).cloned(),
                _ => None,
            },
            Expr::Block(b) => match b.block.stmts.as_slice() {
                [syn::Stmt::Expr(e, None)] => self.known_of(e),
                _ => None,
            },
            e => self.known_size(e),
        }
    }

    fn known_list<'a>(&self, items: impl Iterator<Item = &'a Expr>) -> Option<Known> {
        items.map(|e| self.known_of(e)).collect::<Option<Vec<_>>>().map(Known::List)
    }
}

/// `Padding::SAME`, whatever is before it.
fn is_same(path: &syn::Path) -> bool {
    let mut names = path.segments.iter().rev().map(|s| &s.ident);
    names.next().is_some_and(|last| last == "SAME") && names.next().is_some_and(|of| of == "Padding")
}

fn type_name(ty: &syn::Type) -> Option<String> {
    match ty {
        syn::Type::Path(p) => p.path.segments.last().map(|s| s.ident.to_string()),
        _ => None,
    }
}

/// `Vec::new()` and `Vec::with_capacity(n)`.
pub(super) fn makes_vec(c: &syn::ExprCall) -> bool {
    let Expr::Path(p) = &*c.func else { return false };
    let mut names = p.path.segments.iter().rev().map(|s| s.ident.to_string());
    let (last, of) = (names.next(), names.next());
    of.as_deref() == Some("Vec")
        && match (last.as_deref(), c.args.len()) {
            (Some("new"), 0) => true,
            (Some("with_capacity"), 1) => super::repeats(&c.args[0]),
            _ => false,
        }
}
