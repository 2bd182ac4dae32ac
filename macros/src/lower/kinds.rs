//! Kinds of the fields of structs that a body makes: tensors, or not. A variable has one type wherever it goes, so
//! the kinds of its first value hold for all its values.

use proc_macro2::Ident;
use syn::Expr;

use super::state::{Binding, Kind, Kinds, Lowerer, bare};
use crate::ir::{Call, Graph, How, Known, Op, Part, Ty, Value};
use crate::names;

impl Lowerer<'_> {
    /// The kinds of the fields of a value that `init` makes.
    pub(super) fn kinds(&self, binding: &Binding, init: &Expr) -> Kinds {
        let mut found = Vec::new();
        if let Binding::Other(v) = binding {
            walk(self.graph, *v, &mut Vec::new(), &mut found);
            self.numbers_of(init, &mut Vec::new(), &mut found);
        }
        Kinds(found.into())
    }

    /// The kinds of a host variable that begins as `init`.
    pub(super) fn kinds_of_host(&self, init: &Expr, ty: Option<&syn::Type>) -> Kinds {
        let number = ty.map_or_else(|| self.is_surely_number(init), |ty| self.is_number(ty));
        let integer = ty.map_or_else(|| self.has_integer(init) == Some(true), is_integer);
        let kind = if integer { Some(Kind::Integer) } else { number.then_some(Kind::Host) };
        Kinds(kind.map(|kind| (Vec::new(), kind)).into_iter().collect())
    }

    /// Notes that the variable of a loop over a range is an integer.
    pub(super) fn counts(&mut self, name: &Ident) {
        if let Some(variable) = self.variable(name) {
            variable.kinds = Kinds([(Vec::new(), Kind::Integer)].into());
        }
    }

    /// Whether there is an integer in arithmetic; `None`: so is what is borrowed, or has a fraction.
    pub(super) fn has_integer(&self, e: &Expr) -> Option<bool> {
        match e {
            Expr::Paren(p) => self.has_integer(&p.expr),
            Expr::Group(g) => self.has_integer(&g.expr),
            Expr::Unary(u) => self.has_integer(&u.expr),
            Expr::Binary(b) => Some(self.has_integer(&b.left)? | self.has_integer(&b.right)?),
            Expr::Reference(_) => None,
            Expr::Lit(l) => match l.lit {
                syn::Lit::Int(_) => Some(true),
                syn::Lit::Float(_) => None,
                _ => Some(false),
            },
            Expr::Cast(c) if is_integer(&c.ty) => Some(true),
            Expr::MethodCall(c) => Some(c.method == "len"),
            Expr::Path(p) => Some(p.path.get_ident().and_then(|name| self.found(name)).is_some_and(|v| {
                let said = v.kinds.0.iter().any(|(path, kind)| path.is_empty() && *kind == Kind::Integer);
                said || matches!(v.binding, Binding::Dim(_)) || v.ty.as_deref().is_some_and(is_integer)
            })),
            _ => Some(false),
        }
    }

    /// Fields that are written as numbers: the host code of a variable that changed does not say what it was.
    fn numbers_of(&self, e: &Expr, path: &mut Vec<String>, found: &mut Vec<(Vec<String>, Kind)>) {
        let Expr::Struct(s) = bare(e) else { return };
        for field in &s.fields {
            path.push(names::member(&field.member));
            if self.is_surely_number(&field.expr) {
                found.push((path.clone(), Kind::Host));
            } else {
                self.numbers_of(&field.expr, path, found);
            }
            path.pop();
        }
    }

    fn is_surely_number(&self, e: &Expr) -> bool {
        match bare(e) {
            Expr::Cast(_) => true,
            Expr::Lit(l) => matches!(l.lit, syn::Lit::Int(_) | syn::Lit::Float(_) | syn::Lit::Bool(_)),
            Expr::Unary(u) => self.is_surely_number(&u.expr),
            Expr::Binary(b) => self.is_surely_number(&b.left) && self.is_surely_number(&b.right),
            // Those of numbers.
            Expr::MethodCall(c) => {
                self.is_surely_number(&c.receiver) && c.args.iter().all(|a| self.is_surely_number(a))
            }
            e @ Expr::Field(_) => self.is_host(e),
            Expr::Path(p) => {
                let Some(name) = p.path.get_ident() else { return false };
                self.found(name).is_some_and(|variable| match variable.binding {
                    Binding::Dim(_) => true,
                    Binding::Host(v) => {
                        let said = variable.kinds.0.iter().any(|(path, _)| path.is_empty());
                        said || is_plain(self.graph, v)
                    }
                    _ => false,
                })
            }
            _ => false,
        }
    }

    /// Whether it is a number or the like for certain.
    pub(super) fn is_host(&self, e: &Expr) -> bool {
        matches!(self.kind_of(e), Some(Kind::Host | Kind::Integer))
    }

    /// The kind of a field of a variable, or of a function's value, which is no number.
    pub(super) fn kind_of(&self, e: &Expr) -> Option<Kind> {
        let (mut path, mut place) = (Vec::new(), bare(e));
        while let Expr::Field(f) = place {
            path.push(names::member(&f.member));
            place = bare(&f.base);
        }
        path.reverse();
        let Expr::Path(p) = place else { return None };
        let name = p.path.get_ident()?;
        if path.is_empty() {
            let Some(Binding::Other(v)) = self.get(name) else { return None };
            return is_given(self.graph, *v).then_some(Kind::Tensor);
        }
        self.found(name)?.kinds.0.iter().find(|(of, _)| *of == path).map(|(_, kind)| *kind)
    }

    /// Whether arithmetic has an operand in it that is a tensor for certain.
    pub(super) fn has_tensor(&self, e: &Expr) -> bool {
        match e {
            Expr::Paren(p) => self.has_tensor(&p.expr),
            Expr::Group(g) => self.has_tensor(&g.expr),
            Expr::Reference(r) => self.has_tensor(&r.expr),
            Expr::Unary(u) => self.has_tensor(&u.expr),
            Expr::Binary(b) => self.has_tensor(&b.left) || self.has_tensor(&b.right),
            e => self.kind_of(e) == Some(Kind::Tensor),
        }
    }

    /// An operand of arithmetic.
    pub(super) fn side(&mut self, e: &Expr) -> Binding {
        match self.kind_of(e) {
            Some(Kind::Host | Kind::Integer) => Binding::Host(self.host(e)),
            Some(Kind::Tensor) => {
                let side = self.expr(e);
                self.tensor_of(side)
            }
            None => self.expr(e),
        }
    }
}

fn is_integer(ty: &syn::Type) -> bool {
    const INTEGERS: &[&str] =
        &["usize", "isize", "u8", "u16", "u32", "u64", "u128", "i8", "i16", "i32", "i64", "i128"];
    matches!(ty, syn::Type::Path(p) if INTEGERS.iter().any(|name| p.path.is_ident(name)))
}

/// Whether `v` is all that a function gives, other than a method: plain ones give numbers.
fn is_given(graph: &Graph, v: Value) -> bool {
    let node = graph.node(v);
    let Op::Part(Part::Of(0)) = node.op else { return false };
    matches!(&graph.node(node.args[0]).op, Op::Call(Call::Value(callee)) if matches!(callee.how, How::Function | How::Numbers))
}

/// Whether a host value is no `None` and no empty list, which are of types that may hold tensors.
fn is_plain(graph: &Graph, v: Value) -> bool {
    match &graph.node(v).op {
        Op::Input(_) => true,
        op @ (Op::Host(_) | Op::Size(_)) => {
            let is_number = matches!(op.known(), Some(Known::Int(_) | Known::Float(_) | Known::Bool(_)));
            is_number || op.host_type().is_some()
        }
        _ => false,
    }
}

fn walk(graph: &Graph, v: Value, path: &mut Vec<String>, found: &mut Vec<(Vec<String>, Kind)>) {
    let node = graph.node(v);
    let Op::Make(make) = &node.op else { return };
    for (&arg, (_, part)) in node.args.iter().zip(&make.parts) {
        let Part::Field(name) = part else { continue };
        path.push(name.clone());
        match graph.node(arg).ty {
            Ty::Host if is_plain(graph, arg) => found.push((path.clone(), Kind::Host)),
            Ty::Tensor(_) => found.push((path.clone(), Kind::Tensor)),
            _ => walk(graph, arg, path, found),
        }
        path.pop();
    }
    if let (true, Some(&rest)) = (make.rest, node.args.last()) {
        walk(graph, rest, path, found);
    }
}
