//! Results, inputs and residuals of regions that nobody reads.

use std::rc::Rc;

use crate::ir::{Call, Graph, Node, Op, Part, Value};

/// Removes results that nothing reads, and inputs that no region reads.
pub(super) fn prune(graph: &mut Graph) {
    keep_no_more(graph);
    for i in 0..graph.nodes.len() {
        let v = Value(i as u32);
        if graph.nodes[i].regions().is_empty() {
            continue;
        }
        if let Op::Loop(_) | Op::Rewind(_) = graph.nodes[i].op {
            continue;
        }
        let mut read: Vec<u32> = graph.nodes.iter().filter_map(|n| result(n, v)).collect();
        read.sort_unstable();
        read.dedup();
        drop_results(graph, v, &read);
        drop_inputs(graph, v);
    }
}

/// Drops the residuals of a region or a call that nobody takes for the reverse sweep. A call gives its value alone
/// where nobody reads a tangent.
fn keep_no_more(graph: &mut Graph) {
    let reads = |part: &Part, v: usize| {
        graph.nodes.iter().any(|n| matches!(&n.op, Op::Part(p) if p == part) && n.args[0].ix() == v)
    };
    let idle: Vec<bool> = (0..graph.nodes.len())
        .map(|i| match &graph.nodes[i].op {
            Op::Call(Call::Vjp(_) | Call::Jvp(_)) => !reads(&Part::Of(1), i),
            Op::Call(Call::Vjp2(_)) => !reads(&Part::Of(1), i) && !reads(&Part::Of(2), i),
            Op::Branch(b) => b.keeps && !reads(&Part::Kept, i),
            Op::Loop(l) => l.keeps && !reads(&Part::Kept, i),
            _ => false,
        })
        .collect();
    for (node, _) in graph.nodes.iter_mut().zip(idle).filter(|(_, idle)| *idle) {
        match &mut node.op {
            Op::Call(call) => {
                if let Call::Vjp(callee) | Call::Jvp(callee) | Call::Vjp2(callee) = call {
                    node.args.truncate(callee.told().end);
                    *call = Call::Value(callee.clone());
                }
            }
            Op::Branch(b) => {
                let b = Rc::make_mut(b);
                b.keeps = false;
                for arm in b.arms.iter_mut().filter(|a| !a.diverges) {
                    arm.graph.outputs.truncate(b.results);
                    arm.graph = super::simplify(std::mem::take(&mut arm.graph));
                }
            }
            Op::Loop(l) => {
                let l = Rc::make_mut(l);
                l.keeps = false;
                l.body.graph.outputs.truncate(l.carried + usize::from(l.exits));
                l.body.graph = super::simplify(std::mem::take(&mut l.body.graph));
            }
            _ => {}
        }
    }
}

/// The number of the result of `of` that `node` is.
fn result(node: &Node, of: Value) -> Option<u32> {
    match node.op {
        Op::Part(Part::Of(k)) if node.args[0] == of => Some(k),
        _ => None,
    }
}

fn drop_results(graph: &mut Graph, v: Value, read: &[u32]) {
    let results = match &graph.node(v).op {
        Op::Branch(b) => b.results,
        Op::Unwind(u) => u.arms.first().map_or(0, |a| a.graph.outputs.len()),
        _ => return,
    };
    if read.len() == results {
        return;
    }
    for region in graph.nodes[v.ix()].regions_mut().iter_mut().filter(|r| !r.diverges) {
        let kept = region.graph.outputs.split_off(results);
        let old = std::mem::take(&mut region.graph.outputs);
        region.graph.outputs = read.iter().map(|&k| old[k as usize]).chain(kept).collect();
        region.graph = super::live(std::mem::take(&mut region.graph));
    }
    if let Op::Branch(b) = &mut graph.nodes[v.ix()].op {
        Rc::make_mut(b).results = read.len();
    }
    for node in &mut graph.nodes {
        if let Some(k) = result(node, v) {
            let at = read.binary_search(&k).expect("what is read stays");
            node.op = Op::Part(Part::Of(at as u32));
        }
    }
}

/// Arguments behind the first; of an `Unwind` they are the inputs behind what was kept.
fn drop_inputs(graph: &mut Graph, v: Value) {
    let node = &graph.nodes[v.ix()];
    let firsts: Vec<usize> = match &node.op {
        Op::Unwind(u) => u.kept.clone(),
        _ => vec![0; node.regions().len()],
    };
    let mut used = vec![false; node.args.len() - 1];
    for (region, first) in node.regions().iter().zip(&firsts) {
        let read = |v: Value| {
            region.graph.outputs.contains(&v) || region.graph.nodes.iter().any(|n| n.args.contains(&v))
        };
        for (n, input) in region.inputs() {
            if let Some(k) = (n as usize).checked_sub(*first) {
                used[k] |= read(input);
            }
        }
    }
    if used.iter().all(|u| *u) {
        return;
    }
    let next = |next: &mut u32, &u: &bool| {
        let at = *next;
        *next += u32::from(u);
        Some(at)
    };
    let new: Vec<u32> = used.iter().scan(0, next).collect();
    let node = &mut graph.nodes[v.ix()];
    let mut keep = std::iter::once(true).chain(used.iter().copied());
    node.args.retain(|_| keep.next().unwrap_or(true));
    for (region, &first) in node.regions_mut().iter_mut().zip(&firsts) {
        let dead = |n: u32| (n as usize).checked_sub(first).is_some_and(|k| !used[k]);
        region.graph =
            std::mem::take(&mut region.graph).filtered(|_, node| !matches!(node.op, Op::Input(n) if dead(n)));
        region.renumber(|n| match (n as usize).checked_sub(first) {
            Some(k) => first as u32 + new[k],
            None => n,
        });
    }
}
