//! The nodes that the text of a rule becomes, read once. Most of a function is the same few ops again and again:
//! lowering the texts of their rules was half of what an expansion took.
//!
//! A text reads only the types of its operands, so for equal types it makes the same nodes.

use std::rc::Rc;

use proc_macro2::{Ident, Span};
use syn::{Expr, Stmt};

use super::{Differentiator, tensor};
use crate::ir::{Elem, Node, Op, Runs, Ty, Value};
use crate::lower::Binding;
use crate::rules::{ParamKind, Row};
use crate::table::recipe::{Key, Place, Recipe};

/// One column of a row: the parameter, its text, and the element type that it is to have.
pub(super) type Column<'r> = (&'r Ident, &'r Expr, Elem);

impl Differentiator<'_> {
    /// The values of `columns` for the cotangent `g` of `v`, each `None` after an error. `more`: other names that the
    /// text may use.
    pub(super) fn columns(
        &mut self,
        v: Value,
        row: &Row,
        lets: &[Stmt],
        (g, more): (Value, Vec<(Ident, Binding)>),
        columns: &[Column<'_>],
    ) -> Vec<Option<Value>> {
        let node = self.graph.node(v);
        let (span, spot) = (node.span, node.spot);
        let given: Vec<Value> = node.args.iter().copied().chain([v, g]).collect();
        let key = if more.is_empty() { self.key(row, &given, v, columns) } else { None };
        let known = key.as_ref().and_then(|key| self.rules.recipes().get(key).cloned());
        if let Some(Some(recipe)) = &known {
            return self.repeat(recipe, &given, (span, spot));
        }
        let start = self.graph.nodes.len();
        let mut env = self.bindings(row, v);
        env.push((Ident::new("g", Span::call_site()), self.binding(g)));
        env.extend(more);
        let mut lowerer = self.lowerer(span);
        for (name, binding) in env {
            lowerer.bind(&name.to_string(), binding);
        }
        lowerer.stmts(lets);
        let results: Vec<_> =
            columns.iter().map(|(_, expr, elem)| tensor(&mut lowerer, expr, elem)).collect();
        lowerer.finish();
        // What is given twice may be either for a node that reads it.
        let twice = given.iter().enumerate().any(|(i, v)| given[..i].contains(v));
        if let (Some(key), None, false) = (key, known, twice) {
            let recipe = self.recipe(start, &given, &results).map(Rc::new);
            self.rules.recipes().insert(key, recipe);
        }
        results
    }

    /// `None` where something else than tensors is given.
    fn key(&self, row: &Row, given: &[Value], v: Value, columns: &[Column<'_>]) -> Option<Key> {
        if row.params.iter().any(|p| p.list || !matches!(p.kind, ParamKind::Tensor { .. })) {
            return None;
        }
        let of = |v: &Value| match &self.graph.node(*v).ty {
            Ty::Tensor(ty) => Some((ty.elem.clone(), ty.shape.clone())),
            _ => None,
        };
        Some(Key {
            op: self.graph.node(v).op.name(),
            types: given.iter().map(of).collect::<Option<_>>()?,
            columns: columns.iter().map(|(name, _, elem)| (name.to_string(), elem.clone())).collect(),
            float: self.float.clone(),
        })
    }

    /// The recipe of the nodes made from node `start` on.
    fn recipe(&self, start: usize, given: &[Value], results: &[Option<Value>]) -> Option<Recipe> {
        // Nodes are for the op of the user's, not for one that the text calls.
        self.called?;
        let nodes = &self.graph.nodes[start..];
        // Literals are host code before they are numbers.
        let mut read = vec![false; nodes.len()];
        let reads = nodes.iter().flat_map(|node| &node.args).chain(results.iter().flatten());
        reads.filter_map(|v| v.ix().checked_sub(start)).for_each(|made| read[made] = true);
        let mut numbers: Vec<Option<usize>> = Vec::new();
        let mut recipe = Recipe { nodes: Vec::new(), results: Vec::new() };
        let place = |numbers: &[Option<usize>], v: Value| match v.ix().checked_sub(start) {
            Some(made) => numbers[made].map(Place::Made),
            None => given.iter().position(|&other| other == v).map(Place::Given),
        };
        for (node, read) in nodes.iter().zip(read) {
            let lasts = match (&node.op, &node.ty) {
                (Op::Host(_) | Op::Size(_), _) => node.runs() == Runs::Freely,
                (Op::Map(_) | Op::Const(_) | Op::Scalar | Op::ShapeOf, _) => true,
                // A shape that expansion does not know is one of its own.
                (Op::View(_) | Op::Reduce(_) | Op::Opaque(_), Ty::Tensor(ty)) => ty.shape.rank().is_some(),
                _ => false,
            };
            if !lasts || node.name.is_some() {
                return None;
            }
            let idle = !read && matches!(node.op, Op::Host(_) | Op::Size(_) | Op::Const(_));
            numbers.push((!idle).then_some(recipe.nodes.len()));
            if !idle {
                let args = node.args.iter().map(|&arg| place(&numbers, arg)).collect::<Option<_>>()?;
                recipe.nodes.push((node.op.clone(), args, node.ty.clone()));
            }
        }
        recipe.results = results.iter().map(|&v| place(&numbers, v?)).collect::<Option<_>>()?;
        Some(recipe)
    }

    /// Makes the nodes of a recipe again.
    fn repeat(&mut self, recipe: &Recipe, given: &[Value], (span, spot): (Span, u32)) -> Vec<Option<Value>> {
        let start = self.graph.nodes.len();
        let value = |place: &Place| match *place {
            Place::Given(i) => given[i],
            Place::Made(i) => Value((start + i) as u32),
        };
        for (op, args, ty) in &recipe.nodes {
            let args = args.iter().map(value).collect();
            let ty = ty.clone();
            self.graph.push(Node { op: op.clone(), args, ty, span, spot, name: None, called: self.called });
        }
        recipe.results.iter().map(|place| Some(value(place))).collect()
    }
}
