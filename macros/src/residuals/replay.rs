//! A body that runs a second time, told what it cannot find out again.

use rustc_hash::FxHashMap as HashMap;

use super::{depends_on_cotangent, is_fixed, needed, read_again};
use crate::ir::{Graph, Node, Op, Value};

/// The second run of a body.
pub(crate) struct Replay {
    /// The values of the first run that the second is told: of nodes that may do more than compute, and names that patterns bind.
    pub notes: Vec<Value>,
    /// Inputs: those of the body, the notes, then the cotangents. Outputs: those that were asked for.
    pub graph: Graph,
}

/// `joint` has `inputs` inputs before the cotangents.
pub(crate) fn replay(joint: &Graph, inputs: u32, outputs: &[Value]) -> Replay {
    let (fixed, linear) = (is_fixed(joint), depends_on_cotangent(joint, inputs));
    let is_note = |v: Value| fixed[v.ix()] && !linear[v.ix()] && !matches!(joint.node(v).op, Op::Input(_));
    let needed = needed(joint, outputs, is_note);
    let all = (0..joint.nodes.len() as u32).map(Value);
    let notes: Vec<Value> = all.filter(|&v| needed[v.ix()] && is_note(v)).collect();
    let mut graph = Graph::default();
    let mut new: HashMap<Value, Value> = HashMap::default();
    for (i, node) in joint.nodes.iter().enumerate() {
        let v = Value(i as u32);
        let op = match &node.op {
            Op::Input(n) if *n < inputs => Op::Input(*n),
            Op::Input(n) => Op::Input(n + notes.len() as u32),
            _ if notes.contains(&v) => {
                let at = notes.binary_search(&v).unwrap_or_default();
                Op::Input(inputs + at as u32)
            }
            _ if !needed[i] => continue,
            _ => node.ran(),
        };
        let is_input = matches!(op, Op::Input(_));
        let args = if is_input { Vec::new() } else { read_again(node).iter().map(|a| new[a]).collect() };
        new.insert(v, graph.push(Node { op, args, ..node.clone() }));
    }
    graph.outputs = outputs.iter().map(|v| new[v]).collect();
    Replay { notes, graph }
}
