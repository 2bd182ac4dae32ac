//! The double-where rewrite: `select(c, f(x), y)` must not meet the singularity of `f` where `c` is false.
//!
//! The value of the branch that is not taken is discarded, but its derivative is multiplied by zero, and zero
//! times infinity is NaN. So the operand of a singular op whose derivative only counts inside of a branch is replaced,
//! where that branch is not taken, by a value at which the op is smooth: the row's `safe` column.
//!
//! The guarded ops are copied for the select that guards them. Readers without a derivative (a condition made from its own
//! guarded op, an integer cast) keep the original. Without such readers nothing needs the original, and it goes away.

mod rectified;

use std::collections::{BTreeMap, BTreeSet};

use crate::ir::{Graph, Map, Node, Op, Shape, TensorTy, Ty, Value};
use crate::rules::ParamKind;
use crate::shapes;
use crate::table::RuleCache;

/// A condition, and what it is where the branch is taken.
pub(crate) type Guard = (Value, bool);

/// The guards of each value, under which alone its derivative counts; `None`: it never counts.
pub(crate) type Guards = Vec<Option<BTreeSet<Guard>>>;

/// Equal conditions must be one node, or a value that two selects guard alike is not seen to be guarded.
pub(crate) fn mask_branches(graph: Graph, rules: &RuleCache) -> Graph {
    let graph = rectified::rectified(graph);
    if graph.nodes.iter().all(|node| !matches!(node.op, Op::Map(Map::Select)) && node.regions().is_empty()) {
        return graph;
    }
    let mut out = Masked { graph: Graph::default(), guards: Vec::new(), rules };
    let guards = guards(&graph, &graph.outputs);
    let mut new: Vec<Value> = Vec::with_capacity(graph.nodes.len());
    for (node, guards) in graph.nodes.iter().zip(guards) {
        let mut args: Vec<Value> = node.args.iter().map(|a| new[a.ix()]).collect();
        if matches!(node.op, Op::Map(Map::Select)) && args[1] != args[2] {
            let condition = node.args[0];
            args[1] = out.masked((condition, true), args[0], args[1]);
            args[2] = out.masked((condition, false), args[0], args[2]);
        }
        let mut node = Node { args, ..node.clone() };
        for region in node.regions_mut() {
            region.graph = mask_branches(std::mem::take(&mut region.graph), rules);
        }
        new.push(out.push(node, guards));
    }
    out.graph.outputs = graph.outputs.iter().map(|v| new[v.ix()]).collect();
    out.graph
}

/// The guards of each value where derivatives come from `roots`.
pub(crate) fn guards(graph: &Graph, roots: &[Value]) -> Guards {
    let mut all: Guards = vec![None; graph.nodes.len()];
    for v in roots {
        all[v.ix()] = Some(BTreeSet::new());
    }
    for (i, node) in graph.nodes.iter().enumerate().rev() {
        let Some(own) = all[i].clone() else { continue };
        if !node.ty.is_float() || matches!(node.op, Op::Map(Map::StopGradient)) {
            continue;
        }
        let through: BTreeSet<Guard> =
            own.into_iter().filter(|guard| passes(graph, Value(i as u32), *guard)).collect();
        for (k, arg) in node.args.iter().enumerate() {
            let under = match node.op {
                Op::Map(Map::Select) if k > 0 && node.args[1] != node.args[2] => {
                    through.iter().copied().chain([(node.args[0], k == 1)]).collect()
                }
                _ => through.clone(),
            };
            let seen = &mut all[arg.ix()];
            *seen = Some(match seen.take() {
                Some(before) => before.intersection(&under).copied().collect(),
                None => under,
            });
        }
    }
    all
}

/// Whether operands of `v` are guarded as `v` is: behind a reduction, a view or a product a condition has another shape, unless it
/// is a number.
pub(crate) fn passes(graph: &Graph, v: Value, guard: Guard) -> bool {
    let node = graph.node(v);
    match node.op {
        Op::Map(_) => true,
        Op::Reduce(_) | Op::View(_) | Op::Opaque(_) => {
            matches!(node.ty, Ty::Tensor(_)) && graph.shape(guard.0).rank() == Some(0)
        }
        _ => false,
    }
}

struct Masked<'a> {
    graph: Graph,
    /// As [`guards`], by the conditions' places in the graph that is rewritten.
    guards: Guards,
    rules: &'a RuleCache,
}

impl Masked<'_> {
    fn push(&mut self, node: Node, guards: Option<BTreeSet<Guard>>) -> Value {
        self.guards.push(guards);
        self.graph.push(node)
    }

    /// `branch`, with the singular ops that count under `guard` alone copied and their operands made safe.
    fn masked(&mut self, guard: Guard, condition: Value, branch: Value) -> Value {
        let mut copies: BTreeMap<Value, Value> = BTreeMap::new();
        for v in self.behind(guard, branch) {
            let mut node = self.graph.node(v).clone();
            for arg in &mut node.args {
                *arg = copies.get(arg).copied().unwrap_or(*arg);
            }
            for (arg, safe) in self.singular(&node, condition) {
                node.args[arg] = self.safe_operand((condition, guard.1), node.args[arg], safe, &node);
            }
            if node.args != self.graph.node(v).args {
                // The condition may be larger than the operand; the select makes the result as large as it is anyway.
                let shape = shapes::operands(&self.graph, &node.args);
                if let (Ok(shape), Ty::Tensor(ty)) = (shape, &mut node.ty) {
                    ty.shape = shape;
                }
                let guards = self.guards[v.ix()].clone();
                copies.insert(v, self.push(node, guards));
            }
        }
        copies.get(&branch).copied().unwrap_or(branch)
    }

    /// The elementwise nodes behind `branch` that count under `guard` alone, in the order of the program.
    fn behind(&self, guard: Guard, branch: Value) -> BTreeSet<Value> {
        let mut found = BTreeSet::new();
        let mut open = vec![branch];
        while let Some(v) = open.pop() {
            let node = self.graph.node(v);
            let counts = self.guards[v.ix()].as_ref().is_some_and(|g| g.contains(&guard));
            if counts && matches!(node.op, Op::Map(_)) && node.ty.is_float() && found.insert(v) {
                open.extend(&node.args);
            }
        }
        found
    }

    /// The arguments at which the op of `node` is singular somewhere, and the row's safe operand for each.
    fn singular(&self, node: &Node, condition: Value) -> Vec<(usize, f64)> {
        let row = self.rules.of(&node.op);
        let tensors = row.params.iter().filter(|p| !matches!(p.kind, ParamKind::Host(_)));
        let of = |(arg, name)| row.safe.iter().find(|(n, _)| n == name).map(|(_, safe)| (arg, *safe));
        let mut found: Vec<_> = tensors.map(|p| &p.name).enumerate().filter_map(of).collect();
        found.retain(|(arg, _)| {
            let operand = self.graph.node(node.args[*arg]);
            // A number is not singular in some places only, and what a program guards itself is guarded.
            let guarded = matches!(operand.op, Op::Map(Map::Select)) && operand.args[0] == condition;
            !guarded && !matches!(operand.op, Op::Const(_) | Op::Scalar)
        });
        found
    }

    fn safe_operand(&mut self, (condition, when): Guard, operand: Value, safe: f64, at: &Node) -> Value {
        let elem = self.graph.elem(operand).clone();
        let node = |op, args, shape| {
            let ty = Ty::Tensor(TensorTy { elem: elem.clone(), shape });
            Node { called: Some(at.call()), ..Node::new(op, args, ty, at.span) }
        };
        let number = node(Op::Const(safe), Vec::new(), Shape::scalar());
        let shape = shapes::operands(&self.graph, &[operand, condition]);
        let shape = shape.unwrap_or_else(|_| self.graph.shape(operand).clone());
        let number = self.push(number, None);
        let (a, b) = if when { (operand, number) } else { (number, operand) };
        self.push(node(Op::Map(Map::Select), vec![condition, a, b], shape), None)
    }
}
