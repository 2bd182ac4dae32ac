//! Which variables host code may change.

use syn::visit::Visit;
use syn::{BinOp, Expr, Ident};

use crate::names::same;

/// The names that `e` assigns, borrows mutably, or calls a method of, each once.
pub(super) fn by(e: &Expr) -> Vec<Ident> {
    let mut changed = Changed(Vec::new());
    changed.visit_expr(e);
    changed.0
}

struct Changed(Vec<Ident>);

impl Changed {
    /// `x`, `x.0`, `x[i]`, `(x, y)`
    fn place(&mut self, e: &Expr) {
        match e {
            Expr::Path(p) => {
                if let Some(name) = p.path.get_ident()
                    && !self.0.iter().any(|n| same(n, name))
                {
                    self.0.push(name.clone());
                }
            }
            Expr::Field(f) => self.place(&f.base),
            Expr::Index(i) => self.place(&i.expr),
            Expr::Paren(p) => self.place(&p.expr),
            Expr::Unary(u) => self.place(&u.expr),
            Expr::Tuple(t) => t.elems.iter().for_each(|e| self.place(e)),
            Expr::Array(a) => a.elems.iter().for_each(|e| self.place(e)),
            _ => {}
        }
    }
}

/// `+=` and its like.
fn assigns(op: &BinOp) -> bool {
    use BinOp::{
        AddAssign, BitAndAssign, BitOrAssign, BitXorAssign, DivAssign, MulAssign, RemAssign, ShlAssign,
        ShrAssign, SubAssign,
    };
    matches!(op, AddAssign(_) | SubAssign(_) | MulAssign(_) | DivAssign(_) | RemAssign(_))
        || matches!(op, BitAndAssign(_) | BitOrAssign(_) | BitXorAssign(_) | ShlAssign(_) | ShrAssign(_))
}

impl Visit<'_> for Changed {
    fn visit_expr(&mut self, e: &Expr) {
        match e {
            Expr::Assign(a) => self.place(&a.left),
            Expr::Binary(b) if assigns(&b.op) => self.place(&b.left),
            Expr::Reference(r) if r.mutability.is_some() => self.place(&r.expr),
            Expr::MethodCall(c) => self.place(&c.receiver),
            _ => {}
        }
        syn::visit::visit_expr(self, e);
    }
}
