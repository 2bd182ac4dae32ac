//! Jacobians and Hessians as graphs: with each element that varies another item of a batch.

use crate::batch;
use crate::differentiate::Differentiator;
use crate::dims::Dim;
use crate::error::{self, Errors};
use crate::ir::{Does, Edge, Graph, Node, Op, Size, Ty, Value, View, in_front, shapeless};
use crate::lower::Binding;
use crate::signature::Function;
use crate::simplify::simplify;
use crate::table::RuleCache;

/// Graphs whose outputs have an axis in front.
pub(crate) struct Matrices {
    /// The gradients for each of several cotangents of the result, which have the axis too.
    pub pulled: Graph,
    /// By each active input, the tangents of the result along its elements. None, where some active input is no tensor.
    pub columns: Vec<Graph>,
    /// Likewise the products of the Hessian, at order 2.
    pub products: Vec<Graph>,
}

/// The graphs of a function and its derivatives.
#[derive(Clone, Copy)]
pub(crate) struct Graphs<'g> {
    pub primal: &'g Graph,
    pub joint: &'g Graph,
    pub jvp: &'g Graph,
    pub hvp: Option<&'g Graph>,
}

/// `None`: that was an error, of `word` perhaps.
pub(crate) fn of(
    f: &Function,
    word: &syn::Path,
    (active, t): (&[usize], Graphs<'_>),
    rules: &RuleCache,
    errors: &mut Errors,
) -> Option<Matrices> {
    let [Ty::Tensor(_)] = t.primal.outputs.iter().map(|v| &t.primal.node(*v).ty).collect::<Vec<_>>()[..]
    else {
        errors.push(error::jacobian_of(word));
        return None;
    };
    let n = f.sig.inputs.len();
    let is_tensor = |i: &usize| f.sig.inputs[*i].tensor.is_some() && f.sig.inputs[*i].slice.is_none();
    let moved = if active.iter().all(is_tensor) { active.len() } else { 0 };
    let mut of = |graph: &Graph, which: Option<usize>, like: &[Value], outputs: &[Value]| {
        let (graph_of, whole_forms) = (Graph::default(), false);
        let (float, called) = (f.sig.float.clone(), None);
        let d = Differentiator { graph: graph_of, rules, errors, float, called, whole_forms };
        let varied = varied(d, graph, (n, which), like, outputs)?;
        batch::inside(&varied, CALL, rules, errors).map(simplify)
    };
    let pulled = of(t.joint, None, &t.joint.outputs[..1], &t.joint.outputs[1..])?;
    let mut each = |graph: &Graph, first: usize| -> Option<Vec<Graph>> {
        let like: Vec<Value> = active.iter().filter_map(|i| graph.input_value(*i as u32)).collect();
        (0..moved).map(|k| of(graph, Some(k), &like, &graph.outputs[first..])).collect()
    };
    let columns = each(t.jvp, 1)?;
    let products = match t.hvp {
        Some(hvp) => each(hvp, active.len())?,
        None => Vec::new(),
    };
    Some(Matrices { pulled, columns, products })
}

/// The number of the only batch in these graphs.
const CALL: u32 = 0;

/// `graph` with these outputs, where of its inputs from number `n` on, which are like these values, number `which` is one element
/// after the other, and the others are zeros; or where the only one has the axis.
fn varied(
    mut d: Differentiator<'_>,
    graph: &Graph,
    (n, which): (usize, Option<usize>),
    like: &[Value],
    outputs: &[Value],
) -> Option<Graph> {
    let (mut new, mut count) = (Vec::<Value>::with_capacity(graph.nodes.len()), None);
    for node in &graph.nodes {
        let behind = match node.op {
            Op::Input(i) => (i as usize).checked_sub(n),
            _ => None,
        };
        let made = if let Some(k) = behind {
            let of = *new.get(like.get(k)?.ix())?;
            if which.is_some_and(|which| k != which) {
                d.zero_like(of, node.span)
            } else {
                let (all, n) = if which.is_some() { units(&mut d, of, node) } else { given(&mut d, node) };
                count = Some(n);
                let item = Op::Batch(Edge::Item, CALL);
                d.graph.push(Node { args: vec![all, n], ..node.with(item, vec![]) })
            }
        } else {
            let args = node.args.iter().map(|a| new[a.ix()]).collect();
            d.graph.push(Node { args, ..node.clone() })
        };
        new.push(made);
    }
    let count = count?;
    for &v in outputs {
        let node = d.graph.node(new[v.ix()]);
        let (ty, span) = (shapeless(&node.ty), node.span);
        let all = d.graph.push(Node::new(Op::Batch(Edge::All, CALL), vec![new[v.ix()], count], ty, span));
        d.graph.outputs.push(all);
    }
    Some(d.graph)
}

/// The input with the axis, and the size of that.
fn given(d: &mut Differentiator<'_>, node: &Node) -> (Value, Value) {
    let ty = in_front(&node.ty, &Dim::unknown());
    let all = d.graph.push(Node { ty, ..node.clone() });
    let shape = d.graph.push(Node { ty: Ty::Host, ..node.with(Op::ShapeOf, vec![all]) });
    let count = d.graph.arg(0, shape).axis(Size::int(0));
    (all, d.graph.push(Node { ty: Ty::Host, ..node.with(Op::size(count), vec![shape]) }))
}

/// Ones for each element of `of`, zeros beside it, and the number of elements.
fn units(d: &mut Differentiator<'_>, of: Value, node: &Node) -> (Value, Value) {
    let span = node.span;
    let mut host = |op, args| d.graph.push(Node::new(op, args, Ty::Host, span));
    let shape = host(Op::ShapeOf, vec![of]);
    let count = Size::of(Does::Numel, [d.graph.arg(0, shape)]);
    let count = d.graph.push(Node::new(Op::size(count), vec![shape], Ty::Host, span));
    let sizes = Size::of(Does::Front, [d.graph.arg(0, count), d.graph.arg(1, shape), Size::usize(0)]);
    let sizes = d.graph.push(Node::new(Op::size(sizes.to("Sizes")), vec![count, shape], Ty::Host, span));
    let elem = d.graph.elem(of).clone();
    let mut lowerer = d.lowerer(span);
    let eye = lowerer.call_bound("eye", vec![Binding::Host(count)], span);
    let units = match eye {
        Binding::Tensor(eye) => {
            // A literal is of any type.
            let _ = lowerer.expect_elem(eye, &elem);
            lowerer.value(Op::View(View::Reshape), vec![eye, sizes], span)
        }
        _ => None,
    };
    lowerer.finish();
    (units.unwrap_or(of), count)
}
