//! Which variables host code may change.

use syn::visit::Visit;
use syn::{BinOp, Expr, Ident};

use crate::names::same;

/// Methods of the standard library that change what they are called on, and give something.
const GIVE: &[&str] = &[
    "by_ref",
    "drain",
    "entry",
    "first_mut",
    "get_mut",
    "get_or_insert",
    "get_or_insert_with",
    "insert",
    "iter_mut",
    "last_mut",
    "next",
    "next_back",
    "next_if",
    "next_if_eq",
    "nth",
    "peek",
    "peek_mut",
    "pop",
    "pop_back",
    "pop_first",
    "pop_front",
    "pop_last",
    "remove",
    "remove_entry",
    "replace",
    "split_off",
    "swap",
    "swap_remove",
    "take",
];

/// Those that give nothing.
const GIVE_NOTHING: &[&str] = &[
    "append",
    "clear",
    "dedup",
    "extend",
    "fill",
    "push",
    "push_back",
    "push_front",
    "push_str",
    "resize",
    "retain",
    "reverse",
    "sort",
    "sort_by",
    "sort_by_key",
    "sort_unstable",
    "truncate",
];

/// The names that `e` may change, each once: it assigns them, borrows them mutably, or calls a method of them, which in
/// a block may be any.
pub(super) fn by(e: &Expr) -> Vec<Ident> {
    let block = matches!(
        e,
        Expr::Block(_) | Expr::If(_) | Expr::Match(_) | Expr::ForLoop(_) | Expr::While(_) | Expr::Loop(_)
    );
    let mut changed = Changed { names: Vec::new(), block };
    changed.visit_expr(e);
    changed.names
}

struct Changed {
    names: Vec<Ident>,
    block: bool,
}

impl Changed {
    /// `x`, `x.0`, `x[i]`, `(x, y)`
    fn place(&mut self, e: &Expr) {
        match e {
            Expr::Path(p) => {
                if let Some(name) = p.path.get_ident()
                    && !self.names.iter().any(|n| same(n, name))
                {
                    self.names.push(name.clone());
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

/// Whether a method of the standard library changes what it is called on, and gives nothing.
pub(super) fn gives_nothing(c: &syn::ExprMethodCall) -> bool {
    GIVE_NOTHING.iter().any(|name| c.method == name)
}

/// Whether a method of the standard library changes what it is called on, and gives something.
pub(super) fn gives(c: &syn::ExprMethodCall) -> bool {
    GIVE.iter().any(|name| c.method == name)
}

/// `+=` and its like.
pub(super) fn assigns(op: &BinOp) -> bool {
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
            Expr::MethodCall(c) if self.block || gives_nothing(c) || gives(c) => {
                self.place(&c.receiver);
            }
            _ => {}
        }
        syn::visit::visit_expr(self, e);
    }
}
