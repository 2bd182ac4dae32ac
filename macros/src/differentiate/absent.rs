//! A reverse sweep of which some cotangents are absent. All that it computes is linear in the cotangents, so what comes of
//! absent ones alone is zero: nothing of it runs, and no zero meets an infinity.

use std::rc::Rc;

use rustc_hash::FxHashMap as HashMap;

use super::Differentiator;
use crate::ir::{Graph, Node, Op, Part, Region, Rewind, Ty, Unwind, Value, parts_of};
use crate::simplify::simplify;

/// Which cotangents a value is computed from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Of {
    /// None: it is of the forward sweep.
    Primal,
    /// Absent ones alone.
    Absent,
    Given,
}

/// The origin of every value of a graph.
struct Origins {
    of: Vec<Of>,
    /// The origins for nodes that hold regions, result by result.
    results: HashMap<Value, Vec<Of>>,
}

impl Origins {
    fn new(graph: &Graph, input: impl Fn(u32) -> Of) -> Self {
        let mut this = Self { of: Vec::with_capacity(graph.nodes.len()), results: HashMap::default() };
        for (i, node) in graph.nodes.iter().enumerate() {
            let of = match &node.op {
                Op::Input(n) => input(*n),
                Op::Part(Part::Of(k)) if this.results.contains_key(&node.args[0]) => {
                    this.results[&node.args[0]][*k as usize]
                }
                // Shapes and forms, which are there without the cotangent.
                op if node.ty == Ty::Host && !matches!(op, Op::Call(_)) => Of::Primal,
                // However many there are of them is not known from the cotangents.
                Op::Gather => Of::Given,
                _ => this.of_all(&node.args),
            };
            let results = match &node.op {
                Op::Unwind(unwind) => Some(this.of_unwind(unwind, node)),
                Op::Rewind(rewind) => Some(this.of_rewind(rewind, node)),
                _ => None,
            };
            this.of.push(of.max(results.iter().flatten().copied().max().unwrap_or(of)));
            if let Some(results) = results {
                this.results.insert(Value(i as u32), results);
            }
        }
        this
    }

    fn of_all(&self, args: &[Value]) -> Of {
        args.iter().map(|a| self.of[a.ix()]).max().unwrap_or(Of::Primal)
    }

    fn of_unwind(&self, unwind: &Unwind, node: &Node) -> Vec<Of> {
        let mut results = Vec::new();
        for (arm, &kept) in unwind.arms.iter().zip(&unwind.kept).filter(|(arm, _)| !arm.diverges) {
            let found = outputs(arm, |n| self.input(node, n, kept));
            results.resize(found.len(), Of::Primal);
            results.iter_mut().zip(found).for_each(|(of, also)| *of = also.max(*of));
        }
        results
    }

    /// The origins of the carried values after any number of rounds.
    fn of_rewind(&self, rewind: &Rewind, node: &Node) -> Vec<Of> {
        let mut carried: Vec<Of> = (0..rewind.carried).map(|k| self.of[node.args[k + 1].ix()]).collect();
        loop {
            let found = outputs(&rewind.regions[0], |n| carried_input(&carried, self, rewind, node, n));
            let next: Vec<Of> = carried.iter().zip(found).map(|(&of, also)| also.max(of)).collect();
            if next == carried {
                return carried;
            }
            carried = next;
        }
    }

    /// Input `n` of a region of `node`, of which the first are what was `kept`.
    fn input(&self, node: &Node, n: u32, kept: usize) -> Of {
        (n as usize).checked_sub(kept).map_or(Of::Primal, |k| self.of[node.args[k + 1].ix()])
    }
}

fn carried_input(carried: &[Of], origins: &Origins, rewind: &Rewind, node: &Node, n: u32) -> Of {
    let of_arg = origins.input(node, n, rewind.kept);
    let round = (n as usize).checked_sub(rewind.kept).and_then(|k| carried.get(k));
    round.map_or(of_arg, |&of| of.max(of_arg))
}

fn outputs(region: &Region, input: impl Fn(u32) -> Of) -> Vec<Of> {
    let origins = Origins::new(&region.graph, input);
    region.graph.outputs.iter().map(|v| origins.of[v.ix()]).collect()
}

impl Differentiator<'_> {
    /// Appends the sweep without what is absent. Of each value what takes its place; `None` is zero.
    pub(crate) fn without(&mut self, input: impl Fn(u32) -> Of) -> Vec<Option<Value>> {
        let graph = self.graph.clone();
        let origins = Origins::new(&graph, input);
        let mut new: Vec<Option<Value>> = Vec::with_capacity(graph.nodes.len());
        for (i, node) in graph.nodes.iter().enumerate() {
            let v = Value(i as u32);
            let same = || node.args.iter().all(|a| new[a.ix()] == Some(*a));
            new.push(match origins.of[i] {
                Of::Absent => None,
                Of::Primal => Some(v),
                Of::Given if same() => Some(v),
                Of::Given => Some(self.with_less(v, node, &origins, &new)),
            });
        }
        new
    }

    /// A value of which some operands are zero or have changed.
    fn with_less(&mut self, v: Value, node: &Node, origins: &Origins, new: &[Option<Value>]) -> Value {
        let mut node = node.clone();
        // What is not of the old graph is as it is.
        let of = |a: Value| new.get(a.ix()).map_or(Some(a), |v| *v);
        match &node.op {
            Op::Sum => {
                if let [Some(one), None] | [None, Some(one)] = [of(node.args[0]), of(node.args[1])] {
                    return one;
                }
            }
            Op::Assemble(parts) | Op::Put(parts) => {
                let there = parts_of(parts, &node.args[1..]).filter(|(_, args)| of(args[0]).is_some());
                let (kept, args): (Vec<Part>, Vec<&[Value]>) =
                    there.map(|(p, args)| (p.clone(), args)).unzip();
                let mut args = args.concat();
                let whole = node.args[0];
                node.op = match &node.op {
                    Op::Put(_) if kept.is_empty() => return of(whole).unwrap_or(whole),
                    Op::Put(_) if of(whole).is_some() => {
                        args.insert(0, whole);
                        Op::Put(kept)
                    }
                    // Of zeros with parts put there the form is enough.
                    _ => {
                        args.insert(0, self.form(whole, &node));
                        Op::Assemble(kept)
                    }
                };
                node.args = args;
            }
            Op::Gather => {
                if let [_, g, shape] = node.args[..]
                    && of(g).is_none()
                {
                    let zero = Node { ty: self.graph.node(g).ty.clone(), ..node.with(Op::Zero, vec![shape]) };
                    node.args[1] = self.graph.push(zero);
                }
            }
            Op::Unwind(unwind) => {
                let mut unwind = Unwind::clone(unwind);
                for (arm, &kept) in unwind.arms.iter_mut().zip(&unwind.kept).filter(|(arm, _)| !arm.diverges)
                {
                    *arm = self.region_without(arm, |n| origins.input(&node, n, kept));
                }
                node.op = Op::Unwind(Rc::new(unwind));
            }
            Op::Rewind(rewind) => {
                let (mut less, carried) = (Rewind::clone(rewind), &origins.results[&v]);
                less.regions[0] = self.region_without(&rewind.regions[0], |n| {
                    carried_input(carried, origins, rewind, &node, n)
                });
                node.op = Op::Rewind(Rc::new(less));
            }
            _ => {}
        }
        node.args = node.args.iter().map(|&a| of(a).unwrap_or_else(|| self.absent(a))).collect();
        self.graph.push(node)
    }

    fn region_without(&mut self, region: &Region, input: impl Fn(u32) -> Of) -> Region {
        let mut d = self.inner(region);
        let new = d.without(input);
        let outputs = d.graph.outputs.clone();
        d.graph.outputs = outputs.into_iter().map(|v| new[v.ix()].unwrap_or_else(|| d.absent(v))).collect();
        Region { graph: simplify(d.graph), diverges: region.diverges }
    }

    /// Zeros in place of `v`.
    fn absent(&mut self, v: Value) -> Value {
        let node = self.graph.node(v).clone();
        let form = self.form(v, &node);
        self.graph.push(node.with(Op::Zero, vec![form]))
    }

    /// The form of a cotangent, without the cotangent where something says it.
    fn form(&mut self, v: Value, at: &Node) -> Value {
        let node = self.graph.node(v);
        match node.op {
            _ if node.ty == Ty::Host => v,
            Op::Part(Part::Slot(_) | Part::Made(..)) => node.args[1],
            Op::Assemble(_) | Op::Zero => node.args[0],
            Op::Put(_) | Op::Sum => self.form(node.args[0], at),
            _ => self.shape_of(v, at.span),
        }
    }
}
