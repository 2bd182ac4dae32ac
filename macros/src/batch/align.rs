//! Operands that broadcast: behind the axis of the batch they have the rank of the largest.

use super::{Batch, Given};
use crate::ir::{Atom, Known, Node, Op, Shape, Size, Value, View};

impl Batch<'_> {
    /// The operands, such that they broadcast as those of an item do.
    pub(super) fn aligned(&mut self, args: &[Given], node: &Node) -> Vec<Value> {
        let below = |this: &Self, of: Given| of.is && args.iter().any(|&other| this.may_exceed(other, of));
        let lower: Vec<bool> = args.iter().map(|&of| below(self, of)).collect();
        if !lower.contains(&true) {
            return args.iter().map(|a| a.value).collect();
        }
        let most = self.most(args, node);
        args.iter()
            .zip(lower)
            .map(|(&of, low)| if low { self.lifted(of, most, node) } else { of.value })
            .collect()
    }

    /// An operand of the batch with axes of length 1 behind that of the batch, up to this rank.
    pub(super) fn lifted(&mut self, of: Given, rank: Value, node: &Node) -> Value {
        if let (Some(Known::Int(most)), Some(own)) = (self.graph.known(rank), self.rank(of))
            && let Some(most) = most.as_int()
        {
            let mut lifted = of.value;
            for _ in own as i64..most {
                let axis = self.host(Size::int(1).to("isize"), vec![], node);
                lifted = self.view(Op::View(View::Unsqueeze), vec![lifted, axis], node);
            }
            return lifted;
        }
        let shape = self.item_shape(of.value, node);
        let shape = self.in_front(shape, Some(rank), node);
        self.reshaped(of.value, shape, node)
    }

    pub(super) fn reshaped(&mut self, x: Value, shape: Value, node: &Node) -> Value {
        let sizes = self.host(self.graph.arg(0, shape).to("Sizes"), vec![shape], node);
        self.view(Op::View(View::Reshape), vec![x, sizes], node)
    }

    /// Whether an item of `other` may have more axes than one of `of`.
    fn may_exceed(&self, other: Given, of: Given) -> bool {
        let (a, b) = (self.graph.shape(other.value), self.graph.shape(of.value));
        match (self.rank(other), self.rank(of)) {
            (Some(0), _) => false,
            (Some(other), Some(of)) => other > of,
            (Some(other), None) => other + usize::from(of.is) > least(b),
            (None, _) => !(other.is == of.is && (a == b || a.is_within(b))),
        }
    }
}

/// The rank that a shape has at least.
fn least(shape: &Shape) -> usize {
    match shape {
        Shape::Dims(dims) => dims.len(),
        Shape::Open(atoms) => atoms.iter().map(of_atom).max().unwrap_or(0),
    }
}

fn of_atom(atom: &Atom) -> usize {
    match atom {
        Atom::Unknown(_) => 0,
        Atom::Dims(dims) => dims.len(),
        Atom::Kept { of, .. } => of.iter().map(of_atom).max().unwrap_or(0),
    }
}
