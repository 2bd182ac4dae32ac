//! The counted escape hatch: rules that a row cannot say, because the op takes any number of operands.

use proc_macro2::{Ident, Span};

use super::Differentiator;
use crate::ir::{Infix, Node, Op, Size, Ty, Value, View};

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
    let mut start = size(d, Size::usize(0), vec![], node.span);
    let mut out = Vec::new();
    for &x in tensors {
        let shape = d.shape_of(x, node.span);
        let len = d.graph.arg(0, shape).axis(d.graph.arg(1, axis));
        let len = size(d, len, vec![shape, axis], node.span);
        out.push(Some(d.op(Op::View(View::Narrow), vec![g, axis, start, len], node.span)));
        let sum = d.graph.arg(0, start).infix(Infix::Add, d.graph.arg(1, len));
        start = size(d, sum, vec![start, len], node.span);
    }
    out.push(None);
    out
}

fn stack(d: &mut Differentiator<'_>, v: Value, g: Value) -> Vec<Option<Value>> {
    let node = d.graph.node(v).clone();
    let (&axis, tensors) = node.args.split_last().expect("stack has an axis");
    let one = size(d, Size::usize(1), vec![], node.span);
    let mut out = Vec::new();
    for i in 0..tensors.len() {
        let start = size(d, Size::usize(i), vec![], node.span);
        let part = d.op(Op::View(View::Narrow), vec![g, axis, start, one], node.span);
        out.push(Some(d.op(Op::View(View::Squeeze), vec![part, axis], node.span)));
    }
    out.push(None);
    out
}

fn size(d: &mut Differentiator<'_>, size: Size, args: Vec<Value>, span: Span) -> Value {
    d.graph.push(Node::new(Op::size(size), args, Ty::Host, span))
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
