//! Lists of run-time length: what is zero in them, and what was just put there.

use super::Simplifier;
use crate::ir::{Does, List, Node, Op, Size, Ty, Value};

impl Simplifier {
    pub(super) fn list(&mut self, op: List, mut node: Node) -> Result<Value, Node> {
        match op {
            List::Add | List::AddTo if self.is_zero(node.args[1]) => return Ok(node.args[0]),
            List::Add if self.is_zero(node.args[0]) => return Ok(node.args[1]),
            List::AddTo if self.is_zero(node.args[0]) => {
                let shapes = self.graph.node(node.args[0]).args[0];
                node.op = Op::List(List::Put);
                node.args = vec![node.args[1], shapes, node.args[2]];
            }
            List::Put if self.is_zero(node.args[0]) => {
                node.op = Op::Zero;
                node.args = vec![node.args[1]];
            }
            List::Item => {
                let list = self.graph.node(node.args[0]).clone();
                match list.op {
                    Op::List(List::Put) if list.args[2] == node.args[1] => return Ok(list.args[0]),
                    Op::Zero => {
                        node.args = vec![self.item_shape(list.args[0], &node)];
                        node.op = Op::Zero;
                    }
                    _ => {}
                }
            }
            _ => {}
        }
        Err(node)
    }

    /// The shape of what `item` takes out of a list of these shapes.
    fn item_shape(&mut self, shapes: Value, item: &Node) -> Value {
        let parts = [self.graph.arg(0, shapes), self.graph.arg(1, item.args[1])];
        let op = Op::size(Size::of(Does::ItemShape, parts));
        let args = vec![shapes, item.args[1]];
        self.graph.push(Node { called: Some(item.call()), ..Node::new(op, args, Ty::Host, item.span) })
    }

    /// As for tensors: found as far up as possible, so that asking for them keeps nothing alive.
    pub(super) fn shapes_of(&mut self, node: Node) -> Result<Value, Node> {
        let list = self.graph.node(node.args[0]);
        match list.op {
            Op::Zero => Ok(list.args[0]),
            Op::List(List::Put | List::Split) => Ok(list.args[1]),
            Op::List(List::Add | List::AddTo) => {
                let args = vec![list.args[0]];
                Ok(self.add(Node { args, ..node }))
            }
            _ => Err(node),
        }
    }
}
