//! Attention, whose signature has a batch of its own.

use super::rows::elems;
use super::{Batch, Given};
use crate::ir::{Does, Infix, Node, Op, Opaque, Size, Value, View};

/// `attend` and `attend_cotangents`: the axis of the batch and their own are one.
pub(super) fn attend(batch: &mut Batch<'_>, node: &Node, args: &[Given]) -> Value {
    let mut read = Vec::new();
    let count = batch.count(&mut read);
    let q = batch.spread(args[0], node);
    let shape = batch.shape_of(q, node);
    let own = batch.graph.arg(read.len(), shape).axis(Size::int(1));
    read.push(shape);
    let rank = batch.host(Size::usize(4), vec![], node);
    let mut values = Vec::new();
    for (i, &arg) in args.iter().enumerate() {
        if i + 1 == args.len() {
            values.push(arg.value);
            continue;
        }
        let mut x = batch.spread(arg, node);
        // A mask or a bias may be one for all of the batch.
        if let 3 | 4 = i {
            x = batch.lifted(Given { value: x, is: true }, rank, node);
            let shape = batch.shape_of(x, node);
            let (at, mut read) = (batch.graph.arg(read.len(), shape), [&read[..], &[shape]].concat());
            let rest = (2..5).map(|axis| at.clone().axis(Size::int(axis)));
            let sizes: Vec<Size> = [count.clone(), own.clone()].into_iter().chain(rest).collect();
            let all = batch.host(Size::of(Does::Shape, sizes), std::mem::take(&mut read), node);
            x = batch.view(Op::View(View::BroadcastTo), vec![x, all], node);
        }
        values.push(merged(batch, x, node));
    }
    let made = batch.push(node.op.clone(), values.clone(), &elems(node), node);
    if let Op::Opaque(Opaque::Attend) = node.op {
        let shape = batch.shape_of(made, node);
        let at = batch.graph.arg(read.len(), shape);
        read.push(shape);
        let rest = (1..4).map(|axis| at.clone().axis(Size::int(axis)));
        let sizes: Vec<Size> = [count, own].into_iter().chain(rest).collect();
        let sizes = batch.host(Size::of(Does::List, sizes).to("Sizes"), read, node);
        return batch.view(Op::View(View::Reshape), vec![made, sizes], node);
    }
    // The cotangents of all queries, then of all keys, then of all values.
    let [first, last] = [0, -1].map(|axis| batch.host(Size::int(axis).to("isize"), vec![], node));
    let (mut parts, mut from) = (Vec::new(), Size::usize(0));
    let mut shapes: Vec<Value> = Vec::new();
    for &x in &values[..3] {
        shapes.push(batch.shape_of(x, node));
        let length = Size::of(Does::Numel, [batch.graph.arg(shapes.len() - 1, shapes[shapes.len() - 1])]);
        let [start, many] = [from.clone(), length.clone()].map(|size| batch.host(size, shapes.clone(), node));
        let part = batch.view(Op::View(View::Narrow), vec![made, first, start, many], node);
        let mut read = Vec::new();
        let rows = batch.count(&mut read).to("isize");
        let sizes = batch.host(Size::of(Does::List, [rows, Size::int(-1)]).to("Sizes"), read, node);
        parts.push(batch.view(Op::View(View::Reshape), vec![part, sizes], node));
        from = if parts.len() == 1 { length } else { from.infix(Infix::Add, length) };
    }
    parts.push(last);
    batch.push(Op::Opaque(Opaque::Concat), parts, &elems(node), node)
}

/// The first two axes as one.
fn merged(batch: &mut Batch<'_>, x: Value, node: &Node) -> Value {
    let shape = batch.shape_of(x, node);
    let at = batch.graph.arg(0, shape);
    let axis = |axis: i64| at.clone().axis(Size::int(axis));
    let sizes = [axis(0).infix(Infix::Mul, axis(1)), axis(2), axis(3), axis(4)];
    let sizes = batch.host(Size::of(Does::List, sizes).to("Sizes"), vec![shape], node);
    batch.view(Op::View(View::Reshape), vec![x, sizes], node)
}
