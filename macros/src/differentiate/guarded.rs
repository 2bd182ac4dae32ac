//! Cotangents that leave a branch of a `select`.
//!
//! Where a branch is not taken its cotangent is zero, which a rule may multiply by what is infinite there. Elementwise, and for
//! conditions that are one number, that is the matter of the place alone, and the branch hands on what is no zero any more. So a
//! cotangent is put right where it leaves the branch, if it went through more than sums on its way.

use std::collections::BTreeSet;

use proc_macro2::Span;

use super::Differentiator;
use crate::ir::{Graph, Map, Op, Shape, Value};
use crate::mask::{Guard, Guards, guards, passes};
use crate::shapes;

/// The depth to which a cotangent is read before it counts as more than sums. A longer text costs more to look at than
/// one `select`.
const DEPTH: usize = 8;

/// The guards of a graph's values, none where it has no `select`.
pub(super) struct Guarded(Guards);

impl Guarded {
    /// The guards of a graph whose cotangents come from `roots`.
    pub(super) fn new(graph: &Graph, roots: &[Value]) -> Self {
        let selects = graph.nodes.iter().any(|node| matches!(node.op, Op::Map(Map::Select)));
        Self(if selects { guards(graph, roots) } else { Vec::new() })
    }

    fn of(&self, v: Value) -> impl Iterator<Item = Guard> {
        self.0.get(v.ix()).into_iter().flatten().flatten().copied()
    }

    /// Whether un-broadcasting may wait: a cotangent of this shape is as large as a condition that guards `v`, and a smaller one
    /// could not be put right.
    pub(super) fn waits(&self, graph: &Graph, v: Value, shape: &Shape) -> bool {
        let fits =
            |(condition, _): Guard| shapes::operands(graph, &[v, condition]).is_ok_and(|both| both == *shape);
        self.of(v).any(fits)
    }
}

impl Differentiator<'_> {
    /// The cotangent `c` of the operand `arg` of `v`, with zeros where guards that `arg` does not have are not met.
    pub(super) fn leaving(&mut self, guarded: &Guarded, v: Value, arg: Value, c: Value, span: Span) -> Value {
        let graph = &self.graph;
        let kept: BTreeSet<Guard> = guarded.of(arg).filter(|guard| passes(graph, arg, *guard)).collect();
        let left: Vec<Guard> =
            guarded.of(v).filter(|guard| passes(graph, v, *guard) && !kept.contains(guard)).collect();
        left.into_iter().fold(c, |c, guard| self.outside(c, guard, span))
    }

    fn outside(&mut self, c: Value, guard: Guard, span: Span) -> Value {
        let (condition, when) = guard;
        // One that is smaller is a sum over places already.
        let fits =
            shapes::operands(&self.graph, &[c, condition]).is_ok_and(|both| both == *self.graph.shape(c));
        if !fits || vanishes(&self.graph, c, guard, DEPTH) {
            return c;
        }
        let zero = self.graph.push(self.graph.node(c).with(Op::Const(0.0), Vec::new()));
        if let crate::ir::Ty::Tensor(ty) = &mut self.graph.nodes[zero.ix()].ty {
            ty.shape = Shape::scalar();
        }
        let (a, b) = if when { (c, zero) } else { (zero, c) };
        self.op(Op::Map(Map::Select), vec![condition, a, b], span)
    }
}

/// Whether `c` is zero where the guard is not met, whatever the numbers are.
fn vanishes(graph: &Graph, c: Value, guard: Guard, depth: usize) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return false };
    let node = graph.node(c);
    let all = |args: &[Value]| args.iter().all(|&arg| vanishes(graph, arg, guard, depth));
    let finite = |v: &Value| matches!(graph.node(*v).op, Op::Const(x) if x.is_finite());
    match (&node.op, &node.args[..]) {
        (Op::Zero, _) => true,
        (Op::Const(x), _) => *x == 0.0,
        (Op::Map(Map::Select), [condition, a, b]) if *condition == guard.0 => {
            all(&[if guard.1 { *b } else { *a }])
        }
        (Op::Map(Map::Select), [_, a, b]) => all(&[*a, *b]),
        (Op::Map(Map::Neg | Map::Cast), args) => all(&args[..1]),
        (Op::Map(Map::Add | Map::Sub), args) => all(args),
        (Op::Map(Map::Mul), [a, b]) => {
            all(&[*a, *b]) || (finite(a) && all(&[*b])) || (finite(b) && all(&[*a]))
        }
        _ => false,
    }
}
