//! Calls that a checkpoint runs again are told what host code gave in them the first time.
//!
//! Each has a place: its number in the function, and the round of each loop around it that is in the checkpoint. Rounds are
//! counted by carried numbers. So a call that runs again, in whatever order, has the same place as before. All additions but the
//! notes themselves are computed anew on either side: to the cut a checkpoint stays as before.

use std::rc::Rc;

use proc_macro2::Span;
use quote::quote;

use crate::ir::{Call, Callee, Does, Drive, Graph, HostExpr, Infix, Loop, Node, Op, Size, Ty, Value};

/// `graph` with notes for what its outermost checkpoints call, if they call anything.
pub(crate) fn noted(graph: &Graph) -> Option<Graph> {
    if graph.nodes.iter().all(|node| node.regions().is_empty()) {
        return None;
    }
    let mut pass = Pass { calls: 0 };
    let made = pass.graph(graph, &[], |_| None);
    (pass.calls > 0).then_some(made)
}

/// Where a graph stands in a checkpoint.
#[derive(Clone)]
struct Inside {
    notes: Value,
    /// The rounds of the loops around it, the outermost first.
    rounds: Vec<Value>,
}

impl Inside {
    fn values(&self) -> impl Iterator<Item = Value> + '_ {
        std::iter::once(self.notes).chain(self.rounds.iter().copied())
    }
}

struct Pass {
    calls: usize,
}

impl Pass {
    /// `inputs`: numbers of new ones, of which `inside` makes the place.
    fn graph(
        &mut self,
        graph: &Graph,
        inputs: &[usize],
        inside: impl FnOnce(&[Value]) -> Option<Inside>,
    ) -> Graph {
        let mut out = Graph::default();
        let new: Vec<Value> = inputs
            .iter()
            .map(|&n| out.push(host_node(Op::Input(n as u32), vec![], Span::call_site())))
            .collect();
        let inside = inside(&new);
        let mut of: Vec<Value> = Vec::with_capacity(graph.nodes.len());
        for node in &graph.nodes {
            let args = node.args.iter().map(|a| of[a.ix()]).collect();
            let mut node = Node { args, ..node.clone() };
            if calls(&node) {
                let inside = match &inside {
                    Some(inside) => Some(inside.clone()),
                    None if runs_again(&node.op) => {
                        let notes = Op::Host(HostExpr::plain(quote!(__rt::calls::Again::new())));
                        Some(Inside { notes: out.push(host_node(notes, vec![], node.span)), rounds: vec![] })
                    }
                    None => None,
                };
                match (&node.op, inside) {
                    (Op::Call(Call::Value(callee)), Some(inside)) => {
                        let (callee, place) = (callee.clone(), self.place(&mut out, &inside, node.span));
                        node.args.push(inside.notes);
                        node.args.push(place);
                        node.op = Op::Call(Call::Value(Rc::new(Callee { noted: true, ..(*callee).clone() })));
                    }
                    (Op::Branch(_), inside) => self.branch(&mut node, inside.as_ref()),
                    (Op::Loop(_), inside) => self.rounds(&mut out, &mut node, inside),
                    _ => {}
                }
            }
            of.push(out.push(node));
        }
        out.outputs = graph.outputs.iter().map(|v| of[v.ix()]).collect();
        out
    }

    /// The place of a call.
    fn place(&mut self, out: &mut Graph, inside: &Inside, span: Span) -> Value {
        let site = Size::usize(self.calls);
        self.calls += 1;
        let rounds = (0..inside.rounds.len()).map(|i| Size::arg(i, "usize"));
        let place = Size::of(Does::List, std::iter::once(site).chain(rounds).collect::<Vec<_>>());
        out.push(host_node(Op::size(place), inside.rounds.clone(), span))
    }

    fn branch(&mut self, node: &mut Node, inside: Option<&Inside>) {
        let Op::Branch(branch) = &mut node.op else { return };
        let given: Vec<Value> = inside.into_iter().flat_map(Inside::values).collect();
        let first = node.args.len() - 1;
        let inputs: Vec<usize> = (first..first + given.len()).collect();
        for arm in Rc::make_mut(branch).arms.iter_mut().filter(|arm| !arm.diverges) {
            arm.graph = self.graph(&arm.graph, &inputs, place_of);
        }
        node.args.extend(given);
    }

    fn rounds(&mut self, out: &mut Graph, node: &mut Node, inside: Option<Inside>) {
        let Op::Loop(held) = &mut node.op else { return };
        let held = Rc::make_mut(held);
        let Some(inside) = inside else {
            held.body.graph = self.graph(&held.body.graph, &[], |_| None);
            return;
        };
        let (at, lead) = (held.carried, held.lead());
        let zero = out.push(host_node(Op::size(Size::usize(0)), vec![], node.span));
        node.args.insert(lead + at, zero);
        let first = node.args.len() - lead;
        make_room(held, at);
        let given: Vec<Value> = inside.values().collect();
        let inputs: Vec<usize> = std::iter::once(at).chain(first..first + given.len()).collect();
        let mut round = None;
        let mut graph = self.graph(&held.body.graph, &inputs, |new| {
            let mut place = place_of(&new[1..])?;
            place.rounds.push(new[0]);
            round = Some(new[0]);
            Some(place)
        });
        if let Some(round) = round {
            let next = Op::size(Size::arg(0, "usize").infix(Infix::Add, Size::int(1)));
            let next = graph.push(host_node(next, vec![round], node.span));
            graph.outputs.insert(at, next);
        }
        held.body.graph = graph;
        held.carried += 1;
        node.args.extend(given);
    }
}

fn host_node(op: Op, args: Vec<Value>, span: Span) -> Node {
    Node::new(op, args, Ty::Host, span)
}

/// The place in the notes, from the values that [`Inside::values`] gave.
fn place_of(values: &[Value]) -> Option<Inside> {
    let (&notes, rounds) = values.split_first()?;
    Some(Inside { notes, rounds: rounds.to_vec() })
}

/// Whether a call stands in it, at any depth, or it is one.
fn calls(node: &Node) -> bool {
    matches!(node.op, Op::Call(Call::Value(_)))
        || node.regions().iter().any(|region| region.graph.nodes.iter().any(calls))
}

fn runs_again(op: &Op) -> bool {
    match op {
        Op::Branch(branch) => branch.again,
        Op::Loop(held) => held.again || held.schedule.is_some(),
        _ => false,
    }
}

/// Numbers the inputs so that there is a carried one more, number `at`.
fn make_room(held: &mut Loop, at: usize) {
    let next = |n: u32| n + u32::from(n as usize >= at);
    held.body.renumber(next);
    if let Drive::While(head) = &mut held.drive {
        head.renumber(next);
    }
}
