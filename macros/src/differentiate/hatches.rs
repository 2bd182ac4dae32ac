//! The counted escape hatch: rules that a row cannot say, because the op takes any number of operands.

use proc_macro2::{Ident, Span};
use quote::quote;

use super::Differentiator;
use crate::dims::Dim;
use crate::ir::{HostExpr, Known, Node, Op, Runs, Shape, Ty, Value, View};
use crate::names::own;

/// Cotangents of the arguments of `v`, one per argument; `None` for host arguments.
pub(crate) fn call(d: &mut Differentiator<'_>, name: &Ident, v: Value, g: Value) -> Vec<Option<Value>> {
    match name.to_string().as_str() {
        "concat_vjp" => concat(d, v, g),
        "stack_vjp" => stack(d, v, g),
        _ => unreachable!("a law over the table: every hatch is listed"),
    }
}

/// Each operand gets its own part of the cotangent.
fn concat(d: &mut Differentiator<'_>, v: Value, g: Value) -> Vec<Option<Value>> {
    let node = d.graph.node(v).clone();
    let (&axis, tensors) = node.args.split_last().expect("concat has an axis");
    let mut start = host(d, quote!(0usize), &[], Some(Known::Int(Dim::int(0))), node.span);
    let (from, by) = (&own("start"), &own("len"));
    let sum = quote!(#from + #by);
    let mut out = Vec::new();
    for &x in tensors {
        let len = length(d, x, axis, node.span);
        out.push(Some(d.op(Op::View(View::Narrow), vec![g, axis, start, len], node.span)));
        let known = match (d.graph.known(start), d.graph.known(len)) {
            (Some(Known::Int(a)), Some(Known::Int(b))) => Some(Known::Int(a + b)),
            _ => None,
        };
        start = host(d, sum.clone(), &[(from, start), (by, len)], known, node.span);
    }
    out.push(None);
    out
}

fn stack(d: &mut Differentiator<'_>, v: Value, g: Value) -> Vec<Option<Value>> {
    let node = d.graph.node(v).clone();
    let (&axis, tensors) = node.args.split_last().expect("stack has an axis");
    let one = host(d, quote!(1usize), &[], Some(Known::Int(Dim::int(1))), node.span);
    let mut out = Vec::new();
    for i in 0..tensors.len() {
        let start = host(d, quote!(#i), &[], Some(Known::Int(Dim::int(i as i64))), node.span);
        let part = d.op(Op::View(View::Narrow), vec![g, axis, start, one], node.span);
        out.push(Some(d.op(Op::View(View::Squeeze), vec![part, axis], node.span)));
    }
    out.push(None);
    out
}

/// `x.dim(axis)`, symbolic where both are known.
fn length(d: &mut Differentiator<'_>, x: Value, axis: Value, span: Span) -> Value {
    let known = match (d.graph.shape(x), d.graph.known(axis)) {
        (Shape::Dims(dims), Some(Known::Int(axis))) => axis.as_int().and_then(|a| {
            let at = if a < 0 { a + dims.len() as i64 } else { a };
            dims.get(usize::try_from(at).ok()?).cloned().map(Known::Int)
        }),
        _ => None,
    };
    let shape = d.shape_of(x, span);
    let (of, at) = (&own("shape"), &own("axis"));
    host(d, quote!(#of.dim(#at)?), &[(of, shape), (at, axis)], known, span)
}

fn host(
    d: &mut Differentiator<'_>,
    expr: proc_macro2::TokenStream,
    binds: &[(&Ident, Value)],
    known: Option<Known>,
    span: Span,
) -> Value {
    let args = binds.iter().map(|b| b.1).collect();
    let binds = binds.iter().map(|b| b.0.clone()).collect();
    let op = Op::Host(HostExpr { expr, binds, known, ty: None, runs: Runs::Freely });
    d.graph.push(Node::new(op, args, Ty::Host, span))
}

#[cfg(test)]
mod tests {
    use crate::rules::{Opaque, Vjp};

    /// `call` knows every hatch of the table; the laws pin how many there are.
    #[test]
    fn every_hatch_is_known() {
        let hatch = |op: &Opaque| match op.text().parse().expect("rows parse").vjp {
            Vjp::Hatch(name) => Some(name.to_string()),
            Vjp::Text { .. } => None,
        };
        let names: Vec<_> = Opaque::ALL.iter().filter_map(hatch).collect();
        assert_eq!(names, ["concat_vjp", "stack_vjp"]);
    }
}
