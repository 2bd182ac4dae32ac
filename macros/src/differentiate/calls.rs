//! Calls and values of any form: what the sweeps do where there is no row.

use std::collections::BTreeMap;
use std::rc::Rc;

use proc_macro2::Span;
use syn::spanned::Spanned;

use super::Differentiator;
use crate::ir::{Call, Callee, How, Leaves, Node, Op, Part, Ruled, Runs, Ty, Value};
use crate::lower::is_of_type;

impl Differentiator<'_> {
    /// The callee, where `v` calls one.
    fn callee(&self, v: Value) -> Option<Rc<Callee>> {
        match &self.graph.node(v).op {
            Op::Call(Call::Value(c) | Call::Vjp(c)) => Some(c.clone()),
            _ => None,
        }
    }

    /// The cotangents of the `wanted` arguments of a call whose value has the cotangent `g`.
    pub(super) fn pull(
        &mut self,
        call: Value,
        g: Value,
        wanted: impl Fn(Value) -> bool,
    ) -> Vec<(Value, Value)> {
        let node = self.graph.node(call).clone();
        if let Op::Call(Call::Ruled(ruled)) = &node.op {
            return self.pull_by_rule(call, &node, ruled, g, wanted);
        }
        let Some(callee) = self.callee(call) else { return Vec::new() };
        self.graph.nodes[call.ix()].op = Op::Call(Call::Vjp(callee.clone()));
        let pullback = self.beside(&node, Op::Part(Part::Of(1)), vec![call], Ty::Host);
        let slots = self.beside(&node, Op::Call(Call::Pull), vec![pullback, g], Ty::Host);
        let mut paths = Vec::new();
        for (i, leaves) in callee.args.iter().enumerate() {
            leaves.paths(&mut vec![i as u32], &mut paths);
        }
        let mut found = Vec::new();
        for (&arg, path) in node.args.iter().zip(paths) {
            if !wanted(arg) {
                continue;
            }
            let form = self.form_of_slot(pullback, &path, arg, node.span);
            let ty = self.graph.node(arg).ty.clone();
            found.push((arg, self.beside(&node, Op::Part(Part::Slot(path)), vec![slots, form], ty)));
        }
        found
    }

    /// The form that a slot needs of its argument: nothing, where the callee's parameter moves, as rustc knows.
    fn form_of_slot(&mut self, pullback: Value, path: &[u32], arg: Value, span: Span) -> Value {
        if self.whole_forms || self.graph.node(arg).ty != Ty::Other {
            return self.shape_of(arg, span);
        }
        let (of, fields) = self.fields_of(arg);
        let part = Part::SlotForm(path.to_vec(), fields);
        self.graph.push(Node::new(Op::Part(part), vec![pullback, of], Ty::Host, span))
    }

    /// A field of fields, from the outside, and what it is a field of.
    fn fields_of(&self, v: Value) -> (Value, Vec<String>) {
        let (mut of, mut fields) = (v, Vec::new());
        while let Op::Part(Part::Field(name)) = &self.graph.node(of).op {
            fields.insert(0, name.clone());
            of = self.graph.node(of).args[0];
        }
        (of, fields)
    }

    /// The value and its tangent in place of the value alone. The node names what comes later: see [`Self::sort`].
    pub(super) fn push_forward(
        &mut self,
        call: Value,
        tangent: impl Fn(Value) -> Option<Value>,
    ) -> Option<Value> {
        let node = self.graph.node(call).clone();
        if let Op::Call(Call::Ruled(ruled)) = &node.op {
            return Some(self.push_by_rule(call, &node, ruled, tangent));
        }
        let callee = self.callee(call)?;
        let mut args = node.args.clone();
        for &arg in &node.args[..callee.leaves()] {
            if self.graph.node(arg).ty.is_float() {
                args.push(tangent(arg).unwrap_or_else(|| self.zero_like(arg, node.span)));
            }
        }
        // A call is a `Vjp` where its cotangent is pulled back in the same graph.
        let (op, tangent) = match node.op {
            Op::Call(Call::Vjp(_)) => (Call::Vjp2(callee), 2),
            _ => (Call::Jvp(callee), 1),
        };
        let called = &mut self.graph.nodes[call.ix()];
        (called.op, called.args) = (Op::Call(op), args);
        Some(self.graph.push(Node { op: Op::Part(Part::Of(tangent)), args: vec![call], name: None, ..node }))
    }

    /// The slots with their tangents in place of the slots alone.
    pub(super) fn push_pull(&mut self, pull: Value, dg: Option<Value>) -> Value {
        let node = self.graph.node(pull).clone();
        let dg = dg.unwrap_or_else(|| self.zero_like(node.args[1], node.span));
        let again = &mut self.graph.nodes[pull.ix()];
        (again.op, again.args) = (Op::Call(Call::Pull2), vec![node.args[0], node.args[1], dg]);
        pull
    }

    /// [`Self::pull`] by the function's own rule.
    fn pull_by_rule(
        &mut self,
        call: Value,
        node: &Node,
        ruled: &Ruled,
        g: Value,
        wanted: impl Fn(Value) -> bool,
    ) -> Vec<(Value, Value)> {
        let y = self.beside(node, Op::Part(Part::Of(0)), vec![call], Ty::Other);
        let (callee, args) = rule(&ruled.vjp, node, ruled, &[y, g]);
        let how = if ruled.order_2 { Call::Value(callee) } else { Call::Plain(callee) };
        let made = self.beside(&at_rule(node, &ruled.vjp), Op::Call(how), args, Ty::Other);
        let all = self.beside(node, Op::Part(Part::Of(0)), vec![made], Ty::Other);
        let count = ruled.active.iter().flatten().count();
        let active =
            node.args.iter().zip(&ruled.active).filter_map(|(&arg, name)| Some((arg, name.as_ref()?)));
        let mut found = Vec::new();
        for (k, (arg, name)) in active.enumerate() {
            if !wanted(arg) {
                continue;
            }
            let one = match count {
                1 => all,
                n => self.beside(node, Op::Part(Part::Tuple(k as u32, n)), vec![all], Ty::Other),
            };
            let (form, ty) = (self.shape_of(arg, node.span), self.graph.node(arg).ty.clone());
            let part = Part::Made(ruled.name.clone(), name.clone());
            found.push((arg, self.beside(node, Op::Part(part), vec![one, form], ty)));
        }
        found
    }

    /// [`Self::push_forward`] by the function's own rule: the forward one, or the transpose of the reverse one, which is
    /// linear in the cotangent.
    fn push_by_rule(
        &mut self,
        call: Value,
        node: &Node,
        ruled: &Ruled,
        tangent: impl Fn(Value) -> Option<Value>,
    ) -> Value {
        let active = node.args.iter().zip(&ruled.active).filter(|(_, name)| name.is_some());
        let active: Vec<Value> = active.map(|(&arg, _)| arg).collect();
        let dots: Vec<Value> = active
            .into_iter()
            .map(|arg| tangent(arg).unwrap_or_else(|| self.zero_like(arg, node.span)))
            .collect();
        let y = self.beside(node, Op::Part(Part::Of(0)), vec![call], Ty::Other);
        if let Some(path) = &ruled.jvp {
            let more: Vec<Value> = std::iter::once(y).chain(dots).collect();
            let (callee, args) = rule(path, node, ruled, &more);
            let how = if ruled.order_2 { Call::Value(callee) } else { Call::Plain(callee) };
            let made = self.beside(&at_rule(node, path), Op::Call(how), args, Ty::Other);
            return self.beside(node, Op::Part(Part::Of(0)), vec![made], Ty::Other);
        }
        if !ruled.order_2 {
            return self.beside(node, Op::Call(Call::Refused(ruled.name.clone())), vec![], Ty::Other);
        }
        let zero = self.zero_like(y, node.span);
        let (callee, args) = rule(&ruled.vjp, node, ruled, &[y, zero]);
        let at = (callee.args.len() - 1) as u32;
        let made = self.beside(&at_rule(node, &ruled.vjp), Op::Call(Call::Vjp(callee)), args, Ty::Other);
        let pullback = self.beside(node, Op::Part(Part::Of(1)), vec![made], Ty::Host);
        let seed = match dots[..] {
            [one] => one,
            _ => self.beside(node, Op::Join, dots, Ty::Other),
        };
        let slots = self.beside(node, Op::Call(Call::Pull), vec![pullback, seed], Ty::Host);
        let form = self.form_of_slot(pullback, &[at], y, node.span);
        self.beside(node, Op::Part(Part::Slot(vec![at])), vec![slots, form], Ty::Other)
    }

    /// A tangent from those of its parts.
    pub(super) fn assemble(&mut self, v: Value, parts: BTreeMap<Part, Value>, span: Span) -> Value {
        let form = self.shape_of(v, span);
        self.assemble_on(form, parts, span)
    }

    /// A cotangent from those of its parts. Those of any form are brought along, so the zeros that it starts with lack them.
    pub(super) fn assemble_apart(&mut self, v: Value, parts: BTreeMap<Part, Value>, span: Span) -> Value {
        let brought =
            parts.iter().filter(|(part, value)| !self.whole_forms && self.is_brought(part, **value));
        let names: Vec<String> = brought.filter_map(|(part, _)| part.accessed().map(str::to_owned)).collect();
        if names.is_empty() {
            return self.assemble(v, parts, span);
        }
        let (of, fields) = self.fields_of(v);
        let but = Node::new(Op::Part(Part::FormBut(fields, names)), vec![of], Ty::Host, span);
        let form = self.graph.push(but);
        self.assemble_on(form, parts, span)
    }

    fn assemble_on(&mut self, form: Value, parts: BTreeMap<Part, Value>, span: Span) -> Value {
        let (parts, values): (Vec<Part>, Vec<Value>) = parts.into_iter().unzip();
        let args = std::iter::once(form).chain(values).collect();
        self.graph.push(Node::new(Op::Assemble(parts), args, Ty::Other, span))
    }

    /// Whether zeros of this part would be as deep as its value is.
    pub(super) fn is_brought(&self, part: &Part, value: Value) -> bool {
        part.accessed().is_some() && self.graph.node(value).ty == Ty::Other
    }

    /// The sum of two tangents of any form; one that is zero but in some parts is added there.
    pub(super) fn sum_of(&mut self, a: Value, b: Value, span: Span) -> Value {
        for (whole, parts) in [(a, b), (b, a)] {
            let node = self.graph.node(parts);
            if let Op::Assemble(of) = &node.op {
                let args = std::iter::once(whole).chain(node.args[1..].iter().copied()).collect();
                return self.graph.push(Node::new(Op::Put(of.clone()), args, Ty::Other, span));
            }
        }
        self.graph.push(Node::new(Op::Sum, vec![a, b], Ty::Other, span))
    }

    /// Puts the nodes in an order in which arguments precede their use, as near to the present one as can be.
    pub(crate) fn sort(&mut self) {
        let n = self.graph.nodes.len();
        let ordered = |(i, node): (usize, &Node)| node.args.iter().all(|a| a.ix() < i);
        if self.graph.nodes.iter().enumerate().all(ordered) {
            return;
        }
        let mut new: Vec<Option<Value>> = vec![None; n];
        let mut out = crate::ir::Graph::default();
        for root in 0..n {
            let mut stack = vec![root];
            while let Some(&i) = stack.last() {
                if new[i].is_some() {
                    stack.pop();
                    continue;
                }
                let node = &self.graph.nodes[i];
                let waits: Vec<usize> =
                    node.args.iter().map(|a| a.ix()).filter(|&a| new[a].is_none()).collect();
                if waits.is_empty() {
                    let args = node.args.iter().filter_map(|a| new[a.ix()]).collect();
                    new[i] = Some(out.push(Node { args, ..node.clone() }));
                    stack.pop();
                }
                // Earlier ones on top.
                stack.extend(waits.into_iter().rev());
            }
        }
        out.outputs = self.graph.outputs.iter().filter_map(|v| new[v.ix()]).collect();
        self.graph = out;
    }
}

/// The node at the place where the rule is named: there rustc says whatever is wrong with a call of it.
fn at_rule(node: &Node, path: &syn::Path) -> Node {
    Node { span: path.span(), ..node.clone() }
}

/// A call of a rule: `more` behind the arguments of the body.
fn rule(path: &syn::Path, node: &Node, ruled: &Ruled, more: &[Value]) -> (Rc<Callee>, Vec<Value>) {
    let ones = more.iter().map(|_| Leaves::One);
    let args = ruled.body.args.iter().cloned().chain(ones).collect();
    let how = if is_of_type(path) { How::Associated } else { How::Function };
    let callee = Rc::new(Callee { path: path.clone(), how, args, noted: false, runs: Runs::Freely });
    (callee, node.args.iter().chain(more).copied().collect())
}
