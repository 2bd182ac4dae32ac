//! Groups as WGSL. The text follows `prelude.wgsl`; a type parameter `T` of the function is three definitions between the
//! two. Floats compute in f32, `bool` is stored as `u32`, `bf16` as the upper half of a `u32`.

use std::fmt::Write;

use super::device::{Language, Reduced, elems, literal, operand, reduced, statements, stored};
use crate::fuse::Group;
use crate::ir::{Elem, Graph, Value};
use crate::rules::{Fold, RuleCache};

/// The language of WebGPU.
pub(crate) struct Wgsl;

/// Two entry points: `name` makes a pass over the space, `name_fold` joins the parts of its chunks. Group 0 holds the
/// space, the strides (three vectors per operand: eight strides, then the start), the parts of reduced outputs, and
/// numbers: the factors of reduced outputs that have one, then host numbers, as bits. Group 1 holds inputs, then outputs.
pub(crate) fn kernel(name: &str, group: &Group, graph: &Graph, rules: &RuleCache) -> Result<String, String> {
    if elems(group, graph).any(|e| *e == Elem::F64) {
        return Err("WGSL has no f64".to_owned());
    }
    let reductions = reduced(group, rules);
    let scaled: Vec<_> = reductions.iter().filter(|r| r.scaled).map(|r| r.at).collect();
    let mut text = bindings(group, graph, &reductions, scaled.len());
    let mut line = |l: std::fmt::Arguments<'_>| {
        text.write_fmt(l).expect("a string takes all");
        text.push('\n');
    };
    line(format_args!("{}", head(name)));
    line(format_args!("    let walk = ct_start(block.x + block.y * blocks.x, thread, ct_space.chunks);"));
    for (i, scalar) in group.scalars.iter().enumerate() {
        let value = from_bits(&number_at(scaled.len() + i), &scalar.elem);
        line(format_args!("    let h{i} = {value};"));
    }
    for r in &reductions {
        let (ty, start) = (Wgsl::compute(&r.output.elem), start(r.fold, &r.output.elem));
        line(format_args!("    var a{}: {ty} = {start};", r.at));
    }
    line(format_args!("    for (var point = walk.first; point < walk.last; point += ct_space.lanes) {{"));
    line(format_args!("        ct_seek(point);"));
    for (i, v) in group.inputs.iter().enumerate() {
        let value = loaded(&format!("in{i}[ct_at({i}u)]"), graph.elem(*v));
        line(format_args!("        let x{i} = {value};"));
    }
    for statement in statements::<Wgsl>(group, rules) {
        line(format_args!("        {statement}"));
    }
    for (k, output) in stored(group) {
        let value = kept(&operand::<Wgsl>(output.operand, &output.elem), &output.elem);
        let at = group.inputs.len() + k;
        line(format_args!("        if ct_writes({k}u) {{ out{k}[ct_at({at}u)] = {value}; }}"));
    }
    for r in &reductions {
        let value = operand::<Wgsl>(r.output.operand, &r.output.elem);
        let (k, ty, op) = (r.at, Wgsl::compute(&r.output.elem), fold(r.fold));
        line(format_args!("        a{k} = ct_join_{ty}({op}, a{k}, {value});"));
    }
    line(format_args!("    }}"));
    if !reductions.is_empty() {
        // The outer point, from which a reduced output does not move.
        line(format_args!("    ct_seek(0u);"));
    }
    for (i, r) in reductions.iter().enumerate() {
        let (k, ty, op) = (r.at, Wgsl::compute(&r.output.elem), fold(r.fold));
        let (bits, value) = (to_bits(&format!("f{k}"), &r.output.elem), finished(r, &scaled));
        let at = group.inputs.len() + k;
        line(format_args!("    let f{k} = ct_lanes_{ty}({op}, walk, a{k});"));
        line(format_args!("    if ct_leads(walk) && ct_writes({k}u) {{"));
        line(format_args!(
            "        if ct_space.chunks > 1u {{ ct_parts[ct_part_at(walk, {i}u, walk.chunk)] = {bits}; }}"
        ));
        line(format_args!("        else {{ out{k}[ct_at({at}u)] = {value}; }}"));
        line(format_args!("    }}"));
    }
    line(format_args!("}}"));
    if !reductions.is_empty() {
        line(format_args!("{}", head(&format!("{name}_fold"))));
        line(format_args!("    let walk = ct_start(block.x + block.y * blocks.x, thread, 1u);"));
        line(format_args!("    ct_seek(0u);"));
        line(format_args!("    let chunks = select(0u, ct_space.chunks, walk.outer < ct_space.outer);"));
        for (i, r) in reductions.iter().enumerate() {
            let (k, ty, op) = (r.at, Wgsl::compute(&r.output.elem), fold(r.fold));
            let part = from_bits(&format!("ct_parts[ct_part_at(walk, {i}u, c)]"), &r.output.elem);
            let (start, at) = (start(r.fold, &r.output.elem), group.inputs.len() + k);
            let value = finished(r, &scaled);
            line(format_args!("    var a{k}: {ty} = {start};"));
            line(format_args!("    for (var c = walk.lane; c < chunks; c += ct_space.lanes) {{"));
            line(format_args!("        a{k} = ct_join_{ty}({op}, a{k}, {part});"));
            line(format_args!("    }}"));
            line(format_args!("    let f{k} = ct_lanes_{ty}({op}, walk, a{k});"));
            line(format_args!(
                "    if ct_leads(walk) && ct_writes({k}u) {{ out{k}[ct_at({at}u)] = {value}; }}"
            ));
        }
        line(format_args!("}}"));
    }
    Ok(text)
}

/// The definitions of a type parameter, with what must stand at the very top of the module.
pub(crate) fn instance(param: &str, elem: &Elem) -> Result<(&'static str, String), String> {
    let (enable, load, keep) = match elem {
        Elem::F16 => ("enable f16;\n", "f32(x)", "f16(x)"),
        Elem::F32 => ("", "x", "x"),
        Elem::Bf16 => ("", "bitcast<f32>(x & 0xffff0000u)", "ct_round_bf16(x)"),
        other => return Err(format!("WGSL has no {other}")),
    };
    let ty = storage(elem);
    let text = format!(
        "alias {param} = {ty};\nfn {param}_load(x: {ty}) -> f32 {{ return {load}; }}\nfn {param}_keep(x: f32) -> {ty} \
         {{ return {keep}; }}\n"
    );
    Ok((enable, text))
}

fn head(name: &str) -> String {
    format!(
        "@compute @workgroup_size(256)\nfn {name}(@builtin(workgroup_id) block: vec3<u32>, @builtin(num_workgroups) blocks: \
         vec3<u32>, @builtin(local_invocation_index) thread: u32) {{"
    )
}

fn bindings(group: &Group, graph: &Graph, reductions: &[Reduced<'_>], scales: usize) -> String {
    let operands = group.inputs.len() + group.outputs.len();
    let mut text =
        format!("@group(0) @binding(1) var<uniform> ct_steps: array<vec4<i32>, {}>;\n", 3 * operands);
    if !reductions.is_empty() {
        text += "@group(0) @binding(2) var<storage, read_write> ct_parts: array<u32>;\n";
    }
    let numbers = group.scalars.len() + scales;
    if numbers > 0 {
        let vectors = numbers.div_ceil(4);
        text.extend([format!(
            "@group(0) @binding(3) var<uniform> ct_numbers: array<vec4<u32>, {vectors}>;\n"
        )]);
    }
    let input = |(i, v): (usize, &Value)| {
        format!("@group(1) @binding({i}) var<storage, read> in{i}: array<{}>;\n", storage(graph.elem(*v)))
    };
    text.extend(group.inputs.iter().enumerate().map(input));
    for (k, o) in group.outputs.iter().enumerate() {
        let (at, ty) = (group.inputs.len() + k, storage(&o.elem));
        text.extend([format!("@group(1) @binding({at}) var<storage, read_write> out{k}: array<{ty}>;\n")]);
    }
    text
}

fn number_at(i: usize) -> String {
    format!("ct_numbers[{}].{}", i / 4, ["x", "y", "z", "w"][i % 4])
}

fn finished(r: &Reduced<'_>, scaled: &[usize]) -> String {
    let value = format!("f{}", r.at);
    let value = match scaled.iter().position(|k| *k == r.at) {
        Some(i) => format!("{value} * {}", from_bits(&number_at(i), &r.output.elem)),
        None => value,
    };
    kept(&value, &r.output.elem)
}

fn fold(fold: Fold) -> &'static str {
    match fold {
        Fold::Sum => "CT_SUM",
        Fold::Prod => "CT_PROD",
        Fold::Max => "CT_MAX",
        Fold::Min => "CT_MIN",
    }
}

fn start(fold: Fold, elem: &Elem) -> String {
    let value = match (fold, elem) {
        (Fold::Sum, _) => 0.0,
        (Fold::Prod, _) => 1.0,
        (Fold::Max, Elem::I32) => f64::from(i32::MIN),
        (Fold::Min, Elem::I32) => f64::from(i32::MAX),
        (Fold::Max, _) => f64::NEG_INFINITY,
        (Fold::Min, _) => f64::INFINITY,
    };
    Wgsl::number(value, elem)
}

fn from_bits(bits: &str, elem: &Elem) -> String {
    match elem {
        Elem::Bool => format!("({bits} != 0u)"),
        Elem::I32 => format!("bitcast<i32>({bits})"),
        _ => format!("bitcast<f32>({bits})"),
    }
}

fn to_bits(value: &str, elem: &Elem) -> String {
    match elem {
        Elem::Bool => format!("u32({value})"),
        _ => format!("bitcast<u32>({value})"),
    }
}

/// The type in memory.
fn storage(elem: &Elem) -> &str {
    match elem {
        Elem::F32 => "f32",
        Elem::F16 => "f16",
        Elem::I32 => "i32",
        Elem::Bool | Elem::Bf16 => "u32",
        Elem::Param(name) => name,
        Elem::F64 => unreachable!("refused before"),
        Elem::Var(_) => unreachable!("lowering resolves every element type"),
    }
}

/// The value of an element as stored in memory.
fn loaded(stored: &str, elem: &Elem) -> String {
    match elem {
        Elem::Bool => format!("({stored} != 0u)"),
        Elem::F16 => format!("f32({stored})"),
        Elem::Bf16 => format!("bitcast<f32>({stored} & 0xffff0000u)"),
        Elem::Param(name) => format!("{name}_load({stored})"),
        _ => stored.to_owned(),
    }
}

/// A value, as it is kept in memory.
fn kept(value: &str, elem: &Elem) -> String {
    match elem {
        Elem::Bool => format!("u32({value})"),
        Elem::F16 => format!("f16({value})"),
        Elem::Bf16 => format!("ct_round_bf16({value})"),
        Elem::Param(name) => format!("{name}_keep({value})"),
        _ => value.to_owned(),
    }
}

impl Language for Wgsl {
    const SPELLING: usize = 2;

    fn compute(elem: &Elem) -> String {
        match elem {
            Elem::I32 => "i32",
            Elem::Bool => "bool",
            _ => "f32",
        }
        .to_owned()
    }

    fn number(value: f64, elem: &Elem) -> String {
        let single = value as f32;
        match elem {
            Elem::Bool => (value != 0.0).to_string(),
            // The literal is positive, and this one has no positive counterpart.
            Elem::I32 if value as i32 == i32::MIN => "(-2147483647i - 1i)".to_owned(),
            Elem::I32 => literal(&format!("{}i", value as i32)),
            _ if single.is_nan() => "ct_nan()".to_owned(),
            _ if single == f32::INFINITY => "ct_inf()".to_owned(),
            _ if single == f32::NEG_INFINITY => "(-ct_inf())".to_owned(),
            _ => literal(&format!("{single:?}f")),
        }
    }

    fn local(name: &str, ty: &str, value: &str) -> String {
        format!("let {name}: {ty} = {value};")
    }

    fn helper(name: &str, elem: &Elem) -> String {
        if *elem == Elem::I32 { format!("{name}_i32") } else { name.to_owned() }
    }
}
