//! Groups as CUDA C++. The text follows `prelude.cu`; a type parameter `T` of the function is a typedef between the two.

use std::fmt::Write;

use super::device::{Language, literal, operand, statements, typed};
use crate::fuse::{Group, OutKind, Output, ScaleBy};
use crate::ir::{Elem, Graph, Op, Reduce};
use crate::rules::{Fold, RuleCache};

/// The language of NVRTC.
pub(crate) struct Cuda;

/// Two entry points: `name` makes a pass over the space, `name_fold` joins the parts of its chunks. Parameters: the
/// space, inputs, outputs, then per reduced output its parts and its factor, then host numbers.
pub(crate) fn kernel(name: &str, group: &Group, graph: &Graph, rules: &RuleCache) -> String {
    let operands = group.inputs.len() + group.outputs.len();
    let reductions = reduced(group, rules);
    let mut text = String::new();
    let mut line = |l: std::fmt::Arguments<'_>| {
        text.write_fmt(l).expect("a string takes all");
        text.push('\n');
    };
    line(format_args!(
        "extern \"C\" __global__ void {name}({}) {{",
        parameters(group, graph, &reductions, true)
    ));
    line(format_args!("    ct_walk<{operands}> walk(space, space.chunks);"));
    for (i, scalar) in group.scalars.iter().enumerate() {
        let ty = Cuda::compute(&scalar.elem);
        line(format_args!("    const {ty} h{i} = ({ty})host{i};"));
    }
    for r in &reductions {
        let (ty, fold) = (Cuda::compute(&r.output.elem), fold(r.fold));
        line(format_args!("    {ty} a{} = {fold}::start<{ty}>();", r.at));
    }
    line(format_args!("    for (; walk.more(); walk.next()) {{"));
    for (i, v) in group.inputs.iter().enumerate() {
        let ty = Cuda::compute(graph.elem(*v));
        line(format_args!("        const {ty} x{i} = ct_load(in{i} + walk.at[{i}]);"));
    }
    for statement in statements::<Cuda>(&group.body, rules) {
        line(format_args!("        {statement}"));
    }
    for (k, output) in stored(group) {
        let value = operand::<Cuda>(output.operand, &output.elem);
        let (ty, at) = (Cuda::compute(&output.elem), group.inputs.len() + k);
        line(format_args!("        if (walk.writes({k})) ct_store(out{k} + walk.at[{at}], ({ty}){value});"));
    }
    for r in &reductions {
        let (value, fold) = (operand::<Cuda>(r.output.operand, &r.output.elem), fold(r.fold));
        let ty = Cuda::compute(&r.output.elem);
        line(format_args!("        a{0} = {fold}::join(a{0}, ({ty}){value});", r.at));
    }
    line(format_args!("    }}"));
    for r in &reductions {
        let (k, at, fold) = (r.at, group.inputs.len() + r.at, fold(r.fold));
        line(format_args!("    a{k} = walk.join<{fold}>(a{k});"));
        line(format_args!("    if (walk.leads() && walk.writes({k})) {{"));
        line(format_args!("        if (space.chunks > 1) part{k}[walk.part()] = a{k};"));
        line(format_args!("        else ct_store(out{k} + walk.base[{at}], {});", finished(r)));
        line(format_args!("    }}"));
    }
    line(format_args!("}}"));
    if !reductions.is_empty() {
        line(format_args!(
            "extern \"C\" __global__ void {name}_fold({}) {{",
            parameters(group, graph, &reductions, false)
        ));
        line(format_args!("    ct_walk<{operands}> walk(space, 1);"));
        for r in &reductions {
            let (k, at, fold) = (r.at, group.inputs.len() + r.at, fold(r.fold));
            let ty = Cuda::compute(&r.output.elem);
            line(format_args!("    {ty} a{k} = {fold}::start<{ty}>();"));
            line(format_args!("    if (walk.outer < space.outer && walk.writes({k}))"));
            line(format_args!("        for (ct_size c = walk.lane; c < space.chunks; c += space.lanes)"));
            line(format_args!(
                "            a{k} = {fold}::join(a{k}, part{k}[walk.outer * space.chunks + c]);"
            ));
            line(format_args!("    a{k} = walk.join<{fold}>(a{k});"));
            line(format_args!(
                "    if (walk.leads() && walk.writes({k})) ct_store(out{k} + walk.base[{at}], {});",
                finished(r)
            ));
        }
        line(format_args!("}}"));
    }
    text
}

/// The text that a kernel carries: one line with the types of host numbers, a line for each statement, one with the outputs as operands.
/// Loads, loops and reductions around it are the runtime's. `of` gives an element type for type parameters, and others as they are.
pub(crate) fn text(group: &Group, rules: &RuleCache, of: &dyn Fn(&Elem) -> Elem) -> String {
    let numbers: Vec<_> = group.scalars.iter().map(|s| Cuda::compute(&of(&s.elem))).collect();
    let output = |o: &Output| operand::<Cuda>(o.operand, &of(&o.elem));
    let outputs: Vec<_> = group.outputs.iter().map(output).collect();
    let mut lines = vec![numbers.join(" ")];
    lines.extend(statements::<Cuda>(&typed(group, of), rules));
    lines.push(outputs.join(", "));
    lines.join("\n")
}

/// The definition of a type parameter, or of nothing else.
pub(crate) fn instance(param: &str, elem: &Elem) -> String {
    format!("typedef {} {param};\n", storage(elem))
}

fn parameters(group: &Group, graph: &Graph, reductions: &[Reduced<'_>], inputs: bool) -> String {
    let mut list = vec![format!("const ct_space<{}> space", group.inputs.len() + group.outputs.len())];
    if inputs {
        let input = |(i, v): (usize, &crate::ir::Value)| format!("const {} *in{i}", storage(graph.elem(*v)));
        list.extend(group.inputs.iter().enumerate().map(input));
    }
    list.extend(group.outputs.iter().enumerate().map(|(k, o)| format!("{} *out{k}", storage(&o.elem))));
    for r in reductions {
        list.push(format!("{} *part{}", Cuda::compute(&r.output.elem), r.at));
        if r.scaled {
            list.push(format!("double scale{}", r.at));
        }
    }
    if inputs {
        list.extend((0..group.scalars.len()).map(|i| format!("double host{i}")));
    }
    list.join(", ")
}

/// A reduced output: its position among the outputs, how it is folded, whether a factor is applied at the end.
struct Reduced<'a> {
    at: usize,
    output: &'a Output,
    fold: Fold,
    scaled: bool,
}

fn reduced<'a>(group: &'a Group, rules: &RuleCache) -> Vec<Reduced<'a>> {
    let fold_of =
        |op: Reduce| rules.of(&Op::Reduce(op)).combine.expect("a law over the table: reductions combine");
    let of = |(at, output): (usize, &'a Output)| {
        let (fold, scale): (_, &[ScaleBy]) = match &output.kind {
            OutKind::Full | OutKind::Partial(_) => return None,
            OutKind::Axes { op, scale, .. } => (fold_of(*op), scale),
            OutKind::To { scale, .. } => (Fold::Sum, scale),
        };
        Some(Reduced { at, output, fold, scaled: !scale.is_empty() })
    };
    group.outputs.iter().enumerate().filter_map(of).collect()
}

/// Outputs with one element per point. Of a partial one several points share an address and write the same bits.
fn stored(group: &Group) -> impl Iterator<Item = (usize, &Output)> {
    let full = |o: &Output| matches!(o.kind, OutKind::Full | OutKind::Partial(_));
    group.outputs.iter().enumerate().filter(move |(_, o)| full(o))
}

fn finished(r: &Reduced<'_>) -> String {
    let (k, ty) = (r.at, Cuda::compute(&r.output.elem));
    if r.scaled { format!("({ty})(a{k} * ({ty})scale{k})") } else { format!("a{k}") }
}

fn fold(fold: Fold) -> &'static str {
    match fold {
        Fold::Sum => "ct_sum",
        Fold::Prod => "ct_prod",
        Fold::Max => "ct_max",
        Fold::Min => "ct_min",
    }
}

/// The type in memory.
fn storage(elem: &Elem) -> &str {
    match elem {
        Elem::F32 => "float",
        Elem::F64 => "double",
        Elem::F16 => "ct_f16",
        Elem::Bf16 => "ct_bf16",
        Elem::I32 => "int",
        Elem::Bool => "bool",
        Elem::Param(name) => name,
        Elem::Var(_) => unreachable!("lowering resolves every element type"),
    }
}

impl Language for Cuda {
    const SPELLING: usize = 1;

    fn compute(elem: &Elem) -> String {
        match elem {
            Elem::Param(name) => format!("ct<{name}>"),
            Elem::F16 | Elem::Bf16 => "float".to_owned(),
            other => storage(other).to_owned(),
        }
    }

    fn number(value: f64, elem: &Elem) -> String {
        let ty = Self::compute(elem);
        let special = |f: &str| format!("ct_{f}<{ty}>()");
        let single = matches!(elem, Elem::F32 | Elem::F16 | Elem::Bf16);
        match elem {
            Elem::Bool => (value != 0.0).to_string(),
            Elem::I32 if value == f64::from(i32::MIN) => special("least"),
            Elem::I32 => literal(&format!("{}", value as i32)),
            _ if value.is_nan() => special("nan"),
            _ if single && (value as f32).is_infinite() || value.is_infinite() => {
                if value > 0.0 {
                    special("inf")
                } else {
                    format!("(-{})", special("inf"))
                }
            }
            Elem::F64 => literal(&format!("{value:?}")),
            // The nearest f32 of the f64, as on the CPU; a decimal read as float could round elsewhere.
            Elem::Param(_) => format!("{ty}({value:?})"),
            _ => literal(&format!("{:?}f", value as f32)),
        }
    }

    fn local(name: &str, ty: &str, value: &str) -> String {
        format!("const {ty} {name} = {value};")
    }

    fn unsigned(value: String) -> String {
        format!("unsigned({value})")
    }

    fn signed(value: String) -> String {
        format!("int({value})")
    }

    fn helper(name: &str, _: &Elem) -> String {
        name.to_owned()
    }
}
