//! Which fields of the structs that a body makes are tensors, and which are not: a variable has one type wherever it goes, so
//! what its first value says holds for all of them.

use std::rc::Rc;

use syn::Expr;

use super::{Binding, Lowerer, bare};
use crate::ir::{Call, Graph, How, Known, Op, Part, Ty, Value};
use crate::names;

/// By the names on the way to the field.
#[derive(Clone, Default)]
pub(super) struct Kinds(Rc<[(Vec<String>, Kind)]>);

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Tensor,
    Host,
}

impl Lowerer<'_> {
    pub(super) fn kinds(&self, binding: &Binding) -> Kinds {
        let mut found = Vec::new();
        if let Binding::Other(v) = binding {
            walk(self.graph, *v, &mut Vec::new(), &mut found);
        }
        Kinds(found.into())
    }

    /// Of a field of a variable; or of what a function gave, which is no number.
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
        let key = self.key(name);
        let variable = self.scopes.iter().rev().find_map(|s| s.get(&key))?;
        variable.kinds.0.iter().find(|(of, _)| *of == path).map(|(_, kind)| *kind)
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
            Some(Kind::Host) => Binding::Host(self.host(e)),
            Some(Kind::Tensor) => {
                let side = self.expr(e);
                self.tensor_of(side)
            }
            None => self.expr(e),
        }
    }
}

/// Whether `v` is all that a function gives, other than a method: plain ones give numbers.
fn is_given(graph: &Graph, v: Value) -> bool {
    let node = graph.node(v);
    let Op::Part(Part::Of(0)) = node.op else { return false };
    matches!(&graph.node(node.args[0]).op, Op::Call(Call::Value(callee)) if callee.how == How::Function)
}

/// Whether a host value is no `None` and no empty list, which are of types that may hold tensors.
fn is_plain(graph: &Graph, v: Value) -> bool {
    match &graph.node(v).op {
        Op::Input(_) => true,
        Op::Host(host) => {
            host.ty.is_some() || matches!(host.known, Some(Known::Int(_) | Known::Float(_) | Known::Bool(_)))
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
