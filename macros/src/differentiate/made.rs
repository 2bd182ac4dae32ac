//! Values of any form that a body puts together: structs, tuples, lists.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::Differentiator;
use crate::ir::{Made, Make, Node, Op, Part, Ty, Value};

impl Differentiator<'_> {
    /// The cotangents of the `wanted` arguments of a made value whose cotangent is `g`.
    pub(super) fn taken_apart(
        &mut self,
        node: &Node,
        make: &Make,
        g: Value,
        wanted: impl Fn(Value) -> bool,
    ) -> Vec<(Value, Value)> {
        let mut found = Vec::new();
        if let Made::Same | Made::Fitted = make.what {
            let arg = node.args[0];
            if wanted(arg) {
                found.push((arg, self.received(node, g, arg)));
            }
            return found;
        }
        for (&arg, (_, part)) in node.args.iter().zip(&make.parts) {
            if !wanted(arg) {
                continue;
            }
            let part = part.of_tangent();
            let of = if let Made::Placed = make.what { vec![g, node.args[1]] } else { vec![g] };
            let part = self.beside(node, Op::Part(part), of, Ty::Other);
            found.push((arg, self.received(node, part, arg)));
        }
        if let (true, Some(&rest)) = (make.rest, node.args.last())
            && wanted(rest)
        {
            found.push((rest, self.without_parts(node, make, g, rest)));
        }
        found
    }

    /// The tangent of a value from those of its parts.
    pub(super) fn make_forward(
        &mut self,
        v: Value,
        make: &Make,
        tangent: impl Fn(Value) -> Option<Value>,
    ) -> Option<Value> {
        let node = self.graph.node(v).clone();
        if node.args.iter().all(|&arg| tangent(arg).is_none()) {
            return None;
        }
        if let Made::Fitted = make.what {
            let (moved, form) = (tangent(node.args[0])?, self.shape_of(v, node.span));
            return Some(self.beside(&node, Op::Part(Part::Back), vec![moved, form], Ty::Other));
        }
        if let Made::Same | Made::Pushed | Made::Placed = make.what {
            let index = matches!(make.what, Made::Placed).then(|| node.args[1]);
            let mut of = |arg| tangent(arg).unwrap_or_else(|| self.zero_like(arg, node.span));
            let tangents: Vec<Value> =
                node.args.iter().map(|&arg| if index == Some(arg) { arg } else { of(arg) }).collect();
            let op = Op::Make(Rc::new(Make::new(make.what.clone(), make.parts.clone(), make.rest)));
            return Some(self.beside(&node, op, tangents, Ty::Other));
        }
        let parts: BTreeMap<Part, Value> = node
            .args
            .iter()
            .zip(&make.parts)
            .filter_map(|(&arg, (_, part))| Some((part.clone(), tangent(arg)?)))
            .collect();
        let (true, Some(&rest)) = (make.rest, node.args.last()) else {
            return Some(self.assemble(v, parts, node.span));
        };
        let Some(whole) = tangent(rest) else { return Some(self.assemble(v, parts, node.span)) };
        let whole = self.without_parts(&node, make, whole, v);
        if parts.is_empty() {
            return Some(whole);
        }
        let (parts, values): (Vec<Part>, Vec<Value>) = parts.into_iter().unzip();
        let args = std::iter::once(whole).chain(values).collect();
        Some(self.beside(&node, Op::Put(parts), args, Ty::Other))
    }

    /// The tangent `whole` without the parts that are named. They have another form than those of `of`, whose tangent
    /// it will be.
    fn without_parts(&mut self, node: &Node, make: &Make, whole: Value, of: Value) -> Value {
        let form = self.shape_of(of, node.span);
        make.parts.iter().fold(whole, |whole, (_, part)| match part {
            Part::Field(name) => {
                self.beside(node, Op::Part(Part::Without(name.clone())), vec![whole, form], Ty::Other)
            }
            Part::Last => self.beside(node, Op::Part(Part::Front), vec![whole], Ty::Other),
            Part::Item => {
                self.beside(node, Op::Part(Part::Cleared), vec![whole, form, node.args[1]], Ty::Other)
            }
            _ => whole,
        })
    }

    pub(super) fn received(&mut self, node: &Node, part: Value, arg: Value) -> Value {
        debug_assert!(self.graph.node(arg).ty.is_float(), "what is wanted moves");
        let (form, ty) = (self.shape_of(arg, node.span), self.graph.node(arg).ty.clone());
        self.beside(node, Op::Part(Part::Received), vec![part, form], ty)
    }
}
