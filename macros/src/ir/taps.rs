//! Taps in a graph: how often each runs, the places of their cotangents, the graph without them.

use std::collections::BTreeMap;

use proc_macro2::Span;

use super::{Elem, Graph, Node, Op, Ty, Value};

/// How often a tap runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Times {
    Once,
    AtMostOnce,
    Many,
}

/// A tap that stands somewhere in a graph.
struct Found {
    elem: Elem,
    span: Span,
}

impl Node {
    /// The taps in it, however deep.
    fn taps(&self, out: &mut BTreeMap<u32, Found>) {
        if let (Op::Tap(tap), Ty::Tensor(ty)) = (&self.op, &self.ty) {
            out.entry(*tap).or_insert_with(|| Found { elem: ty.elem.clone(), span: self.span });
        }
        let of_regions = self.regions().iter().flat_map(|region| &region.graph.nodes);
        of_regions.for_each(|node| node.taps(out));
    }

    /// How often it runs this one; `None`: not at all.
    fn times(&self, tap: u32) -> Option<Times> {
        match &self.op {
            Op::Tap(number) => (*number == tap).then_some(Times::Once),
            Op::Branch(branch) => {
                // Of an arm that never ends nothing is seen.
                let arms = branch.arms.iter().filter(|arm| !arm.diverges);
                let join = |a, b| match (a, b) {
                    (a, b) if a == b => a,
                    (Some(Times::Many), _) | (_, Some(Times::Many)) => Some(Times::Many),
                    _ => Some(Times::AtMostOnce),
                };
                arms.map(|arm| arm.graph.times(tap)).reduce(join).flatten()
            }
            Op::Loop(held) => held.body.graph.times(tap).map(|_| Times::Many),
            _ => None,
        }
    }
}

impl Graph {
    fn all_taps(&self) -> BTreeMap<u32, Found> {
        let mut found = BTreeMap::new();
        self.nodes.iter().for_each(|node| node.taps(&mut found));
        found
    }

    fn times(&self, tap: u32) -> Option<Times> {
        let each = self.nodes.iter().filter_map(|node| node.times(tap));
        each.reduce(|_, _| Times::Many)
    }

    /// The taps by their numbers: of which element type each is, and how often it runs where all runs to its end.
    pub(crate) fn taps(&self) -> BTreeMap<u32, (Elem, Times)> {
        let of =
            |(tap, found): (u32, Found)| (tap, (found.elem, self.times(tap).unwrap_or(Times::AtMostOnce)));
        self.all_taps().into_iter().map(of).collect()
    }

    /// The graph with a place for the cotangents of each tap, which goes into the regions that have the tap.
    pub(crate) fn placed(&self) -> Self {
        let taps = self.all_taps();
        let ops: Vec<Op> = taps.keys().map(|&tap| Op::Place(tap)).collect();
        self.with_places(&taps, ops)
    }

    fn with_places(&self, taps: &BTreeMap<u32, Found>, ops: Vec<Op>) -> Self {
        let mut out = Self::default();
        let mut places = BTreeMap::new();
        for ((&tap, found), op) in taps.iter().zip(ops) {
            let ty = Ty::Gathered(found.elem.clone());
            places.insert(tap, out.push(Node::new(op, Vec::new(), ty, found.span)));
        }
        let moved = |v: &Value| Value(v.0 + taps.len() as u32);
        for node in &self.nodes {
            let mut node = Node { args: node.args.iter().map(moved).collect(), ..node.clone() };
            let mut own = BTreeMap::new();
            node.taps(&mut own);
            let first = match &node.op {
                Op::Loop(held) => node.args.len() - held.lead(),
                Op::Branch(_) => node.args.len() - 1,
                _ => 0,
            } as u32;
            if !own.is_empty() {
                for region in node.regions_mut() {
                    let inputs = (first..).take(own.len()).map(Op::Input).collect();
                    region.graph = region.graph.with_places(&own, inputs);
                }
                node.args.extend(own.keys().map(|tap| places[tap]));
            }
            out.push(node);
        }
        out.outputs = self.outputs.iter().map(moved).collect();
        out
    }

    /// Takes the taps out.
    pub(crate) fn untap(&mut self) {
        if self.all_taps().is_empty() {
            return;
        }
        let mut of: Vec<Value> = (0..self.nodes.len() as u32).map(Value).collect();
        for i in 0..self.nodes.len() {
            if let Op::Tap(_) = self.nodes[i].op {
                let tapped = of[self.nodes[i].args[0].ix()];
                let name = self.nodes[i].name.take();
                let node = &mut self.nodes[tapped.ix()];
                node.name = node.name.take().or(name);
                of[i] = tapped;
            }
            for region in self.nodes[i].regions_mut() {
                region.graph.untap();
            }
        }
        for v in self.nodes.iter_mut().flat_map(|node| &mut node.args).chain(&mut self.outputs) {
            *v = of[v.ix()];
        }
        *self = std::mem::take(self).filtered(|_, node| !matches!(node.op, Op::Tap(_)));
    }
}
