//! Assignments: a variable that is assigned stands for a new value from then on.

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Expr, Stmt};

use super::state::{Binding, Lowerer, bare, describe};
use crate::error;
use crate::ir::Pack;

impl Lowerer<'_> {
    pub(super) fn assign(&mut self, left: &Expr, right: &Expr, span: Span, stmt: &Stmt) {
        match bare(left) {
            Expr::Path(p) if p.path.get_ident().is_some() => {
                let Some(name) = p.path.get_ident() else { return };
                let Some(old) = self.get(name).cloned() else {
                    if self.mentions_or_makes(right) {
                        self.error(error::no_variable(name, self.near(name).as_deref()));
                        return;
                    }
                    return self.host_stmt(stmt);
                };
                let new = self.expr(right);
                self.set(name, &old, new, span);
            }
            Expr::Infer(_) => {
                self.expr(right);
            }
            Expr::Tuple(t) if self.mentions(left).is_some() || self.mentions_or_makes(right) => {
                match self.tuple_of(right, t.elems.len()) {
                    Binding::Group(Pack::Tuple, parts) if parts.len() == t.elems.len() => {
                        for (target, part) in t.elems.iter().zip(parts) {
                            match target {
                                Expr::Path(p) if p.path.get_ident().is_some() => {
                                    let Some(name) = p.path.get_ident() else { return };
                                    let old = self.get(name).cloned().unwrap_or(Binding::Unset);
                                    self.set(name, &old, part, span);
                                }
                                Expr::Infer(_) => {}
                                target => self.assign_part(target, part),
                            }
                        }
                    }
                    Binding::Poison => {}
                    other => {
                        self.error(error::declared_form(left, "a tuple", describe(&other)));
                    }
                }
            }
            left if self.mentions(left).is_some() || self.mentions_or_makes(right) => {
                let right = self.expr(right);
                self.assign_part(left, right);
            }
            _ => self.host_stmt(stmt),
        }
    }

    /// A value that is taken apart into `n`.
    fn tuple_of(&mut self, e: &Expr, n: usize) -> Binding {
        let value = self.expr(e);
        match self.taken_apart(value) {
            Binding::Other(v) => Binding::Group(Pack::Tuple, self.entries(v, Pack::Tuple, n, e.span())),
            value => value,
        }
    }

    pub(super) fn set(&mut self, name: &syn::Ident, old: &Binding, new: Binding, span: Span) {
        let new = match (old, new) {
            (_, new) if super::pushed::is_ours(name) => self.held(new),
            (Binding::Tensor(_), new) => self.tensor_of(new),
            (Binding::Host(_) | Binding::Dim(_), Binding::Either(either)) => {
                Binding::Host(self.as_number(&either))
            }
            (Binding::Other(old), new @ Binding::Either(_)) => match self.decided(new) {
                Binding::Tensor(x) => self.in_place_of(x, *old, span),
                new => new,
            },
            (_, new) => self.decided(new),
        };
        let mutable = self.variable(name).is_some_and(|v| v.mutable);
        if !mutable && !matches!(old, Binding::Unset | Binding::Poison) {
            self.error(error::not_mutable(name));
        }
        if let (Binding::Tensor(a), Binding::Tensor(b)) = (old, &new) {
            let elem = self.graph.elem(*a).clone();
            if let Err(found) = self.expect_elem(*b, &elem) {
                let elem = self.elem(*a);
                let text = format!("`{name}`");
                let error = error::elem_clash(span, "assignment", (&text, &elem), ("the new value", &found));
                self.error(error);
            }
        }
        let new = match (old, new) {
            // The variable is a tensor to rustc, so a number does not fit.
            (Binding::Tensor(_), new @ (Binding::Host(_) | Binding::Dim(_))) => {
                self.error(error::assign_form(name, "a tensor", describe(&new)))
            }
            (Binding::Host(_) | Binding::Dim(_), new @ (Binding::Tensor(_) | Binding::Group(..))) => {
                self.error(error::assign_form(name, "a host value", describe(&new)))
            }
            (_, new) => new,
        };
        let new = self.as_declared(name, new, span);
        self.name_node(&new, name);
        if let Some(v) = self.variable(name) {
            v.binding = new;
        }
    }

    pub(super) fn compound(&mut self, row: &str, b: &syn::ExprBinary, stmt: &Stmt) {
        let target = match bare(&b.left) {
            Expr::Path(p) => p.path.get_ident(),
            _ => None,
        };
        let tensors = self.mentions(&b.left).is_some() || self.mentions_or_makes(&b.right);
        let Some(name) = target else {
            if let Some(index) = self.undecided_index(&b.left) {
                self.error(error::place_or_value(index));
                return;
            }
            if !tensors {
                return self.host_stmt(stmt);
            }
            // A part may be a number.
            match plain(&b.op) {
                Some(op) => self.change_part(syn::ExprBinary { op, ..b.clone() }),
                None => {
                    self.error(error::assign_target(&b.left));
                }
            }
            return;
        };
        // Of numbers what is on the right comes first, and no other changes what it is added to.
        if tensors && super::changed::by(&b.right).iter().any(|c| crate::names::same(c, name)) {
            let right = self.expr(&b.right);
            let right = self.turn(right, false);
            let b = syn::ExprBinary { right: syn::parse_quote!(#right), ..b.clone() };
            let stmt = Stmt::Expr(Expr::Binary(b.clone()), Some(syn::token::Semi::default()));
            return self.compound(row, &b, &stmt);
        }
        let Some(old) = self.get(name).cloned() else { return self.host_stmt(stmt) };
        if !tensors {
            if let (Binding::Host(_), Some(false)) = (&old, self.variable(name).map(|v| v.mutable)) {
                self.error(error::not_mutable(name));
            }
            return self.host_stmt(stmt);
        }
        if matches!(old, Binding::Unset) {
            self.error(error::not_bound(name));
            return;
        }
        if let (Binding::Host(_) | Binding::Dim(_) | Binding::Other(_), Some(op)) = (&old, plain(&b.op)) {
            // What is not known to be a tensor may be a number.
            let new = self.expr(&Expr::Binary(syn::ExprBinary { op, ..b.clone() }));
            if let (Binding::Host(_), Binding::Tensor(_)) = (&old, &new) {
                self.error(error::number_grows(name));
                return;
            }
            return self.set(name, &old, new, b.op.span());
        }
        let right = self.expr(&b.right);
        let new = self.operator(row, vec![(old.clone(), &b.left), (right, &b.right)], b.op.span());
        self.set(name, &old, new, b.op.span());
    }
}

/// The operator with it.
pub(super) fn assigning(op: &syn::BinOp) -> syn::BinOp {
    use syn::BinOp::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Rem, RemAssign, Sub, SubAssign};
    match op {
        Add(op) => AddAssign(syn::Token![+=](op.span())),
        Sub(op) => SubAssign(syn::Token![-=](op.span())),
        Mul(op) => MulAssign(syn::Token![*=](op.span())),
        Div(op) => DivAssign(syn::Token![/=](op.span())),
        Rem(op) => RemAssign(syn::Token![%=](op.span())),
        op => *op,
    }
}

/// The operator without its assignment.
fn plain(op: &syn::BinOp) -> Option<syn::BinOp> {
    use syn::BinOp::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Rem, RemAssign, Sub, SubAssign};
    Some(match op {
        AddAssign(op) => Add(syn::Token![+](op.span())),
        SubAssign(op) => Sub(syn::Token![-](op.span())),
        MulAssign(op) => Mul(syn::Token![*](op.span())),
        DivAssign(op) => Div(syn::Token![/](op.span())),
        RemAssign(op) => Rem(syn::Token![%](op.span())),
        _ => return None,
    })
}
