//! `relu` behind more than sums is the `select` that it means, so that its branch is masked as any other.
//!
//! The rule of the row gives a cotangent of zero where the operand is not taken. Sums hand that on. Any other op may multiply it by what is
//! infinite there.

use std::collections::BTreeSet;

use crate::ir::{Elem, Graph, Map, Node, Op, Shape, TensorTy, Ty, Value};

/// The graph with a `select` for each `relu` that needs one.
pub(super) fn rectified(graph: Graph) -> Graph {
    if !graph.nodes.iter().any(|node| matches!(node.op, Op::Map(Map::Relu))) {
        return graph;
    }
    let mut out = Graph::default();
    let mut new: Vec<Value> = Vec::with_capacity(graph.nodes.len());
    for node in &graph.nodes {
        let args: Vec<Value> = node.args.iter().map(|a| new[a.ix()]).collect();
        // Conditions of one number reach through whatever is behind.
        let opens = matches!(node.op, Op::Map(Map::Relu))
            && (node.ty.tensor().shape.rank() == Some(0) || !sums(&graph, node.args[0]));
        let mut node = Node { args, ..node.clone() };
        if opens {
            node = selected(&mut out, node);
        }
        new.push(out.push(node));
    }
    out.outputs = graph.outputs.iter().map(|v| new[v.ix()]).collect();
    out
}

/// `select(x <= 0, 0, x)`.
fn selected(out: &mut Graph, relu: Node) -> Node {
    let x = relu.args[0];
    let TensorTy { elem, shape } = relu.ty.tensor().clone();
    let mut node = |op, args, elem, shape| {
        let ty = Ty::Tensor(TensorTy { elem, shape });
        out.push(Node { called: Some(relu.call()), ..Node::new(op, args, ty, relu.span) })
    };
    let zero = node(Op::Const(0.0), Vec::new(), elem, Shape::scalar());
    let below = node(Op::Map(Map::Le), vec![x, zero], Elem::Bool, shape);
    Node { op: Op::Map(Map::Select), args: vec![below, zero, x], ..relu }
}

/// Whether a cotangent of zero is zero wherever it leaves the elementwise ops behind `v`.
fn sums(graph: &Graph, v: Value) -> bool {
    let (mut seen, mut open) = (BTreeSet::new(), vec![v]);
    while let Some(v) = open.pop() {
        let node = graph.node(v);
        let Op::Map(op) = node.op else { continue };
        if !node.ty.is_float() || !seen.insert(v) {
            continue;
        }
        let is_finite = |v: &&Value| matches!(graph.node(**v).op, Op::Const(x) if x.is_finite());
        match op {
            Map::StopGradient => {}
            Map::Add | Map::Sub | Map::Neg | Map::Cast | Map::Relu => open.extend(&node.args),
            Map::Mul if node.args.iter().any(|v| is_finite(&v)) => open.extend(&node.args),
            _ => return false,
        }
    }
    true
}
