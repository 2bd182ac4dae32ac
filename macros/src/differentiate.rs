//! The two sweeps. Both append to the graph they read, so the result can be differentiated again.
//!
//! Rows never see broadcasting, accumulation or zeros. Un-broadcasting is lazy where shapes are unknown: the
//! cotangent of an elementwise value may stay in a larger space until it reaches something that is not
//! elementwise, because the rule of an elementwise op commutes with summing over the axes along which its
//! operands repeat. Where dims are declared, the sum is taken at once.

mod absent;
mod branch;
mod calls;
mod cut;
mod forward;
mod guarded;
mod hatches;
mod made;
mod pieces;
mod recipe;
mod reverse;
mod rounds;
mod views;

pub(crate) use absent::Of;
pub(crate) use branch::seeded;
#[cfg(test)]
pub(crate) use forward::forward;
pub(crate) use forward::forward_on;
pub(crate) use reverse::reverse;

use proc_macro2::{Ident, Span};
use quote::format_ident;

use crate::error::Errors;
use crate::ir::{Elem, Graph, List, Map, Node, Op, Pack, Part, Reduce, Ty, Value, View};
use crate::lower::{Binding, Form, Lowerer};
use crate::rules::{Param, ParamKind, Row};
use crate::table::RuleCache;

/// A graph under construction, with what rules are read by.
pub(crate) struct Differentiator<'a> {
    pub graph: Graph,
    pub rules: &'a RuleCache,
    pub errors: &'a mut Errors,
    /// The float type of constants that nothing else determines.
    pub float: Elem,
    /// The op whose derivative is being written, as the user called it.
    pub called: Option<&'static str>,
    /// Forms have all parts: where cotangents may be absent, anything may have zeros.
    pub whole_forms: bool,
}

impl Differentiator<'_> {
    pub(crate) fn lowerer(&mut self, span: Span) -> Lowerer<'_> {
        let mut lowerer = Lowerer::new(&mut self.graph, self.errors, self.rules, self.float.clone());
        lowerer.at = Some(span);
        lowerer.called = self.called;
        lowerer
    }

    /// One op node, shape and element type inferred.
    fn op(&mut self, op: Op, args: Vec<Value>, span: Span) -> Value {
        let mut lowerer = self.lowerer(span);
        let value = lowerer.value(op, args, span);
        lowerer.finish();
        // An error was reported; the graph is not used, any value serves.
        value.unwrap_or(Value(0))
    }

    /// A node at the place of another, made for it.
    fn beside(&mut self, node: &Node, op: Op, args: Vec<Value>, ty: Ty) -> Value {
        self.graph.push(Node { ty, ..node.with(op, args) })
    }

    fn shape_of(&mut self, v: Value, span: Span) -> Value {
        // Of a constant field there is no other form than the one that its struct gives.
        let node = self.graph.node(v);
        if let Op::Part(Part::Field(name)) = &node.op {
            let (name, of) = (name.clone(), node.args[0]);
            let inner = matches!(self.graph.node(of).op, Op::Part(Part::Field(_)));
            let base = if inner { self.shape_of(of, span) } else { of };
            return self.graph.push(Node::new(Op::Part(Part::FieldForm(name)), vec![base], Ty::Host, span));
        }
        self.graph.push(Node::new(Op::ShapeOf, vec![v], Ty::Host, span))
    }

    fn add(&mut self, a: Value, b: Value, span: Span) -> Value {
        self.op(Op::Map(Map::Add), vec![a, b], span)
    }

    /// The sum of two lists; one that is zero but in one place is added there.
    fn add_lists(&mut self, a: Value, b: Value, span: Span) -> Value {
        let put = self.graph.node(b);
        if matches!(put.op, Op::List(List::Put)) {
            let (x, i) = (put.args[0], put.args[2]);
            return self.op(Op::List(List::AddTo), vec![a, x, i], span);
        }
        self.op(Op::List(List::Add), vec![a, b], span)
    }

    /// Cotangents of a tap behind others.
    fn gathered(&mut self, all: Value, more: Value) -> Value {
        let mut node = self.graph.node(more).clone();
        // One more is put there, not a list of one.
        let is_none = |node: &Node| matches!(node.op, Op::Gather) && node.args.is_empty();
        match (&node.op, &mut node.args[..]) {
            (Op::Gather, [first, ..]) if is_none(self.graph.node(*first)) => *first = all,
            _ => node = node.with(Op::Gather, vec![all, more]),
        }
        self.graph.push(node)
    }

    fn sum_to(&mut self, v: Value, like: Value, span: Span) -> Value {
        let shape = self.shape_of(like, span);
        self.op(Op::Reduce(Reduce::SumTo), vec![v, shape], span)
    }

    fn broadcast_like(&mut self, v: Value, like: Value, span: Span) -> Value {
        let shape = self.shape_of(like, span);
        self.op(Op::View(View::BroadcastTo), vec![v, shape], span)
    }

    /// A structural zero shaped like `v`.
    pub(crate) fn zero_like(&mut self, v: Value, span: Span) -> Value {
        let ty = self.graph.node(v).ty.clone();
        if let Ty::Gathered(_) = ty {
            return self.graph.push(Node::new(Op::Gather, Vec::new(), ty, span));
        }
        let shape = self.shape_of(v, span);
        self.graph.push(Node::new(Op::Zero, vec![shape], ty, span))
    }

    /// Binds a row's parameters and results to the node's.
    fn bindings(&mut self, row: &Row, v: Value) -> Vec<(Ident, Binding)> {
        let node = self.graph.node(v).clone();
        let mut bound = Vec::new();
        for (param, values) in parameters(row, &node) {
            bound.push((
                param.name.clone(),
                match param.kind {
                    ParamKind::Tensor { .. } if param.list => Binding::Slice(Form::Tensor(values[0])),
                    ParamKind::Tensor { .. } => Binding::Tensor(values[0]),
                    ParamKind::Host(_) => Binding::Host(values[0]),
                    ParamKind::List => {
                        Binding::Group(Pack::Array, values.iter().map(|&v| Binding::Tensor(v)).collect())
                    }
                },
            ));
        }
        for (i, result) in row.results.iter().enumerate() {
            let value = self.result(v, i, node.span);
            bound.push((result.name.clone(), self.binding(value)));
        }
        bound
    }

    /// The binding of a tensor or a list in a rule.
    fn binding(&self, v: Value) -> Binding {
        if self.graph.is_list(v) { Binding::Slice(Form::Tensor(v)) } else { Binding::Tensor(v) }
    }

    /// Result `i` of an op: the node itself, or a `Get` of it.
    fn result(&mut self, v: Value, i: usize, span: Span) -> Value {
        match self.graph.node(v).ty.clone() {
            Ty::Tuple(types) => {
                let ty = Ty::Tensor(types[i].clone());
                self.graph.push(Node::new(Op::Get(i as u32), vec![v], ty, span))
            }
            _ => v,
        }
    }
}

/// The arguments of a node, parameter by parameter.
pub(crate) fn parameters<'r>(row: &'r Row, node: &Node) -> Vec<(&'r Param, Vec<Value>)> {
    let extra = node.args.len() + 1 - row.params.len();
    let mut args = node.args.iter().copied();
    let split = |param: &'r Param| {
        let count = if matches!(param.kind, ParamKind::List) { extra } else { 1 };
        (param, args.by_ref().take(count).collect())
    };
    row.params.iter().map(split).collect()
}

/// A cotangent or tangent expression, of element type `elem`; `None` after an error. A rule may leave the type open:
/// the derivative of `cast` is a cast to whatever is wanted.
fn tensor(lowerer: &mut Lowerer<'_>, expr: &syn::Expr, elem: &Elem) -> Option<Value> {
    match lowerer.expr(expr) {
        Binding::Tensor(v) | Binding::Slice(Form::Tensor(v)) => {
            let agrees = lowerer.expect_elem(v, elem);
            debug_assert!(agrees.is_ok(), "a derivative has the element type of its value");
            Some(v)
        }
        _ => None,
    }
}

/// `d<param>`, the tangent's name in a row's `jvp`.
fn tangent_name(param: &Param) -> Ident {
    format_ident!("d{}", param.name)
}
