//! Values of any form in a batch: structs whose tensors have its axis, and their tangents.

use super::{Batch, Given, Has};
use crate::ir::{Infix, Made, Node, Op, Part, Size, Ty, Value, View, parts_of};

impl Batch<'_> {
    /// Whether a host value is the form of a value, which is that of the batch where the value is.
    pub(super) fn is_form(&self, node: &Node) -> bool {
        match &node.op {
            Op::ShapeOf => self.item.node(node.args[0]).ty == Ty::Other,
            Op::Part(_) => node.ty == Ty::Host,
            _ => false,
        }
    }

    /// `None`: it takes no batch.
    pub(super) fn of_any_form(&mut self, v: Value, node: &Node, args: &[Given]) -> Option<Value> {
        self.has[v.ix()] = Has::Axis;
        let mut values: Vec<Value> = args.iter().map(|a| a.value).collect();
        match &node.op {
            Op::ShapeOf | Op::Zero => {}
            Op::Part(
                Part::Field(_)
                | Part::FieldTangent(_)
                | Part::FieldForm(_)
                | Part::FormBut(..)
                | Part::Tuple(..)
                | Part::Array(..)
                | Part::Entry(_)
                | Part::Item
                | Part::ItemTangent
                | Part::Last
                | Part::Front,
            ) if args[0].is && !args[1..].iter().any(|a| a.is) => {}
            Op::Part(Part::Back | Part::Received | Part::Without(_)) => {
                values[0] = self.spread(args[0], node);
                values[1] = self.form(node.args[1], node)?;
            }
            Op::AsTensor(may_be_number) if args[0].is => {
                return Some(self.as_tensor(node, args[0], *may_be_number));
            }
            Op::Assemble(parts) | Op::Put(parts) => {
                values[0] = match &node.op {
                    Op::Put(_) => self.spread(args[0], node),
                    _ => self.form(node.args[0], node)?,
                };
                let mut at = 1;
                for (part, _) in parts_of(parts, &node.args[1..]) {
                    values[at] = self.spread(args[at], node);
                    at += part.width();
                }
            }
            Op::Make(make) if matches!(make.what, Made::Changed) => return None,
            Op::Make(_) | Op::Join | Op::Sum => {
                values = args.iter().map(|&a| self.spread(a, node)).collect();
            }
            _ => return None,
        }
        let ty = self.of_batch(&node.ty);
        Some(self.graph.push(Node { ty, args: values, ..node.clone() }))
    }

    /// A tensor of a value of the batch; a number is the same for all items.
    fn as_tensor(&mut self, node: &Node, of: Given, may_be_number: bool) -> Value {
        let unknown = crate::ir::shapeless(&node.ty);
        let may_be_number = may_be_number && matches!(node.ty, Ty::Tensor(_));
        let ty = if may_be_number { unknown } else { self.of_batch(&node.ty) };
        let value = self.graph.push(Node { ty, args: vec![of.value], ..node.clone() });
        if !may_be_number {
            return value;
        }
        let rank = self.most(&[Given { value, is: false }], node);
        let number = self.graph.arg(0, rank).infix(Infix::Eq, Size::usize(0));
        let number = self.host(number, vec![rank], node);
        let first = self.host(Size::int(0).to("isize"), vec![], node);
        let value = self.view(Op::View(View::UnsqueezeIf), vec![value, first, number], node);
        let shape = self.item_shape(value, node);
        let shape = self.front_at(shape, None, node);
        let all = self.view(Op::View(View::BroadcastTo), vec![value, shape], node);
        self.graph.nodes[all.ix()].ty = self.of_batch(&node.ty);
        self.named(all, node)
    }

    /// The form, of the batch, that a form of the item was made of.
    fn form(&mut self, v: Value, node: &Node) -> Option<Value> {
        let given = self.given(v);
        let form = self.item.node(v);
        if given.is {
            return Some(given.value);
        }
        let tensor = matches!(form.op, Op::ShapeOf) && self.item.node(form.args[0]).ty != Ty::Other;
        if tensor || !matches!(form.op, Op::ShapeOf | Op::Part(_)) {
            return Some(self.in_front(given.value, None, node));
        }
        let of = form.args[0];
        let of = match self.item.node(of).ty {
            Ty::Host => self.form(of, node)?,
            _ => self.spread(self.given(of), node),
        };
        Some(self.graph.push(Node { args: vec![of], ..form.clone() }))
    }
}
