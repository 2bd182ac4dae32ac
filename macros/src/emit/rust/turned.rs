//! Transposes that products alone read: a reverse rule makes one for each product, and a statement of its own for each would be
//! a third of what a body of products says. The runtime's products take them as they are asked for.

use rustc_hash::FxHashMap as HashMap;

use super::wanted::Wanted;
use crate::fuse::Program;
use crate::ir::{Op, Opaque, Value, View};

/// The transposed values, by the views that have no statement.
#[derive(Default)]
pub(super) struct Turned(HashMap<Value, Value>);

impl Turned {
    /// The value that stands for `v` in the text, and whether it is read with its last two axes exchanged.
    pub(super) fn of(&self, v: Value) -> (Value, bool) {
        self.0.get(&v).map_or((v, false), |&of| (of, true))
    }
}

pub(super) fn turned(program: &Program, wanted: &Wanted) -> Turned {
    let graph = &program.graph;
    // One that the user wrote is told of by its own name.
    let of_rule = |v: &Value| {
        let node = graph.node(*v);
        matches!(node.op, Op::View(View::Mt)) && node.called == Some("matmul")
    };
    let views = program.nodes().filter(of_rule);
    let mut turned: HashMap<_, _> = views.map(|v| (v, graph.node(v).args[0])).collect();
    if turned.is_empty() {
        return Turned::default();
    }
    // What has a condition is a call of its own.
    let is_product = |v: Value| {
        matches!(graph.node(v).op, Op::Opaque(Opaque::MatMul | Opaque::MatMulTo)) && wanted.always(v)
    };
    let others = (0..graph.nodes.len()).map(|i| Value(i as u32)).filter(|&v| !is_product(v));
    for v in others.flat_map(|v| &graph.node(v).args).chain(&graph.outputs) {
        turned.remove(v);
    }
    Turned(turned)
}
