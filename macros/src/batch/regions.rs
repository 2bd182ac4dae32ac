//! Branches and loops in a batch, which all items take alike: what decides is of the host.

use std::rc::Rc;

use super::{Batch, Has, Regions};
use crate::ir::{Branch, Drive, Graph, Loop, Node, Op, Region, Replay, Rewind, Unwind, Value};
use crate::simplify::simplify;

/// A region for a batch.
struct Done {
    graph: Graph,
    has: Vec<Has>,
}

impl Batch<'_> {
    /// `None`: it takes no batch.
    pub(super) fn of_regions(&mut self, v: Value, node: &Node) -> Option<Value> {
        let has = |args: &[Value]| args.iter().map(|a| self.has[a.ix()].clone()).collect::<Vec<_>>();
        let lead = match &node.op {
            Op::Loop(held) => held.lead(),
            _ => 1,
        };
        // A key is another for each item, and what decides is one.
        if has(&node.args[..lead]).iter().any(Has::is_keys) {
            return None;
        }
        let (op, each, axes) = match &node.op {
            Op::Branch(branch) => self.branch(branch, &has(&node.args[1..]))?,
            Op::Unwind(unwind) => {
                self.unwind(unwind, &self.has[node.args[0].ix()].clone(), &has(&node.args[1..]))?
            }
            Op::Loop(held) => self.rounds(held, has(&node.args[lead..]))?,
            Op::Rewind(rewind) => {
                self.rewind(rewind, &self.has[node.args[0].ix()].clone(), has(&node.args[1..]))?
            }
            _ => return None,
        };
        // What a round carries has the axis from the first on.
        let first = node.args.len() - axes.len();
        let mut args: Vec<Value> = Vec::with_capacity(node.args.len());
        for (i, &a) in node.args.iter().enumerate() {
            let given = self.given(a);
            let axis = i.checked_sub(first).is_some_and(|k| axes[k]);
            args.push(if axis { self.spread(given, node) } else { given.value });
        }
        // What says how many items there are is one input more.
        args.extend(self.count);
        self.has[v.ix()] = Has::Each(Rc::new(each));
        Some(self.graph.push(Node { op, args, ..node.clone() }))
    }

    /// What the regions of a node keep.
    pub(super) fn kept_of(&self, v: Value) -> Has {
        match &self.has[v.ix()] {
            Has::Each(each) => Has::Each(Rc::new(each[1..].to_vec())),
            has => has.clone(),
        }
    }

    /// A region whose inputs have this; `axes`: outputs that have the axis whatever comes of it.
    fn region(&mut self, region: &Region, inputs: &[Has], axes: &[bool]) -> Option<Done> {
        let of = |n: u32| inputs.get(n as usize).cloned().unwrap_or_default();
        let mut inner = Batch::new(&region.graph, self.rules, self.errors, self.size.clone());
        if let Some(count) = self.count {
            let count = self.graph.node(count).with(Op::Input(inputs.len() as u32), vec![]);
            inner.count = Some(inner.graph.push(count));
        }
        inner.run(&of)?;
        let mut has: Vec<Has> = region.graph.outputs.iter().map(|v| inner.has[v.ix()].clone()).collect();
        // What a region gives of keys would be folded by what comes of it.
        if has.iter().any(Has::is_keys) {
            return None;
        }
        has.iter_mut().zip(axes).filter(|(_, axis)| **axis).for_each(|(has, _)| *has = Has::Axis);
        inner.end(&has.iter().map(Has::is_axis).collect::<Vec<_>>());
        Some(Done { graph: simplify(inner.graph), has })
    }

    /// Regions of which one runs: where one gives the axis, all do. The results, then what each keeps.
    fn arms(
        &mut self,
        arms: &[Region],
        inputs: &dyn Fn(usize) -> Vec<Has>,
        results: usize,
    ) -> Option<(Vec<Region>, Vec<Vec<Has>>)> {
        let mut dones = Vec::with_capacity(arms.len());
        for (i, arm) in arms.iter().enumerate() {
            dones.push(self.region(arm, &inputs(i), &[])?);
        }
        let ends = || dones.iter().zip(arms).filter(|(_, arm)| !arm.diverges);
        let axes: Vec<bool> = (0..results).map(|k| ends().any(|(done, _)| done.has[k].is_axis())).collect();
        let (mut all, mut each) = (Vec::new(), vec![axes.iter().map(|&axis| Has::axis(axis)).collect()]);
        for (i, (mut done, arm)) in dones.into_iter().zip(arms).enumerate() {
            if !arm.diverges && (0..results).any(|k| axes[k] != done.has[k].is_axis()) {
                done = self.region(arm, &inputs(i), &axes)?;
            }
            each.push(done.has.split_off(results.min(done.has.len())));
            all.push(Region { graph: done.graph, diverges: arm.diverges });
        }
        Some((all, each))
    }

    fn branch(&mut self, branch: &Branch, inputs: &[Has]) -> Option<Regions> {
        let (arms, each) = self.arms(&branch.arms, &|_| inputs.to_vec(), branch.results)?;
        Some((Op::Branch(Rc::new(Branch { arms, ..branch.clone() })), each, Vec::new()))
    }

    fn unwind(&mut self, unwind: &Unwind, kept: &Has, cotangents: &[Has]) -> Option<Regions> {
        let inputs = |i: usize| [&kept.of(i, unwind.kept[i]), cotangents].concat();
        let results = unwind.arms.iter().find(|arm| !arm.diverges).map_or(0, |arm| arm.graph.outputs.len());
        let (arms, each) = self.arms(&unwind.arms, &inputs, results)?;
        Some((Op::Unwind(Rc::new(Unwind { arms, ..unwind.clone() })), each, Vec::new()))
    }

    /// The inputs of a region that runs again and again, `carried` of them from number `from` on, until no more have the axis.
    fn settle(&mut self, body: &Region, inputs: &mut [Has], from: usize, carried: usize) -> Option<Done> {
        loop {
            let axes: Vec<bool> = inputs[from..from + carried].iter().map(Has::is_axis).collect();
            let done = self.region(body, inputs, &axes)?;
            let more: Vec<usize> = (0..carried).filter(|&k| done.has[k].is_axis() && !axes[k]).collect();
            if more.is_empty() {
                return Some(done);
            }
            for k in more {
                inputs[from + k] = Has::Axis;
            }
        }
    }

    fn rounds(&mut self, held: &Loop, mut inputs: Vec<Has>) -> Option<Regions> {
        let carried = held.carried;
        let Done { graph, mut has } = self.settle(&held.body, &mut inputs, 0, carried)?;
        let kept = has.split_off((carried + usize::from(held.exits)).min(has.len()));
        has.truncate(carried);
        let drive = match &held.drive {
            Drive::While(head) => {
                let Done { graph, .. } = self.region(head, &inputs, &[])?;
                Drive::While(Region { graph, diverges: head.diverges })
            }
            drive => drive.clone(),
        };
        let body = Region { graph, diverges: held.body.diverges };
        let axes = inputs.iter().enumerate().map(|(k, has)| k < carried && has.is_axis()).collect();
        Some((Op::Loop(Rc::new(Loop { drive, body, ..held.clone() })), vec![has.clone(), kept, has], axes))
    }

    fn rewind(&mut self, rewind: &Rewind, kept: &Has, args: Vec<Has>) -> Option<Regions> {
        let (mut regions, mut inputs) = (Vec::new(), kept.of(0, rewind.kept));
        if let Some(Replay { state, notes }) = rewind.replay {
            // A round runs again from its state and its notes, and gives what its reverse reads.
            let (state, notes) = (kept.of(1, state), kept.of(0, notes));
            let axes: Vec<bool> = state.iter().map(Has::is_axis).collect();
            let given = [&state, &notes, &args[rewind.carried..]].concat();
            for again in &rewind.regions[1..] {
                let Done { graph, has } = self.region(again, &given, &axes)?;
                inputs = has[state.len()..].to_vec();
                regions.push(Region { graph, diverges: again.diverges });
            }
        }
        inputs.extend(args);
        let back = &rewind.regions[0];
        let Done { graph, mut has } = self.settle(back, &mut inputs, rewind.kept, rewind.carried)?;
        has.truncate(rewind.carried);
        let axes = inputs[rewind.kept..].iter().enumerate();
        let axes = axes.map(|(k, has)| k < rewind.carried && has.is_axis()).collect();
        regions.insert(0, Region { graph, diverges: back.diverges });
        Some((Op::Rewind(Rc::new(Rewind { regions, ..rewind.clone() })), vec![has], axes))
    }
}
