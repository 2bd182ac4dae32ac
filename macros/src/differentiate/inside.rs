//! Gradients that a body takes itself, `u::grad(x)?.x`, as ops of its graph: these are differentiated again like any other.

use rustc_hash::FxHashMap as HashMap;

use super::{Differentiator, active, reverse};
use crate::error::{self, Errors};
use crate::ir::{Elem, Graph, Node, Op, Value};
use crate::rules::RuleCache;

/// `graph` with the ops of its gradients in place of what asks for them, the innermost first.
pub(crate) fn resolved(mut graph: Graph, rules: &RuleCache, errors: &mut Errors, float: &Elem) -> Graph {
    for node in &mut graph.nodes {
        for region in node.regions_mut() {
            region.graph = resolved(std::mem::take(&mut region.graph), rules, errors, float);
        }
        if let Some(head) = node.condition_mut() {
            head.graph = resolved(std::mem::take(&mut head.graph), rules, errors, float);
        }
    }
    // By these nobody reads the gradient.
    let is_asked = |v: &Value| graph.nodes.iter().any(|n| matches!(n.op, Op::Inside) && n.args[1] == *v);
    let all = (0..graph.nodes.len() as u32).map(Value);
    let unasked: Vec<Value> =
        all.filter(|v| matches!(graph.node(*v).op, Op::Apart) && !is_asked(v)).collect();
    graph = together(graph, &unasked);
    while let Some(first) = graph.nodes.iter().find(|node| matches!(node.op, Op::Inside)) {
        let (loss, span) = (first.args[0], first.span);
        let asked: Vec<Value> = asks(&graph, loss).map(|(_, node)| node.args[1]).collect();
        if let Some(op) = in_the_way(&graph, loss, &asked) {
            errors.push(error::gradient_through(span, op));
        }
        graph = with_gradients(graph, loss, &asked, rules, errors, float);
    }
    graph
}

/// What asks for gradients of a loss.
fn asks(graph: &Graph, loss: Value) -> impl Iterator<Item = (usize, &Node)> {
    let all = graph.nodes.iter().enumerate();
    all.filter(move |(_, node)| matches!(node.op, Op::Inside) && node.args[0] == loss)
}

/// What stands between the loss and what it is differentiated by, and has no rule that could be differentiated again.
fn in_the_way(graph: &Graph, loss: Value, by: &[Value]) -> Option<&'static str> {
    let active = active(graph, by);
    let mut open = vec![loss];
    let mut seen = vec![false; graph.nodes.len()];
    while let Some(v) = open.pop() {
        if !active[v.ix()] || by.contains(&v) || std::mem::replace(&mut seen[v.ix()], true) {
            continue;
        }
        let node = graph.node(v);
        let op = matches!(
            node.op,
            Op::Map(_)
                | Op::Reduce(_)
                | Op::View(_)
                | Op::Opaque(_)
                | Op::List(_)
                | Op::Get(_)
                | Op::Declared
        );
        if !op {
            let is_part = matches!(node.op, Op::Part(_));
            return Some(if is_part { graph.node(node.args[0]).op.name() } else { node.op.name() });
        }
        open.extend(&node.args);
    }
    None
}

fn with_gradients(
    mut graph: Graph,
    loss: Value,
    by: &[Value],
    rules: &RuleCache,
    errors: &mut Errors,
    float: &Elem,
) -> Graph {
    let asks: Vec<usize> = asks(&graph, loss).map(|(i, _)| i).collect();
    // What comes behind the loss reads the gradients, and is no part of them.
    let rest = graph.nodes.split_off(loss.ix() + 1);
    let outputs = std::mem::take(&mut graph.outputs);
    let mut d =
        Differentiator { graph, rules, errors, float: float.clone(), called: None, whole_forms: false };
    let one = d.one_like(loss);
    let found = reverse(&mut d, &[(loss, one)], by);
    let found: Vec<Value> = by.iter().zip(found).map(|(&x, g)| g.unwrap_or_else(|| d.zero_of(x))).collect();
    let mut graph = d.graph;
    let gradients: HashMap<usize, Value> = asks.into_iter().zip(found).collect();
    let mut new: Vec<Value> = (0..=loss.0).map(Value).collect();
    for (i, node) in rest.into_iter().enumerate() {
        let args = node.args.iter().map(|a| new[a.ix()]).collect();
        new.push(match gradients.get(&(loss.ix() + 1 + i)) {
            Some(&gradient) => gradient,
            None => graph.push(Node { args, ..node }),
        });
    }
    graph.outputs = outputs.iter().map(|v| new[v.ix()]).collect();
    together(graph, by)
}

/// What was told apart is what it is of.
fn together(graph: Graph, apart: &[Value]) -> Graph {
    if apart.is_empty() {
        return graph;
    }
    let mut out = Graph::default();
    let mut new: Vec<Value> = Vec::with_capacity(graph.nodes.len());
    for (i, node) in graph.nodes.into_iter().enumerate() {
        let args: Vec<Value> = node.args.iter().map(|a| new[a.ix()]).collect();
        let is_apart = apart.contains(&Value(i as u32));
        new.push(if is_apart { args[0] } else { out.push(Node { args, ..node }) });
    }
    out.outputs = graph.outputs.iter().map(|v| new[v.ix()]).collect();
    out
}
