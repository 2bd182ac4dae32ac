//! Products that are only added up to what a batch shares: one op in the place of two.
//!
//! The gradient of a matrix that all of a batch is multiplied with is such a sum. Where a batch lies like more of the inner axis, which
//! the runtime knows, the sum is one long product. Else a matrix for each part of the batch would be written and read again.

use super::plan::uses;
use crate::ir::{Graph, Node, Op, Opaque, Reduce, Value};
use crate::simplify::live;

pub(super) fn added_up(mut graph: Graph) -> Graph {
    let uses = uses(&graph);
    let is_alone = |v: Value| uses[v.ix()].len() == 1 && !graph.outputs.contains(&v);
    let found = |(i, node): (usize, &Node)| {
        let (Op::Reduce(Reduce::SumTo), &[product, shape]) = (&node.op, &node.args[..]) else { return None };
        let of = graph.node(product);
        let is_product = matches!(of.op, Op::Opaque(Opaque::MatMul)) && is_alone(product);
        let args = || vec![of.args[0], of.args[1], shape];
        is_product.then(|| (i, Node { ty: node.ty.clone(), ..of.with(Op::Opaque(Opaque::MatMulTo), args()) }))
    };
    let found: Vec<_> = graph.nodes.iter().enumerate().filter_map(found).collect();
    if found.is_empty() {
        return graph;
    }
    for (i, node) in found {
        graph.nodes[i] = node;
    }
    live(graph)
}
