//! The order of everything that runs.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

use rustc_hash::FxHashMap as HashMap;

use super::{Group, Step, is_fused, is_leaf_number};
use crate::ir::{Graph, Op, Value};

/// A step to be ordered.
struct Planned {
    step: Step,
    reads: Vec<Value>,
    /// Where it stands in the program.
    at: u32,
}

/// Program order of steps: Kahn's algorithm, earliest first in the order of the source.
///
/// Ordered host code keeps its order. All other steps stay before or behind the code, as in the program. Only its operands, values
/// in kernels with these operands, and shapes may come earlier. `None`: steps wait for each other.
pub(super) fn schedule(graph: &Graph, groups: &[Group], owner: &HashMap<Value, usize>) -> Option<Vec<Step>> {
    let mut steps: Vec<Planned> = Vec::new();
    let mut step_of: HashMap<Value, usize> = HashMap::default();
    let ordered: Vec<u32> =
        (0u32..).zip(&graph.nodes).filter(|(_, node)| node.is_ordered()).map(|(i, _)| i).collect();
    for (index, group) in groups.iter().enumerate() {
        let first = group.outputs.iter().map(|o| o.value.0).min().unwrap_or(0);
        let members = group.body.iter().map(|s| s.value).chain(group.outputs.iter().map(|o| o.made));
        let last = members.map(|v| v.0).max().unwrap_or(first);
        // All of it fails where one of its ops does, so all of it waits for an assertion before one of them.
        let guard = ordered[..ordered.partition_point(|&o| o < last)].last().map_or(0, |o| o + 1);
        step_of.extend(group.outputs.iter().map(|o| (o.value, steps.len())));
        steps.push(Planned {
            step: Step::Group(index),
            reads: group.reads().collect(),
            at: first.max(guard),
        });
    }
    let mut before: Option<Value> = None;
    let mut in_order = Vec::new();
    for (i, node) in graph.nodes.iter().enumerate() {
        let v = Value(i as u32);
        let is_no_step = is_fused(&node.op) || is_leaf_number(&node.op) || matches!(node.op, Op::Declared);
        if is_no_step || owner.contains_key(&v) {
            continue;
        }
        let mut reads = node.args.clone();
        if node.is_ordered() {
            reads.extend(before.replace(v));
            in_order.push(steps.len());
        }
        step_of.insert(v, steps.len());
        // A shape is read where its tensor is made: then the tensor ends with the last that reads elements, which may write in its place.
        let at = match (&node.op, node.args.first()) {
            (Op::ShapeOf, Some(of)) if !matches!(graph.node(*of).op, Op::Input(_)) => of.0,
            _ => v.0,
        };
        steps.push(Planned { step: Step::Node(v), reads, at });
    }
    let mut waiting = vec![0usize; steps.len()];
    let mut needs: Vec<BTreeSet<usize>> = Vec::with_capacity(steps.len());
    let mut unblocks: Vec<Vec<usize>> = vec![Vec::new(); steps.len()];
    for (at, planned) in steps.iter().enumerate() {
        let of: BTreeSet<usize> =
            planned.reads.iter().filter_map(|r| step_of.get(&leaf_host(graph, *r))).copied().collect();
        waiting[at] = of.len();
        for &need in &of {
            unblocks[need].push(at);
        }
        needs.push(of);
    }
    // What ordered code reads is as urgent as the code itself.
    let mut urgent: Vec<Option<u32>> = vec![None; steps.len()];
    for &reader in &in_order {
        let mut open = vec![reader];
        while let Some(at) = open.pop() {
            if urgent[at].is_none() {
                urgent[at] = Some(steps[reader].at);
                open.extend(&needs[at]);
            }
        }
    }
    let turn = |at: usize| {
        let own = steps[at].at;
        Reverse((urgent[at].map_or(own, |u| u.min(own)), own, at))
    };
    let mut ready: BinaryHeap<_> = (0..steps.len()).filter(|&at| waiting[at] == 0).map(turn).collect();
    let mut order = Vec::with_capacity(steps.len());
    while let Some(Reverse((.., at))) = ready.pop() {
        order.push(steps[at].step);
        for &next in &unblocks[at] {
            waiting[next] -= 1;
            if waiting[next] == 0 {
                ready.push(turn(next));
            }
        }
    }
    (order.len() == steps.len()).then_some(order)
}

/// A rank-0 number read by a step of its own is made from its host value on the spot.
fn leaf_host(graph: &Graph, v: Value) -> Value {
    match graph.node(v).op {
        Op::Scalar => graph.node(v).args[0],
        _ => v,
    }
}
