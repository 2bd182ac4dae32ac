//! Declared shapes of elementwise values. Where nothing else reads such a value, its declaration is said of the value
//! itself and of its operands. So a check at run time is no wall between kernels, and rules see through it as if the
//! shape had been known.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap as HashMap;

use crate::ir::{Graph, Node, Op, Shape, TensorTy, Ty, Value};

/// `graph` with the shapes that checks make known wherever they are.
pub(crate) fn settled(graph: Graph) -> Graph {
    if graph.nodes.iter().all(|node| !matches!(node.op, Op::Declared) && node.regions().is_empty()) {
        return graph;
    }
    let mut uses = vec![0usize; graph.nodes.len()];
    // A shape is asked of operands.
    for node in graph.nodes.iter().filter(|node| !matches!(node.op, Op::ShapeOf)) {
        node.args.iter().for_each(|a| uses[a.ix()] += 1);
    }
    graph.outputs.iter().for_each(|v| uses[v.ix()] += 1);
    let is_alone = |v: Value| uses[v.ix()] == 1 && matches!(graph.node(v).op, Op::Map(_));
    let mut out = Graph::default();
    let mut new: Vec<Value> = Vec::with_capacity(graph.nodes.len());
    for node in &graph.nodes {
        let mut node = node.clone();
        for region in node.regions_mut() {
            region.graph = settled(std::mem::take(&mut region.graph));
        }
        if let Some(head) = node.condition_mut() {
            head.graph = settled(std::mem::take(&mut head.graph));
        }
        let v = match node.op {
            Op::Declared if is_alone(node.args[0]) => retyped(&mut out, &graph, &node, &new, is_alone),
            _ => out.push(Node { args: node.args.iter().map(|a| new[a.ix()]).collect(), ..node }),
        };
        new.push(v);
    }
    out.outputs = graph.outputs.iter().map(|v| new[v.ix()]).collect();
    out
}

/// The elementwise nodes behind a declaration that have its shape for certain, made again with that shape.
fn retyped(
    out: &mut Graph,
    graph: &Graph,
    declared: &Node,
    new: &[Value],
    is_alone: impl Fn(Value) -> bool,
) -> Value {
    let (of, check) = (declared.args[0], &declared.args[1..]);
    let (from, to) = (graph.shape(of), &declared.ty.tensor().shape);
    let is_same = |v: Value| matches!(&graph.node(v).ty, Ty::Tensor(t) if t.shape == *from);
    let (mut chain, mut open) = (BTreeSet::new(), vec![of]);
    while let Some(v) = open.pop() {
        if chain.insert(v) {
            open.extend(graph.node(v).args.iter().copied().filter(|&a| is_same(a) && is_alone(a)));
        }
    }
    let mut made: HashMap<Value, Value> = HashMap::default();
    let said = |out: &mut Graph, v: Value, shape: &Shape| {
        let args = std::iter::once(new[v.ix()]).chain(check.iter().map(|c| new[c.ix()])).collect();
        out.push(Node { args, ty: with_shape(graph.node(v), shape), name: None, ..declared.clone() })
    };
    for &v in &chain {
        let node = graph.node(v);
        let mut checked = false;
        let mut args = Vec::with_capacity(node.args.len());
        for &a in &node.args {
            if is_same(a) {
                args.push(*made.entry(a).or_insert_with(|| said(out, a, to)));
                checked = true;
            } else {
                args.push(new[a.ix()]);
            }
        }
        // It comes after the check all the same. What is in memory has no kernel for that.
        let is_tensor = |a: &Value| {
            let node = graph.node(*a);
            matches!(node.ty, Ty::Tensor(_)) && !matches!(node.op, Op::Const(_) | Op::Scalar)
        };
        let fused = |a: Value| matches!(graph.node(a).op, Op::Map(_));
        let tensors = (0..args.len()).filter(|&i| is_tensor(&node.args[i]));
        if let (false, Some(i)) = (checked, tensors.min_by_key(|&i| fused(node.args[i]))) {
            args[i] = said(out, node.args[i], graph.shape(node.args[i]));
        }
        let name =
            if v == of { declared.name.clone().or_else(|| node.name.clone()) } else { node.name.clone() };
        let again = Node { args, ty: with_shape(node, to), name, ..node.clone() };
        made.insert(v, out.push(again));
    }
    made[&of]
}

fn with_shape(node: &Node, shape: &Shape) -> Ty {
    Ty::Tensor(TensorTy { elem: node.ty.tensor().elem.clone(), shape: shape.clone() })
}
