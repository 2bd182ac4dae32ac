//! Derivatives that a body takes itself, `u::grad(x)?.x`, `u::jvp(x, dx)?`, and what it runs on a batch, `u::vmap(xs)?`, as ops of
//! its graph: these are differentiated again like any other.

use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

use crate::batch;
use crate::differentiate::{Differentiator, forward_on, reverse};
use crate::error::{self, Errors};
use crate::ir::{Elem, Graph, Inside, Node, Op, Value, on_the_way};
use crate::table::RuleCache;

/// `graph` with the ops of its derivatives and batches in place of what asks for them, the innermost first.
pub(crate) fn resolved(mut graph: Graph, rules: &RuleCache, errors: &mut Errors, float: &Elem) -> Graph {
    for node in &mut graph.nodes {
        for region in node.regions_mut() {
            region.graph = resolved(std::mem::take(&mut region.graph), rules, errors, float);
        }
        if let Some(head) = node.condition_mut() {
            head.graph = resolved(std::mem::take(&mut head.graph), rules, errors, float);
        }
    }
    // By these nobody reads a derivative.
    let read: HashSet<Value> = inside(&graph).flat_map(|node| node.args.clone()).collect();
    let all = (0..graph.nodes.len() as u32).map(Value);
    let unread: Vec<Value> =
        all.filter(|v| matches!(graph.node(*v).op, Op::Apart) && !read.contains(v)).collect();
    graph = together(graph, &unread);
    while let Some((call, of, span)) = innermost(&graph) {
        let Some(of) = of else {
            match batch::inside(&graph, call, rules, errors) {
                Some(batched) => graph = batched,
                None => return graph,
            }
            continue;
        };
        let is_asked = |node: &Node| matches!(node.op, Op::Inside(_, n) if n == call && node.args[0] == of);
        let nodes = graph.nodes.iter().enumerate();
        let asks: Vec<(usize, Node)> =
            nodes.filter(|(_, node)| is_asked(node)).map(|(i, node)| (i, node.clone())).collect();
        let mut by: Vec<Value> = asks.iter().flat_map(|(_, node)| apart(node)).collect();
        by.sort_unstable();
        by.dedup();
        let way = match on_the_way(&graph, of, &by) {
            Ok(way) => Some(way),
            Err(op) => {
                errors.push(error::derivative_through(span, op));
                None
            }
        };
        graph = with_derivatives(graph, of, (&asks, way.as_deref()), rules, errors, float);
        // A product with a Hessian takes the tangent of the gradient by the same values.
        let still: HashSet<Value> = inside(&graph).flat_map(apart).collect();
        by.retain(|v| !still.contains(v));
        graph = together(graph, &by);
    }
    graph
}

/// The innermost: the number of its call, the value that is differentiated, if one is, and its place.
fn innermost(graph: &Graph) -> Option<(u32, Option<Value>, proc_macro2::Span)> {
    let asks = graph.nodes.iter().filter_map(|node| match node.op {
        Op::Inside(_, call) => Some((call, Some(node.args[0]), node.span)),
        Op::Batch(_, call) => Some((call, None, node.span)),
        _ => None,
    });
    asks.min_by_key(|(call, ..)| *call)
}

/// The nodes that ask for a derivative.
fn inside(graph: &Graph) -> impl Iterator<Item = &Node> {
    graph.nodes.iter().filter(|node| matches!(node.op, Op::Inside(..)))
}

/// The values that a derivative is taken by.
fn apart(ask: &Node) -> impl Iterator<Item = Value> {
    ask.args[1..].iter().step_by(2).copied()
}

/// `way`: the nodes that the sweeps visit; without any, derivatives are zeros.
fn with_derivatives(
    mut graph: Graph,
    of: Value,
    (asks, way): (&[(usize, Node)], Option<&[bool]>),
    rules: &RuleCache,
    errors: &mut Errors,
    float: &Elem,
) -> Graph {
    // What comes behind the value and tangents reads derivatives, and is no part of them.
    let last = asks.iter().flat_map(|(_, node)| &node.args).max().copied().unwrap_or(of);
    let rest = graph.nodes.split_off(last.ix() + 1);
    let outputs = std::mem::take(&mut graph.outputs);
    let mut d =
        Differentiator { graph, rules, errors, float: float.clone(), called: None, whole_forms: false };
    // All that one call asks for is of one kind, and a tangent is one.
    let first = &asks[0].1;
    let (zeros_of, derivatives) = if let Op::Inside(Inside::Tangent, _) = first.op {
        let seeds: Vec<(Value, Value)> = first.args[1..].chunks(2).map(|pair| (pair[0], pair[1])).collect();
        (vec![of], way.map(|way| vec![forward_on(&mut d, way, &seeds, of)]))
    } else {
        let by: Vec<Value> = asks.iter().map(|(_, node)| node.args[1]).collect();
        let gradients = way.map(|_| {
            let one = d.one_like(of);
            reverse(&mut d, &[(of, one)], &by)
        });
        (by, gradients)
    };
    let derivatives = derivatives.unwrap_or_else(|| vec![None; asks.len()]);
    let mut found: HashMap<usize, Value> = HashMap::default();
    for (((at, _), derivative), like) in asks.iter().zip(derivatives).zip(zeros_of) {
        found.insert(*at, derivative.unwrap_or_else(|| d.zero_of(like)));
    }
    let mut graph = d.graph;
    let mut new: Vec<Value> = (0..=last.0).map(Value).collect();
    for (i, node) in rest.into_iter().enumerate() {
        let args = node.args.iter().map(|a| new[a.ix()]).collect();
        new.push(match found.get(&(last.ix() + 1 + i)) {
            Some(&derivative) => derivative,
            None => graph.push(Node { args, ..node }),
        });
    }
    graph.outputs = outputs.iter().map(|v| new[v.ix()]).collect();
    graph
}

/// The graph with each node of `apart` replaced by its operand.
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
