//! Rows that take no batch and calls whose text is not there: a loop over the items, whose results are stacked.
//!
//! What stands between a call and the tensors that come of it are values of any form, pullbacks and slots. They wait, and are in
//! the loop that gives the tensors. The loop of a pullback calls the function again.

use std::collections::BTreeSet;
use std::rc::Rc;

use quote::quote;
use rustc_hash::FxHashMap as HashMap;

use super::{Batch, Given, Has};
use crate::dims;
use crate::ir::{
    Call, Drive, Elem, Graph, HostExpr, List, Loop, Made, Make, Node, Op, Part, Region, Runs, Shape, Size,
    TensorTy, Ty, Value, View,
};
use crate::names::own;

/// What runs for each item: nodes in their order, and the values that they read.
#[derive(Default)]
struct Slice {
    inside: BTreeSet<Value>,
    given: BTreeSet<Value>,
}

impl Batch<'_> {
    /// A node that runs for each item. `None`: it takes no batch.
    pub(super) fn later(&mut self, v: Value, node: &Node) -> Option<Value> {
        if waits(&node.ty) {
            self.has[v.ix()] = Has::Later;
            return Some(Value(0));
        }
        self.asked(v)
    }

    /// The value of all items, with what else comes of the same call.
    pub(super) fn asked(&mut self, v: Value) -> Option<Value> {
        if !self.asked.contains_key(&v) {
            let slice = self.slice(v)?;
            let root = self.root(&slice);
            let mut group = vec![(v, slice)];
            for other in (v.0 + 1..self.item.nodes.len() as u32).map(Value).filter(|_| root.is_some()) {
                let is_output = self.item.outputs.contains(&other);
                if waits(&self.item.node(other).ty) && !is_output {
                    continue;
                }
                let slice = self.slice(other).filter(|slice| self.root(slice) == root);
                group.extend(slice.map(|slice| (other, slice)));
            }
            self.for_each_item(&group)?;
        }
        self.has[v.ix()] = Has::Axis;
        self.asked.get(&v).copied()
    }

    /// The last in it that gives more than one value.
    fn root(&self, slice: &Slice) -> Option<Value> {
        let gives = |v: &&Value| {
            let node = self.item.node(**v);
            matches!(node.op, Op::Call(_)) || matches!(node.ty, Ty::Tuple(_))
        };
        slice.inside.iter().rev().find(gives).copied()
    }

    /// `None`: a region is in it, or a tensor that is not there yet.
    fn slice(&self, of: Value) -> Option<Slice> {
        let (mut slice, mut open) = (Slice::default(), vec![of]);
        while let Some(v) = open.pop() {
            let node = self.item.node(v);
            let is_made = v.ix() < self.new.len();
            // The form of a batch is another than that of an item.
            let is_again = match self.has[v.ix()] {
                Has::Later | Has::Keys(false) => true,
                Has::Axis => node.ty == Ty::Host,
                _ => false,
            };
            if is_made && !is_again {
                slice.given.insert(v);
                continue;
            }
            let is_there = v == of || is_made || waits(&node.ty);
            if !is_there || !node.regions().is_empty() || matches!(node.op, Op::Input(_)) {
                return None;
            }
            if slice.inside.insert(v) {
                open.extend(&node.args);
            }
        }
        Some(slice)
    }

    /// What reads keys: host code, and draws.
    pub(super) fn of_keys(&mut self, v: Value, node: &Node, args: &[Given]) -> Option<Value> {
        match &node.op {
            Op::Host(_) | Op::Size(_) => {
                self.has[v.ix()] = Has::Keys(false);
                let args = args.iter().map(|a| a.value).collect();
                Some(self.graph.push(Node { args, ..node.clone() }))
            }
            Op::Opaque(_) => self.later(v, node),
            _ => None,
        }
    }

    fn for_each_item(&mut self, group: &[(Value, Slice)]) -> Option<()> {
        let node = self.item.node(group[0].0);
        let all = |of: fn(&Slice) -> &BTreeSet<Value>| -> BTreeSet<Value> {
            group.iter().flat_map(|(_, slice)| of(slice).iter().copied()).collect()
        };
        let (inside, given) = (all(|slice| &slice.inside), all(|slice| &slice.given));
        let lists: Vec<Ty> = group.iter().map(|(v, _)| list_of(&self.item.node(*v).ty)).collect();
        // Numbers in it may be others in each item.
        let is_value =
            |(v, _): &(Value, Slice)| list_of(&self.item.node(*v).ty) == Ty::Other && !self.is_tangent(*v);
        if group.iter().any(is_value) {
            return None;
        }
        // Values of any form have no derivative here, and a body may take one.
        let is_open =
            |v: &Value| self.has[v.ix()].is_axis() && !matches!(self.item.node(*v).ty, Ty::Tensor(_));
        if self.call.is_some() && (lists.contains(&Ty::Other) || given.iter().any(is_open)) {
            return None;
        }
        let given: Vec<Value> = given.into_iter().collect();
        let body = self.item_of(&lists, (&inside, &given), group, node);
        let [n, item] = ["n", "item"].map(own);
        let drive =
            Drive::For { pattern: quote!(#item), items: quote!((0..#n)), binds: vec![n], runs: Runs::Freely };
        let (carried, exits, keeps, again, schedule) = (lists.len(), false, false, false, None);
        let held = Loop { drive, body, carried, exits, keeps, again, schedule };
        let mut counted = Vec::new();
        let count = self.count(&mut counted);
        let mut args = vec![self.host(count, counted, node)];
        for ty in &lists {
            let none = if let Ty::Other = ty {
                let none = Op::Host(HostExpr::plain(quote!(__rt::Vec::new())));
                let none = self.graph.push(Node { ty: Ty::Host, ..node.with(none, vec![]) });
                (Op::Make(Rc::new(Make::new(Made::Same, vec![], true))), none)
            } else {
                let none = Op::Host(HostExpr::no_shapes());
                (Op::Zero, self.graph.push(Node { ty: Ty::Host, ..node.with(none, vec![]) }))
            };
            args.push(self.graph.push(Node { ty: ty.clone(), ..node.with(none.0, vec![none.1]) }));
        }
        args.extend(given.iter().map(|v| self.new[v.ix()]));
        let called = Some(node.call());
        let all = self.graph.push(Node { ty: Ty::Other, called, ..node.with(Op::Loop(Rc::new(held)), args) });
        let axis = self.host(Size::int(0).to("isize"), vec![], node);
        for (k, ((v, _), ty)) in group.iter().zip(lists).enumerate() {
            let node = self.item.node(*v);
            let list = Node { ty, ..node.with(Op::Part(Part::Of(k as u32)), vec![all]) };
            let list = self.graph.push(list);
            let stacked = match &node.ty {
                Ty::Tensor(t) => {
                    self.push(Op::List(List::Stack), vec![list, axis], std::slice::from_ref(&t.elem), node)
                }
                ty => {
                    let ty = self.of_batch(ty);
                    self.graph.push(Node { ty, ..node.with(Op::Part(Part::Stacked), vec![list]) })
                }
            };
            let stacked = self.named(stacked, node);
            let stacked = self.known(stacked, node);
            self.asked.insert(*v, stacked);
        }
        Some(())
    }

    /// Whether it is made of cotangents or tangents, which are tensors alone.
    fn is_tangent(&self, v: Value) -> bool {
        matches!(
            self.item.node(v).op,
            Op::Sum
                | Op::Put(_)
                | Op::Assemble(_)
                | Op::Part(Part::Slot(_) | Part::SlotTangent(_) | Part::Of(1..))
        )
    }

    /// One item: the lists so far, then what is given.
    fn item_of(
        &mut self,
        lists: &[Ty],
        (inside, given): (&BTreeSet<Value>, &[Value]),
        group: &[(Value, Slice)],
        node: &Node,
    ) -> Region {
        let outer = std::mem::take(&mut self.graph);
        let input = |graph: &mut Graph, n: usize, ty: Ty| {
            graph.push(Node { ty, ..node.with(Op::Input(n as u32), vec![]) })
        };
        let so_far: Vec<Value> =
            lists.iter().enumerate().map(|(k, ty)| input(&mut self.graph, k, ty.clone())).collect();
        let count = Op::Host(HostExpr { ty: Some("usize"), ..HostExpr::bound(&own("item")) });
        let item = self.graph.push(Node { ty: Ty::Host, ..node.with(count, vec![]) });
        let inputs: Vec<(Value, Value)> = given
            .iter()
            .enumerate()
            .map(|(k, &v)| {
                let ty = outer.node(self.new[v.ix()]).ty.clone();
                (v, input(&mut self.graph, lists.len() + k, ty))
            })
            .collect();
        let mut new: HashMap<Value, Value> = HashMap::default();
        for &(v, all) in &inputs {
            let one = match &self.has[v.ix()] {
                Has::Keys(_) => {
                    let binds = vec![own("key"), own("at")];
                    let (key, at) = (&binds[0], &binds[1]);
                    let fold =
                        HostExpr { binds: binds.clone(), ..HostExpr::plain(quote!(#key.fold(#at as u64))) };
                    let ty = Ty::Host;
                    self.graph.push(Node { ty, ..node.with(Op::Host(fold), vec![all, item]) })
                }
                Has::Axis => self.item_at(all, item, v, node),
                _ => all,
            };
            new.insert(v, one);
        }
        for &v in inside {
            let node = self.item.node(v);
            let args = node.args.iter().map(|a| new[a]).collect();
            let op = self.call_of_item(v, node, inside);
            let made = self.graph.push(Node { op, args, ..node.clone() });
            new.insert(v, made);
        }
        for ((v, _), &list) in group.iter().zip(&so_far) {
            let (node, one) = (self.item.node(*v), new[v]);
            let longer = if let Ty::Tensor(t) = &node.ty {
                self.push(Op::List(List::Push), vec![list, one], std::slice::from_ref(&t.elem), node)
            } else {
                let at = syn::Member::Unnamed(syn::Index::from(0));
                let push = Op::Make(Rc::new(Make::new(Made::Pushed, vec![(at, Part::Last)], true)));
                self.graph.push(Node { ty: Ty::Other, ..node.with(push, vec![one, list]) })
            };
            self.graph.outputs.push(longer);
        }
        Region { graph: std::mem::replace(&mut self.graph, outer), diverges: false }
    }

    /// One item of what has the axis.
    fn item_at(&mut self, all: Value, item: Value, v: Value, node: &Node) -> Value {
        if !matches!(self.graph.node(all).ty, Ty::Tensor(_)) {
            let ty = self.item.node(v).ty.clone();
            return self.graph.push(Node { ty, ..node.with(Op::Part(Part::OfItem), vec![all, item]) });
        }
        let [zero, one] =
            [Size::int(0).to("isize"), Size::usize(1)].map(|size| self.host(size, vec![], node));
        let front = self.host(Size::of(crate::ir::Does::List, [Size::int(0)]).to("Axes"), vec![], node);
        let part = self.view(Op::View(View::Narrow), vec![all, zero, item, one], node);
        self.view(Op::View(View::Squeeze), vec![part, front], node)
    }

    /// The value alone where nothing else is read. What has run before does nothing of its own, and so does what is pulled back.
    fn call_of_item(&mut self, v: Value, node: &Node, inside: &BTreeSet<Value>) -> Op {
        let pulls = |u: &Value| matches!(self.item.node(*u).op, Op::Call(Call::Pull | Call::Pull2));
        let has_run = inside.iter().any(pulls) || !self.ran.insert(v);
        let op = match &node.op {
            Op::Call(Call::Vjp(callee)) => {
                let is_more = |u: &&Value| {
                    let node = self.item.node(**u);
                    node.args.first() == Some(&v) && !matches!(node.op, Op::Part(Part::Of(0)))
                };
                match inside.iter().find(is_more) {
                    Some(_) => node.op.clone(),
                    None => Op::Call(Call::Value(callee.clone())),
                }
            }
            op => op.clone(),
        };
        if has_run { Node { op, ..node.clone() }.ran() } else { op }
    }
}

/// Whether such a value is of no use to the batch until a tensor comes of it.
fn waits(ty: &Ty) -> bool {
    matches!(ty, Ty::Host | Ty::Other | Ty::Tuple(_))
}

/// A list of such values.
fn list_of(ty: &Ty) -> Ty {
    match ty {
        Ty::Tensor(t) => {
            Ty::List(TensorTy { elem: Elem::clone(&t.elem), shape: Shape::unknown(dims::fresh()) })
        }
        _ => Ty::Other,
    }
}
