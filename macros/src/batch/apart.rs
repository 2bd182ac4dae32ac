//! Rows that take no batch: a loop over its items, whose results are stacked.

use std::rc::Rc;

use quote::quote;

use super::rows::elems;
use super::{Batch, Given, Has};
use crate::dims;
use crate::ir::{
    Drive, Elem, Graph, HostExpr, List, Loop, Node, Op, Part, Region, Runs, Shape, Size, TensorTy, Ty, Value,
    View,
};
use crate::names::own;

impl Batch<'_> {
    /// `None`: it takes or gives lists.
    pub(super) fn one_by_one(&mut self, node: &Node, args: &[Given]) -> Option<Value> {
        let given = args.iter().map(|a| &self.graph.node(a.value).ty);
        if matches!(node.ty, Ty::List(_)) || given.into_iter().any(|ty| matches!(ty, Ty::List(_))) {
            return None;
        }
        let elems = elems(node);
        let list = |elem: &Elem| TensorTy { elem: elem.clone(), shape: Shape::unknown(dims::fresh()) };
        let mut made = Vec::new();
        for &a in node.args.iter().filter(|a| self.has[a.ix()].is_keys()) {
            self.made_of(a, &mut made);
        }
        let body = self.round(node, args, &elems.iter().map(list).collect::<Vec<_>>(), &made);
        let [n, item] = ["n", "item"].map(own);
        let items = quote!((0..#n));
        let drive = Drive::For { pattern: quote!(#item), items, binds: vec![n], runs: Runs::Freely };
        let (carried, exits, keeps, again, schedule) = (elems.len(), false, false, false, None);
        let held = Loop { drive, body, carried, exits, keeps, again, schedule };
        let mut counted = Vec::new();
        let count = self.count(&mut counted);
        let size = self.host(count, counted, node);
        let none = Op::Host(HostExpr::no_shapes());
        let none = self.graph.push(Node { ty: Ty::Host, ..node.with(none, vec![]) });
        let mut given = vec![size];
        for elem in &elems {
            let ty = Ty::List(list(elem));
            given.push(self.graph.push(Node { ty, ..node.with(Op::Zero, vec![none]) }));
        }
        given.extend(args.iter().map(|a| a.value).chain(made.iter().map(|v| self.new[v.ix()])));
        let called = Some(node.call());
        let all = Node { ty: Ty::Other, called, ..node.with(Op::Loop(Rc::new(held)), given) };
        let all = self.graph.push(all);
        let axis = self.host(Size::int(0).to("isize"), vec![], node);
        let mut results = Vec::new();
        for (k, elem) in elems.iter().enumerate() {
            let (ty, of) = (Ty::List(list(elem)), Op::Part(Part::Of(k as u32)));
            let part = self.graph.push(Node { ty, ..node.with(of, vec![all]) });
            results.push(self.push(
                Op::List(List::Stack),
                vec![part, axis],
                std::slice::from_ref(elem),
                node,
            ));
        }
        match &results[..] {
            [one] => Some(*one),
            _ => Some(self.graph.push(Node { ty: Ty::Other, ..node.with(Op::Join, results) })),
        }
    }

    /// What reads keys: host code, and draws.
    pub(super) fn of_keys(&mut self, v: Value, node: &Node, args: &[Given]) -> Option<Value> {
        match &node.op {
            Op::Host(_) | Op::Size(_) => {
                self.has[v.ix()] = Has::Keys(false);
                let args = args.iter().map(|a| a.value).collect();
                Some(self.graph.push(Node { args, ..node.clone() }))
            }
            Op::Opaque(_) => {
                self.has[v.ix()] = Has::Axis;
                self.one_by_one(node, args)
            }
            _ => None,
        }
    }

    /// What a value of keys is made of in the end: keys as they were given, and values that all items share.
    fn made_of(&self, v: Value, all: &mut Vec<Value>) {
        let node = self.item.node(v);
        if let Has::Keys(false) = self.has[v.ix()] {
            node.args.iter().for_each(|&a| self.made_of(a, all));
        } else if !all.contains(&v) {
            all.push(v);
        }
    }

    /// The value for item number `item`, in a region with these inputs.
    fn of_item(&mut self, v: Value, item: Value, inputs: &[(Value, Value)]) -> Value {
        let node = self.item.node(v);
        let given = inputs.iter().find(|(of, _)| *of == v).map(|(_, input)| *input);
        match given {
            Some(key) if self.has[v.ix()].is_keys() => {
                let binds = vec![own("key"), own("at")];
                let expr = {
                    let (key, at) = (&binds[0], &binds[1]);
                    quote!(#key.fold(#at as u64))
                };
                let fold = HostExpr { binds, ..HostExpr::plain(expr) };
                self.graph.push(node.with(Op::Host(fold), vec![key, item]))
            }
            Some(shared) => shared,
            None => {
                let args = node.args.iter().map(|&a| self.of_item(a, item, inputs)).collect();
                self.graph.push(Node { args, ..node.clone() })
            }
        }
    }

    /// One item: the lists so far, the arguments, then what keys are made of.
    fn round(&mut self, node: &Node, args: &[Given], lists: &[TensorTy], made: &[Value]) -> Region {
        let outer = std::mem::take(&mut self.graph);
        let input = |graph: &mut Graph, n: usize, ty| {
            graph.push(Node { ty, ..node.with(Op::Input(n as u32), vec![]) })
        };
        let lists: Vec<Value> =
            lists.iter().enumerate().map(|(k, ty)| input(&mut self.graph, k, Ty::List(ty.clone()))).collect();
        let count = Op::Host(HostExpr { ty: Some("usize"), ..HostExpr::bound(&own("item")) });
        let item = self.graph.push(Node { ty: Ty::Host, ..node.with(count, vec![]) });
        let [zero, one] =
            [Size::int(0).to("isize"), Size::usize(1)].map(|size| self.host(size, vec![], node));
        let front = self.host(Size::of(crate::ir::Does::List, [Size::int(0)]).to("Axes"), vec![], node);
        let first = lists.len() + args.len();
        let of_keys =
            |(k, &v): (usize, &Value)| (v, input(&mut self.graph, first + k, self.item.node(v).ty.clone()));
        let of_keys: Vec<_> = made.iter().enumerate().map(of_keys).collect();
        let mut values = Vec::new();
        for (k, arg) in args.iter().enumerate() {
            if self.has[node.args[k].ix()].is_keys() {
                values.push(self.of_item(node.args[k], item, &of_keys));
                continue;
            }
            let value = input(&mut self.graph, lists.len() + k, outer.node(arg.value).ty.clone());
            values.push(if arg.is {
                let part = self.view(Op::View(View::Narrow), vec![value, zero, item, one], node);
                self.view(Op::View(View::Squeeze), vec![part, front], node)
            } else {
                value
            });
        }
        let elems = elems(node);
        let made = self.push(node.op.clone(), values, &elems, node);
        for (k, (&list, elem)) in lists.iter().zip(&elems).enumerate() {
            let result = match &self.graph.node(made).ty {
                Ty::Tuple(types) => {
                    let ty = Ty::Tensor(types[k].clone());
                    self.graph.push(Node { ty, ..node.with(Op::Get(k as u32), vec![made]) })
                }
                _ => made,
            };
            let longer =
                self.push(Op::List(List::Push), vec![list, result], std::slice::from_ref(elem), node);
            self.graph.outputs.push(longer);
        }
        Region { graph: std::mem::replace(&mut self.graph, outer), diverges: false }
    }
}
