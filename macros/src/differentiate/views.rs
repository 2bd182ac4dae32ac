//! The views of a value: its parts, its entries, the tensor that it is.
//!
//! A block that is a region for a checkpoint's sake alone reads what the statements around it read too. Without the
//! checkpoint that would be one node with one sum; here it is a node on either side, and cotangents cross as they are,
//! not added up, each with the path from the argument or the result to what it is of.

use std::collections::BTreeMap;
use std::rc::Rc;

use rustc_hash::FxHashMap as HashMap;

use super::Differentiator;
use super::reverse::reverse_apart;
use crate::ir::{Branch, Graph, Head, Known, List, Node, Op, Part, Region, Tie, Ty, Unwind, Value};
use crate::residuals;
use crate::simplify::simplify;

/// A step from a value to what is read of it.
#[derive(Clone)]
pub(super) struct Step {
    op: Op,
    index: Option<Index>,
    ty: Ty,
}

#[derive(Clone, Copy, PartialEq)]
enum Index {
    Number(i64),
    Value(Value),
    /// One that only the block knows, which its reverse hands out as this result.
    Part(u32),
}

/// A cotangent of what is read of a result.
pub(super) struct Handed {
    pub of: u32,
    pub path: Vec<Step>,
    pub g: Value,
}

/// The value of which the node is a view.
pub(super) fn base(node: &Node) -> Option<Value> {
    let reads = match &node.op {
        Op::AsTensor(_) | Op::List(List::Item) => true,
        Op::Part(part) => {
            matches!(part, Part::Field(_) | Part::Item | Part::Bound(_) | Part::Tuple(..) | Part::Array(..))
        }
        _ => false,
    };
    reads.then(|| node.args[0])
}

/// The block that this is a result of, and its number.
pub(super) fn result_of_block(graph: &Graph, node: &Node) -> Option<(Value, u32)> {
    let Op::Part(Part::Of(i)) = node.op else { return None };
    let Op::Branch(branch) = &graph.node(node.args[0]).op else { return None };
    matches!(branch.head, Head::Block).then_some((node.args[0], i))
}

impl Step {
    pub(super) fn of(graph: &Graph, view: Value) -> Self {
        let node = graph.node(view);
        let index = node.args.get(1).map(|&at| index(graph, at));
        Self { op: node.op.clone(), index, ty: node.ty.clone() }
    }
}

/// An index as far as expansion can tell two apart.
fn index(graph: &Graph, v: Value) -> Index {
    let node = graph.node(v);
    if let Some(Known::Int(n)) = node.op.known()
        && let Some(n) = n.as_int()
    {
        return Index::Number(n);
    }
    match &node.op {
        Op::Size(size) if size.is_copy() => index(graph, node.args[0]),
        _ => Index::Value(v),
    }
}

impl Differentiator<'_> {
    /// The part of `of` that `step` reads: an existing node, or a new one. Entries that patterns name are values
    /// of their own.
    pub(super) fn view(&mut self, of: Value, step: &Step) -> Value {
        let graph = &self.graph;
        let is_it = |node: &Node| {
            node.args.first() == Some(&of)
                && match (&node.op, &step.op) {
                    (Op::AsTensor(_), Op::AsTensor(_)) => true,
                    (Op::Part(Part::Field(a)), Op::Part(Part::Field(b))) => a == b,
                    (Op::List(List::Item), Op::List(List::Item))
                    | (Op::Part(Part::Item), Op::Part(Part::Item)) => {
                        Some(index(graph, node.args[1])) == step.index
                    }
                    _ => false,
                }
        };
        let made = match &step.op {
            Op::Part(Part::Field(name)) => graph.made_field(of, name),
            Op::AsTensor(_) if graph.node(of).ty != Ty::Other => Some(of),
            _ => None,
        };
        let there = || graph.nodes.iter().position(is_it).map(|i| Value(i as u32));
        if let Some(there) = made.or_else(there) {
            return there;
        }
        let span = self.graph.node(of).span;
        let mut args = vec![of];
        if let Some(index) = step.index {
            let mut lowerer = self.lowerer(span);
            let index = match index {
                Index::Number(n) => lowerer.integer(n, span),
                Index::Value(v) => v,
                Index::Part(_) => unreachable!("what a block hands out is a value around it"),
            };
            args.push(match step.op {
                Op::List(_) => lowerer.convert(index, "usize", span),
                _ => index,
            });
            lowerer.finish();
        }
        self.graph.push(Node::new(step.op.clone(), args, step.ty.clone(), span))
    }

    /// The cotangent `c` of a part of a struct made here, as one of the value that the part was made of.
    pub(super) fn arrived(&mut self, at: Value, c: Value) -> Value {
        let node = self.graph.node(at).clone();
        if node.ty == Ty::Other || self.graph.node(c).ty != Ty::Other {
            return c;
        }
        self.received(&node, c, at)
    }

    /// The cotangents of the `wanted` arguments of a block whose results have the cotangents `given`, in order. Each is
    /// of the part that the block reads of its argument.
    pub(super) fn unwind_block(
        &mut self,
        v: Value,
        branch: &Branch,
        given: Vec<Handed>,
        wanted: impl Fn(Value) -> bool,
    ) -> Vec<(Value, Vec<Step>, Value)> {
        let node = self.graph.node(v).clone();
        let (arm, inputs) = (&branch.arms[0], node.args.len() - 1);
        let wanted: Vec<usize> = (0..inputs).filter(|&k| wanted(node.args[k + 1])).collect();
        let outside: Vec<Index> = node.args[1..].iter().map(|&arg| index(&self.graph, arg)).collect();
        let types: Vec<Ty> = given.iter().map(|h| self.graph.node(h.g).ty.clone()).collect();
        let mut d = self.inner(arm);
        let mut args = Vec::new();
        let mut indices: HashMap<Value, Value> = HashMap::default();
        // What is read behind the block alone is made here in the order in which it stands there.
        let mut seeds = Vec::new();
        for (Handed { of, path, g }, ty) in given.into_iter().zip(types).rev() {
            let mut at = d.graph.outputs[of as usize];
            for mut step in path {
                if let Some(Index::Value(index)) = step.index {
                    let inside = *indices.entry(index).or_insert_with(|| {
                        let n = (inputs + args.len()) as u32;
                        args.push(index);
                        d.graph.push(Node::new(Op::Input(n), vec![], Ty::Host, node.span))
                    });
                    step.index = Some(Index::Value(inside));
                }
                at = d.view(at, &step);
            }
            if d.graph.node(at).ty == Ty::Host {
                continue;
            }
            let seed = d.graph.input_like(inputs + args.len(), at);
            args.push(g);
            seeds.push((at, seed, ty));
        }
        seeds.reverse();
        let mut contributions = Vec::new();
        for (at, seed, ty) in seeds {
            d.graph.nodes[seed.ix()].ty = ty;
            contributions.push((at, d.arrived(at, seed)));
        }
        let wrt: Vec<Value> = wanted.iter().filter_map(|&k| arm.input(k)).collect();
        let found = reverse_apart(&mut d, &contributions, &wrt);
        let mut crossing = Vec::new();
        let mut indices: BTreeMap<Value, u32> = BTreeMap::new();
        for (found, &k) in found.into_iter().zip(&wanted) {
            for (mut path, c) in found {
                for step in &mut path {
                    let Some(Index::Value(index)) = step.index else { continue };
                    step.index = Some(match d.graph.node(index).op {
                        Op::Input(n) if (n as usize) < inputs => outside[n as usize],
                        _ => Index::Part(*indices.entry(index).or_insert_with(|| d.give(branch, index))),
                    });
                }
                let ty = d.graph.node(c).ty.clone();
                crossing.push((node.args[k + 1], path, d.give(branch, c), ty));
            }
        }
        d.sort();
        d.graph.untap();
        let pair = residuals::split(&simplify(d.graph), inputs as u32, branch.results, 0, branch.again);
        let mut ahead = Region { graph: pair.forward, diverges: false };
        ahead.keep_inputs(inputs);
        let back = Region { graph: pair.pullback, diverges: false };
        let tie = Tie::default();
        let keeping = Branch { arms: vec![ahead], keeps: true, tie: tie.clone(), ..branch.clone() };
        self.graph.nodes[v.ix()].op = Op::Branch(Rc::new(keeping));
        let packed = self.beside(&node, Op::Part(Part::Kept), vec![v], Ty::Host);
        args.insert(0, packed);
        let unwind = Unwind { arms: vec![back], kept: vec![pair.residuals.len()], tie };
        let unwind = self.beside(&node, Op::Unwind(Rc::new(unwind)), args, Ty::Other);
        let mut part = |n, ty| self.beside(&node, Op::Part(Part::Of(n)), vec![unwind], ty);
        let indices: HashMap<u32, Value> = indices.into_values().map(|n| (n, part(n, Ty::Host))).collect();
        let mut results = Vec::new();
        for (arg, mut path, n, ty) in crossing {
            for step in &mut path {
                if let Some(Index::Part(n)) = step.index {
                    step.index = Some(Index::Value(indices[&n]));
                }
            }
            results.push((arg, path, part(n, ty)));
        }
        results
    }

    /// One more result of a block's reverse, behind those of the block: its number.
    fn give(&mut self, branch: &Branch, v: Value) -> u32 {
        self.graph.outputs.push(v);
        (self.graph.outputs.len() - 1 - branch.results) as u32
    }
}
