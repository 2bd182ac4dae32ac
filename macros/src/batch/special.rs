//! Rows whose signature does not say how they take a batch: the column `batch` names one of these.

use super::attend::attend;
use super::places::{by_lists, element, element_cotangent, slices, tile};
use super::rows::elems;
use super::{Batch, Given};
use crate::ir::{Does, Infix, Known, Node, Op, Opaque, Size, Value, View};

/// `None`: one item after the other.
type Special = fn(&mut Batch<'_>, &Node, &[Given]) -> Option<Value>;

pub(super) fn by_name(name: &str) -> Option<Special> {
    FUNCTIONS.iter().find(|(n, _)| *n == name).map(|(_, f)| *f)
}

const FUNCTIONS: &[(&str, Special)] = &[
    ("none", |_, _, _| None),
    ("transposed", |batch, node, args| Some(batch.view(Op::View(View::Mt), vec![args[0].value], node))),
    ("broadcast_to", |batch, node, args| Some(broadcast_to(batch, node, args))),
    ("sum_to", |batch, node, args| Some(sum_to(batch, node, args))),
    ("matmul", |batch, node, args| Some(matmul(batch, node, args))),
    ("matmul_to", |batch, node, args| Some(matmul_to(batch, node, args))),
    ("solve", |batch, node, args| Some(solve(batch, node, args))),
    ("contract", contract),
    ("diag", diag),
    ("element", element),
    ("element_cotangent", element_cotangent),
    ("by_lists", by_lists),
    ("tile", tile),
    ("slices", slices),
    ("attend", |batch, node, args| Some(attend(batch, node, args))),
];

fn broadcast_to(batch: &mut Batch<'_>, node: &Node, args: &[Given]) -> Value {
    let shape = args[1].value;
    let rank = Size::of(Does::Rank, [batch.graph.arg(0, shape)]);
    let rank = batch.host(rank, vec![shape], node);
    let (x, to) = (batch.lifted(args[0], rank, node), batch.in_front(shape, None, node));
    batch.push(node.op.clone(), vec![x, to], &elems(node), node)
}

fn sum_to(batch: &mut Batch<'_>, node: &Node, args: &[Given]) -> Value {
    let [x, shape] = [args[0], args[1]].map(|a| a.value);
    summed(batch, node, vec![x], &args[..1], shape)
}

fn matmul_to(batch: &mut Batch<'_>, node: &Node, args: &[Given]) -> Value {
    let operands = batch.aligned(&args[..2], node);
    summed(batch, node, operands, &args[..2], args[2].value)
}

/// The op, which sums to a shape of an item, on operands of the rank of the largest of `like`.
fn summed(batch: &mut Batch<'_>, node: &Node, mut args: Vec<Value>, like: &[Given], shape: Value) -> Value {
    let rank = batch.most(like, node);
    args.push(batch.in_front(shape, Some(rank), node));
    let sum = batch.push(node.op.clone(), args, &elems(node), node);
    let to = batch.in_front(shape, None, node);
    let rank = |v: Value| match batch.graph.known(v) {
        Some(Known::List(sizes)) => Some(sizes.len()),
        _ => None,
    };
    let same = rank(to).is_some() && rank(to) == batch.graph.shape(sum).rank();
    if same { sum } else { batch.reshaped(sum, to, node) }
}

fn matmul(batch: &mut Batch<'_>, node: &Node, args: &[Given]) -> Value {
    let [a, b] = [args[0], args[1]];
    let op = |batch: &mut Batch<'_>, args| batch.push(node.op.clone(), args, &elems(node), node);
    match (batch.rank(a), batch.rank(b)) {
        (Some(1), Some(1)) if !a.is => return op(batch, vec![b.value, a.value]),
        (Some(2), Some(1)) if !a.is => {
            let turned = batch.view(Op::View(View::Mt), vec![a.value], node);
            return op(batch, vec![b.value, turned]);
        }
        _ => {}
    }
    // Vectors of the batch are the rows of a matrix, and a shared matrix or vector on the right takes them as they are.
    let row = if b.is { is_vector(batch, a, node) } else { is_vector_beside(batch, a, b, node) };
    let column = b.is.then(|| is_vector(batch, b, node));
    let (a, b) = (as_matrix(batch, a, -2, Some(row), node), as_matrix(batch, b, -1, column, node));
    let operands = match (a.is, b.is) {
        (true, true) => batch.aligned(&[a, b], node),
        (true, false) => vec![below(batch, a, b, node), b.value],
        _ => vec![a.value, below(batch, b, a, node)],
    };
    let product = op(batch, operands);
    let product = as_vector(batch, product, -2, row, node);
    as_vector(batch, product, -1, column, node)
}

/// `of` with as many axes as a shared operand has, if that is more than a matrix.
fn below(batch: &mut Batch<'_>, of: Given, shared: Given, node: &Node) -> Value {
    if batch.rank(shared).is_some_and(|rank| rank <= 2) {
        return of.value;
    }
    let (own, other) = (batch.most(&[of], node), batch.most(&[shared], node));
    let rank = batch.graph.arg(1, other);
    let many = Size::of(Does::Cast("usize"), [rank.clone().infix(Infix::Gt, Size::usize(2))]);
    let most = Size::of(Does::Method("max"), [batch.graph.arg(0, own), rank.infix(Infix::Mul, many)]);
    let most = batch.host(most, vec![own, other], node);
    batch.lifted(of, most, node)
}

fn solve(batch: &mut Batch<'_>, node: &Node, args: &[Given]) -> Value {
    let vector = is_vector(batch, args[1], node);
    let b = as_matrix(batch, args[1], -1, Some(vector), node);
    let operands = batch.aligned(&[args[0], b], node);
    let solved = batch.push(node.op.clone(), operands, &elems(node), node);
    as_vector(batch, solved, -1, Some(vector), node)
}

/// Whether an item is a vector, as a host value.
fn is_vector(batch: &mut Batch<'_>, x: Given, node: &Node) -> Value {
    let rank = batch.most(&[x], node);
    let is = batch.graph.arg(0, rank).infix(Infix::Eq, Size::usize(1));
    truth(batch, is, vec![rank], node)
}

/// The same, beside more than a matrix: `b > 2` where `a` is 1, in one comparison, as no rank is above 8.
fn is_vector_beside(batch: &mut Batch<'_>, x: Given, matrices: Given, node: &Node) -> Value {
    let args = vec![batch.most(&[x], node), batch.most(&[matrices], node)];
    let [a, b] = [0, 1].map(|n| batch.graph.arg(n, args[n]));
    let bound = a.infix(Infix::Mul, Size::usize(10));
    let is = b.infix(Infix::Add, Size::usize(8)).infix(Infix::Gt, bound);
    truth(batch, is, args, node)
}

fn truth(batch: &mut Batch<'_>, is: Size, args: Vec<Value>, node: &Node) -> Value {
    match is.known() {
        Some(Known::Bool(known)) => batch.host(Size::Bool(known), vec![], node),
        _ => batch.host(is, args, node),
    }
}

/// A vector as a matrix with one more axis, if it is one.
fn as_matrix(batch: &mut Batch<'_>, x: Given, axis: i64, is: Option<Value>, node: &Node) -> Given {
    let Some(is) = is.filter(|is| batch.graph.known(*is) != Some(Known::Bool(false))) else { return x };
    let axis = batch.host(Size::int(axis).to("isize"), vec![], node);
    let value = batch.view(Op::View(View::UnsqueezeIf), vec![x.value, axis, is], node);
    Given { value, ..x }
}

fn as_vector(batch: &mut Batch<'_>, x: Value, axis: i64, is: impl Into<Option<Value>>, node: &Node) -> Value {
    let Some(is) = is.into().filter(|is| batch.graph.known(*is) != Some(Known::Bool(false))) else {
        return x;
    };
    let axis = batch.host(Size::int(axis).to("isize"), vec![], node);
    batch.view(Op::View(View::SqueezeIf), vec![x, axis, is], node)
}

/// `contract` and `contract_overlap`: the axis of the batch has a label of its own.
fn contract(batch: &mut Batch<'_>, node: &Node, args: &[Given]) -> Option<Value> {
    let mut values: Vec<Value> = args.iter().map(|a| a.value).collect();
    let label = |label: &Known| match label {
        Known::Int(label) => label.as_int(),
        _ => None,
    };
    let labels = |h: Value| match batch.graph.known(h)? {
        Known::List(list) => list.iter().map(label).collect::<Option<Vec<i64>>>(),
        one => Some(vec![label(&one)?]),
    };
    let lists = values[2..5].iter().map(|&h| labels(h)).collect::<Option<Vec<_>>>()?;
    let own = lists.iter().flatten().max().map_or(0, |most| most + 1);
    for (i, (list, has)) in lists.into_iter().zip([args[0].is, args[1].is, true]).enumerate() {
        let list: Vec<Size> = has.then_some(own).into_iter().chain(list).map(Size::int).collect();
        values[2 + i] = batch.host(Size::of(Does::List, list).to("Sizes"), vec![], node);
    }
    let row = batch.rules.of(&node.op);
    for (i, param) in row.params.iter().enumerate().skip(5) {
        values[i] = batch.moved(values[i], param, None, node);
    }
    Some(batch.push(node.op.clone(), values, &elems(node), node))
}

/// `diag` and `diag_cotangent`, which do one thing to vectors and another to matrices.
fn diag(batch: &mut Batch<'_>, node: &Node, args: &[Given]) -> Option<Value> {
    let (x, offset) = (args[0].value, args.last()?.value);
    let op = match (&node.op, batch.rank(args[0])?) {
        (Op::Opaque(Opaque::Diag), 1) => Op::Opaque(Opaque::DiagEmbed),
        (Op::Opaque(Opaque::DiagCotangent), 1) => {
            let shape = batch.in_front(args[1].value, None, node);
            let op = Op::Opaque(Opaque::DiagonalCotangent);
            return Some(batch.push(op, vec![x, shape, offset], &elems(node), node));
        }
        _ => Op::View(View::Diagonal),
    };
    Some(batch.push(op, vec![x, offset], &elems(node), node))
}
