//! Rows that go by indices and copies of a whole item.

use super::rows::elems;
use super::{Batch, Given};
use crate::dims;
use crate::ir::{Does, Elem, Infix, Known, Node, Op, Opaque, Size, Value, View};

/// The sizes of a list, and what they read. `None`: nothing says how many there are.
fn listed(batch: &Batch<'_>, h: Value) -> Option<(Vec<Size>, Vec<Value>)> {
    fn parts(size: &Size) -> Option<&[Size]> {
        match size {
            Size::Of(Does::List, parts) => Some(parts),
            Size::Of(Does::To("Sizes") | Does::Told, of) => parts(&of[0]),
            _ => None,
        }
    }
    let node = batch.graph.node(h);
    let Op::Size(size) = &node.op else { return None };
    let usizes = parts(size)?.iter().map(|size| size.clone().to("usize")).collect();
    Some((usizes, node.args.clone()))
}

/// One element of each item: the part of each axis that has it.
pub(super) fn element(batch: &mut Batch<'_>, node: &Node, args: &[Given]) -> Option<Value> {
    let (index, read) = listed(batch, args[1].value)?;
    let one = batch.host(Size::usize(1), vec![], node);
    let mut x = args[0].value;
    for (k, at) in index.into_iter().enumerate() {
        let axis = batch.host(Size::int(k as i64 + 1).to("isize"), vec![], node);
        let at = batch.host(at, read.clone(), node);
        x = batch.view(Op::View(View::Narrow), vec![x, axis, at, one], node);
    }
    let mut read = Vec::new();
    let count = batch.count(&mut read);
    let sizes = batch.host(Size::of(Does::List, [count]).to("Sizes"), read, node);
    Some(batch.view(Op::View(View::Reshape), vec![x, sizes], node))
}

/// Each element among zeros.
pub(super) fn element_cotangent(batch: &mut Batch<'_>, node: &Node, args: &[Given]) -> Option<Value> {
    let (index, mut read) = listed(batch, args[2].value)?;
    let mut x = args[0].value;
    let last = batch.host(Size::int(-1).to("isize"), vec![], node);
    for _ in &index {
        x = batch.view(Op::View(View::Unsqueeze), vec![x, last], node);
    }
    let shape = batch.graph.arg(read.len(), args[1].value);
    read.push(args[1].value);
    let width = |(k, at): (usize, Size)| {
        let size = shape.clone().axis(Size::int(k as i64));
        let behind = size.infix(Infix::Sub, at.clone()).infix(Infix::Sub, Size::usize(1));
        Size::of(Does::Tuple, [at, behind])
    };
    let none = Size::of(Does::Tuple, [Size::usize(0), Size::usize(0)]);
    let widths: Vec<Size> = std::iter::once(none).chain(index.into_iter().enumerate().map(width)).collect();
    let widths = batch.host(Size::of(Does::List, widths).to("Widths"), read, node);
    let zero = batch.host(Size::float(0.0, Some("f64")), vec![], node);
    Some(batch.push(Op::Opaque(Opaque::Pad), vec![x, widths, zero], &elems(node), node))
}

/// `gather_nd` and its like: each list of indices begins with the number of its item.
pub(super) fn by_lists(batch: &mut Batch<'_>, node: &Node, args: &[Given]) -> Option<Value> {
    let rank = batch.rank(args[1])?;
    Some(at_lists(batch, node, args, rank))
}

/// The same, of lists of this rank in an item.
fn at_lists(batch: &mut Batch<'_>, node: &Node, args: &[Given], rank: usize) -> Value {
    if matches!(node.op, Op::Opaque(Opaque::GatherNd)) && !args[0].is {
        return batch.push(node.op.clone(), vec![args[0].value, args[1].value], &elems(node), node);
    }
    let mut values: Vec<Value> = args.iter().map(|&a| batch.spread(a, node)).collect();
    let mut read = Vec::new();
    let count = batch.count(&mut read);
    let n = batch.host(count.clone(), read.clone(), node);
    let mut items = batch.push(Op::Opaque(Opaque::Iota), vec![n], &[Elem::I32], node);
    let last = batch.host(Size::int(-1).to("isize"), vec![], node);
    for _ in 0..rank {
        items = batch.view(Op::View(View::Unsqueeze), vec![items, last], node);
    }
    let shape = batch.shape_of(values[1], node);
    let lists = batch.graph.arg(read.len(), shape);
    read.push(shape);
    let sizes = (1..rank).map(|axis| lists.clone().axis(Size::int(axis as i64)));
    let sizes: Vec<Size> = std::iter::once(count).chain(sizes).chain([Size::usize(1)]).collect();
    let each = batch.host(Size::of(Does::Shape, sizes), read, node);
    let items = batch.view(Op::View(View::BroadcastTo), vec![items, each], node);
    values[1] = batch.push(Op::Opaque(Opaque::Concat), vec![items, values[1], last], &[Elem::I32], node);
    batch.push(node.op.clone(), values, &elems(node), node)
}

/// Slices that a vector names, another for each item: lists of one index, with their axis in front.
pub(super) fn slices(batch: &mut Batch<'_>, node: &Node, args: &[Given]) -> Option<Value> {
    let (op, idx, axis) = match node.op {
        Op::Opaque(Opaque::IndexSelect) => (Opaque::GatherNd, 2, args[1].value),
        Op::Opaque(Opaque::IndexAdd) => (Opaque::IndexPutAdd, 2, args[1].value),
        _ if args[0].is => (Opaque::GatherNd, 1, batch.host(Size::int(0).to("isize"), vec![], node)),
        _ => return batch.by_signature(node, args),
    };
    if idx == 2 && !args[idx].is {
        return batch.by_signature(node, args);
    }
    let axis = match batch.graph.known(axis)? {
        Known::Int(axis) => axis.as_int()?,
        _ => return None,
    };
    let axis = if axis >= 0 { axis } else { dims::from_front(axis, batch.rank(args[0])?)? as i64 };
    let at = |batch: &mut Batch<'_>, axis: i64| batch.host(Size::int(axis).to("isize"), vec![], node);
    let turned = |batch: &mut Batch<'_>, x: Given| {
        if axis == 0 {
            return x;
        }
        let [a, b] = [0, axis].map(|axis| at(batch, axis + i64::from(x.is)));
        Given { value: batch.view(Op::View(View::SwapAxes), vec![x.value, a, b], node), ..x }
    };
    let last = at(batch, -1);
    let lists = Given {
        value: batch.view(Op::View(View::Unsqueeze), vec![args[idx].value, last], node),
        ..args[idx]
    };
    let mut given = vec![turned(batch, args[0]), lists];
    for &src in &args[idx + 1..] {
        given.push(turned(batch, src));
    }
    // A vector, but for those of a table.
    let rank = if idx == 2 { 1 } else { batch.rank(args[idx])? };
    let value = at_lists(batch, &Node { op: Op::Opaque(op), ..node.clone() }, &given, rank + 1);
    Some(turned(batch, Given { value, is: true }).value)
}

/// `tile` and `tile_cotangent`: copies along axes in front of an item are behind the axis of the batch.
pub(super) fn tile(batch: &mut Batch<'_>, node: &Node, args: &[Given]) -> Option<Value> {
    let reps = args.last()?.value;
    let Known::List(list) = batch.graph.known(reps)? else { return None };
    let rank = batch.host(Size::usize(list.len()), vec![], node);
    if let Op::Opaque(Opaque::Tile) = node.op {
        let x = batch.lifted(args[0], rank, node);
        return Some(batch.push(node.op.clone(), vec![x, reps], &elems(node), node));
    }
    let shape = args[1].value;
    let lifted = batch.in_front(shape, Some(rank), node);
    let sum = batch.push(node.op.clone(), vec![args[0].value, lifted, reps], &elems(node), node);
    let to = batch.in_front(shape, None, node);
    Some(batch.reshaped(sum, to, node))
}
