//! The knowledge of host code at expansion: integers over named dims, literals, lists of these.

use syn::{BinOp, Expr, Lit, UnOp};

use super::macro_exprs;
use crate::dims::Dim;
use crate::ir::{Known, Shape};
use crate::lower::state::{Binding, Lowerer, bare};

impl Lowerer<'_> {
    pub(crate) fn known_of(&self, e: &Expr) -> Option<Known> {
        match bare(e) {
            Expr::Lit(l) => literal(&l.lit),
            Expr::Path(p) if is_same(&p.path) => Some(Known::Same),
            Expr::Path(p) => match self.get(p.path.get_ident()?)? {
                Binding::Host(v) => self.known(*v),
                Binding::Dim(name) => Some(Known::Int(Dim::name(name))),
                _ => None,
            },
            Expr::Unary(u) if matches!(u.op, UnOp::Neg(_)) => match self.known_of(&u.expr)? {
                Known::Int(d) => Some(Known::Int(&Dim::int(0) - &d)),
                Known::Float(f) => Some(Known::Float(-f)),
                _ => None,
            },
            Expr::Unary(u) if matches!(u.op, UnOp::Not(_)) => match self.known_of(&u.expr)? {
                Known::Bool(b) => Some(Known::Bool(!b)),
                _ => None,
            },
            Expr::Binary(b) => self.known_binary(b),
            Expr::Cast(c) => match (self.known_of(&c.expr)?, type_name(&c.ty)?.as_str()) {
                (int @ Known::Int(_), "usize" | "isize" | "i32" | "u32" | "i64" | "u64") => Some(int),
                (Known::Int(d), "f64" | "f32") => d.as_int().map(|n| Known::Float(n as f64)),
                _ => None,
            },
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
            Expr::MethodCall(c) => self.known_method(c),
            Expr::Call(c) if makes_vec(c) => Some(Known::List(Vec::new())),
            Expr::Index(i) => match (self.known_of(&i.expr)?, self.known_of(&i.index)?) {
                (Known::List(list), Known::Int(n)) => list.get(usize::try_from(n.as_int()?).ok()?).cloned(),
                _ => None,
            },
            Expr::Block(b) => match b.block.stmts.as_slice() {
                [syn::Stmt::Expr(e, None)] => self.known_of(e),
                _ => None,
            },
            _ => None,
        }
    }

    fn known_list<'a>(&self, items: impl Iterator<Item = &'a Expr>) -> Option<Known> {
        items.map(|e| self.known_of(e)).collect::<Option<Vec<_>>>().map(Known::List)
    }

    fn known_binary(&self, b: &syn::ExprBinary) -> Option<Known> {
        let (left, right) = (self.known_of(&b.left)?, self.known_of(&b.right)?);
        match (left, right) {
            (Known::Int(l), Known::Int(r)) => Some(Known::Int(match b.op {
                BinOp::Eq(_) => return l.same(&r).map(Known::Bool),
                BinOp::Ne(_) => return l.same(&r).map(|same| Known::Bool(!same)),
                BinOp::Lt(_) => return ordered(&l, &r, |a, b| a < b),
                BinOp::Le(_) => return ordered(&l, &r, |a, b| a <= b),
                BinOp::Gt(_) => return ordered(&l, &r, |a, b| a > b),
                BinOp::Ge(_) => return ordered(&l, &r, |a, b| a >= b),
                BinOp::Add(_) => &l + &r,
                BinOp::Sub(_) => &l - &r,
                BinOp::Mul(_) => &l * &r,
                BinOp::Div(_) => match self.guarded(&b.right) {
                    Some(divisor) => l.div(&divisor),
                    None if r.as_int() == Some(0) => return None,
                    None => l.div(&r),
                },
                _ => return None,
            })),
            // Only literals: arithmetic on variables may be in f32.
            (Known::Float(l), Known::Float(r)) if literals(&b.left) && literals(&b.right) => {
                Some(Known::Float(match b.op {
                    BinOp::Add(_) => l + r,
                    BinOp::Sub(_) => l - r,
                    BinOp::Mul(_) => l * r,
                    BinOp::Div(_) => l / r,
                    _ => return None,
                }))
            }
            _ => None,
        }
    }

    /// The natural `n` of a divisor `n.max(1)`. They differ at 0 alone, where what is divided has no elements either.
    fn guarded(&self, divisor: &Expr) -> Option<Dim> {
        let Expr::MethodCall(c) = bare(divisor) else { return None };
        let is_one = |e: &Expr| matches!(self.known_of(e), Some(Known::Int(one)) if one.as_int() == Some(1));
        match (c.method == "max" && c.args.first().is_some_and(is_one)).then(|| self.known_of(&c.receiver))? {
            Some(Known::Int(n)) if n.is_natural() && n.as_int() != Some(0) => Some(n),
            _ => None,
        }
    }

    fn known_method(&self, c: &syn::ExprMethodCall) -> Option<Known> {
        let name = c.method.to_string();
        if let Some(binding) = self.binding_at(&c.receiver) {
            match (binding, &*name) {
                (Binding::Tensor(x), _) => {
                    let Shape::Dims(dims) = self.graph.shape(*x) else { return None };
                    return match (&*name, c.args.first()) {
                        ("shape", None) => Some(Known::List(dims.iter().cloned().map(Known::Int).collect())),
                        ("rank", None) => Some(Known::Int(Dim::int(dims.len() as i64))),
                        ("numel", None) => Some(Known::Int(Dim::product(dims))),
                        ("dim" | "dim_some", Some(axis)) => {
                            let Known::Int(axis) = self.known_of(axis)? else { return None };
                            let axis = axis.as_int()?;
                            let axis = if axis < 0 { axis + dims.len() as i64 } else { axis };
                            dims.get(usize::try_from(axis).ok()?).cloned().map(Known::Int)
                        }
                        ("dim_by" | "dim_of", Some(axis)) if self.at.is_some() => {
                            let (Known::Int(axis), Known::Int(n)) =
                                (self.known_of(axis)?, self.known_of(c.args.last()?)?)
                            else {
                                return None;
                            };
                            let axis = axis.as_int()?;
                            let axis = if axis < 0 { axis + dims.len() as i64 } else { axis };
                            let dim = dims.get(usize::try_from(axis).ok()?)?;
                            Some(Known::Int(match &*name {
                                "dim_of" => dim.clone(),
                                _ if n.as_int() == Some(0) => return None,
                                _ => dim.div(&n),
                            }))
                        }
                        _ => None,
                    };
                }
                (Binding::List(parts), "len") => return Some(Known::Int(Dim::int(parts.len() as i64))),
                (Binding::List(parts), "is_empty") => return Some(Known::Bool(parts.is_empty())),
                _ => {}
            }
        }
        match (self.known_of(&c.receiver)?, &*name, c.args.first()) {
            (known, "clone" | "to_vec", None) => Some(known),
            (Known::List(list), "len", None) => Some(Known::Int(Dim::int(list.len() as i64))),
            (Known::Int(a), method, Some(b)) => {
                let Known::Int(b) = self.known_of(b)? else { return None };
                Some(Known::Int(match method {
                    "min" => a.minimum(&b),
                    "max" => a.maximum(&b),
                    "div_ceil" => a.div_ceil(&b),
                    // What saturates at the top is no dim of a tensor. Below 0 signed integers go on.
                    "saturating_add" => &a + &b,
                    "saturating_mul" => &a * &b,
                    "saturating_sub" if (&a - &b).is_natural() => &a - &b,
                    _ => return None,
                }))
            }
            _ => None,
        }
    }
}

fn literal(lit: &Lit) -> Option<Known> {
    match lit {
        Lit::Int(n) if matches!(n.suffix(), "f32" | "f64") => n.base10_parse::<f64>().ok().map(Known::Float),
        Lit::Int(n) => n.base10_parse::<i64>().ok().map(|n| Known::Int(Dim::int(n))),
        Lit::Float(f) => {
            let value: f64 = f.base10_parse().ok()?;
            Some(Known::Float(if f.suffix() == "f32" { f64::from(value as f32) } else { value }))
        }
        Lit::Bool(b) => Some(Known::Bool(b.value)),
        _ => None,
    }
}

/// `Padding::SAME`, whatever is before it.
fn is_same(path: &syn::Path) -> bool {
    let mut names = path.segments.iter().rev().map(|s| &s.ident);
    names.next().is_some_and(|last| last == "SAME") && names.next().is_some_and(|of| of == "Padding")
}

fn ordered(a: &Dim, b: &Dim, holds: fn(i64, i64) -> bool) -> Option<Known> {
    Some(Known::Bool(holds(a.as_int()?, b.as_int()?)))
}

/// Made of literals alone, none of them `f32`.
fn literals(e: &Expr) -> bool {
    match bare(e) {
        Expr::Lit(l) => !matches!(&l.lit, Lit::Float(f) if f.suffix() == "f32"),
        Expr::Unary(u) => literals(&u.expr),
        Expr::Binary(b) => literals(&b.left) && literals(&b.right),
        _ => false,
    }
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
