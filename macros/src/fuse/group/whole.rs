//! A graph of elementwise ops over operands of one shape as one kernel.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap as HashMap;

use super::{Builder, Group, OutKind, Output};
use crate::ir::{Elem, Graph, Op, Ty, Value};

impl Group {
    /// Its inputs are the graph's, in order, whether they are read or not, and so are its outputs. `None` where there is
    /// an op of another kind.
    pub(crate) fn whole(graph: &Graph) -> Option<Self> {
        let (members, group, at) = (BTreeSet::new(), Self::empty(), HashMap::default());
        let mut builder = Builder { graph, members, group, at };
        for (i, node) in graph.nodes.iter().enumerate() {
            let v = Value(i as u32);
            match node.op {
                Op::Input(_) if matches!(node.ty, Ty::Tensor(_)) => _ = builder.operand(v, &Elem::I32),
                Op::Input(_) | Op::Const(_) | Op::Scalar | Op::Host(_) | Op::Size(_) => {}
                Op::Map(op) => builder.statement(op, v),
                _ => return None,
            }
        }
        for &value in &graph.outputs {
            let operand = builder.operand(value, &Elem::I32);
            let elem = graph.elem(value).clone();
            builder.group.outputs.push(Output { value, made: value, operand, elem, kind: OutKind::Full });
        }
        Some(builder.group)
    }
}
