//! The text that `f::explain()` returns: the graph, the kernels and the residuals, made at expansion.

use std::fmt::Write;

use quote::ToTokens;

use super::function::Programs;
use crate::dims::Dim;
use crate::fuse::{OutKind, Output, Program, Step};
use crate::ir::{Call, Callee, Elem, Graph, Op, Part, Shape, Ty, Value};
use crate::residuals::is_argument;
use crate::signature::Function;
use crate::transform::{Transforms, active_inputs, float_outputs};

pub(crate) fn text(f: &Function, t: &Transforms, programs: &Programs) -> String {
    let times = |(name, n): &(String, usize)| match n {
        1 => format!("`{name}`"),
        n => format!("`{name}` {n} times"),
    };
    let inlined = match &f.inlined[..] {
        [] => String::new(),
        all => format!("\ninlined: {}\n", all.iter().map(times).collect::<Vec<_>>().join(", ")),
    };
    let mut out = format!("{}\n{inlined}\ngraph\n{}", f.sig.name, indent(&t.primal.to_string()));
    for (title, program) in programs.named() {
        let _ = writeln!(out, "\n{title}");
        section(&mut out, program, &inputs(f, t, programs, title), 1);
    }
    out.push_str("\nresiduals\n");
    let names = inputs(f, t, programs, "forward");
    let mut any = false;
    let (forward, residuals) = residuals(t, programs);
    for &v in residuals {
        let known = named_dims(forward, v);
        if let Ty::Tensor(ty) | Ty::List(ty) = known {
            any = true;
            let note = if is_argument(forward, v) { " (an argument: kept, not copied)" } else { "" };
            let _ = writeln!(
                out,
                "  {}: {}, {}{note}",
                name(forward, v, &names),
                known,
                if matches!(known, Ty::List(_)) {
                    format!("the sum of {}", bytes(&ty.elem, &ty.shape))
                } else {
                    bytes(&ty.elem, &ty.shape)
                }
            );
        } else if let Some(what) = packed(forward, v, &names) {
            any = true;
            let _ = writeln!(out, "  {what}");
        }
    }
    if !any {
        out.push_str("  none\n");
    }
    let of_batch = t.batched.as_ref().map(|batched| {
        let t = &batched.1;
        let graphs =
            [Some(&t.primal), Some(&t.joint), t.value_and_grad.as_ref(), Some(&t.jvp), t.hvp.as_ref()];
        ("vmap", graphs.into_iter().flatten().collect::<Vec<_>>())
    });
    let of_matrices = t
        .matrices
        .as_ref()
        .map(|m| ("jacobian", std::iter::once(&m.pulled).chain(&m.columns).chain(&m.products).collect()));
    for (title, graphs) in of_batch.into_iter().chain(of_matrices) {
        let mut apart = Vec::new();
        for graph in graphs {
            item_by_item(graph, &mut apart);
        }
        let apart = if apart.is_empty() { "none".to_owned() } else { apart.join(", ") };
        let _ = writeln!(out, "\n{title}\n  item by item: {apart}");
    }
    out
}

/// The ops that run for each item of a batch on its own.
fn item_by_item(graph: &Graph, found: &mut Vec<String>) {
    for node in &graph.nodes {
        match &node.op {
            Op::Loop(held) if held.drive.is_of_items() => {
                let called = held.body.graph.nodes.iter().find_map(|node| match &node.op {
                    Op::Call(call) => call.callee().map(Callee::text),
                    _ => None,
                });
                let name = format!("`{}`", called.unwrap_or_else(|| node.call().to_owned()));
                if !found.contains(&name) {
                    found.push(name);
                }
            }
            _ => node.regions().iter().for_each(|region| item_by_item(&region.graph, found)),
        }
    }
}

/// The type of a value, with the dims that the body gives a name in `let w: Tensor<I, O> = net.w.clone();`.
fn named_dims(graph: &Graph, v: Value) -> &Ty {
    let is_named = |ty: &Ty| matches!(ty, Ty::Tensor(t) if matches!(t.shape, Shape::Dims(_)));
    let own = &graph.node(v).ty;
    let mut declared = graph.nodes.iter().filter(|node| matches!(node.op, Op::Declared) && node.args[0] == v);
    if is_named(own) { own } else { declared.find(|node| is_named(&node.ty)).map_or(own, |node| &node.ty) }
}

/// The residuals as the program has them that runs forward: its last outputs.
fn residuals<'p>(t: &Transforms, programs: &'p Programs) -> (&'p Graph, &'p [Value]) {
    let forward = &programs.forward.graph;
    (forward, &forward.outputs[forward.outputs.len() - t.vjp.residuals.len()..])
}

/// The name of a value that a call or a region keeps.
fn packed(graph: &Graph, v: Value, names: &[String]) -> Option<String> {
    let node = graph.node(v);
    let Op::Part(part) = &node.op else { return None };
    let of = graph.node(node.args[0]);
    let place = label(graph, node.args[0], names);
    match (part, &of.op) {
        (Part::Kept, Op::Loop(_)) => Some(format!("what the rounds of {place} keep")),
        (Part::Kept, _) => Some(format!("what the arm of {place} that ran keeps")),
        (Part::Of(1), Op::Call(Call::Vjp(callee))) => {
            Some(format!("the pullback of `{}`", path(&callee.path)))
        }
        _ => None,
    }
}

fn path(path: &syn::Path) -> String {
    crate::names::plain(&path.to_token_stream()).replace(' ', "")
}

/// The names of a region's inputs.
pub(crate) fn inputs_inside(program: &Program) -> Vec<String> {
    let mut names = Vec::new();
    for node in &program.graph.nodes {
        if let Op::Input(n) = node.op {
            let n = n as usize;
            names.resize(names.len().max(n + 1), String::new());
            names[n] = match &node.name {
                Some(name) => format!("input{n} ({name})"),
                None => format!("input{n}"),
            };
        }
    }
    names
}

fn indent(text: &str) -> String {
    text.lines().fold(String::new(), |mut out, line| {
        let _ = writeln!(out, "  {line}");
        out
    })
}

/// The names of a program's inputs: parameters by their own, a tangent `x_dot`, a cotangent `y_bar`.
pub(crate) fn inputs(f: &Function, t: &Transforms, programs: &Programs, program: &str) -> Vec<String> {
    let params: Vec<_> = f.sig.inputs.iter().map(|i| f.sig.path(i)).collect();
    let tangents = active_inputs(f).into_iter().map(|i| format!("{}_dot", params[i]));
    match program {
        "pullback" => {
            let kept = inputs(f, t, programs, "forward");
            let (forward, residuals) = residuals(t, programs);
            let kept = residuals.iter().map(|&v| name(forward, v, &kept));
            let results = float_outputs(&t.primal);
            let bar = |i: usize| if results.len() == 1 { "y_bar".to_owned() } else { format!("y{i}_bar") };
            kept.collect::<Vec<_>>().into_iter().chain(results.iter().map(|&i| bar(i))).collect()
        }
        "jvp" | "hvp" => params.iter().cloned().chain(tangents).collect(),
        _ => params,
    }
}

/// An input by its name, and so a tensor in one; another value by its number.
pub(crate) fn label(graph: &Graph, v: Value, inputs: &[String]) -> String {
    let node = graph.node(v);
    match (&node.op, &node.name) {
        (Op::Input(n), _) => inputs[*n as usize].clone(),
        (Op::AsTensor(_), Some(name)) if is_of_input(graph, v) => name.clone(),
        _ => format!("%{}", v.0),
    }
}

/// Whether it is a field of an input, at any depth. Other values may share their names with later ones.
fn is_of_input(graph: &Graph, v: Value) -> bool {
    let node = graph.node(v);
    match &node.op {
        Op::Input(_) => true,
        Op::AsTensor(_) | Op::Part(Part::Field(_)) => is_of_input(graph, node.args[0]),
        _ => false,
    }
}

/// By a name that a reader of the function knows, where there is one.
fn name(graph: &Graph, v: Value, inputs: &[String]) -> String {
    let node = graph.node(v);
    match (&node.op, &node.name) {
        (Op::Input(_), _) => label(graph, v, inputs),
        (_, Some(name)) => name.clone(),
        (Op::Declared, None) => name(graph, node.args[0], inputs),
        _ => format!("%{} ({})", v.0, node.op.name()),
    }
}

/// Symbolic size in memory, over the names of dims where there are any.
fn bytes(elem: &Elem, shape: &Shape) -> String {
    if let Elem::Param(p) = elem {
        return match shape {
            Shape::Dims(d) => format!("{} * size of {p} bytes", Dim::product(d)),
            Shape::Open(_) => format!("size of {p} bytes per element of {shape}"),
        };
    }
    let one = elem.bytes();
    match shape {
        Shape::Dims(d) => {
            let all: Vec<Dim> = std::iter::once(Dim::int(one)).chain(d.iter().cloned()).collect();
            format!("{} bytes", Dim::product(&all))
        }
        Shape::Open(_) => format!("{one} bytes per element of {shape}"),
    }
}

/// A node that is a step of its own, as one line.
pub(crate) fn call(graph: &Graph, v: Value, inputs: &[String]) -> String {
    let node = graph.node(v);
    let told = match &node.op {
        Op::Call(Call::Value(c) | Call::Vjp(c) | Call::Jvp(c) | Call::Vjp2(c)) => c.told(),
        _ => 0..0,
    };
    let args = node.args.iter().enumerate().filter(|(i, _)| !told.contains(i));
    let args: Vec<_> = args.map(|(_, &a)| label(graph, a, inputs)).collect();
    let what = match &node.op {
        Op::Get(n) => format!("get {n}"),
        Op::Call(Call::Value(c) | Call::Vjp(c) | Call::Jvp(c) | Call::Vjp2(c)) => {
            format!("{} `{}`", node.op.name(), path(&c.path))
        }
        op => match op.host_text() {
            Some(text) => format!("{} {{ {text} }}", op.name()),
            None => op.name().to_owned(),
        },
    };
    let args = if args.is_empty() { String::new() } else { format!("({})", args.join(", ")) };
    format!("%{} = {what}{args}: {}", v.0, node.ty)
}

/// The text that lists the values which a region of `v` keeps for its reverse.
fn kept(graph: &Graph, v: Value, inner: &Program) -> String {
    let first = match &graph.node(v).op {
        Op::Branch(b) if b.keeps => b.results,
        Op::Loop(l) if l.keeps => l.carried + usize::from(l.exits),
        _ => return String::new(),
    };
    let inside = inputs_inside(inner);
    let of = |&v: &Value| match &inner.graph.node(v).ty {
        Ty::Tensor(t) | Ty::List(t) => {
            Some(format!("{}: {}{}", name(&inner.graph, v, &inside), t.elem, t.shape))
        }
        _ => packed(&inner.graph, v, &inside),
    };
    let kept: Vec<String> =
        inner.graph.outputs.get(first..).unwrap_or_default().iter().filter_map(of).collect();
    let state = match &graph.node(v).op {
        Op::Loop(l) if l.schedule.is_some() => Some("the state of some rounds".to_owned()),
        _ => None,
    };
    let kept: Vec<String> = state.into_iter().chain(kept).collect();
    if kept.is_empty() { String::new() } else { format!(", keeps {}", kept.join(", ")) }
}

/// Steps in order: one line per kernel, call and region.
fn section(out: &mut String, program: &Program, inputs: &[String], depth: usize) {
    let (graph, indent) = (&program.graph, "  ".repeat(depth));
    for step in &program.steps {
        match *step {
            Step::Group(index) => {
                let group = &program.groups[index];
                let ops: Vec<_> = group.body.iter().map(|s| s.op.name()).collect();
                let output = |o: &Output| {
                    let how = match &o.kind {
                        OutKind::Full | OutKind::Partial(_) => String::new(),
                        OutKind::Axes { op, scale, .. } => {
                            format!(" by {}{}", op.name(), if scale.is_empty() { "" } else { ", scaled" })
                        }
                        OutKind::To { .. } => " by sum_to".to_string(),
                    };
                    format!("%{}: {}{how}", o.value.0, graph.node(o.value).ty)
                };
                let outs: Vec<_> = group.outputs.iter().map(output).collect();
                let ins: Vec<_> = group.inputs.iter().map(|&v| label(graph, v, inputs)).collect();
                let _ = writeln!(
                    out,
                    "{indent}kernel {index} over {}: reads {}; writes {}; {}",
                    group.space,
                    if ins.is_empty() { "nothing".to_string() } else { ins.join(", ") },
                    outs.join(", "),
                    match &ops[..] {
                        [] if group.may_hand_on() => "nothing where shapes agree".to_owned(),
                        [] => "no arithmetic".to_owned(),
                        ops => ops.join(" "),
                    },
                );
            }
            Step::Node(v) if matches!(graph.node(v).op, Op::Opaque(_) | Op::View(_) | Op::List(_)) => {
                let _ = writeln!(out, "{indent}{}", call(graph, v, inputs));
            }
            Step::Node(v) if matches!(graph.node(v).op, Op::Call(_)) => {
                let _ = writeln!(out, "{indent}{}", call(graph, v, inputs));
            }
            Step::Node(v) if program.regions.contains_key(&v) => {
                let _ = writeln!(out, "{indent}{}", call(graph, v, inputs));
                for (i, inner) in program.regions[&v].iter().enumerate() {
                    let what = match &graph.node(v).op {
                        Op::Branch(_) | Op::Unwind(_) => format!("arm {i}"),
                        Op::Rewind(_) if i == 1 => "a round again".to_owned(),
                        Op::Rewind(_) if i == 2 => "a round again, with what its reverse reads".to_owned(),
                        _ => "a round".to_owned(),
                    };
                    let _ = writeln!(out, "{indent}  {what}{}", kept(graph, v, inner));
                    section(out, inner, &inputs_inside(inner), depth + 2);
                }
            }
            Step::Node(_) => {}
        }
    }
}
