//! The two sweeps through regions of which one runs.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::forward::forward;
use super::{Differentiator, reverse};
use crate::ir::{Branch, Fact, Node, Op, Part, Region, Size, Tie, Ty, Unwind, Value};
use crate::residuals::{self, Pair};
use crate::simplify::simplify;

impl Differentiator<'_> {
    pub(super) fn inner(&mut self, region: &Region) -> Differentiator<'_> {
        Differentiator {
            graph: region.graph.clone(),
            rules: self.rules,
            errors: self.errors,
            float: self.float.clone(),
            called: None,
            whole_forms: self.whole_forms,
        }
    }

    /// The cotangents of the `wanted` arguments of a branch whose results have the cotangents `g`.
    pub(super) fn unwind(
        &mut self,
        v: Value,
        branch: &Branch,
        g: &BTreeMap<u32, Value>,
        wanted: impl Fn(Value) -> bool,
    ) -> Vec<(Value, Value)> {
        let node = self.graph.node(v).clone();
        let inputs = node.args.len() - 1;
        let wanted: Vec<usize> = (0..inputs).filter(|&k| wanted(node.args[k + 1])).collect();
        let (mut arms, mut back, mut kept) = (Vec::new(), Vec::new(), Vec::new());
        let mut swept = Vec::new();
        for arm in branch.arms.iter().filter(|arm| !arm.diverges) {
            let mut d = self.inner(arm);
            let mut seeds = Vec::new();
            for (k, &i) in g.keys().enumerate() {
                let result = d.graph.outputs[i as usize];
                let seed = d.graph.input_like(inputs + k, result);
                seeds.push((result, seed));
            }
            let wrt: Vec<Value> = wanted.iter().filter_map(|&k| arm.input(k)).collect();
            let found = reverse(&mut d, &seeds, &wrt);
            swept.push((d.graph, wrt, found));
        }
        // What no arm gives a cotangent has none.
        let given: Vec<usize> =
            (0..wanted.len()).filter(|&j| swept.iter().any(|(_, _, found)| found[j].is_some())).collect();
        let mut swept = swept.into_iter();
        for arm in &branch.arms {
            let Some((graph, wrt, found)) = (if arm.diverges { None } else { swept.next() }) else {
                arms.push(arm.clone());
                continue;
            };
            let mut d = self.inner(arm);
            d.graph = graph;
            for &j in &given {
                let gradient = found[j].unwrap_or_else(|| d.zero_like(wrt[j], node.span));
                d.graph.outputs.push(gradient);
            }
            d.sort();
            d.graph.untap();
            let mut pair =
                residuals::split(&simplify(d.graph), inputs as u32, branch.results, 0, branch.again);
            if branch.arms.len() > Branch::FEW {
                as_numbers(&mut pair, branch.results);
            }
            kept.push(pair.residuals.len());
            let mut ahead = Region { graph: pair.forward, diverges: false };
            ahead.keep_inputs(inputs);
            arms.push(ahead);
            back.push(Region { graph: pair.pullback, diverges: false });
        }
        let tie = Tie::default();
        let keeping = Branch { arms, keeps: true, tie: tie.clone(), ..branch.clone() };
        self.graph.nodes[v.ix()].op = Op::Branch(Rc::new(keeping));
        let packed = self.beside(&node, Op::Part(Part::Kept), vec![v], Ty::Host);
        let args = std::iter::once(packed).chain(g.values().copied()).collect();
        let unwind =
            self.beside(&node, Op::Unwind(Rc::new(Unwind { arms: back, kept, tie })), args, Ty::Other);
        let mut found = Vec::new();
        for (n, &j) in given.iter().enumerate() {
            let arg = node.args[wanted[j] + 1];
            let ty = self.graph.node(arg).ty.clone();
            found.push((arg, self.beside(&node, Op::Part(Part::Of(n as u32)), vec![unwind], ty)));
        }
        found
    }

    /// The results with their tangents in place of the results alone; where results have a tangent, its number.
    pub(super) fn branch_forward(
        &mut self,
        v: Value,
        branch: &Branch,
        tangent: impl Fn(Value) -> Option<Value>,
    ) -> BTreeMap<u32, u32> {
        let node = self.graph.node(v).clone();
        let inputs = node.args.len() - 1;
        let moving: Vec<(usize, Value)> =
            (0..inputs).filter_map(|k| Some((k, tangent(node.args[k + 1])?))).collect();
        let mut floats = Vec::new();
        let mut arms = Vec::new();
        for arm in &branch.arms {
            if arm.diverges {
                arms.push(arm.clone());
                continue;
            }
            let mut d = self.inner(arm);
            let outputs = d.graph.outputs.clone();
            let (results, kept) = outputs.split_at(branch.results);
            let has_tangent = |d: &Differentiator<'_>, v: Value| d.graph.node(v).ty.is_float();
            floats = (0..branch.results).filter(|&i| has_tangent(&d, results[i])).collect();
            let moved: Vec<Value> = kept.iter().copied().filter(|&v| has_tangent(&d, v)).collect();
            let of: Vec<Value> = floats.iter().map(|&i| results[i]).chain(moved).collect();
            let seeds =
                moving.iter().enumerate().filter_map(|(j, (k, _))| Some((arm.input(*k)?, inputs + j)));
            let tangents = seeded(&mut d, seeds.collect(), &of);
            let (of_results, of_kept) = tangents.split_at(floats.len());
            d.graph.outputs = [results, of_results, kept, of_kept].concat();
            d.sort();
            arms.push(Region { graph: simplify(d.graph), diverges: false });
        }
        let results = branch.results + floats.len();
        let moved = Branch { arms, results, ..branch.clone() };
        let held = &mut self.graph.nodes[v.ix()];
        held.op = Op::Branch(Rc::new(moved));
        held.args.extend(moving.iter().map(|(_, t)| *t));
        floats.iter().enumerate().map(|(j, &i)| (i as u32, (branch.results + j) as u32)).collect()
    }

    /// The cotangents with their tangents; what was kept comes with its own.
    pub(super) fn unwind_forward(
        &mut self,
        v: Value,
        unwind: &Unwind,
        tangent: impl Fn(Value) -> Option<Value>,
    ) -> BTreeMap<u32, u32> {
        let node = self.graph.node(v).clone();
        let cotangents = node.args.len() - 1;
        let moving: Vec<(usize, Value)> =
            (0..cotangents).filter_map(|k| Some((k, tangent(node.args[k + 1])?))).collect();
        // Indices have no tangents.
        let outputs: &[Value] = unwind.arms.first().map_or(&[], |a| &a.graph.outputs);
        let is_moving = |i: &usize| unwind.arms[0].graph.node(outputs[*i]).ty.is_float();
        let (results, floats): (_, Vec<usize>) =
            (outputs.len(), (0..outputs.len()).filter(is_moving).collect());
        let (mut arms, mut all_kept) = (Vec::new(), Vec::new());
        for (arm, &kept) in unwind.arms.iter().zip(&unwind.kept) {
            let mut arm = arm.clone();
            let moves = |k: usize| arm.input(k).is_some_and(|v| arm.graph.node(v).ty.is_float());
            let moved: Vec<usize> = (0..kept).filter(|&k| moves(k)).collect();
            let all = kept + moved.len();
            // What was kept with its tangents, then the cotangents with theirs.
            arm.renumber(|n| if (n as usize) < kept { n } else { n + moved.len() as u32 });
            let mut d = self.inner(&arm);
            let of: Vec<Value> = floats.iter().map(|&i| d.graph.outputs[i]).collect();
            let of_kept = moved.iter().enumerate().map(|(j, &k)| (arm.input(k), kept + j));
            let of_given =
                moving.iter().enumerate().map(|(j, (k, _))| (arm.input(all + k), all + cotangents + j));
            let seeds = of_kept.chain(of_given).filter_map(|(v, n)| Some((v?, n))).collect();
            let tangents = seeded(&mut d, seeds, &of);
            d.graph.outputs.extend(tangents);
            d.sort();
            arms.push(Region { graph: simplify(d.graph), diverges: false });
            all_kept.push(all);
        }
        let held = &mut self.graph.nodes[v.ix()];
        held.op = Op::Unwind(Rc::new(Unwind { arms, kept: all_kept, tie: unwind.tie.clone() }));
        held.args.extend(moving.iter().map(|(_, t)| *t));
        floats.iter().enumerate().map(|(j, &i)| (i as u32, (results + j) as u32)).collect()
    }
}

/// Host values that the reverse reads as numbers alone are kept as such: the type of what many arms keep is known then,
/// where rustc would have to infer it from all of them.
fn as_numbers(pair: &mut Pair, results: usize) {
    for (k, &v) in pair.residuals.iter().enumerate() {
        let node = pair.forward.node(v).clone();
        let typed = node.op.host_type().is_some();
        let back = &pair.pullback;
        let comes = |n: &Node| matches!(n.op, Op::Input(i) if i as usize == k);
        let Some(kept) = back.nodes.iter().position(comes).map(|i| Value(i as u32)) else { continue };
        let read = |n: &&Node| n.args.contains(&kept);
        let number = back.nodes.iter().filter(read).all(|n| matches!(n.op, Op::Scalar));
        if node.ty != Ty::Host || typed || !number || back.outputs.contains(&kept) {
            continue;
        }
        let number = Op::size(Size::Arg(0, Fact::default()).to("f64"));
        pair.forward.outputs[results + k] =
            pair.forward.push(Node::new(number, vec![v], Ty::Host, node.span));
    }
}

/// The forward sweep with tangents of `seeds` as inputs of the numbers beside them.
pub(crate) fn seeded(d: &mut Differentiator<'_>, seeds: Vec<(Value, usize)>, of: &[Value]) -> Vec<Value> {
    let pairs: Vec<_> = seeds.into_iter().map(|(x, n)| (x, d.graph.input_like(n, x))).collect();
    let tangents = forward(d, &pairs, of);
    let span = |d: &Differentiator<'_>, v: Value| d.graph.node(v).span;
    of.iter().zip(tangents).map(|(&v, t)| t.unwrap_or_else(|| d.zero_like(v, span(d, v)))).collect()
}
