//! Rows on operands of a batch, by their signatures.

use super::special;
use super::{Batch, Given};
use crate::differentiate::parameters;
use crate::ir::{Elem, Known, Node, Op, Part, Ty, Value, View};
use crate::rules::{DimPat, Param, ParamKind, Role};

impl Batch<'_> {
    /// `None`: the op takes no batch.
    pub(super) fn row(&mut self, node: &Node, args: &[Given]) -> Option<Value> {
        let row = self.rules.of(&node.op);
        if let Some(name) = &row.batch {
            return special::by_name(&name.to_string())?(self, node, args);
        }
        self.by_signature(node, args)
    }

    pub(super) fn by_signature(&mut self, node: &Node, args: &[Given]) -> Option<Value> {
        let row = self.rules.of(&node.op);
        let params: Vec<&Param> =
            parameters(&row, node).into_iter().flat_map(|(p, of)| vec![p; of.len()]).collect();
        if params.iter().zip(args).any(|(p, a)| a.is && is_fixed(p)) {
            return None;
        }
        let broadcasts =
            |p: &&Param| matches!(&p.kind, ParamKind::Tensor { dims: Some(dims), .. } if dims.len() > 1);
        let align = matches!(node.op, Op::Map(_)) || params.iter().filter(|p| broadcasts(p)).count() > 1;
        let tensors: Vec<usize> = (0..args.len()).filter(|&i| !is_host(params[i])).collect();
        let mut values: Vec<Value> = args.iter().map(|a| a.value).collect();
        if align {
            let given: Vec<Given> = tensors.iter().map(|&i| args[i]).collect();
            for (&i, aligned) in tensors.iter().zip(self.aligned(&given, node)) {
                values[i] = aligned;
            }
        } else {
            for &i in tensors.iter().filter(|&&i| !is_fixed(params[i])) {
                values[i] = self.spread(args[i], node);
            }
        }
        // Axes are those of a given shape, where there is one: of an operand before its reduction, of a cotangent's value.
        let rank = match (0..args.len()).find(|&i| params[i].role == Role::Shape) {
            Some(i) => self.graph.known(values[i]).and_then(|known| match known {
                Known::List(sizes) => Some(sizes.len()),
                _ => None,
            }),
            None => tensors.first().and_then(|&i| self.rank(args[i])),
        };
        for (i, param) in params.iter().enumerate().filter(|(_, p)| is_host(p)) {
            values[i] = self.moved(values[i], param, rank, node);
        }
        Some(self.push(node.op.clone(), values, &elems(node), node))
    }

    /// The value with the axis of the batch.
    pub(super) fn spread(&mut self, of: Given, node: &Node) -> Value {
        if of.is || self.graph.node(of.value).ty == Ty::Host {
            return of.value;
        }
        if let ty @ (Ty::Other | Ty::List(_)) = &self.graph.node(of.value).ty {
            let (ty, mut args) = (ty.clone(), Vec::new());
            let count = self.count(&mut args);
            let args = vec![of.value, self.host(count, args, node)];
            return self.graph.push(Node { ty, ..node.with(Op::Part(Part::Spread), args) });
        }
        let shape = self.shape_of(of.value, node);
        let shape = self.in_front(shape, None, node);
        self.view(Op::View(View::BroadcastTo), vec![of.value, shape], node)
    }
}

fn is_host(param: &Param) -> bool {
    matches!(param.kind, ParamKind::Host(_))
}

/// Whether the signature says all axes.
fn is_fixed(param: &Param) -> bool {
    matches!(&param.kind, ParamKind::Tensor { dims: Some(dims), .. } if !dims.contains(&DimPat::Batch))
}

/// The element types of the results.
pub(super) fn elems(node: &Node) -> Vec<Elem> {
    match &node.ty {
        Ty::Tuple(types) => types.iter().map(|t| t.elem.clone()).collect(),
        Ty::List(list) => vec![list.elem.clone()],
        ty => vec![ty.tensor().elem.clone()],
    }
}
