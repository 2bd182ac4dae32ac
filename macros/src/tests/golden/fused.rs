//! Programs as text with every statement of every kernel, for the goldens; `explain()` has one line a kernel.

use std::fmt::Write;

use crate::emit::explain;
use crate::emit::function::Programs;
use crate::fuse::{Group, Operand, OutKind, Program, ScaleBy, Step};
use crate::ir::{Op, Value};
use crate::signature::Function;
use crate::transform::Transforms;

pub(super) fn text(f: &Function, t: &Transforms, programs: &Programs) -> String {
    let mut out = String::new();
    let all = programs.named().flat_map(|(title, program)| {
        let inner = program.all(title).into_iter().skip(1);
        let inner = inner.map(|(title, program)| (title, program, explain::inputs_inside(program)));
        std::iter::once((title.to_owned(), program, explain::inputs(f, t, programs, title))).chain(inner)
    });
    for (title, program, names) in all {
        let gap = if out.is_empty() { "" } else { "\n" };
        writeln!(out, "{gap}{title}").expect("a string takes all");
        for step in &program.steps {
            let text = match *step {
                Step::Group(index) => group(index, program, &names),
                Step::Node(v) => match program.graph.node(v).op {
                    Op::Input(_) => String::new(),
                    _ => format!("  {}\n", explain::call(&program.graph, v, &names)),
                },
            };
            out.push_str(&text);
        }
        let results: Vec<_> =
            program.graph.outputs.iter().map(|&v| explain::label(&program.graph, v, &names)).collect();
        writeln!(out, "  return {}", results.join(", ")).expect("a string takes all");
    }
    out
}

fn group(index: usize, program: &Program, names: &[String]) -> String {
    let (group, graph) = (&program.groups[index], &program.graph);
    let label = |v: Value| explain::label(graph, v, names);
    let mut out = format!("  kernel {index} over {}\n", group.space);
    let mut line = |l: std::fmt::Arguments<'_>| writeln!(out, "    {l}").expect("a string takes all");
    for (i, &v) in group.inputs.iter().enumerate() {
        line(format_args!("x{i} = load {}: {}", label(v), graph.node(v).ty));
    }
    for (i, scalar) in group.scalars.iter().enumerate() {
        line(format_args!("h{i} = host {}: {}", label(scalar.host), scalar.elem));
    }
    for (i, stmt) in group.body.iter().enumerate() {
        let args: Vec<_> = stmt.args.iter().map(|a| operand(*a)).collect();
        line(format_args!("t{i} = {}({}): {}", stmt.op.name(), args.join(", "), stmt.elem));
    }
    for output in &group.outputs {
        let from = operand(output.operand);
        let how = match &output.kind {
            OutKind::Full => "store".to_owned(),
            OutKind::Partial(inputs) => format!("store over the broadcast of {}", reads(group, *inputs)),
            OutKind::Axes { op, axes, keep, scale } => {
                let axes = format!("over {}, keep {}", host(program, *axes), host(program, *keep));
                format!("{} {axes}{}", op.name(), factors(program, scale))
            }
            OutKind::To { shape, scale } => format!("sum to {}{}", label(*shape), factors(program, scale)),
        };
        line(format_args!("{} = {how} {from}: {}", label(output.value), graph.node(output.value).ty));
    }
    out
}

fn operand(operand: Operand) -> String {
    match operand {
        Operand::Input(i) => format!("x{i}"),
        Operand::Scalar(i) => format!("h{i}"),
        Operand::Local(i) => format!("t{i}"),
        Operand::Const(c) => format!("{c:?}"),
    }
}

fn reads(group: &Group, set: u64) -> String {
    let inputs = (0..group.inputs.len()).filter(|i| set >> i & 1 == 1);
    inputs.map(|i| format!("x{i}")).collect::<Vec<_>>().join(", ")
}

fn factors(program: &Program, scale: &[ScaleBy]) -> String {
    let factor = |s: &ScaleBy| match *s {
        ScaleBy::Const(c) => format!(", times {c:?}"),
        ScaleBy::Host(v) => format!(", times {}", host(program, v)),
    };
    let factors: String = scale.iter().map(factor).collect();
    format!("{factors} of")
}

/// A host expression itself where it reads nothing else.
fn host(program: &Program, v: Value) -> String {
    let node = program.graph.node(v);
    match &node.op {
        op if node.args.is_empty()
            && let Some(text) = op.host_text() =>
        {
            text
        }
        _ => format!("%{}", v.0),
    }
}
