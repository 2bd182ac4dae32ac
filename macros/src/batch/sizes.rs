//! Shapes and axes of an item as those of the batch.

use super::{Batch, Given};
use crate::ir::{Does, Infix, Known, Node, Op, Size, Ty, Value};
use crate::rules::{Param, Role};

impl Batch<'_> {
    pub(super) fn host(&mut self, size: Size, args: Vec<Value>, node: &Node) -> Value {
        let args = if (0..args.len()).any(|n| size.reads(n) > 0) { args } else { Vec::new() };
        self.graph.push(Node { ty: Ty::Host, ..node.with(Op::size(size), args) })
    }

    pub(super) fn shape_of(&mut self, v: Value, node: &Node) -> Value {
        self.graph.push(Node { ty: Ty::Host, ..node.with(Op::ShapeOf, vec![v]) })
    }

    /// A shape, as sizes where all are known.
    fn shape(&mut self, shape: Size, args: Vec<Value>, node: &Node) -> Value {
        let size = |known: &Known| match known {
            Known::Int(dim) if !dim.is_open() => Some(Size::Int(dim.clone(), None)),
            _ => None,
        };
        let closed = match shape.known() {
            Some(Known::List(dims)) => dims.iter().map(size).collect::<Option<Vec<_>>>(),
            _ => None,
        };
        self.host(closed.map_or(shape, |sizes| Size::of(Does::Shape, sizes)), args, node)
    }

    /// The shape of an item of `v`.
    pub(super) fn item_shape(&mut self, v: Value, node: &Node) -> Value {
        let shape = self.shape_of(v, node);
        self.shape(Size::of(Does::Item, [self.graph.arg(0, shape)]), vec![shape], node)
    }

    /// The rank of an item, where it is known.
    pub(super) fn rank(&self, of: Given) -> Option<usize> {
        let (Ty::Tensor(t) | Ty::List(t)) = &self.graph.node(of.value).ty else { return None };
        t.shape.rank().map(|rank| rank - usize::from(of.is))
    }

    /// The largest rank of an item of these.
    pub(super) fn most(&mut self, of: &[Given], node: &Node) -> Value {
        let (mut args, mut known, mut open) = (Vec::new(), 0, Vec::new());
        for &given in of {
            if let Some(rank) = self.rank(given) {
                known = known.max(rank);
                continue;
            }
            let rank = Size::of(Does::Rank, [self.graph.shape_as_arg(args.len(), given.value)]);
            args.push(self.shape_of(given.value, node));
            open.push(if given.is { rank.infix(Infix::Sub, Size::usize(1)) } else { rank });
        }
        let max = |a, b| Size::of(Does::Method("max"), [a, b]);
        let most =
            open.into_iter().fold(None, |most, rank| Some(most.map_or(rank.clone(), |most| max(most, rank))));
        let most = match most {
            Some(most) if known > 0 => max(most, Size::usize(known)),
            Some(most) => most,
            None => Size::usize(known),
        };
        self.host(most, args, node)
    }

    /// The shape `h` behind the axis of the batch, and behind axes of length 1 up to `rank`.
    pub(super) fn in_front(&mut self, h: Value, rank: Option<Value>, node: &Node) -> Value {
        if let (Some(of), None) = (self.is_item(h), rank) {
            return self.shape_of(of, node);
        }
        self.front_at(h, rank, node)
    }

    /// The same, whatever the shape is of.
    pub(super) fn front_at(&mut self, h: Value, rank: Option<Value>, node: &Node) -> Value {
        let shape = self.graph.arg(0, h);
        let most = rank.map_or(Size::usize(0), |rank| self.graph.arg(1, rank));
        let mut args = std::iter::once(h).chain(rank).collect();
        let count = self.count(&mut args);
        self.shape(Size::of(Does::Front, [count, shape, most]), args, node)
    }

    /// What a parameter takes of an item, where operands have the axis of the batch. `rank`: that of the item that it is said of.
    pub(super) fn moved(&mut self, h: Value, param: &Param, rank: Option<usize>, node: &Node) -> Value {
        let role = param.role;
        if role == Role::Still {
            return h;
        }
        if role == Role::Shape && param.is_shape() {
            return self.in_front(h, None, node);
        }
        let (size, mut args) = match &self.graph.node(h).op {
            Op::Size(size) => ((**size).clone(), self.graph.node(h).args.clone()),
            _ => (self.graph.arg(0, h), vec![h]),
        };
        // The sizes of a shape.
        if let (Role::Shape, Size::Of(Does::To(ty @ "Sizes"), parts)) = (role, &size)
            && parts[0].ty() == Some("Shape")
        {
            let shape = if let Size::Arg(0, _) = parts[0] {
                args[0]
            } else {
                self.host(parts[0].clone(), args, node)
            };
            let shape = self.in_front(shape, None, node);
            return self.host(self.graph.arg(0, shape).to(ty), vec![shape], node);
        }
        let count = match role {
            Role::Shape => self.count(&mut args),
            _ => Size::usize(0),
        };
        let moved = match role {
            Role::Still | Role::Axes => size.as_axes(rank),
            Role::Order => size.as_axes(rank).and_then(|axes| axes.behind(&Size::int(0))),
            Role::Widths => size.behind(&Size::of(Does::Tuple, [Size::int(0), Size::int(0)])),
            Role::Shape => size.behind(&count),
        };
        if let Some(size) = moved {
            return self.host(size, args, node);
        }
        let does = if role == Role::Order { "order_behind" } else { "behind" };
        let lead = (role == Role::Shape).then_some(count);
        let size = Size::of(Does::Behind(does), std::iter::once(size).chain(lead).collect::<Vec<_>>());
        self.host(size, args, node)
    }

    /// The value of the batch whose items have this shape.
    fn is_item(&self, h: Value) -> Option<Value> {
        let node = self.graph.node(h);
        let Op::Size(size) = &node.op else { return None };
        let of = self.graph.node(*node.args.first()?);
        matches!((&**size, &of.op), (Size::Of(Does::Item, _), Op::ShapeOf)).then(|| of.args[0])
    }
}
