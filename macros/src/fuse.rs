//! Graph → steps: which nodes share a kernel, and in which order everything runs.
//!
//! A group has one iteration space. Its inputs are tensors in memory that broadcast to the space, its outputs
//! are full tensors or reductions. Grouping is by (level, space): the level of an elementwise node counts the
//! walls behind it (opaque ops, views, reductions, and elementwise nodes of another space), so that a path
//! which leaves a group never comes back to it and the grouped graph has no cycle.

mod products;
mod recomputed;
mod schedule;
#[cfg(test)]
mod tests;
mod whole;

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap as HashMap;

use crate::ir::{Elem, Graph, List, Map, Node, Op, Reduce, Shape, Ty, Value};

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

/// One kernel: what the three printers print.
pub(crate) struct Group {
    pub space: Shape,
    /// Tensors in memory.
    pub inputs: Vec<Value>,
    /// Host numbers: fields of the kernel, f64 in the struct, the compute type in the body.
    pub scalars: Vec<Scalar>,
    /// SSA: `Operand::Local(i)` is statement `i`.
    pub body: Vec<Stmt>,
    pub outputs: Vec<Output>,
}

/// A host number as element type `elem`.
#[derive(Clone, PartialEq)]
pub(crate) struct Scalar {
    pub host: Value,
    pub elem: Elem,
}

pub(crate) struct Stmt {
    pub op: Map,
    pub args: Vec<Operand>,
    /// Element type of the result, of the arguments.
    pub elem: Elem,
    pub arg_elems: Vec<Elem>,
    pub value: Value,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Operand {
    Input(usize),
    Scalar(usize),
    Const(f64),
    Local(usize),
}

pub(crate) struct Output {
    /// The node this output is in the graph (after a folded scale: the product).
    pub value: Value,
    /// The op whose result it is: before a folded scale.
    pub made: Value,
    pub operand: Operand,
    pub elem: Elem,
    pub kind: OutKind,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum OutKind {
    /// One element per point of the space.
    Full,
    /// The broadcast of these inputs (bit set), which may be less than the space at run time.
    Partial(u64),
    /// Reduced over `axes`; `axes` and `keep` are host values.
    Axes { op: Reduce, axes: Value, keep: Value, scale: Vec<ScaleBy> },
    /// Summed to the shape in the host value: un-broadcast.
    To { shape: Value, scale: Vec<ScaleBy> },
}

/// A factor folded into a sum: a literal or a host value.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum ScaleBy {
    Const(f64),
    Host(Value),
}

/// More statements than this in one kernel spill registers on every target.
const MAX_BODY: usize = 192;
/// `Space::Inputs` is a 64-bit set; WebGPU's default limits are lower and are the printer's business.
const MAX_INPUTS: usize = 40;
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

struct Plan {
    uses: Vec<Vec<Value>>,
    /// Effective iteration space of each fused node.
    space: Vec<Option<Shape>>,
    level: Vec<u32>,
    /// `scale product → the sum it scales`: the product is the output of the group, the sum is not.
    folded: HashMap<Value, Value>,
}

impl Plan {
    fn new(graph: &Graph) -> Self {
        let uses = uses(graph);
        let mut space = spaces(graph, &uses);
        let Levels { level, folded } = levels(graph, &uses, &mut space);
        let mut plan = Self { uses, space, level, folded };
        plan.sink(graph);
        plan
    }

    /// A kernel for each op.
    fn unfused(graph: &Graph) -> Self {
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
    fn clusters(&self, graph: &Graph) -> Vec<Vec<Value>> {
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
fn uses(graph: &Graph) -> Vec<Vec<Value>> {
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
    let is_float = || !matches!(graph.elem(sum), Elem::I32);
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

fn is_cheap(op: &Op) -> bool {
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
                || matches!(node.op, Op::View(_) | Op::Host(_) | Op::ShapeOf | Op::Part(_) | Op::AsTensor(_));
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
                        | Op::Branch(_)
                        | Op::Unwind(_)
                        | Op::Loop(_)
                        | Op::Rewind(_)
                );
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

fn build(
    graph: &Graph,
    members: &[Value],
    owner: &HashMap<Value, usize>,
    Plan { folded, uses, space: spaces, .. }: &Plan,
) -> Group {
    let me = owner[&members[0]];
    let mut builder = Builder {
        graph,
        members: members.iter().copied().collect(),
        group: Group::empty(),
        at: HashMap::default(),
    };
    let scale_of: HashMap<Value, Value> = folded.iter().map(|(&product, &sum)| (sum, product)).collect();
    let outputs: BTreeSet<Value> = graph.outputs.iter().copied().collect();
    let mut space = None;
    for &v in members {
        let node = graph.node(v);
        match &node.op {
            Op::Map(op) => {
                builder.statement(*op, v);
                widen(&mut space, &node.ty.tensor().shape);
            }
            Op::Reduce(op) => {
                let operand = builder.operand(node.args[0], &Elem::I32);
                widen(&mut space, spaces[v.ix()].as_ref().expect("every fused node has a space"));
                let (value, scale) = scaled(graph, v, &scale_of);
                let kind = match op {
                    Reduce::SumTo => OutKind::To { shape: node.args[1], scale },
                    _ => OutKind::Axes { op: *op, axes: node.args[1], keep: node.args[2], scale },
                };
                let elem = node.ty.tensor().elem.clone();
                builder.group.outputs.push(Output { value, made: v, operand, elem, kind });
            }
            _ => unreachable!("clusters hold fused nodes only"),
        }
    }
    let space = space.expect("a group has a member");
    let mut group = builder.group;
    let depends = dependence(&group);
    for (local, stmt) in group.body.iter().enumerate() {
        let leaves = outputs.contains(&stmt.value)
            || uses[stmt.value.ix()].iter().any(|u| owner.get(u) != Some(&me) && !folded.contains_key(u));
        if leaves {
            let own = graph.shape(stmt.value);
            let kind = if *own == space { OutKind::Full } else { OutKind::Partial(depends[local]) };
            let elem = stmt.elem.clone();
            let (value, operand) = (stmt.value, Operand::Local(local));
            group.outputs.push(Output { value, made: value, operand, elem, kind });
        }
    }
    group.space = space;
    group
}

/// The larger of two shapes of one group: of unknown ones that with more atoms, and whatever is not a number's.
fn widen(space: &mut Option<Shape>, by: &Shape) {
    let wider = match (&*space, by) {
        (Some(old), new) => old.rank() == Some(0) || old.is_within(new),
        (None, _) => true,
    };
    if wider {
        *space = Some(by.clone());
    }
}

/// Follows the products folded into a sum: the value the group delivers, and the factors.
fn scaled(graph: &Graph, sum: Value, scale_of: &HashMap<Value, Value>) -> (Value, Vec<ScaleBy>) {
    let (mut value, mut scale) = (sum, Vec::new());
    while let Some(&product) = scale_of.get(&value) {
        let factor =
            graph.node(product).args.iter().copied().find(|&a| a != value).expect("a product has a factor");
        scale.push(match &graph.node(factor).op {
            Op::Const(c) => ScaleBy::Const(*c),
            _ => ScaleBy::Host(graph.node(factor).args[0]),
        });
        value = product;
    }
    (value, scale)
}

/// For each statement, the set of inputs it depends on.
fn dependence(group: &Group) -> Vec<u64> {
    let mut sets: Vec<u64> = Vec::with_capacity(group.body.len());
    for stmt in &group.body {
        let set = stmt.args.iter().fold(0, |set, arg| {
            set | match *arg {
                Operand::Input(i) => 1 << i,
                Operand::Local(i) => sets[i],
                Operand::Scalar(_) | Operand::Const(_) => 0,
            }
        });
        sets.push(set);
    }
    sets
}

struct Builder<'g> {
    graph: &'g Graph,
    members: BTreeSet<Value>,
    group: Group,
    at: HashMap<Value, Operand>,
}

/// Element type of an operand. Host operands of elementwise rows are integers, or numbers of the result's type in a row whose
/// parameter is f64.
fn arg_elem(graph: &Graph, v: Value, op: Map, result: &Elem) -> Elem {
    let signature = || op.text().text.split("->").next().unwrap_or_default();
    match &graph.node(v).ty {
        Ty::Tensor(t) => t.elem.clone(),
        _ if signature().contains("f64") => result.clone(),
        _ => Elem::I32,
    }
}

impl Builder<'_> {
    fn statement(&mut self, op: Map, value: Value) {
        let node = self.graph.node(value);
        let elem = node.ty.tensor().elem.clone();
        let arg_elems: Vec<Elem> = node.args.iter().map(|&a| arg_elem(self.graph, a, op, &elem)).collect();
        let args = node.args.iter().zip(&arg_elems);
        let args = args.map(|(&a, elem)| self.operand(a, elem)).collect();
        self.group.body.push(Stmt { op, args, elem, arg_elems, value });
        self.at.insert(value, Operand::Local(self.group.body.len() - 1));
    }

    fn scalar(&mut self, scalar: Scalar) -> Operand {
        let known = self.group.scalars.iter().position(|s| *s == scalar);
        Operand::Scalar(known.unwrap_or_else(|| {
            self.group.scalars.push(scalar);
            self.group.scalars.len() - 1
        }))
    }

    /// `elem` is the type of a host operand.
    fn operand(&mut self, v: Value, elem: &Elem) -> Operand {
        let node = self.graph.node(v);
        if let Op::Const(c) = node.op {
            return Operand::Const(c);
        }
        if let Op::Scalar = node.op {
            return self.scalar(Scalar { host: node.args[0], elem: self.graph.elem(v).clone() });
        }
        if node.ty == Ty::Host {
            return self.scalar(Scalar { host: v, elem: elem.clone() });
        }
        if let Some(&operand) = self.at.get(&v) {
            return operand;
        }
        debug_assert!(!self.members.contains(&v), "members come in program order");
        self.group.inputs.push(v);
        let operand = Operand::Input(self.group.inputs.len() - 1);
        self.at.insert(v, operand);
        operand
    }
}

impl Group {
    fn empty() -> Self {
        Self {
            space: Shape::scalar(),
            inputs: Vec::new(),
            scalars: Vec::new(),
            body: Vec::new(),
            outputs: Vec::new(),
        }
    }

    /// Whether it sums one tensor to shapes, and does nothing else: where they are its own, it is the result.
    pub(crate) fn may_hand_on(&self) -> bool {
        let sums = |o: &Output| matches!(&o.kind, OutKind::To { scale, .. } if scale.is_empty());
        self.body.is_empty() && self.inputs.len() == 1 && self.outputs.iter().all(sums)
    }

    /// Everything the group must find computed: tensors and host values.
    pub(crate) fn reads(&self) -> impl Iterator<Item = Value> + '_ {
        let of_outputs = self.outputs.iter().flat_map(|o| o.kind.reads());
        self.inputs.iter().copied().chain(self.scalars.iter().map(|s| s.host)).chain(of_outputs)
    }
}

impl OutKind {
    /// The host values in it.
    pub(crate) fn reads(&self) -> Vec<Value> {
        match self {
            Self::Full | Self::Partial(_) => Vec::new(),
            Self::Axes { axes, keep, scale, .. } => [*axes, *keep].into_iter().chain(hosts(scale)).collect(),
            Self::To { shape, scale } => std::iter::once(*shape).chain(hosts(scale)).collect(),
        }
    }
}

fn hosts(scale: &[ScaleBy]) -> Vec<Value> {
    scale.iter().filter_map(|s| if let ScaleBy::Host(v) = s { Some(*v) } else { None }).collect()
}
