//! One kernel and how it is built of nodes.

mod whole;

use std::collections::BTreeSet;

use rustc_hash::FxHashMap as HashMap;

use super::plan::Plan;
use crate::ir::{Elem, Graph, Map, Op, Reduce, Shape, Ty, Value};

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

pub(super) fn build(
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
        let sums = |o: &Output| {
            o.operand == Operand::Input(0) && matches!(&o.kind, OutKind::To { scale, .. } if scale.is_empty())
        };
        self.inputs.len() == 1 && self.outputs.iter().all(sums)
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
