//! What `f::explain()` returns: the graph, the kernels and the residuals, as text made at expansion.

use std::fmt::Write;

use super::function::Programs;
use crate::dims::Dim;
use crate::fuse::{OutKind, Program, Step};
use crate::ir::{Elem, Graph, Op, Shape, Ty, Value};
use crate::signature::Function;
use crate::transform::Transforms;

pub(crate) fn text(f: &Function, t: &Transforms, programs: &Programs) -> String {
    let mut out = format!("{}\n\ngraph\n{}", f.sig.name, indent(&t.primal.to_string()));
    section(&mut out, "value", &programs.primal);
    if let Some(p) = &programs.value_and_grad {
        section(&mut out, "value_and_grad", p);
    }
    section(&mut out, "vjp, forward", &programs.forward);
    section(&mut out, "vjp, pullback", &programs.pullback);
    out.push_str("\nresiduals\n");
    let mut any = false;
    for &v in &t.vjp.residuals {
        let node = t.vjp.forward.node(v);
        if let Ty::Tensor(ty) = &node.ty {
            any = true;
            let note = if matches!(node.op, Op::Input(_)) { " (an argument: kept, not copied)" } else { "" };
            let _ = writeln!(
                out,
                "  {}: {}, {} bytes{note}",
                name(&t.vjp.forward, f, v),
                node.ty,
                bytes(&ty.elem, &ty.shape)
            );
        }
    }
    if !any {
        out.push_str("  none\n");
    }
    out
}

fn indent(text: &str) -> String {
    text.lines().fold(String::new(), |mut out, line| {
        let _ = writeln!(out, "  {line}");
        out
    })
}

fn name(graph: &Graph, f: &Function, v: Value) -> String {
    let node = graph.node(v);
    match (&node.op, &node.name) {
        (Op::Input(n), _) if (*n as usize) < f.sig.inputs.len() => f.sig.path(&f.sig.inputs[*n as usize]),
        (_, Some(name)) => name.clone(),
        _ => format!("%{} = {}", v.0, node.op.name()),
    }
}

/// Symbolic size in memory.
pub(crate) fn bytes(elem: &Elem, shape: &Shape) -> String {
    let one = match elem {
        Elem::Bool => 1,
        Elem::F16 | Elem::Bf16 => 2,
        Elem::F64 => 8,
        Elem::F32 | Elem::I32 => 4,
        Elem::Param(p) => {
            return match shape {
                Shape::Dims(d) => format!("{} * size of {p}", Dim::product(d)),
                Shape::Open(_) => format!("? * size of {p}"),
            };
        }
        Elem::Var(_) => 0,
    };
    match shape {
        Shape::Dims(d) => {
            let all: Vec<Dim> = std::iter::once(Dim::int(one)).chain(d.iter().cloned()).collect();
            Dim::product(&all).to_string()
        }
        Shape::Open(_) => format!("{one} per element of {shape}"),
    }
}

/// Steps in order: one line per kernel and per call.
fn section(out: &mut String, title: &str, program: &Program) {
    let graph = &program.graph;
    let _ = writeln!(out, "\n{title}");
    for step in &program.steps {
        match *step {
            Step::Group(index) => {
                let group = &program.groups[index];
                let ops: Vec<_> = group.body.iter().map(|s| s.op.name()).collect();
                let outs: Vec<_> = group
                    .outputs
                    .iter()
                    .map(|o| {
                        let how = match &o.kind {
                            OutKind::Full | OutKind::Partial(_) => String::new(),
                            OutKind::Axes { op, scale, .. } => {
                                format!(" by {}{}", op.name(), if scale.is_empty() { "" } else { ", scaled" })
                            }
                            OutKind::To { .. } => " by sum_to".to_string(),
                        };
                        format!("%{}: {}{how}", o.value.0, graph.node(o.value).ty)
                    })
                    .collect();
                let ins: Vec<_> = group.inputs.iter().map(|v| format!("%{}", v.0)).collect();
                let _ = writeln!(
                    out,
                    "  kernel {index} over {}: reads {}; writes {}; {}",
                    group.space,
                    if ins.is_empty() { "nothing".to_string() } else { ins.join(", ") },
                    outs.join(", "),
                    if ops.is_empty() { "no arithmetic".to_string() } else { ops.join(" ") },
                );
            }
            Step::Node(v) if matches!(graph.node(v).op, Op::Opaque(_) | Op::View(_)) => {
                let node = graph.node(v);
                let args: Vec<_> = node.args.iter().map(|a| format!("%{}", a.0)).collect();
                let _ = writeln!(out, "  %{} = {}({}): {}", v.0, node.op.name(), args.join(", "), node.ty);
            }
            Step::Node(_) => {}
        }
    }
}
