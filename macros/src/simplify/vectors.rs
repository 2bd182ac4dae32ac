//! Vectors that the rule of the product makes matrices of: where ranks are known, most of it is a product of vectors after all.

use super::Simplifier;
use crate::ir::{Known, Map, Node, Op, Opaque, Shape, Size, Ty, Value, View};

impl Simplifier {
    /// The axis at which a view makes a matrix of a vector, counted from the end; and the vector.
    fn raised(&self, v: Value) -> Option<(Value, i64)> {
        let node = self.graph.node(v);
        let Op::View(View::UnsqueezeIf) = node.op else { return None };
        let ranks = [v, node.args[0]].map(|v| self.graph.shape(v).rank());
        (ranks == [Some(2), Some(1)]).then_some(())?;
        Some((node.args[0], self.axis(node)?))
    }

    /// The axis of a view that adds or drops one, if it is counted from the end.
    fn axis(&self, node: &Node) -> Option<i64> {
        match self.graph.known(node.args[1]) {
            Some(Known::Int(d)) => d.as_int().filter(|&axis| axis == -1 || axis == -2),
            _ => None,
        }
    }

    /// A column transposed is a row.
    pub(super) fn transposed_vector(&mut self, x: Value, node: &Node) -> Option<Node> {
        let (vector, axis) = self.raised(x)?;
        let on = self.graph.node(x).args[2];
        let other = -3 - axis;
        let other = Op::size(Size::int(other).to("isize"));
        let axis = self.unique(Node::new(other, Vec::new(), Ty::Host, node.span));
        Some(Node { op: Op::View(View::UnsqueezeIf), args: vec![vector, axis, on], ..node.clone() })
    }

    /// What becomes a vector again after a product with a matrix, or with each element of a row or column.
    pub(super) fn of_vector(&self, squeeze: &Node, product: &Node) -> Option<Node> {
        let axis = self.axis(squeeze)?;
        (squeeze.ty.tensor().shape.rank() == Some(1)).then_some(())?;
        let &[a, b] = &product.args[..] else { return None };
        let args = match product.op {
            Op::Opaque(Opaque::MatMul) if axis == -1 => vec![a, self.raised(b).filter(|r| r.1 == -1)?.0],
            Op::Opaque(Opaque::MatMul) => vec![self.raised(a).filter(|r| r.1 == -2)?.0, b],
            Op::Map(Map::Mul) => vec![self.lowered(a, axis)?, self.lowered(b, axis)?],
            _ => return None,
        };
        let matrix = |v: &Value| self.graph.shape(*v).rank().is_some_and(|rank| rank <= 2);
        args.iter().all(matrix).then(|| Node { args, ty: squeeze.ty.clone(), ..product.clone() })
    }

    /// A matrix of one row or column without that axis.
    fn lowered(&self, v: Value, axis: i64) -> Option<Value> {
        let (vector, at) = self.raised(v)?;
        let one = matches!(self.graph.shape(vector), Shape::Dims(dims) if dims[0].is_one());
        (at == axis || one).then_some(vector)
    }

    /// `v Aᵀ` is `A v`, which turns nothing.
    pub(super) fn by_a_transpose(&self, product: &Node) -> Option<Node> {
        let &[a, b] = &product.args[..] else { return None };
        let turned = |v: Value| {
            let node = self.graph.node(v);
            let is = matches!(node.op, Op::View(View::Mt | View::T)) && self.graph.shape(v).rank() == Some(2);
            is.then(|| node.args[0])
        };
        let args = match [a, b].map(|v| self.graph.shape(v).rank()) {
            [Some(1), Some(2)] => vec![turned(b)?, a],
            [Some(2), Some(1)] => vec![b, turned(a)?],
            _ => return None,
        };
        Some(Node { args, ..product.clone() })
    }
}
