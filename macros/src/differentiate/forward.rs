//! The forward sweep: tangents of inputs → tangents of results.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap as HashMap;

use super::{Differentiator, parameters, tangent_name};
use crate::error;
use crate::ir::{Call, Node, Op, OpClass, Pack, Part, Ty, Value, parts_of};
use crate::lower::Binding;
use crate::rules::{Cotangent, ParamKind, Row, Vjp};

/// Appends the forward sweep over every node that is there now. `seeds` pairs inputs with their tangents; returns
/// the tangent of each of `of`, `None` where it is structurally zero. Where there are calls, nodes may name later ones afterwards: see [`Differentiator::sort`].
pub(crate) fn forward(
    d: &mut Differentiator<'_>,
    seeds: &[(Value, Value)],
    of: &[Value],
) -> Vec<Option<Value>> {
    let all = vec![true; d.graph.nodes.len()];
    let tangents = swept(d, seeds, &all);
    of.iter().map(|v| tangents.get(v).copied()).collect()
}

/// [`forward`] over some nodes alone, which are ops: their arguments precede them afterwards too.
pub(crate) fn forward_on(
    d: &mut Differentiator<'_>,
    nodes: &[bool],
    seeds: &[(Value, Value)],
    of: Value,
) -> Option<Value> {
    swept(d, seeds, nodes).remove(&of)
}

fn swept(d: &mut Differentiator<'_>, seeds: &[(Value, Value)], nodes: &[bool]) -> HashMap<Value, Value> {
    let mut sweep = Forward { tangents: seeds.iter().copied().collect(), results: HashMap::default(), d };
    for i in (0..nodes.len()).filter(|&i| nodes[i]) {
        let v = Value(i as u32);
        if let Some(t) = sweep.visit(v) {
            sweep.tangents.insert(v, t);
        }
    }
    sweep.tangents
}

struct Forward<'d, 'a> {
    d: &'d mut Differentiator<'a>,
    /// The tangents of values. That of an op with several results is a node of tuple type.
    tangents: HashMap<Value, Value>,
    /// The places of the tangents of each result, for regions with several results.
    results: HashMap<Value, BTreeMap<u32, u32>>,
}

impl Forward<'_, '_> {
    fn visit(&mut self, v: Value) -> Option<Value> {
        let node = self.d.graph.node(v).clone();
        if self.tangents.contains_key(&v) {
            return None;
        }
        if matches!(node.op.class(), OpClass::Form | OpClass::Region) {
            return self.of_any_form(v, &node);
        }
        if !node.ty.is_float() {
            return None;
        }
        if let Op::Get(i) = node.op {
            return self.tangents.get(&tuple_slot(node.args[0], i)).copied();
        }
        if node.op.class() != OpClass::Row || !node.args.iter().any(|a| self.tangents.contains_key(a)) {
            return None;
        }
        let row = self.d.rules.of(&node.op);
        self.d.called = Some(node.call());
        match node.op {
            Op::Map(_) => self.map(v, &node, &row),
            _ if row.linear => Some(self.linear(&node, &row)),
            _ => self.text(v, &node, &row),
        }
    }

    /// Those parts that have a tangent, with their arguments.
    fn moving_parts(&self, parts: &[Part], node: &Node) -> (Vec<Part>, Vec<Value>) {
        let (mut moving, mut values) = (Vec::new(), Vec::new());
        for (part, args) in parts_of(parts, &node.args[1..]) {
            if let Some(&t) = self.tangents.get(&args[0]) {
                moving.push(part.clone());
                values.push(t);
                values.extend(&args[1..]);
            }
        }
        (moving, values)
    }

    /// Zeros of the parts without a tangent that the form of what is put together does not say.
    fn still_parts(&mut self, parts: &[Part], node: &Node) -> Vec<(Part, Value)> {
        let mut still = Vec::new();
        for (part, args) in parts_of(parts, &node.args[1..]) {
            if !self.tangents.contains_key(&args[0]) && self.d.is_brought(part, args[0]) {
                still.push((part.clone(), self.d.zero_like(args[0], node.span)));
            }
        }
        still
    }

    /// Calls, and values of any form.
    fn of_any_form(&mut self, v: Value, node: &Node) -> Option<Value> {
        let of = |this: &Self, i: usize| this.tangents.get(&node.args[i]).copied();
        let (op, args) = match &node.op {
            // What is pulled back was made in the same sweep, or in that of the graph that hands it over.
            Op::Call(Call::Pull) => return Some(self.d.push_pull(v, of(self, 1))),
            Op::Call(call) => {
                let moves = node.args.iter().any(|a| self.tangents.contains_key(a));
                if !moves && !matches!(call, Call::Vjp(_)) {
                    return None;
                }
                let tangents = &self.tangents;
                return self.d.push_forward(v, |arg| tangents.get(&arg).copied());
            }
            Op::Branch(_) | Op::Unwind(_) | Op::Loop(_) | Op::Rewind(_) => {
                self.of_regions(v, node);
                return None;
            }
            Op::Part(Part::Of(i)) if self.results.contains_key(&node.args[0]) => {
                let k = self.results[&node.args[0]].get(i)?;
                (Op::Part(Part::Of(*k)), node.args.clone())
            }
            // The tangent of a call is that of its value.
            Op::Part(Part::Of(0)) | Op::Tap(_) => return of(self, 0),
            Op::Part(
                Part::Of(_) | Part::Kept | Part::FieldForm(_) | Part::FormBut(..) | Part::SlotForm(..),
            ) => return None,
            Op::Part(Part::Slot(path)) => {
                (Op::Part(Part::SlotTangent(path.clone())), vec![of(self, 0)?, node.args[1]])
            }
            Op::Make(make) => {
                let tangents = &self.tangents;
                return self.d.make_forward(v, make, |arg| tangents.get(&arg).copied());
            }
            Op::Join => {
                if node.args.iter().all(|a| !self.tangents.contains_key(a)) {
                    return None;
                }
                let mut args = Vec::new();
                for &a in &node.args {
                    args.push(match self.tangents.get(&a) {
                        Some(&t) => t,
                        None => self.d.zero_like(a, node.span),
                    });
                }
                (Op::Join, args)
            }
            Op::Part(part) => {
                let place = if part.has_place() { &node.args[1..] } else { &[] };
                (Op::Part(part.of_tangent()), [&[of(self, 0)?], place].concat())
            }
            Op::AsTensor(_) if !node.ty.is_float() => return None,
            // Of a constant list there is no number of tensors.
            Op::AsTensor(_) if self.d.graph.is_list(v) => {
                let dot = of(self, 0)?;
                return Some(self.d.received(node, dot, v));
            }
            Op::AsTensor(_) => (node.op.clone(), vec![of(self, 0)?]),
            Op::Declared => (Op::Declared, [&[of(self, 0)?], &node.args[1..]].concat()),
            Op::Sum => match (of(self, 0), of(self, 1)) {
                (Some(a), Some(b)) => (Op::Sum, vec![a, b]),
                (one, other) => return one.or(other),
            },
            Op::Assemble(parts) => {
                let (mut moving, mut values) = self.moving_parts(parts, node);
                if moving.is_empty() {
                    return None;
                }
                let (still, zeros): (Vec<Part>, Vec<Value>) =
                    self.still_parts(parts, node).into_iter().unzip();
                moving.extend(still);
                values.extend(zeros);
                (Op::Assemble(moving), std::iter::once(node.args[0]).chain(values).collect())
            }
            Op::Put(parts) => {
                let (parts, values) = self.moving_parts(parts, node);
                let whole = of(self, 0);
                if parts.is_empty() {
                    return whole;
                }
                let whole = whole.unwrap_or_else(|| self.d.zero_like(node.args[0], node.span));
                (Op::Put(parts), std::iter::once(whole).chain(values).collect())
            }
            _ => unreachable!("the caller has looked"),
        };
        Some(self.d.graph.push(Node { op, args, name: None, ..node.clone() }))
    }

    /// Branches and loops, whose results carry their tangents behind them.
    fn of_regions(&mut self, v: Value, node: &Node) {
        let tangents = &self.tangents;
        let moves = node.args.iter().any(|a| tangents.contains_key(a));
        let tangent = |arg: Value| tangents.get(&arg).copied();
        let results = match &node.op {
            Op::Branch(branch) if moves || branch.keeps => self.d.branch_forward(v, branch, tangent),
            Op::Loop(held) if moves || held.keeps => self.d.loop_forward(v, held, tangent),
            Op::Unwind(unwind) => self.d.unwind_forward(v, unwind, tangent),
            Op::Rewind(rewind) => self.d.rewind_forward(v, rewind, tangent),
            _ => return,
        };
        self.results.insert(v, results);
    }

    /// Elementwise: the cotangent rule with the tangent in place of `g`, summed over the operands.
    fn map(&mut self, v: Value, node: &Node, row: &Row) -> Option<Value> {
        let Vjp::Text { lets, cotangents } = &row.vjp else {
            unreachable!("a law over the table: elementwise rows have no hatch")
        };
        let mut total: Option<Value> = None;
        for (param, values) in parameters(row, node) {
            let Some(&tangent) = self.tangents.get(&values[0]) else { continue };
            let Some((_, column)) = cotangents.iter().find(|(name, _)| *name == param.name) else { continue };
            let expr = match column {
                Cotangent::Expr(expr) => expr,
                Cotangent::Zero | Cotangent::None => continue,
                Cotangent::Todo(why) => {
                    let param = param.name.to_string();
                    self.d.errors.push(error::derivative_todo(node.span, node.op.name(), &param, why));
                    continue;
                }
            };
            let columns = [(&param.name, &**expr, node.ty.tensor().elem.clone())];
            let term = self.d.columns(v, row, lets, (tangent, Vec::new()), &columns)[0];
            total = match (total, term) {
                (Some(t), Some(term)) => Some(self.d.add(t, term, node.span)),
                (t, term) => t.or(term),
            };
        }
        let total = total?;
        if self.d.graph.shape(total) == self.d.graph.shape(v) {
            return Some(total);
        }
        Some(self.d.broadcast_like(total, v, node.span))
    }

    /// The op itself, on the tangents.
    fn linear(&mut self, node: &Node, row: &Row) -> Value {
        let mut args = Vec::new();
        for (param, values) in parameters(row, node) {
            for arg in values {
                let carries =
                    !matches!(param.kind, ParamKind::Host(_)) && self.d.graph.node(arg).ty.is_float();
                args.push(match self.tangents.get(&arg) {
                    Some(&t) => t,
                    None if carries => self.d.zero_like(arg, node.span),
                    None => arg,
                });
            }
        }
        let tangent = self.d.op(node.op.clone(), args, node.span);
        // Tangents have the shapes of their values, but of a list that knows none, an item of it has one of its own.
        if let (Op::List(_), Ty::Tensor(_)) = (&node.op, &node.ty) {
            self.d.graph.nodes[tangent.ix()].ty = node.ty.clone();
        }
        tangent
    }

    fn text(&mut self, v: Value, node: &Node, row: &Row) -> Option<Value> {
        let text = row.jvp.as_ref().expect("a law over the table: what is not linear has a jvp");
        let mut env = self.d.bindings(row, v);
        for (param, values) in parameters(row, node) {
            if matches!(param.kind, ParamKind::Host(_)) || !self.d.graph.node(values[0]).ty.is_float() {
                continue;
            }
            let tangent = match self.tangents.get(&values[0]) {
                Some(&t) => t,
                None => self.d.zero_like(values[0], node.span),
            };
            env.push((tangent_name(param), Binding::Tensor(tangent)));
        }
        let mut lowerer = self.d.lowerer(node.span);
        for (name, binding) in env {
            lowerer.bind(&name.to_string(), binding);
        }
        let made = lowerer.stmts(text);
        lowerer.finish();
        match (made, &node.ty) {
            (Binding::Poison, _) => None,
            (Binding::Tensor(t), Ty::Tensor(_)) => Some(t),
            (Binding::Tensor(t), Ty::Tuple(types)) => {
                let float = types.iter().position(|t| Ty::Tensor(t.clone()).is_float())?;
                self.tangents.insert(tuple_slot(v, float as u32), t);
                None
            }
            (Binding::Group(Pack::Tuple, items), Ty::Tuple(_)) => {
                for (i, item) in items.into_iter().enumerate() {
                    if let Binding::Tensor(t) = item {
                        self.tangents.insert(tuple_slot(v, i as u32), t);
                    }
                }
                None
            }
            _ => unreachable!("a law over the table: a jvp has the form of the results"),
        }
    }
}

/// Key of the tangent of result `i` of `tuple`: outside the arena.
fn tuple_slot(tuple: Value, i: u32) -> Value {
    Value(u32::MAX - tuple.0 * 4 - i)
}
