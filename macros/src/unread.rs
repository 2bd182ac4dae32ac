//! Ops that may fail and whose value nobody reads.
//!
//! In plain Rust they fail too. So an effect reads them, in their place among host code and calls, and every transform fails as the
//! function itself does. What cannot fail, as far as expansion knows the shapes, is left out.

use std::collections::BTreeSet;
use std::rc::Rc;

use crate::ir::{
    Drive, Graph, HostExpr, Known, List, Node, Op, Opaque, Part, Reduce, Shape, Ty, Value, View,
};

/// `graph` with a reader for each op that may fail and has none.
pub(crate) fn checked(graph: &Graph) -> Graph {
    of_outputs(graph, &|_| true)
}

/// `read`: whether anything reads output `k`.
fn of_outputs(graph: &Graph, read: &dyn Fn(usize) -> bool) -> Graph {
    let mut nodes = graph.nodes.clone();
    let (mut needed, mut unread) = (vec![false; nodes.len()], vec![false; nodes.len()]);
    for (_, v) in graph.outputs.iter().enumerate().filter(|(k, _)| read(*k)) {
        needed[v.ix()] = true;
    }
    for i in (0..nodes.len()).rev() {
        let of_it = |v: usize| graph.nodes[v].args.first() == Some(&Value(i as u32)) && needed[v];
        match &mut nodes[i].op {
            Op::Branch(branch) => {
                let results: BTreeSet<usize> = (i..graph.nodes.len())
                    .filter(|&v| of_it(v))
                    .filter_map(|v| {
                        if let Op::Part(Part::Of(k)) = graph.nodes[v].op { Some(k as usize) } else { None }
                    })
                    .collect();
                let branch = Rc::make_mut(branch);
                for arm in &mut branch.arms {
                    arm.graph = of_outputs(&arm.graph, &|k| k >= branch.results || results.contains(&k));
                }
            }
            Op::Loop(held) => {
                let held = Rc::make_mut(held);
                held.body.graph = checked(&held.body.graph);
                if let Drive::While(head) = &mut held.drive {
                    head.graph = checked(&head.graph);
                }
            }
            _ => {}
        }
        let node = &nodes[i];
        needed[i] |= matches!(node.op, Op::Input(_)) || node.is_ordered();
        unread[i] = !needed[i] && may_fail(graph, node);
        needed[i] |= unread[i];
        if needed[i] {
            node.args.iter().for_each(|a| needed[a.ix()] = true);
        }
    }
    if !unread.contains(&true) {
        return Graph { nodes, outputs: graph.outputs.clone() };
    }
    let mut out = Graph::default();
    let mut new = Vec::with_capacity(nodes.len());
    for (node, unread) in nodes.into_iter().zip(unread) {
        let args = node.args.iter().map(|a: &Value| new[a.ix()]).collect();
        let v = out.push(Node { args, ..node });
        new.push(v);
        if unread {
            read_by_an_effect(&mut out, v);
        }
    }
    out.outputs = graph.outputs.iter().map(|v| new[v.ix()]).collect();
    out
}

fn read_by_an_effect(graph: &mut Graph, v: Value) {
    let node = graph.node(v).clone();
    let at = |op, args, ty| Node { called: Some(node.call()), ..Node::new(op, args, ty, node.span) };
    let read = match (&node.op, &node.ty) {
        // Its shape says all, and no kernel runs for it.
        (Op::Map(_), Ty::Tensor(ty)) if matches!(ty.shape, Shape::Open(_)) => {
            graph.push(at(Op::ShapeOf, vec![v], Ty::Host))
        }
        (_, Ty::Tuple(types)) => graph.push(at(Op::Get(0), vec![v], Ty::Tensor(types[0].clone()))),
        _ => v,
    };
    graph.push(at(Op::Host(HostExpr::read()), vec![read], Ty::Host));
}

fn may_fail(graph: &Graph, node: &Node) -> bool {
    let shape = |v: &Value| match &graph.node(*v).ty {
        Ty::Tensor(t) => Some(&t.shape),
        _ => None,
    };
    match &node.op {
        Op::Map(_) => {
            let Ty::Tensor(own) = &node.ty else { return false };
            !node.args.iter().filter_map(shape).all(|s| *s == own.shape || s.rank() == Some(0))
        }
        Op::Reduce(Reduce::Sum) => graph.known(node.args[1]) != Some(Known::All),
        Op::View(View::T | View::Mt) => shape(&node.args[0]).is_none_or(|s| s.rank().is_none()),
        Op::Opaque(Opaque::MatMul) => match (shape(&node.args[0]), shape(&node.args[1])) {
            (Some(Shape::Dims(a)), Some(Shape::Dims(b))) if a.len() == 2 && !b.is_empty() && b.len() < 3 => {
                a[1] != b[0]
            }
            _ => true,
        },
        // Most are what a loop or a pattern binds: they are there.
        Op::List(list) => !matches!(list, List::Item),
        Op::Reduce(_) | Op::View(_) | Op::Opaque(_) => true,
        _ => false,
    }
}
