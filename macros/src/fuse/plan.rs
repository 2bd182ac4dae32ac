//! Which nodes share a kernel.
//!
//! Grouping is by (level, space): the level of an elementwise node counts the walls behind it (opaque ops, views,
//! reductions, and elementwise nodes of another space), so that a path which leaves a group never comes back to it and
//! the grouped graph has no cycle.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap as HashMap;

use super::{is_fused, is_leaf_number};
use crate::ir::{Graph, List, Map, Node, Op, OpClass, Reduce, Shape, Ty, Value};

/// More statements than this in one kernel spill registers on every target.
const MAX_BODY: usize = 192;
/// `Space::Inputs` is a 64-bit set; WebGPU's default limits are lower and are the printer's business.
const MAX_INPUTS: usize = 40;

pub(super) struct Plan {
    pub(super) uses: Vec<Vec<Value>>,
    /// Effective iteration space of each fused node.
    pub(super) space: Vec<Option<Shape>>,
    pub(super) level: Vec<u32>,
    /// `scale product → the sum it scales`: the product is the output of the group, the sum is not.
    pub(super) folded: HashMap<Value, Value>,
}

impl Plan {
    pub(super) fn new(graph: &Graph) -> Self {
        let uses = uses(graph);
        let mut space = spaces(graph, &uses);
        let Levels { level, folded } = levels(graph, &uses, &mut space);
        let mut plan = Self { uses, space, level, folded };
        plan.sink(graph);
        plan
    }

    /// A kernel for each op.
    pub(super) fn unfused(graph: &Graph) -> Self {
        let own = |node: &Node| match node.op {
            Op::Reduce(_) => Some(graph.shape(node.args[0]).clone()),
            Op::Map(_) => Some(node.ty.tensor().shape.clone()),
            _ => None,
        };
        Self {
            uses: uses(graph),
            space: graph.nodes.iter().map(own).collect(),
            level: (0..graph.nodes.len() as u32).collect(),
            folded: HashMap::default(),
        }
    }

    /// Moves an elementwise node that only feeds one later group of its own space into that group: its inputs
    /// are still there, its result never goes to memory.
    fn sink(&mut self, graph: &Graph) {
        let outputs: BTreeSet<Value> = graph.outputs.iter().copied().collect();
        for i in (0..graph.nodes.len()).rev() {
            let v = Value(i as u32);
            if !matches!(graph.nodes[i].op, Op::Map(_))
                || self.folded.contains_key(&v)
                || outputs.contains(&v)
            {
                continue;
            }
            let mut target: Option<u32> = None;
            let all_in_one = !self.uses[i].is_empty()
                && self.uses[i].iter().all(|&u| {
                    let same = is_fused(&graph.node(u).op) && self.space[u.ix()] == self.space[i];
                    let level = self.level[u.ix()];
                    same && !self.folded.contains_key(&u) && *target.get_or_insert(level) == level
                });
            if let (true, Some(level)) = (all_in_one, target) {
                self.level[i] = level;
            }
        }
    }

    /// Members of each group, in program order; long groups are cut.
    pub(super) fn clusters(&self, graph: &Graph) -> Vec<Vec<Value>> {
        let mut by_key: BTreeMap<(u32, &Shape), Vec<Value>> = BTreeMap::new();
        for (i, node) in graph.nodes.iter().enumerate() {
            let v = Value(i as u32);
            if !is_fused(&node.op) || self.folded.contains_key(&v) {
                continue;
            }
            let space = self.space[i].as_ref().expect("every fused node has a space");
            by_key.entry((self.level[i], space)).or_default().push(v);
        }
        by_key.into_values().flat_map(|members| cut(graph, members)).collect()
    }
}

/// Splits a group that is too long at a point in program order; the later part reads the earlier from memory.
fn cut(graph: &Graph, members: Vec<Value>) -> Vec<Vec<Value>> {
    let mut parts = vec![Vec::new()];
    let mut inputs = BTreeSet::new();
    for v in members {
        let part = parts.last_mut().expect("never empty");
        for &a in &graph.node(v).args {
            if matches!(graph.node(a).ty, Ty::Tensor(_))
                && !part.contains(&a)
                && !is_leaf_number(&graph.node(a).op)
            {
                inputs.insert(a);
            }
        }
        if part.len() >= MAX_BODY || inputs.len() > MAX_INPUTS {
            inputs = graph.node(v).args.iter().copied().collect();
            parts.push(Vec::new());
        }
        parts.last_mut().expect("never empty").push(v);
    }
    parts
}

/// The readers of each value.
pub(super) fn uses(graph: &Graph) -> Vec<Vec<Value>> {
    let mut uses = vec![Vec::new(); graph.nodes.len()];
    for (i, node) in graph.nodes.iter().enumerate() {
        for &a in &node.args {
            let list: &mut Vec<Value> = &mut uses[a.ix()];
            if list.last() != Some(&Value(i as u32)) {
                list.push(Value(i as u32));
            }
        }
    }
    uses
}

/// `sum(x) * c` with no other use of the sum: the sum and the factor.
fn scaled_sum(
    graph: &Graph,
    product: &Node,
    uses: &[Vec<Value>],
    folded: &HashMap<Value, Value>,
) -> Option<(Value, Value)> {
    let (Op::Map(Map::Mul), &[a, b]) = (&product.op, &product.args[..]) else { return None };
    let (sum, factor) = if is_leaf_number(&graph.node(a).op) { (b, a) } else { (a, b) };
    let is_sum =
        matches!(graph.node(sum).op, Op::Reduce(Reduce::Sum | Reduce::SumTo)) || folded.contains_key(&sum);
    let is_float = || graph.elem(sum).may_be_float();
    let folds = is_sum
        && is_float()
        && is_leaf_number(&graph.node(factor).op)
        && uses[sum.ix()].len() == 1
        && !graph.outputs.contains(&sum);
    folds.then_some((sum, factor))
}

/// A node of unknown shape that only feeds nodes of a larger unknown shape is computed in the larger space:
/// where nothing is broadcast at run time, which is the rule, everything is one kernel. And so is a number that a cheap
/// op makes of others, which per element costs less than a kernel of its own.
fn spaces(graph: &Graph, uses: &[Vec<Value>]) -> Vec<Option<Shape>> {
    let mut space: Vec<Option<Shape>> = vec![None; graph.nodes.len()];
    for i in (0..graph.nodes.len()).rev() {
        let node = &graph.nodes[i];
        space[i] = match &node.op {
            Op::Reduce(_) => Some(graph.shape(node.args[0]).clone()),
            Op::Map(_) => {
                let own = node.ty.tensor().shape.clone();
                let is_output = || graph.outputs.contains(&Value(i as u32));
                let number = own.rank() == Some(0) && is_cheap(&node.op) && !is_output();
                Some(widened(graph, &own, number, &uses[i], &space).unwrap_or(own))
            }
            _ => None,
        };
    }
    space
}

pub(super) fn is_cheap(op: &Op) -> bool {
    matches!(op, Op::Map(Map::Add | Map::Sub | Map::Mul | Map::Neg | Map::Cast))
}

fn widened(
    graph: &Graph,
    own: &Shape,
    number: bool,
    uses: &[Value],
    space: &[Option<Shape>],
) -> Option<Shape> {
    if !number && !matches!(own, Shape::Open(_)) {
        return None;
    }
    let mut wider: Option<&Shape> = None;
    for &u in uses {
        if !matches!(graph.node(u).op, Op::Map(_)) {
            return None;
        }
        let theirs = space[u.ix()].as_ref()?;
        if wider.is_some_and(|w| w != theirs) {
            return None;
        }
        wider = Some(theirs);
    }
    wider.filter(|wider| number || own.is_within(wider)).cloned()
}

struct Levels {
    level: Vec<u32>,
    folded: HashMap<Value, Value>,
}

/// The group of level `l` runs when what is available at `l` is there. By induction over the nodes, what is available at `l` waits for
/// groups of lower levels alone, so no group waits for itself:
///
/// * a group reads what is available at its level, and what it makes is available at the next;
/// * a node of no group is available where the last of its arguments is, or later, and ordered code no earlier than
///   the ordered code before it;
/// * a sum is scaled in its kernel only if the factor is available at the level of the kernel.
///
/// Sinking keeps that: a node that sinks is read by one group alone and moves to its level, where its arguments are there all the more.
fn levels(graph: &Graph, uses: &[Vec<Value>], space: &mut [Option<Shape>]) -> Levels {
    // `available[v]`: the first level at which `v` is in memory. `level[v]`: the level of its group.
    let mut available = vec![0u32; graph.nodes.len()];
    let mut level = vec![0u32; graph.nodes.len()];
    let mut folded = HashMap::default();
    // When the host code before this one has run.
    let mut ordered = 0;
    for (i, node) in graph.nodes.iter().enumerate() {
        if let Some((sum, factor)) = scaled_sum(graph, node, uses, &folded)
            && available[factor.ix()] <= level[sum.ix()]
        {
            // In the kernel of the sum, and in no space of its own.
            space[i] = None;
            level[i] = level[sum.ix()];
            available[i] = available[sum.ix()];
            folded.insert(Value(i as u32), sum);
            continue;
        }
        if !is_fused(&node.op) {
            let ready = node.args.iter().map(|a| available[a.ix()]).max().unwrap_or(0);
            // To take an item of a list is no work, all else that makes lists or reads them is.
            let item = matches!(node.op, Op::List(List::Item));
            let light = item
                || matches!(
                    node.op,
                    Op::View(_) | Op::Host(_) | Op::Size(_) | Op::ShapeOf | Op::Part(_) | Op::AsTensor(_)
                );
            let heavy = !item
                && matches!(
                    node.op,
                    Op::Opaque(_)
                        | Op::List(_)
                        | Op::Call(_)
                        | Op::Assemble(_)
                        | Op::Put(_)
                        | Op::Sum
                        | Op::Join
                        | Op::Make(_)
                )
                || node.op.class() == OpClass::Region;
            available[i] = ready + u32::from(light && ready > 0 || heavy);
            if node.is_ordered() {
                ordered = available[i].max(ordered);
                available[i] = ordered;
            }
            continue;
        }
        level[i] = node
            .args
            .iter()
            .map(|&a| {
                let inside =
                    matches!(graph.node(a).op, Op::Map(_)) && space[a.ix()] == space[i] && space[i].is_some();
                if inside { level[a.ix()] } else { available[a.ix()] }
            })
            .max()
            .unwrap_or(0);
        available[i] = level[i] + 1;
    }
    Levels { level, folded }
}
