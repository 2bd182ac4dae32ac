//! Which names and expressions of a function of numbers move with its arguments, and which are numbers at all.

use std::collections::BTreeSet;

use syn::visit::{self, Visit};
use syn::{Expr, ExprAssign, ExprBinary, ExprForLoop, Lit, Local, Pat, Stmt, Type, UnOp};

use super::Numbers;
use super::body::breaks;
use super::methods::is_known;
use crate::lower::host::arithmetic;
use crate::lower::operands::part_of;
use crate::lower::{assigns, bare};

/// Variables by name, of which each has its own: see [`super::shadows`].
pub(super) struct Moving {
    elem: String,
    /// Tensors of rank 0 in the twin.
    tensors: BTreeSet<String>,
    /// Numbers of the host.
    hosts: BTreeSet<String>,
    /// Arrays and slices of such.
    lists: BTreeSet<String>,
}

impl Moving {
    pub(super) fn of(numbers: &Numbers, block: &syn::Block) -> Self {
        let given = numbers.params.iter().filter(|p| p.number).map(|p| p.name.to_string());
        let elem = numbers.elem.to_string();
        let hosts = numbers.params.iter().filter(|p| !p.number);
        let listed = hosts.filter(|p| items(&p.ty).is_some_and(|ty| is_float(ty, &elem)));
        let lists = listed.map(|p| p.name.to_string()).collect();
        let mut moving = Self { tensors: given.collect(), hosts: BTreeSet::new(), lists, elem };
        loop {
            let size = |m: &Self| (m.tensors.len(), m.hosts.len(), m.lists.len());
            let before = size(&moving);
            moving.visit_block(block);
            if before == size(&moving) {
                return moving;
            }
        }
    }

    /// What moves, by name.
    pub(super) fn tensors(&self) -> impl Iterator<Item = &String> {
        self.tensors.iter()
    }

    pub(super) fn has(&self, name: &syn::Ident) -> bool {
        self.tensors.contains(&name.to_string())
    }

    /// Whether a value of the type of the numbers comes out, of any kind.
    pub(super) fn is_number(&self, e: &Expr) -> bool {
        if self.is_tensor(e) {
            return true;
        }
        match bare(e) {
            Expr::Lit(lit) => {
                matches!(&lit.lit, Lit::Float(f) if f.suffix().is_empty() || f.suffix() == self.elem)
            }
            Expr::Path(p) => match p.path.get_ident() {
                Some(name) => self.hosts.contains(&name.to_string()),
                None => p.path.segments.iter().any(|s| s.ident == "consts" || s.ident == self.elem.as_str()),
            },
            Expr::Unary(u) => self.is_number(&u.expr),
            Expr::Binary(b) if arithmetic(&b.op) => self.is_number(&b.left) || self.is_number(&b.right),
            Expr::MethodCall(c) => is_known(&c.method) && self.is_number(&c.receiver),
            Expr::Call(c) => is_from(&c.func) || c.args.iter().any(|arg| self.is_number(arg)),
            Expr::Cast(c) => self.is_elem(&c.ty),
            Expr::If(i) => self.of_block(&i.then_branch, Self::is_number),
            Expr::Block(b) => self.of_block(&b.block, Self::is_number),
            Expr::Match(m) => m.arms.iter().any(|arm| self.is_number(&arm.body)),
            Expr::Loop(l) => breaks(l).any(|e| self.is_number(e)),
            Expr::Index(i) => part_of(&i.expr).is_some_and(|name| self.lists.contains(&name.to_string())),
            _ => false,
        }
    }

    /// Whether `e` is a tensor in the twin: it depends on moving variables, and not only by the numbers asked of them.
    pub(super) fn is_tensor(&self, e: &Expr) -> bool {
        match bare(e) {
            Expr::Path(p) => p.path.get_ident().is_some_and(|name| self.has(name)),
            Expr::Unary(u) => !matches!(u.op, UnOp::Not(_)) && self.is_tensor(&u.expr),
            Expr::Binary(b) => arithmetic(&b.op) && (self.is_tensor(&b.left) || self.is_tensor(&b.right)),
            Expr::MethodCall(c) => {
                is_known(&c.method)
                    && (self.is_tensor(&c.receiver) || c.args.iter().any(|a| self.is_tensor(a)))
            }
            Expr::Call(c) => c.args.iter().any(|arg| self.is_tensor(arg)),
            // To another type it ends what moves; to its own it does nothing.
            // An entry of a tuple may be an integer.
            Expr::Cast(c) => {
                self.is_elem(&c.ty) && self.is_tensor(&c.expr) && !matches!(bare(&c.expr), Expr::Field(_))
            }
            Expr::If(i) => {
                self.of_block(&i.then_branch, Self::is_tensor)
                    || i.else_branch.as_ref().is_some_and(|(_, e)| self.is_tensor(e))
            }
            Expr::Match(m) => m.arms.iter().any(|arm| self.is_tensor(&arm.body)),
            Expr::Block(b) => self.of_block(&b.block, Self::is_tensor),
            Expr::Tuple(t) => t.elems.iter().any(|e| self.is_tensor(e)),
            Expr::Array(a) => a.elems.iter().any(|e| self.is_tensor(e)),
            Expr::Loop(l) => breaks(l).any(|e| self.is_tensor(e)),
            Expr::Index(i) => self.is_tensor(&i.expr),
            Expr::Field(f) => self.is_tensor(&f.base),
            Expr::Reference(r) => self.is_tensor(&r.expr),
            Expr::Try(t) => self.is_tensor(&t.expr),
            _ => false,
        }
    }

    pub(super) fn is_elem(&self, ty: &Type) -> bool {
        is_float(ty, &self.elem)
    }

    fn of_block(&self, block: &syn::Block, is: fn(&Self, &Expr) -> bool) -> bool {
        matches!(block.stmts.last(), Some(Stmt::Expr(e, None)) if is(self, e))
    }

    /// The names of `pat`, which is bound to `value`.
    fn bind(&mut self, pat: &Pat, value: &Expr) {
        match (pat, bare(value)) {
            (Pat::Type(typed), _) => {
                if let (Pat::Ident(name), true) = (&*typed.pat, self.is_elem(&typed.ty)) {
                    self.hosts.insert(name.ident.to_string());
                }
                self.bind(&typed.pat, value);
            }
            (Pat::Tuple(pats), Expr::Tuple(values)) if pats.elems.len() == values.elems.len() => {
                for (pat, value) in pats.elems.iter().zip(&values.elems) {
                    self.bind(pat, value);
                }
            }
            (Pat::Tuple(pats), _) => pats.elems.iter().for_each(|pat| self.bind(pat, value)),
            (Pat::Reference(of), _) => self.bind(&of.pat, value),
            (Pat::Slice(pats), _) => pats.elems.iter().for_each(|pat| self.bind(pat, value)),
            (Pat::Ident(name), _) => {
                let name = name.ident.to_string();
                if self.is_tensor(value) {
                    self.tensors.insert(name);
                } else if self.is_number(value) {
                    self.hosts.insert(name);
                } else if let Expr::Array(items) = bare(value)
                    && items.elems.iter().any(|item| self.is_number(item))
                {
                    self.lists.insert(name);
                }
            }
            _ => {}
        }
    }

    /// A place that is given a value.
    fn assigned(&mut self, place: &Expr, value: &Expr) {
        match (place, value) {
            (Expr::Tuple(places), Expr::Tuple(values)) if places.elems.len() == values.elems.len() => {
                for (place, value) in places.elems.iter().zip(&values.elems) {
                    self.assigned(place, value);
                }
            }
            (Expr::Tuple(places), _) => places.elems.iter().for_each(|place| self.assigned(place, value)),
            _ => {
                if let Some(name) = part_of(place)
                    && self.is_tensor(value)
                {
                    self.tensors.insert(name.to_string());
                }
            }
        }
    }
}

impl<'a> Visit<'a> for Moving {
    fn visit_local(&mut self, local: &'a Local) {
        if let Some(init) = &local.init {
            self.bind(&local.pat, &init.expr);
        }
        visit::visit_local(self, local);
    }

    fn visit_expr_assign(&mut self, a: &'a ExprAssign) {
        self.assigned(&a.left, &a.right);
        visit::visit_expr_assign(self, a);
    }

    fn visit_expr_binary(&mut self, b: &'a ExprBinary) {
        if assigns(&b.op) {
            self.assigned(&b.left, &b.right);
        }
        visit::visit_expr_binary(self, b);
    }

    fn visit_expr_for_loop(&mut self, l: &'a ExprForLoop) {
        match bare(&l.expr) {
            Expr::Array(items) => items.elems.iter().take(1).for_each(|item| self.bind(&l.pat, item)),
            // What goes over a list moves as the list does.
            _ if self.is_tensor(walked(&l.expr)) => self.bind(&l.pat, walked(&l.expr)),
            _ => {}
        }
        visit::visit_expr_for_loop(self, l);
    }

    // What a closure binds is its own.
    fn visit_expr_closure(&mut self, _: &'a syn::ExprClosure) {}
}

/// The list that a loop goes over, or the expression itself.
pub(super) fn walked(e: &Expr) -> &Expr {
    match bare(e) {
        Expr::MethodCall(c) if c.method == "iter" || c.method == "into_iter" => walked(&c.receiver),
        e => e,
    }
}

/// `f64::from`
fn is_from(function: &Expr) -> bool {
    matches!(function, Expr::Path(p) if p.path.segments.len() == 2 && p.path.segments[1].ident == "from"
        && (p.path.segments[0].ident == "f32" || p.path.segments[0].ident == "f64"))
}

fn is_float(ty: &Type, elem: &str) -> bool {
    super::float_of(ty).is_some_and(|ty| ty == elem)
}

/// The type of the items of an array or a slice.
pub(super) fn items(ty: &Type) -> Option<&Type> {
    match ty {
        Type::Reference(r) => items(&r.elem),
        Type::Slice(s) => Some(&s.elem),
        Type::Array(a) => Some(&a.elem),
        _ => None,
    }
}
