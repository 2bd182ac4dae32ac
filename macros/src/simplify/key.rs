//! Which nodes compute the same value.

use std::rc::Rc;

use crate::ir::{Elem, List, Map, Node, Op, Opaque, Part, Reduce, Shape, Size, Ty, Value, View};

/// Two nodes with equal keys compute the same value.
#[derive(PartialEq)]
pub(super) struct Key(KeyOp, Vec<Value>, Option<Elem>);

#[derive(PartialEq)]
enum KeyOp {
    Input(u32),
    Const(u64),
    Scalar,
    Zero,
    Map(Map),
    Reduce(Reduce),
    View(View),
    Opaque(Opaque),
    List(List),
    Get(u32),
    Part(Part),
    AsTensor(bool),
    Declared(Shape),
    ShapeOf,
    Size(Rc<Size>),
}

/// Odd, and its bits are of no order.
const MIX: u64 = 0x9e37_79b9_7f4a_7c15;

/// A number that nodes of equal keys have in common: most nodes are equal to none, and a key is long. Nodes that have no
/// key have none.
pub(super) fn digest(node: &Node) -> Option<u64> {
    let op = match &node.op {
        Op::Input(n) => [0, u64::from(*n)],
        Op::Const(c) => [1, c.to_bits()],
        Op::Map(op) => [2, *op as u64],
        Op::Reduce(op) => [3, *op as u64],
        Op::View(op) => [4, *op as u64],
        Op::Opaque(op) => [5, *op as u64],
        Op::List(op) => [6, *op as u64],
        Op::Get(n) => [7, u64::from(*n)],
        Op::Scalar => [8, 0],
        Op::Zero => [9, 0],
        Op::ShapeOf => [10, 0],
        Op::Part(_) => [11, 0],
        Op::AsTensor(_) => [12, 0],
        Op::Declared => [13, 0],
        Op::Size(size) => [14, size.digest()],
        _ => return None,
    };
    let first = (op[0] ^ op[1].wrapping_mul(MIX)).wrapping_mul(MIX);
    // In whatever order: some ops commute.
    Some(
        node.args
            .iter()
            .fold(first, |sum, a| sum.wrapping_add(u64::from(a.0 + 1).wrapping_mul(MIX).rotate_left(23))),
    )
}

pub(super) fn key(node: &Node) -> Option<Key> {
    let op = match &node.op {
        Op::Input(n) => KeyOp::Input(*n),
        Op::Const(c) => KeyOp::Const(c.to_bits()),
        Op::Scalar => KeyOp::Scalar,
        Op::Zero => KeyOp::Zero,
        Op::Map(m) => KeyOp::Map(*m),
        Op::Reduce(r) => KeyOp::Reduce(*r),
        Op::View(v) => KeyOp::View(*v),
        Op::Opaque(o) => KeyOp::Opaque(*o),
        Op::List(l) => KeyOp::List(*l),
        Op::Get(n) => KeyOp::Get(*n),
        Op::Part(p) => KeyOp::Part(p.clone()),
        Op::AsTensor(lenient) => KeyOp::AsTensor(*lenient),
        Op::Declared => KeyOp::Declared(node.ty.tensor().shape.clone()),
        Op::ShapeOf => KeyOp::ShapeOf,
        Op::Size(size) => KeyOp::Size(size.clone()),
        // A function may do more than compute, and so may host code.
        _ => return None,
    };
    let mut args = node.args.clone();
    if matches!(node.op, Op::Map(Map::Add | Map::Mul)) {
        args.sort();
    }
    let elem = match &node.ty {
        Ty::Tensor(t) | Ty::List(t) => Some(t.elem.clone()),
        _ => None,
    };
    Some(Key(op, args, elem))
}
