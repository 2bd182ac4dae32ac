//! Values that are computed where they are read, because that costs no more than to read them.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap as HashMap;

use super::plan::{Plan, is_cheap, uses};
use super::{is_fused, is_leaf_number};
use crate::ir::{Atom, Graph, Node, Op, Shape, Ty, Value, View};

/// Ops of one value that are repeated at most.
const MOST: usize = 3;

/// Rounds of the search at most: what a value is made of may go after the value.
const ROUNDS: usize = 4;

/// A group, by what it is made by.
type Key<'g> = (u32, Option<&'g Shape>);

/// A value, the ops that make it, the value last, and for each copy of these the readers.
struct Copies {
    ops: Vec<Value>,
    readers: Vec<Vec<Value>>,
    /// Nothing reads the value itself any more.
    moves: bool,
}

/// The graph in which each group that reads a cheap value makes it, where the group then reads no more memory than before. Nothing is
/// stored for the value. `x - mean(x)` is such a value.
pub(super) fn recomputed(mut graph: Graph) -> (Graph, Plan) {
    let mut plan = Plan::new(&graph);
    for _ in 0..ROUNDS {
        let found = found(&graph, &plan);
        if found.is_empty() {
            break;
        }
        graph = copied(&graph, &found);
        plan = Plan::new(&graph);
    }
    (graph, plan)
}

/// Values that are to be copied, none of which another one is made of.
fn found(graph: &Graph, plan: &Plan) -> BTreeMap<Value, Copies> {
    let mut search = Search { graph, plan, reads: BTreeMap::new() };
    let mut reads: BTreeMap<Key<'_>, BTreeSet<Value>> = BTreeMap::new();
    for u in (0..graph.nodes.len() as u32).map(Value) {
        if is_fused(&graph.node(u).op) && !plan.folded.contains_key(&u) {
            let key = search.key(u);
            let inside = |a: &Value| matches!(graph.node(*a).op, Op::Map(_)) && search.key(*a) == key;
            let args = graph.node(u).args.iter().copied();
            reads.entry(key).or_default().extend(args.filter(|a| !inside(a)));
        }
    }
    search.reads = reads;
    let (mut found, mut made, mut read) = (BTreeMap::new(), BTreeSet::new(), BTreeSet::new());
    for v in (0..graph.nodes.len() as u32).rev().map(Value) {
        let Some(copies) = search.copies(v) else { continue };
        let args = || copies.ops.iter().flat_map(|op| graph.node(*op).args.iter().copied());
        if args().all(|a| !made.contains(&a))
            && copies.ops.iter().all(|v| !made.contains(v) && !read.contains(v))
        {
            made.extend(copies.ops.iter().copied());
            read.extend(args());
            found.insert(v, copies);
        }
    }
    found
}

struct Search<'g> {
    graph: &'g Graph,
    plan: &'g Plan,
    /// The values that each group reads of memory.
    reads: BTreeMap<Key<'g>, BTreeSet<Value>>,
}

impl<'g> Search<'g> {
    fn key(&self, v: Value) -> Key<'g> {
        (self.plan.level[v.ix()], self.plan.space[v.ix()].as_ref())
    }

    fn copies(&self, v: Value) -> Option<Copies> {
        let node = self.graph.node(v);
        if !is_cheap(&node.op) || !is_exact(&node.ty) || self.stays(v) {
            return None;
        }
        let all = self.readers(v).filter(|all| all.len() > 1)?;
        let (mut ops, mut needs) = (Vec::new(), Vec::new());
        self.needs(v, &mut ops, &mut needs)?;
        let mut copies = Copies { ops, readers: Vec::new(), moves: true };
        for (key, readers) in all {
            if key == self.key(v) {
                copies.moves = false;
                continue;
            }
            // One more is read in place of the value.
            if needs.iter().filter(|a| !self.reads[&key].contains(a)).count() > 1 {
                return None;
            }
            copies.readers.push(readers);
        }
        Some(copies)
    }

    /// Whether it is in memory whatever its readers do.
    fn stays(&self, v: Value) -> bool {
        self.graph.outputs.contains(&v) || self.plan.folded.contains_key(&v)
    }

    /// The readers of `v` by group; `None` where one is no elementwise op or reduction of its space.
    fn readers(&self, v: Value) -> Option<BTreeMap<Key<'g>, Vec<Value>>> {
        let mut all: BTreeMap<Key<'g>, Vec<Value>> = BTreeMap::new();
        for &u in &self.plan.uses[v.ix()] {
            let fits = is_fused(&self.graph.node(u).op)
                && self.plan.space[u.ix()] == self.plan.space[v.ix()]
                && !self.plan.folded.contains_key(&u);
            if !fits {
                return None;
            }
            all.entry(self.key(u)).or_default().push(u);
        }
        Some(all)
    }

    /// The ops that make `v` of what is in memory, and the large values among that.
    fn needs(&self, v: Value, ops: &mut Vec<Value>, needs: &mut Vec<Value>) -> Option<()> {
        for &a in &self.graph.node(v).args {
            let node = self.graph.node(a);
            if node.ty == Ty::Host || is_leaf_number(&node.op) || ops.contains(&a) {
                continue;
            }
            if self.is_in_memory(a) {
                let small = matches!(node.op, Op::View(View::BroadcastTo)) || self.is_smaller(a, v);
                if !small && !is_dense(&node.op) {
                    return None;
                }
                if !small && !needs.contains(&a) {
                    needs.push(a);
                }
            } else {
                if !is_cheap(&node.op) || self.plan.space[a.ix()] != self.plan.space[v.ix()] {
                    return None;
                }
                self.needs(a, ops, needs)?;
            }
        }
        ops.push(v);
        (ops.len() <= MOST).then_some(())
    }

    /// Whether `a` repeats in the space of `v`. What is unknown may be as large.
    fn is_smaller(&self, a: Value, v: Value) -> bool {
        let shape = self.graph.shape(a);
        let is_known = match shape {
            Shape::Dims(_) => true,
            Shape::Open(atoms) => atoms.iter().all(|a| matches!(a, Atom::Kept { .. })),
        };
        is_known && Some(shape) != self.plan.space[v.ix()].as_ref()
    }

    fn is_in_memory(&self, v: Value) -> bool {
        if !matches!(self.graph.node(v).op, Op::Map(_)) {
            return true;
        }
        let own = self.key(v);
        self.stays(v) || self.plan.uses[v.ix()].iter().any(|u| self.key(*u) != own)
    }
}

/// Whether memory keeps all of a value. What half types lose there a copy would not: no element of it would be the largest of its row,
/// which was made of the other.
fn is_exact(ty: &Ty) -> bool {
    matches!(ty, Ty::Tensor(t) if !t.elem.is_rounded())
}

/// Whether its result lies as an output of a kernel would.
fn is_dense(op: &Op) -> bool {
    matches!(op, Op::Map(_) | Op::Input(_) | Op::Opaque(_) | Op::View(View::Reshape))
}

/// The copies stand right behind the value.
fn copied(graph: &Graph, found: &BTreeMap<Value, Copies>) -> Graph {
    let (mut new, uses) = (vec![Value(u32::MAX); graph.nodes.len()], uses(graph));
    let mut gone = BTreeSet::new();
    for op in found.values().filter(|c| c.moves).flat_map(|c| c.ops.iter().rev()) {
        if found.contains_key(op) || uses[op.ix()].iter().all(|u| gone.contains(u)) {
            gone.insert(*op);
        }
    }
    // What a reader reads in place of a value.
    let mut own: HashMap<(Value, Value), Value> = HashMap::default();
    let mut out = Graph::default();
    for (i, node) in graph.nodes.iter().enumerate() {
        let v = Value(i as u32);
        let copies = found.get(&v);
        if !gone.contains(&v) {
            let args = node.args.iter().map(|a| own.get(&(v, *a)).copied().unwrap_or(new[a.ix()])).collect();
            new[i] = out.push(Node { args, ..node.clone() });
        }
        for readers in copies.iter().flat_map(|c| &c.readers) {
            let mut made: HashMap<Value, Value> = HashMap::default();
            for op in &copies.expect("it has readers").ops {
                let node = graph.node(*op);
                let args = node.args.iter().map(|a| made.get(a).copied().unwrap_or(new[a.ix()])).collect();
                made.insert(*op, out.push(Node { args, ..node.clone() }));
            }
            own.extend(readers.iter().map(|u| ((*u, v), made[&v])));
        }
    }
    out.outputs = graph.outputs.iter().map(|v| new[v.ix()]).collect();
    out
}
