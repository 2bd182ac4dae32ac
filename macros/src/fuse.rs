//! Graph → steps: which nodes share a kernel, and in which order everything runs.
//!
//! A group has one iteration space. Its inputs are tensors in memory that broadcast to the space, its outputs
//! are full tensors or reductions.

mod group;
mod plan;
mod products;
mod recomputed;
mod schedule;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use rustc_hash::FxHashMap as HashMap;

use group::build;
pub(crate) use group::{Group, Operand, OutKind, Output, Scalar, ScaleBy, Stmt};
use plan::Plan;

use crate::ir::{Graph, Node, Op, Value};

/// The steps that run, in order.
pub(crate) struct Program {
    pub graph: Graph,
    pub groups: Vec<Group>,
    pub steps: Vec<Step>,
    /// The programs of nodes that hold regions: one for each region.
    pub regions: BTreeMap<Value, Vec<Program>>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Step {
    /// One node: a host expression, a view, an opaque call, a `get`, a shape.
    Node(Value),
    /// One kernel.
    Group(usize),
}

/// Inputs and outputs of one kernel: the limit of the tile driver.
const MAX_OPERANDS: usize = 64;

impl Program {
    /// The nodes that are steps of their own, in order.
    pub(crate) fn nodes(&self) -> impl Iterator<Item = Value> {
        self.steps.iter().filter_map(|step| if let Step::Node(v) = step { Some(*v) } else { None })
    }

    pub(crate) fn new(graph: Graph) -> Self {
        let (graph, plan) = recomputed::recomputed(products::added_up(graph));
        let clusters = plan.clusters(&graph);
        // From here on they are the values that they are of.
        let graph = graph.undeclared();
        let planned = Self::planned(&graph, &plan, clusters);
        debug_assert!(!cfg!(test) || planned.is_some(), "levels make the grouped graph acyclic:\n{graph}");
        // Kernels of one op each have an order whatever the graph is: a slower program, where expansion would fail.
        let (groups, steps) =
            planned.or_else(|| Self::unfused(&graph)).expect("nodes name earlier nodes only");
        let held = graph.nodes.iter().enumerate().filter(|(_, node)| !node.regions().is_empty());
        let inner = |node: &Node| node.regions().iter().map(|r| Self::new(r.graph.clone())).collect();
        let regions = held.map(|(i, node)| (Value(i as u32), inner(node))).collect();
        Self { graph, groups, steps, regions }
    }

    fn unfused(graph: &Graph) -> Option<(Vec<Group>, Vec<Step>)> {
        let plan = Plan::unfused(graph);
        Self::planned(graph, &plan, plan.clusters(graph))
    }

    /// The kernels and the order of everything; `None` where there is no order.
    fn planned(graph: &Graph, plan: &Plan, mut clusters: Vec<Vec<Value>>) -> Option<(Vec<Group>, Vec<Step>)> {
        // A group with too many operands is halved; the later half reads the earlier from memory.
        let (built, mut owner) = loop {
            let mut owner: HashMap<Value, usize> = HashMap::default();
            for (index, members) in clusters.iter().enumerate() {
                owner.extend(members.iter().map(|&v| (v, index)));
            }
            let built: Vec<Group> =
                clusters.iter().map(|members| build(graph, members, &owner, plan)).collect();
            let large = |g: &Group| g.inputs.len() + g.outputs.len() > MAX_OPERANDS;
            let Some(at) = built.iter().zip(&clusters).position(|(g, m)| large(g) && m.len() > 1) else {
                break (built, owner);
            };
            let half = clusters[at].len() / 2;
            let later = clusters[at].split_off(half);
            clusters.push(later);
        };
        for (index, group) in built.iter().enumerate() {
            owner.extend(group.outputs.iter().map(|o| (o.value, index)));
        }
        let steps = schedule::schedule(graph, &built, &owner)?;
        Some((built, steps))
    }

    /// It and the programs in it, under the names that their kernels have: for the goldens.
    #[cfg(test)]
    pub(crate) fn all(&self, title: &str) -> Vec<(String, &Self)> {
        let mut all = vec![(title.to_owned(), self)];
        for (&v, programs) in &self.regions {
            let inner = programs.iter().enumerate();
            all.extend(inner.flat_map(|(i, program)| program.all(&region_title(title, v, i))));
        }
        all
    }
}

/// The name of region `index` of `v` in the program `title`.
pub(crate) fn region_title(title: &str, v: Value, index: usize) -> String {
    format!("{title}_r{}_{index}", v.0)
}

/// Whether a node lives inside groups and never becomes a step of its own.
pub(crate) fn is_fused(op: &Op) -> bool {
    matches!(op, Op::Map(_) | Op::Reduce(_))
}

/// Rank-0 numbers that cost nothing inside a group.
fn is_leaf_number(op: &Op) -> bool {
    matches!(op, Op::Const(_) | Op::Scalar)
}
