//! The double-where rewrite: `select(c, f(x), y)` must not meet the singularity of `f` where `c` is false.
//!
//! The value of the branch that is not taken is discarded, but its derivative is multiplied by zero, and zero
//! times infinity is NaN. So the operand of a singular op that only feeds one branch is replaced, where that branch
//! is not taken, by a value at which the op is smooth: the row's `safe` column.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

use crate::ir::{Graph, Map, Node, Op, Shape, TensorTy, Ty, Value};
use crate::rules::{ParamKind, RuleCache};
use crate::shapes;

pub(crate) fn mask_branches(graph: &Graph, rules: &RuleCache) -> Graph {
    let masks = find(graph, rules);
    if masks.is_empty() {
        return graph.clone();
    }
    let mut out = Graph::default();
    let mut new = vec![Value(0); graph.nodes.len()];
    for v in order(graph, &masks) {
        let node = graph.node(v);
        let mut args: Vec<Value> = node.args.iter().map(|a| new[a.ix()]).collect();
        for mask in masks.iter().filter(|m| m.at == v) {
            let operand = args[mask.arg];
            let (ty, span) = (out.node(operand).ty.clone(), node.span);
            let number = TensorTy { elem: ty.tensor().elem.clone(), shape: Shape::scalar() };
            let safe = out.push(Node {
                op: Op::Const(mask.safe),
                args: vec![],
                ty: Ty::Tensor(number),
                span,
                name: None,
            });
            let condition = new[mask.condition.ix()];
            let (a, b) = if mask.when { (operand, safe) } else { (safe, operand) };
            args[mask.arg] = out.push(Node {
                op: Op::Map(Map::Select),
                args: vec![condition, a, b],
                ty,
                span,
                name: None,
            });
        }
        new[v.ix()] = out.push(Node { args, ..node.clone() });
    }
    out.outputs = graph.outputs.iter().map(|v| new[v.ix()]).collect();
    out
}

/// The program's order, but for conditions that were written after the op they guard.
fn order(graph: &Graph, masks: &[Mask]) -> Vec<Value> {
    let n = graph.nodes.len();
    let mut waiting = vec![0usize; n];
    let mut unblocks: Vec<Vec<usize>> = vec![Vec::new(); n];
    let edges =
        graph.nodes.iter().enumerate().flat_map(|(i, node)| node.args.iter().map(move |a| (a.ix(), i)));
    for (from, to) in edges.chain(masks.iter().map(|m| (m.condition.ix(), m.at.ix()))) {
        waiting[to] += 1;
        unblocks[from].push(to);
    }
    let mut ready: BinaryHeap<_> = (0..n).filter(|&i| waiting[i] == 0).map(Reverse).collect();
    let mut order = Vec::with_capacity(n);
    while let Some(Reverse(i)) = ready.pop() {
        order.push(Value(i as u32));
        for &next in &unblocks[i] {
            waiting[next] -= 1;
            if waiting[next] == 0 {
                ready.push(Reverse(next));
            }
        }
    }
    debug_assert_eq!(order.len(), n, "a condition that depends on the op it guards makes no mask");
    order
}

/// Argument `arg` of node `at` becomes `safe` where `condition` is not `when`.
struct Mask {
    at: Value,
    arg: usize,
    condition: Value,
    when: bool,
    safe: f64,
}

fn find(graph: &Graph, rules: &RuleCache) -> Vec<Mask> {
    let mut uses: Vec<Vec<Value>> = vec![Vec::new(); graph.nodes.len()];
    for (i, node) in graph.nodes.iter().enumerate() {
        for a in &node.args {
            uses[a.ix()].push(Value(i as u32));
        }
    }
    let mut masks = Vec::new();
    for (i, node) in graph.nodes.iter().enumerate() {
        let Op::Map(Map::Select) = node.op else { continue };
        let (select, condition) = (Value(i as u32), node.args[0]);
        for (branch, when) in [(node.args[1], true), (node.args[2], false)] {
            if node.args[1] == node.args[2] {
                continue;
            }
            for at in exclusive(graph, &uses, select, branch) {
                let row = rules.of(&graph.node(at).op);
                let tensors = row.params.iter().filter(|p| !matches!(p.kind, ParamKind::Host(_)));
                for (arg, param) in tensors.enumerate() {
                    let Some((_, safe)) = row.safe.iter().find(|(name, _)| *name == param.name) else {
                        continue;
                    };
                    // The condition must not enlarge the operand, nor be made from what it guards.
                    let operand = graph.node(at).args[arg];
                    let fits = shapes::broadcast(graph.shape(operand), graph.shape(condition))
                        .is_ok_and(|s| s == *graph.shape(operand));
                    let number = matches!(graph.node(operand).op, Op::Const(_) | Op::Scalar);
                    if fits && !number && !depends(graph, condition, at) {
                        masks.push(Mask { at, arg, condition, when, safe: *safe });
                    }
                }
            }
        }
    }
    masks
}

/// Whether `v` is made from `from`.
fn depends(graph: &Graph, v: Value, from: Value) -> bool {
    let mut reached = vec![false; v.ix() + 1];
    reached[v.ix()] = true;
    for i in (0..=v.ix()).rev() {
        if reached[i] {
            if i == from.ix() {
                return true;
            }
            for a in &graph.nodes[i].args {
                reached[a.ix()] = true;
            }
        }
    }
    false
}

/// Elementwise nodes behind `branch` that nothing but this branch reads.
fn exclusive(graph: &Graph, uses: &[Vec<Value>], select: Value, branch: Value) -> BTreeSet<Value> {
    let mut found = BTreeSet::new();
    for i in (0..=branch.ix()).rev() {
        let v = Value(i as u32);
        let inside = |u: &Value| (*u == select && v == branch) || found.contains(u);
        let read = &uses[i];
        if matches!(graph.nodes[i].op, Op::Map(_))
            && !graph.outputs.contains(&v)
            && v != graph.node(select).args[0]
            && !read.is_empty()
            && read.iter().all(inside)
        {
            found.insert(v);
        } else if v == branch {
            break;
        }
    }
    found
}
