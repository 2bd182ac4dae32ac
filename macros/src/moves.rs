//! Tensors that are used after they have moved. The body goes nowhere but into the macro, so rustc would not refuse them, and the
//! function would be no Rust without the attribute.
//!
//! Types are not known here. A variable counts where its text alone says that it owns a tensor, and a move where its place alone
//! says so: an operand of arithmetic, a `let`, an assignment, a part of a tuple, an array or a struct. What a function takes by
//! value is not known. So all that is said here rustc would say too.

use std::collections::{HashMap, HashSet};
use std::mem;

use proc_macro2::{Ident, Span};
use syn::visit::Visit;
use syn::{Block, Expr, FnArg, Local, Pat, Stmt, Type};

use crate::error::{self, Errors};
use crate::lower::is_panic;
use crate::names;
use crate::rules::{COMPOSITES, texts};

/// Refuses what is used after it has moved.
pub(crate) fn check(errors: &mut Errors, item: &syn::ItemFn) {
    let mut params = HashMap::new();
    for arg in &item.sig.inputs {
        let FnArg::Typed(arg) = arg else { continue };
        if let Pat::Ident(name) = &*arg.pat {
            params.insert(names::key(&name.ident), Variable { kind: of_type(&arg.ty), moved: None });
        }
    }
    let ops = texts().map(|row| row.name).chain(COMPOSITES.iter().map(|c| c.name));
    let mut moves = Moves { errors, ops: ops.collect(), scopes: vec![params], lent: 0, left: false };
    moves.block(&item.block);
}

/// What a value is for certain.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Tensor,
    Reference,
    Unknown,
}

#[derive(Clone, Copy)]
struct Variable {
    kind: Kind,
    moved: Option<Span>,
}

/// What becomes of a value where it stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    Moves,
    Stays,
}

type Scopes = Vec<HashMap<String, Variable>>;

struct Moves<'e> {
    errors: &'e mut Errors,
    ops: HashSet<&'static str>,
    scopes: Scopes,
    /// Closures around it, whose captures are not followed.
    lent: usize,
    /// Whether control has gone elsewhere.
    left: bool,
}

impl Moves<'_> {
    fn block(&mut self, block: &Block) -> Kind {
        self.inside(|all| {
            let mut last = Kind::Unknown;
            for stmt in &block.stmts {
                last = match stmt {
                    Stmt::Local(local) => all.local(local),
                    Stmt::Expr(e, None) => all.expr(e, Use::Moves),
                    Stmt::Expr(e, Some(_)) => {
                        all.expr(e, Use::Stays);
                        Kind::Unknown
                    }
                    Stmt::Macro(m) => {
                        all.left |= is_panic(&m.mac);
                        Kind::Unknown
                    }
                    Stmt::Item(_) => Kind::Unknown,
                };
            }
            last
        })
    }

    fn local(&mut self, local: &Local) -> Kind {
        let bound = name_of(&local.pat);
        let mut kind = Kind::Unknown;
        if let Some(init) = &local.init {
            let moves = bound.as_ref().is_some_and(|bound| !bound.by_ref);
            kind = self.expr(&init.expr, if moves { Use::Moves } else { Use::Stays });
            if let Some((_, other)) = &init.diverge {
                self.arms(&[&|all| all.expr(other, Use::Stays), &|_| Kind::Unknown]);
            }
        }
        match bound {
            Some(Bound { name, by_ref, ty }) => {
                let kind = match ty.map_or(kind, of_type) {
                    Kind::Unknown => Kind::Unknown,
                    _ if by_ref => Kind::Reference,
                    kind => kind,
                };
                self.declare(name, kind);
            }
            None => self.pattern(&local.pat),
        }
        Kind::Unknown
    }

    fn expr(&mut self, e: &Expr, used: Use) -> Kind {
        match e {
            Expr::Path(p) => p.path.get_ident().map_or(Kind::Unknown, |name| self.variable(name, used)),
            Expr::Paren(inner) => self.expr(&inner.expr, used),
            Expr::Group(inner) => self.expr(&inner.expr, used),
            Expr::Try(tried) => self.expr(&tried.expr, used),
            Expr::Reference(r) => match self.expr(&r.expr, Use::Stays) {
                Kind::Unknown => Kind::Unknown,
                _ => Kind::Reference,
            },
            Expr::Unary(u) => {
                let moves = matches!(u.op, syn::UnOp::Neg(_));
                match self.expr(&u.expr, if moves { Use::Moves } else { Use::Stays }) {
                    Kind::Unknown => Kind::Unknown,
                    _ if moves => Kind::Tensor,
                    _ => Kind::Unknown,
                }
            }
            Expr::Binary(b) => self.binary(b),
            Expr::Assign(a) => {
                let kind = self.expr(&a.right, Use::Moves);
                self.assigned(&a.left, kind);
                Kind::Unknown
            }
            Expr::MethodCall(call) => {
                let receiver = self.expr(&call.receiver, Use::Stays);
                for arg in &call.args {
                    self.expr(arg, Use::Stays);
                }
                let method = call.method.to_string();
                match receiver {
                    Kind::Unknown => Kind::Unknown,
                    _ if method == "clone" || self.ops.contains(&*method) => Kind::Tensor,
                    _ => Kind::Unknown,
                }
            }
            Expr::Call(call) => {
                let takes = if is_variant(&call.func) { Use::Moves } else { Use::Stays };
                for arg in &call.args {
                    self.expr(arg, takes);
                }
                Kind::Unknown
            }
            Expr::Tuple(t) => self.each(t.elems.iter(), Use::Moves),
            Expr::Array(a) => self.each(a.elems.iter(), Use::Moves),
            Expr::Struct(s) => {
                self.each(s.fields.iter().map(|f| &f.expr).chain(s.rest.as_deref()), Use::Moves)
            }
            Expr::Block(b) if b.label.is_some() => {
                // Its ways may end anywhere in it.
                let left = self.left;
                self.block(&b.block);
                self.left = left;
                self.forget(&b.block);
                Kind::Unknown
            }
            Expr::Block(b) => self.block(&b.block),
            Expr::Macro(m) => {
                self.left |= is_panic(&m.mac);
                Kind::Unknown
            }
            Expr::Let(l) => {
                self.expr(&l.expr, Use::Stays);
                self.pattern(&l.pat);
                Kind::Unknown
            }
            Expr::Closure(c) => {
                let left = self.left;
                self.lent += 1;
                self.inside(|all| {
                    c.inputs.iter().for_each(|pat| all.pattern(pat));
                    all.expr(&c.body, Use::Stays);
                });
                self.lent -= 1;
                self.left = left;
                Kind::Unknown
            }
            Expr::Field(f) => self.each(std::iter::once(&*f.base), Use::Stays),
            Expr::Index(i) => self.each([&*i.expr, &*i.index].into_iter(), Use::Stays),
            Expr::Cast(c) => self.each(std::iter::once(&*c.expr), Use::Stays),
            Expr::Range(r) => self.each(r.start.iter().chain(&r.end).map(|e| &**e), Use::Stays),
            Expr::Repeat(r) => self.each(std::iter::once(&*r.expr), Use::Stays),
            e => self.flow(e),
        }
    }

    fn flow(&mut self, e: &Expr) -> Kind {
        match e {
            Expr::If(i) => self.inside(|all| {
                all.expr(&i.cond, Use::Stays);
                let other = |all: &mut Self| {
                    i.else_branch.as_ref().map_or(Kind::Unknown, |(_, e)| all.expr(e, Use::Moves))
                };
                all.arms(&[&|all| all.block(&i.then_branch), &other])
            }),
            Expr::Match(m) => {
                self.expr(&m.expr, Use::Stays);
                let arm = |arm: &'_ syn::Arm, all: &mut Self| {
                    all.inside(|all| {
                        all.pattern(&arm.pat);
                        if let Pat::Guard(guarded) = &arm.pat {
                            all.expr(&guarded.guard, Use::Stays);
                        }
                        all.expr(&arm.body, Use::Moves)
                    })
                };
                self.arms_of(&m.arms, arm)
            }
            Expr::While(w) => self.rounds(|all| {
                all.expr(&w.cond, Use::Stays);
                all.block(&w.body)
            }),
            Expr::ForLoop(f) => {
                self.expr(&f.expr, Use::Stays);
                self.rounds(|all| {
                    all.pattern(&f.pat);
                    all.block(&f.body)
                })
            }
            Expr::Loop(l) => {
                self.rounds(|all| all.block(&l.body));
                self.forget(&l.body);
                Kind::Unknown
            }
            Expr::Return(r) => self.leave(r.expr.as_deref()),
            Expr::Break(b) => self.leave(b.expr.as_deref()),
            Expr::Continue(_) => self.leave(None),
            _ => Kind::Unknown,
        }
    }

    /// What is on the left of `=` has another value from here on.
    fn assigned(&mut self, place: &Expr, kind: Kind) {
        match place {
            Expr::Path(p) => {
                if let Some(variable) = p.path.get_ident().and_then(|name| self.found(name)) {
                    *variable = Variable { kind, moved: None };
                }
            }
            Expr::Tuple(t) => t.elems.iter().for_each(|e| self.assigned(e, Kind::Unknown)),
            Expr::Array(a) => a.elems.iter().for_each(|e| self.assigned(e, Kind::Unknown)),
            Expr::Paren(inner) => self.assigned(&inner.expr, kind),
            Expr::Struct(s) => s.fields.iter().for_each(|f| self.assigned(&f.expr, Kind::Unknown)),
            place => {
                self.expr(place, Use::Stays);
            }
        }
    }

    fn each<'a>(&mut self, all: impl Iterator<Item = &'a Expr>, used: Use) -> Kind {
        for e in all {
            self.expr(e, used);
        }
        Kind::Unknown
    }

    fn binary(&mut self, b: &syn::ExprBinary) -> Kind {
        use syn::BinOp;
        let changes = matches!(
            b.op,
            BinOp::AddAssign(_) | BinOp::SubAssign(_) | BinOp::MulAssign(_) | BinOp::DivAssign(_)
        );
        let arithmetic = matches!(b.op, BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Div(_));
        if changes {
            self.expr(&b.right, Use::Moves);
            self.expr(&b.left, Use::Stays);
            return Kind::Unknown;
        }
        let used = if arithmetic { Use::Moves } else { Use::Stays };
        let left = self.expr(&b.left, used);
        // What stands behind `&&` and `||` may not run, and has no tensors in it.
        let right = self.expr(&b.right, used);
        if arithmetic && (left != Kind::Unknown || right != Kind::Unknown) {
            Kind::Tensor
        } else {
            Kind::Unknown
        }
    }

    fn variable(&mut self, name: &Ident, used: Use) -> Kind {
        let lent = self.lent > 0;
        let Some(variable) = self.found(name) else { return Kind::Unknown };
        let before = *variable;
        if let Some(moved) = variable.moved.take() {
            self.errors.push(error::moved(name, moved));
        } else if before.kind == Kind::Tensor && used == Use::Moves && !lent {
            variable.moved = Some(name.span());
        }
        before.kind
    }

    fn found(&mut self, name: &Ident) -> Option<&mut Variable> {
        let key = names::key(name);
        self.scopes.iter_mut().rev().find_map(|scope| scope.get_mut(&key))
    }

    fn declare(&mut self, name: &Ident, kind: Kind) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(names::key(name), Variable { kind, moved: None });
        }
    }

    /// All names of a pattern, of which nothing is known.
    fn pattern(&mut self, pat: &Pat) {
        struct Names<'p>(Vec<&'p Ident>);
        impl<'p> Visit<'p> for Names<'p> {
            fn visit_pat_ident(&mut self, p: &'p syn::PatIdent) {
                self.0.push(&p.ident);
                syn::visit::visit_pat_ident(self, p);
            }
        }
        let mut names = Names(Vec::new());
        names.visit_pat(pat);
        names.0.into_iter().for_each(|name| self.declare(name, Kind::Unknown));
    }

    fn inside<R>(&mut self, f: impl FnOnce(&mut Self) -> R) -> R {
        self.scopes.push(HashMap::new());
        let made = f(self);
        self.scopes.pop();
        made
    }

    /// Ways of which one is gone.
    fn arms(&mut self, arms: &[&dyn Fn(&mut Self) -> Kind]) -> Kind {
        self.arms_of(arms, |arm, all| arm(all))
    }

    /// A way that leads elsewhere says nothing of what comes after.
    fn arms_of<A>(&mut self, arms: &[A], run: impl Fn(&A, &mut Self) -> Kind) -> Kind {
        let (before, left) = (self.scopes.clone(), self.left);
        let mut after: Option<(Scopes, Kind)> = None;
        for arm in arms {
            (self.scopes, self.left) = (before.clone(), left);
            let kind = run(arm, self);
            if !self.left {
                let made = mem::take(&mut self.scopes);
                after = Some(match after {
                    Some((others, other)) => {
                        (joined(others, &made), if kind == other { kind } else { Kind::Unknown })
                    }
                    None => (made, kind),
                });
            }
        }
        self.left = after.is_none();
        let (scopes, kind) = after.unwrap_or((before, Kind::Unknown));
        self.scopes = scopes;
        kind
    }

    /// A body that may run again, or not at all.
    fn rounds(&mut self, body: impl Fn(&mut Self) -> Kind) -> Kind {
        for _ in 0..2 {
            self.arms(&[&|all| all.inside(&body), &|_| Kind::Unknown]);
        }
        Kind::Unknown
    }

    /// What is assigned in a block that ends anywhere in it may have its value.
    fn forget(&mut self, block: &Block) {
        let mut assigned = Assigned(Vec::new());
        assigned.visit_block(block);
        for name in assigned.0 {
            if let Some(variable) = self.found(&name) {
                variable.moved = None;
            }
        }
    }

    fn leave(&mut self, value: Option<&Expr>) -> Kind {
        if let Some(e) = value {
            self.expr(e, Use::Moves);
        }
        self.left = true;
        Kind::Unknown
    }
}

/// What holds after both of two ways.
fn joined(mut one: Scopes, other: &Scopes) -> Scopes {
    for (scope, other) in one.iter_mut().zip(other) {
        for (name, variable) in scope {
            let Some(other) = other.get(name) else { continue };
            if variable.kind != other.kind {
                *variable = Variable { kind: Kind::Unknown, moved: None };
            }
            variable.moved = variable.moved.or(other.moved);
        }
    }
    one
}

/// The variables on the left of `=`.
struct Assigned(Vec<Ident>);

impl Visit<'_> for Assigned {
    fn visit_expr_assign(&mut self, a: &syn::ExprAssign) {
        let mut names = Mentioned(Vec::new());
        names.visit_expr(&a.left);
        self.0.append(&mut names.0);
        syn::visit::visit_expr_assign(self, a);
    }
}

struct Mentioned(Vec<Ident>);

impl Visit<'_> for Mentioned {
    fn visit_path(&mut self, path: &syn::Path) {
        self.0.extend(path.get_ident().cloned());
    }
}

/// A pattern that is one name.
struct Bound<'p> {
    name: &'p Ident,
    by_ref: bool,
    ty: Option<&'p Type>,
}

fn name_of(pat: &Pat) -> Option<Bound<'_>> {
    match pat {
        Pat::Ident(p) if p.subpat.is_none() => {
            Some(Bound { name: &p.ident, by_ref: p.by_ref.is_some(), ty: None })
        }
        Pat::Type(typed) => name_of(&typed.pat).map(|bound| Bound { ty: Some(&*typed.ty), ..bound }),
        _ => None,
    }
}

/// A type of ours, by its name.
fn of_type(ty: &Type) -> Kind {
    let is_ours = |ty: &Type| matches!(ty, Type::Path(p) if p.path.segments.last().is_some_and(|s| crate::signature::is_of_elements(&s.ident)));
    match ty {
        Type::Reference(r) if is_ours(&r.elem) => Kind::Reference,
        ty if is_ours(ty) => Kind::Tensor,
        _ => Kind::Unknown,
    }
}

/// `Some`, `Ok`: what is called has its arguments.
fn is_variant(function: &Expr) -> bool {
    matches!(function, Expr::Path(p) if p.path.is_ident("Some") || p.path.is_ident("Ok"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names that are refused.
    fn refused(body: &str) -> Vec<String> {
        let text = format!("fn f(x: &Tensor, y: Tensor, k: usize, l: &Layer) -> Tensor {body}");
        let mut errors = Errors::new();
        check(&mut errors, &syn::parse_str(&text).expect("a function"));
        errors.take().iter().map(|e| e.to_string().split('`').nth(1).expect("a name").to_owned()).collect()
    }

    #[test]
    fn what_rustc_would_accept() {
        for body in [
            "{ x * x + x }",
            "{ let h = x.exp(); &h * &h + h }",
            "{ let h = x.exp(); h.clone() * h }",
            "{ let n = k * 2; (n + n) as f64 * x }",
            "{ let w = l.w.exp(); &l.w * w + &l.w }",
            "{ let mut h = x.exp(); for i in 0..k { h = h * 2.0; } h }",
            "{ let mut h = x.exp(); let g = h; h = x.sin(); g + h }",
            "{ let mut h = x.exp(); let g; (g, h) = (h * 2.0, x.sin()); g + h }",
            "{ let h = x.exp(); if k > 1 { h * 2.0 } else { h } }",
            "{ let h = x.exp(); if k > 1 { return h * 2.0; } h }",
            "{ let h = x.exp(); let h = h * 2.0; h + y }",
            "{ let h = x.exp(); match k { 0 => h, 1 => h * 2.0, _ => y } }",
            "{ let h = x.exp(); for i in 0..k { if i > 2 { return h; } } h }",
            "{ let r = &y; r * r + r }",
            "{ let h: &Tensor = pick(x, &y); h * h }",
            "{ let h = x.exp(); let (a, b) = halves(&h); a * b + h }",
            "{ let h = if k > 1 { x } else { &y }; h * h }",
            "{ let s: &f64 = &l.s; let t = s * 2.0; x * t * t }",
            "{ let n: &usize = &k; let m = n.pow(2); x * (m + 1) * (m + 1) }",
            "{ let c: &Mode = &l.mode; let a = c.clone(); of(a) * of(a) }",
            "{ let mut a = x.exp(); let mut h = x.sin(); loop { h = a.sin(); if k == 1 { break; } a = a + h; } a + h }",
            "{ let mut h = x.exp(); let g = h; loop { h = &g * 0.5; if k > 3 { break; } } g + h }",
            "{ let mut h = x.exp(); let g = h; 'b: { if k > 1 { h = x.sin(); break 'b; } h = x.cos(); } g + h }",
            "{ let mut h = x.exp(); let g = h; match k { 0 => h = x.sin(), _ => panic!(\"{k}\") } g + h }",
            "{ let h = x.exp(); if k > 9 { let z = h; todo!(); } h * 2.0 }",
            "{ let f = |i: usize| -> usize { return i; }; let mut h = x.exp(); let g = h; if k > 1 { h = x.sin(); } else { h = x.cos(); } g + h }",
            "{ let h = x.exp(); let ref r = h; r * r + h }",
        ] {
            assert_eq!(refused(body), [""; 0], "{body}");
        }
    }

    #[test]
    fn what_rustc_would_refuse() {
        for (body, names) in [
            ("{ y * y }", vec!["y"]),
            ("{ let h = x.exp(); let g = h; g + h }", vec!["h"]),
            ("{ let h = x.exp(); let g = h + 1.0; g * &h }", vec!["h"]),
            ("{ let h = (x * 2.0).exp()?; let g = -h; g + h.sin() }", vec!["h"]),
            ("{ let h = x.exp(); let g = [h, x.sin()]; g[0].clone() + h }", vec!["h"]),
            ("{ let mut g = x.exp(); g += y; g * y }", vec!["y"]),
            ("{ let h = x.exp(); let g = if k > 1 { h * 2.0 } else { y }; g + h }", vec!["h"]),
            ("{ let mut g = x.exp(); for i in 0..k { g = g + y; } g }", vec!["y"]),
            ("{ let h = x.exp(); let g = if k > 1 { x + h } else { x + &y }; g + h + y }", vec!["h"]),
            ("{ let h = x.exp(); let g = Pair { a: h, b: k }; g.a + h }", vec!["h"]),
        ] {
            assert_eq!(refused(body), names, "{body}");
        }
    }
}
