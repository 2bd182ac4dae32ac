//! Which values move with others.

use super::{Graph, Op, OpClass, Value};

/// Which values depend on `wrt` through something that has a derivative.
pub(crate) fn active(graph: &Graph, wrt: &[Value]) -> Vec<bool> {
    let mut active = vec![false; graph.nodes.len()];
    for v in wrt {
        active[v.ix()] = true;
    }
    for (i, node) in graph.nodes.iter().enumerate() {
        if !matches!(node.op.class(), OpClass::Leaf | OpClass::Own) && node.ty.is_float() {
            active[i] |= node.args.iter().any(|a| active[a.ix()]);
        }
    }
    active
}

/// The nodes between `of` and the values `by`, by which `of` is differentiated. An error names an op among them without a rule that
/// could be differentiated again.
pub(crate) fn on_the_way(graph: &Graph, of: Value, by: &[Value]) -> Result<Vec<bool>, &'static str> {
    let active = active(graph, by);
    let mut open = vec![of];
    let mut way = vec![false; graph.nodes.len()];
    while let Some(v) = open.pop() {
        if !active[v.ix()] || by.contains(&v) || std::mem::replace(&mut way[v.ix()], true) {
            continue;
        }
        let node = graph.node(v);
        let op = matches!(node.op.class(), OpClass::Row | OpClass::Get) || matches!(node.op, Op::Declared);
        if !op {
            let is_part = matches!(node.op, Op::Part(_));
            return Err(if is_part { graph.node(node.args[0]).op.name() } else { node.op.name() });
        }
        open.extend(&node.args);
    }
    Ok(way)
}
