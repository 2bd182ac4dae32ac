//! Cuts a joint graph in two: what the forward hands to the pullback is a minimum cut.
//!
//! Every value that does not depend on a cotangent could be computed on either side. A value that the pullback
//! reads is either handed over (it costs its bytes) or computed again from others that are (elementwise ops and
//! views only; a product or a reduction is never done twice). The cheapest hand-over is a minimum vertex cut
//! between what cannot be recomputed and what is read.

mod replay;

pub(crate) use replay::replay;

use std::collections::{BTreeSet, VecDeque};

use rustc_hash::FxHashMap as HashMap;

use crate::ir::{Atom, Elem, Graph, List, Node, Op, Part, Runs, Shape, Ty, Value};
use crate::simplify::live;

/// A forward graph that also returns the residuals, and a pullback graph that starts from them.
pub(crate) struct Pair {
    /// Outputs: the primal's, then the residuals.
    pub forward: Graph,
    /// Inputs: the residuals in order, then the cotangents.
    pub pullback: Graph,
    /// The residuals as values of `forward`.
    pub residuals: Vec<Value>,
}

impl Pair {
    /// The pullback of some of its outputs.
    pub(crate) fn pullback_of(&self, outputs: std::ops::Range<usize>) -> Graph {
        live(Graph { outputs: self.pullback.outputs[outputs].to_vec(), ..self.pullback.clone() })
    }
}

/// `joint` has inputs: `primal_inputs` parameters, then cotangents; outputs: `primal_outputs` results, then gradients.
/// `again`: whatever can be computed twice is, rather than kept. The first `fresh` inputs are no argument of the caller's: they are there for this run of a body alone.
pub(crate) fn split(
    joint: &Graph,
    primal_inputs: u32,
    primal_outputs: usize,
    fresh: u32,
    again: bool,
) -> Pair {
    let linear = depends_on_cotangent(joint, primal_inputs);
    let twice: Vec<bool> = if again {
        is_fixed(joint).into_iter().map(|fixed| !fixed).collect()
    } else {
        joint.nodes.iter().map(|node| recomputable(joint, node) && !compares_rounded(joint, node)).collect()
    };
    let gradients = &joint.outputs[primal_outputs..];
    let read = read_by_pullback(joint, &linear, gradients);
    let saved = min_cut(joint, &linear, (&read, &joint.outputs[..primal_outputs]), &twice, (fresh, again));
    let mut forward = joint.clone();
    forward.outputs.truncate(primal_outputs);
    forward.outputs.extend(saved.iter().copied());
    let forward = live(forward);
    let residuals = forward.outputs[primal_outputs..].to_vec();
    Pair { forward, pullback: pullback(joint, &saved, &linear, primal_inputs, gradients, &twice), residuals }
}

fn depends_on_cotangent(graph: &Graph, primal_inputs: u32) -> Vec<bool> {
    let mut linear = vec![false; graph.nodes.len()];
    for (i, node) in graph.nodes.iter().enumerate() {
        linear[i] = match node.op {
            Op::Input(n) => n >= primal_inputs,
            // A reverse sweep, even where it begins with nothing but the places of taps.
            Op::Gather | Op::Unwind(_) | Op::Rewind(_) => true,
            // Shapes of cotangent-side values would be cotangent-side host code; they are still only shapes.
            _ => node.args.iter().any(|a| linear[a.ix()]),
        };
    }
    linear
}

/// Values off the cotangent side that the pullback reads directly.
fn read_by_pullback(graph: &Graph, linear: &[bool], gradients: &[Value]) -> BTreeSet<Value> {
    let mut needed = vec![false; graph.nodes.len()];
    let mut read = BTreeSet::new();
    for &v in gradients {
        if linear[v.ix()] {
            needed[v.ix()] = true;
        } else {
            read.insert(v);
        }
    }
    for i in (0..graph.nodes.len()).rev() {
        if needed[i] {
            for &a in &graph.nodes[i].args {
                if linear[a.ix()] {
                    needed[a.ix()] = true;
                } else {
                    read.insert(a);
                }
            }
        }
    }
    read
}

/// The values that a checkpoint cannot compute again: what comes from outside, and what may do more than compute, with
/// its parts.
fn is_fixed(graph: &Graph) -> Vec<bool> {
    let mut fixed = vec![false; graph.nodes.len()];
    for (i, node) in graph.nodes.iter().enumerate() {
        fixed[i] = match &node.op {
            Op::Input(_) | Op::Part(Part::Bound(_)) => true,
            // A name that a pattern of the user's binds.
            Op::Host(h) if node.args.is_empty() && h.known.is_none() => true,
            Op::Part(_) | Op::Get(_) => {
                fixed[node.args[0].ix()] && !matches!(graph.node(node.args[0]).op, Op::Input(_))
            }
            _ => !node.repeats(),
        };
    }
    fixed
}

fn recomputable(graph: &Graph, node: &Node) -> bool {
    match &node.op {
        // To a device it would be sent again.
        Op::AsTensor(_) if graph.node(node.args[0]).ty == Ty::Host => false,
        Op::Map(_)
        | Op::View(_)
        | Op::Const(_)
        | Op::Scalar
        | Op::Zero
        | Op::Place(_)
        | Op::AsTensor(_)
        | Op::Declared
        | Op::Part(Part::Field(_) | Part::FieldForm(_))
        | Op::List(List::Item) => true,
        Op::Host(_) | Op::Size(_) => node.op.known().is_some() && node.runs() != Runs::Once,
        _ => false,
    }
}

/// Whether it compares two tensors of a half type, or of one that may be. Kernels round these where they store them and not before. So a
/// largest element would be equal to nothing that is computed again.
fn compares_rounded(graph: &Graph, node: &Node) -> bool {
    let is_half = |v: &&Value| {
        let node = graph.node(**v);
        let is_rounded = matches!(&node.ty, Ty::Tensor(t) if t.elem.is_rounded());
        is_rounded && !matches!(node.op, Op::Const(_) | Op::Scalar)
    };
    let gives_truth = matches!(&node.ty, Ty::Tensor(t) if t.elem == Elem::Bool);
    matches!(node.op, Op::Map(_)) && gives_truth && node.args.iter().filter(is_half).count() > 1
}

/// Relative bytes of keeping a value alive until the pullback. Parameters and results are usually alive anyway; what
/// a call or a view reads is in memory in any case (`in_memory`).
fn cost(graph: &Graph, v: Value, held: bool, in_memory: bool) -> i64 {
    let node = graph.node(v);
    let (ty, tensors) = match &node.ty {
        Ty::Tensor(ty) => (ty, 1),
        // Its items are kept one by one until the function reads many of them.
        Ty::List(ty) => (ty, 8),
        // The tensors in it are not known, but they are there.
        // All of a struct, where some fields would do.
        Ty::Other if matches!(node.op, Op::Input(_)) => return 1 << 40,
        Ty::Other => return 4096,
        // Its entries are values that can be kept, and have tangents and zeros of their own.
        Ty::Tuple(_) => return INFINITE,
        Ty::Host | Ty::Gathered(_) => return 1,
    };
    let bytes = ty.elem.stored().map_or(4, |row| row.bytes);
    let size = match &ty.shape {
        Shape::Dims(d) if d.is_empty() => 4,
        Shape::Dims(d) if d.len() == 1 => 64,
        Shape::Open(atoms) if atoms.iter().all(|a| matches!(a, Atom::Kept { .. })) => 64,
        _ => 1024,
    };
    let quarters = match (held, in_memory) {
        (true, _) => 1,
        (false, true) => 3,
        (false, false) => 4,
    };
    // One unit in favour of what is nearer to the inputs keeps the choice stable.
    bytes * size * tensors * quarters / 4 + 1
}

/// Whether a value lies in the caller's memory.
pub(crate) fn is_argument(graph: &Graph, v: Value) -> bool {
    let node = graph.node(v);
    match node.op {
        Op::Input(_) => true,
        Op::List(List::Item) => matches!(graph.node(node.args[0]).op, Op::Input(_)),
        Op::AsTensor(_) | Op::Declared | Op::Part(Part::Field(_)) => is_argument(graph, node.args[0]),
        _ => false,
    }
}

const INFINITE: i64 = i64::MAX / 4;

fn min_cut(
    graph: &Graph,
    linear: &[bool],
    (read, outputs): (&BTreeSet<Value>, &[Value]),
    twice: &[bool],
    (fresh, again): (u32, bool),
) -> Vec<Value> {
    let n = graph.nodes.len();
    let mut in_memory = vec![false; n];
    for (i, node) in graph.nodes.iter().enumerate() {
        if !linear[i]
            && matches!(
                node.op,
                Op::Opaque(_) | Op::View(_) | Op::List(_) | Op::Call(_) | Op::AsTensor(_) | Op::Declared
            )
        {
            in_memory[i] = true;
            for a in read_again(node) {
                in_memory[a.ix()] = true;
            }
        }
    }
    let (source, sink) = (2 * n, 2 * n + 1);
    let mut net = Net::new(2 * n + 2);
    for (i, node) in graph.nodes.iter().enumerate() {
        if linear[i] {
            continue;
        }
        let v = Value(i as u32);
        // Numbers known at expansion cost nothing on either side.
        let free = twice[i] && node.args.is_empty();
        let is_fresh = matches!(node.op, Op::Input(n) if n < fresh);
        let held = outputs.contains(&v) || is_argument(graph, v) && !is_fresh;
        let in_memory = in_memory[i] || is_fresh;
        let cost = match node.op {
            _ if free => 0,
            // What others keep is all that they would have kept; and these are all of their parts at once.
            Op::Call(_) | Op::Branch(_) | Op::Loop(_) if again => INFINITE,
            Op::Part(Part::Kept) if again && twice[i] => INFINITE,
            _ if again && graph.is_pullback(v) => INFINITE,
            _ => cost(graph, v, held, in_memory),
        };
        net.edge(2 * i, 2 * i + 1, cost);
        if twice[i] {
            for a in read_again(node) {
                net.edge(2 * a.ix() + 1, 2 * i, INFINITE);
            }
        } else {
            net.edge(source, 2 * i, INFINITE);
        }
        if read.contains(&v) {
            net.edge(2 * i + 1, sink, INFINITE);
        }
    }
    let reached = net.cut(source, sink);
    (0..n).filter(|&i| !linear[i] && reached[2 * i] && !reached[2 * i + 1]).map(|i| Value(i as u32)).collect()
}

/// A flow network small enough for plain augmenting paths.
struct Net {
    first: Vec<Vec<usize>>,
    to: Vec<usize>,
    room: Vec<i64>,
}

impl Net {
    fn new(n: usize) -> Self {
        Self { first: vec![Vec::new(); n], to: Vec::new(), room: Vec::new() }
    }

    fn edge(&mut self, from: usize, to: usize, capacity: i64) {
        for (a, b, room) in [(from, to, capacity), (to, from, 0)] {
            self.first[a].push(self.to.len());
            self.to.push(b);
            self.room.push(room);
        }
    }

    /// Saturates the network; which vertices the source still reaches.
    fn cut(&mut self, source: usize, sink: usize) -> Vec<bool> {
        loop {
            let mut via: Vec<Option<usize>> = vec![None; self.first.len()];
            let mut reached = vec![false; self.first.len()];
            reached[source] = true;
            let mut queue = VecDeque::from([source]);
            while let Some(at) = queue.pop_front() {
                for &e in &self.first[at] {
                    if self.room[e] > 0 && !reached[self.to[e]] {
                        reached[self.to[e]] = true;
                        via[self.to[e]] = Some(e);
                        queue.push_back(self.to[e]);
                    }
                }
            }
            if !reached[sink] {
                return reached;
            }
            let (mut at, mut flow) = (sink, INFINITE);
            while let Some(e) = via[at] {
                flow = flow.min(self.room[e]);
                at = self.to[e ^ 1];
            }
            at = sink;
            while let Some(e) = via[at] {
                self.room[e] -= flow;
                self.room[e ^ 1] += flow;
                at = self.to[e ^ 1];
            }
        }
    }
}

/// The operands that a node reads when it is computed a second time. A comparison made once holds.
fn read_again(node: &Node) -> &[Value] {
    if let Op::Declared = node.op { &node.args[..1] } else { &node.args }
}

/// The values that `outputs` need, but for those behind a value that is `given`.
fn needed(graph: &Graph, outputs: &[Value], given: impl Fn(Value) -> bool) -> Vec<bool> {
    let mut needed = vec![false; graph.nodes.len()];
    for v in outputs {
        needed[v.ix()] = true;
    }
    for (i, node) in graph.nodes.iter().enumerate().rev() {
        if needed[i] && !given(Value(i as u32)) {
            for a in read_again(node) {
                needed[a.ix()] = true;
            }
        }
    }
    needed
}

fn pullback(
    joint: &Graph,
    saved: &[Value],
    linear: &[bool],
    primal_inputs: u32,
    gradients: &[Value],
    twice: &[bool],
) -> Graph {
    let mut out = Graph::default();
    let mut new: HashMap<Value, Value> = HashMap::default();
    for (k, &v) in saved.iter().enumerate() {
        let node = Node { op: Op::Input(k as u32), args: Vec::new(), ..joint.node(v).clone() };
        new.insert(v, out.push(node));
    }
    let needed = needed(joint, gradients, |v| new.contains_key(&v));
    for (i, node) in joint.nodes.iter().enumerate() {
        let v = Value(i as u32);
        if new.contains_key(&v) {
            continue;
        }
        let op = match node.op {
            // Not even what has its place among host code: the forward ran that.
            ref op if !needed[i] && !matches!(op, Op::Input(_)) => continue,
            Op::Input(n) if linear[i] => Op::Input(saved.len() as u32 + n - primal_inputs),
            Op::Input(_) => continue,
            _ if !linear[i] && !twice[i] => continue,
            _ => node.ran(),
        };
        // A value whose arguments were not handed over is not needed here.
        let Some(args) = read_again(node).iter().map(|a| new.get(a).copied()).collect::<Option<Vec<_>>>()
        else {
            continue;
        };
        new.insert(v, out.push(Node { op, args, ..node.clone() }));
    }
    out.outputs = gradients.iter().map(|v| new[v]).collect();
    live(out)
}
