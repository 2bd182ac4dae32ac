//! Long functions: a kernel of its own evaluates each, whatever it is called in.
//!
//! Drivers put the text of a function wherever it is called. A derivative calls several times one that takes a second to compile. So
//! values of long functions are had before the kernel that reads them. A function is compiled once for all layouts: beside what it
//! does at a point, finding the point is nothing.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::{Mutex, PoisonError};

use cotangent_kernels::DType;
use cotangent_kernels::kernel::{Combine, Source};

use super::Machine;
use super::body::{Body, word};
use super::opaque::{Kernel, by_layouts};
use super::spare::Spare;
use super::stages::{number, reading};
use crate::device::backend::{Call, Launch, Operand, Place, Target};
use crate::device::opaque::Opaque;
use crate::error::Result;
use crate::layout::Layout;
use crate::shape::{MAX_RANK, Shape};

/// Functions of the prelude that are.
const LONG: [&str; 4] = ["ct_gammainc", "ct_gammaincc", "ct_gammainc_slope", "ct_gamma_density"];

/// A kernel without a call of a long function.
#[derive(Debug)]
pub(super) struct Apart {
    name: &'static str,
    /// The call as a kernel over its operands.
    text: &'static str,
    /// What the operands are, as kernels over the inputs: each with the input if it is one as it is.
    operands: Vec<(&'static str, Option<usize>)>,
    /// The host numbers of the call.
    numbers: Vec<(usize, &'static str)>,
    /// The kernel that reads the value behind all inputs.
    rest: &'static str,
    /// Whether that does nothing else.
    is_all: bool,
}

/// The first call of a long function in a kernel, if there is one.
pub(super) fn apart(source: &'static str, inputs: usize) -> Option<&'static Apart> {
    type Known = HashMap<[usize; 3], Option<&'static Apart>>;
    static KNOWN: Mutex<Option<Known>> = Mutex::new(None);
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let known = known.get_or_insert_with(HashMap::new);
    // Texts are told apart by their addresses: each is made once.
    let key = [source.as_ptr().addr(), source.len(), inputs];
    *known.entry(key).or_insert_with(|| made(source, inputs).map(|apart| &*Box::leak(Box::new(apart))))
}

/// The function and its arguments, if the statement calls a long one.
fn called(statement: &'static str) -> Option<(&'static str, Vec<&'static str>)> {
    let (_, value) = statement.split_once(" = ")?;
    let (name, arguments) = value.strip_suffix(");")?.split_once('(')?;
    LONG.contains(&name).then(|| (name, arguments.split(", ").collect()))
}

fn made(source: &'static str, inputs: usize) -> Option<Apart> {
    if !source.contains(LONG[0]) && !source.contains(LONG[3]) {
        return None;
    }
    let body = Body::new(source);
    let outs: Vec<usize> = (0..body.outs.len()).collect();
    let needed = body.needs(&outs, inputs).0;
    let mut calls = body.statements.iter().zip(&needed).enumerate().filter(|(_, (_, needed))| **needed);
    let (at, (name, arguments)) = calls.find_map(|(at, (statement, _))| Some((at, called(statement)?)))?;
    let head = source.split_once('\n').map_or("", |(head, _)| head);
    let lines = body.statements[..at].join("\n");
    let (mut operands, mut numbers, mut spelled) = (Vec::new(), Vec::new(), Vec::new());
    for argument in arguments {
        let begins = argument.starts_with(|c: char| c == '-' || c.is_ascii_digit());
        if let Some(k) = number(argument, 'h') {
            let ty = body.numbers.get(k).copied().unwrap_or("f32");
            spelled.push(format!("bitcast<{ty}>(ct_arg({}u))", numbers.len()));
            numbers.push((k, ty));
        } else if begins {
            spelled.push(argument.to_owned());
        } else {
            let k = operands.len();
            spelled.push(format!("ct_load{k}(ct_place({k}u, point))"));
            let text: &'static str = format!("{head}\n{lines}\n{argument}").leak();
            operands.push((text, number(argument, 'x')));
        }
    }
    let is_all = body.outs == [format!("t{at}")];
    let text = evaluated(&format!("{name}({})", spelled.join(", ")), operands.len());
    Some(Apart { name, text, operands, numbers, rest: reading(&body, head, at, inputs), is_all })
}

/// A kernel that evaluates a call at every point: one text for all that are spelled alike.
fn evaluated(call: &str, operands: usize) -> &'static str {
    static TEXTS: Mutex<Option<HashMap<String, &'static str>>> = Mutex::new(None);
    let mut text = "@compute @workgroup_size(256)\nfn main(@builtin(workgroup_id) block: vec3<u32>, \
        @builtin(num_workgroups) blocks: vec3<u32>, @builtin(local_invocation_index) thread: u32) {\n"
        .to_owned();
    let _ = write!(
        text,
        "let point = (block.x + block.y * blocks.x) * 256u + thread;\nif point < ct_numel({operands}u) {{\n\
         ct_keep{operands}(ct_place({operands}u, point), {call});\n}}\n}}"
    );
    let mut texts = TEXTS.lock().unwrap_or_else(PoisonError::into_inner);
    let texts = texts.get_or_insert_with(HashMap::new);
    if let Some(known) = texts.get(&text) {
        return known;
    }
    let made: &'static str = text.clone().leak();
    texts.insert(text, made);
    made
}

/// An operand of a launch as one of a call over these dims.
fn placed(x: &Operand, dims: &[usize]) -> Result<Place> {
    let mut strides = [0; MAX_RANK];
    let moving = dims.iter().enumerate().filter(|(_, d)| **d != 1);
    moving.for_each(|(axis, _)| strides[axis] = x.strides[axis]);
    // What is stored as f32 needs no kernel of its own.
    let dtype = if x.dtype == DType::F64 { DType::F32 } else { x.dtype };
    Ok(Place {
        block: x.block,
        dtype,
        layout: Layout { offset: x.offset, shape: Shape::new(dims)?, strides },
    })
}

/// The operand of a launch that a dense tensor over `dims` is.
fn operand(place: &Place, dims: &[usize]) -> Operand {
    let mut strides = place.layout.strides;
    strides.iter_mut().zip(dims).filter(|(_, d)| **d == 1).for_each(|(stride, _)| *stride = 0);
    Operand { block: place.block, dtype: place.dtype, offset: 0, strides }
}

/// A launch in three: what the function is called with, the call, and the rest.
pub(super) fn run(context: &dyn Machine, launch: &Launch<'_>, apart: &'static Apart) -> Result<()> {
    let source = |text| Source::NONE.with_wgsl(text);
    let store = |at| [Target { at, combine: Combine::Store, scale: 1.0 }];
    // Along an axis where no operand moves, the value has length 1. So it has along an empty axis.
    let mut moves = [false; MAX_RANK];
    for (text, _) in &apart.operands {
        let read = Body::new(text).needs(&[0], launch.ins.len()).1;
        for (x, _) in launch.ins.iter().zip(read).filter(|(_, read)| *read) {
            moves.iter_mut().zip(x.strides).for_each(|(moves, stride)| *moves |= stride != 0);
        }
    }
    let dims = launch.dims.iter().zip(moves).map(|(&d, moves)| if moves { d.max(1) } else { 1 });
    let dims: Vec<usize> = dims.collect();
    let is_empty = launch.dims.iter().zip(moves).any(|(d, moves)| moves && *d == 0);
    let (mut spares, mut ins) = (Vec::new(), Vec::new());
    for &(text, input) in &apart.operands {
        if let Some(x) = input {
            ins.push(placed(&launch.ins[x], &dims)?);
            continue;
        }
        let spare = Spare::new(context, &dims, DType::F32)?;
        if !is_empty {
            let outs = store(operand(&spare.place, &dims));
            context.launch(&Launch { source: source(text), dims: &dims, outs: &outs, ..*launch })?;
        }
        ins.push(spare.place);
        spares.push(spare);
    }
    let numbers =
        apart.numbers.iter().map(|&(k, ty)| word(launch.numbers.get(k).copied().unwrap_or_default(), ty));
    let numbers: Vec<u32> = numbers.collect();
    let call = |place: Place| {
        let call = Call { op: Opaque::Function(apart.name), ins: &ins, outs: &[place] };
        let points = if is_empty { 0 } else { place.layout.shape.numel() };
        by_layouts(context, &call, &Kernel { text: apart.text, numbers: &numbers, points, fails: None })
    };
    match launch.outs {
        [target] if apart.is_all && target.combine == Combine::Store && dims == launch.dims => {
            call(placed(&target.at, &dims)?)
        }
        _ => {
            let value = Spare::new(context, &dims, DType::F32)?;
            call(value.place)?;
            let ins: Vec<_> = launch.ins.iter().copied().chain([operand(&value.place, &dims)]).collect();
            context.launch(&Launch { source: source(apart.rest), ins: &ins, ..*launch })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "f32 i32\nlet t0: f32 = x0 * h0;\nlet t1: f32 = ct_gamma_density(t0, x1, h1);\nlet t2: f32 = t1 * x2;\n\
                        let t3: f32 = ct_gammainc(x2, t2);\nt3, t0";

    #[test]
    fn calls_are_taken_out_in_order() {
        let first = apart(TEXT, 3).unwrap();
        assert_eq!((first.name, first.is_all), ("ct_gamma_density", false));
        assert_eq!(first.operands[0], ("f32 i32\nlet t0: f32 = x0 * h0;\nt0", None));
        assert_eq!(first.operands[1].1, Some(1));
        assert_eq!(first.numbers, [(1, "i32")]);
        let call = "ct_gamma_density(ct_load0(ct_place(0u, point)), ct_load1(ct_place(1u, point)), bitcast<i32>(ct_arg(0u)))";
        assert!(first.text.contains(call), "{}", first.text);
        assert!(first.rest.contains("let t2: f32 = x3 * x2;"), "{}", first.rest);
        let second = apart(first.rest, 4).unwrap();
        assert_eq!((second.name, &second.rest[second.rest.len() - 6..]), ("ct_gammainc", "x4, t0"));
        assert!(apart(second.rest, 5).is_none(), "{}", second.rest);
    }

    #[test]
    fn alike_calls_have_one_text() {
        let [a, b] = [
            "\nlet t0: f32 = ct_gammainc(x0, x1);\nt0",
            "\nlet t0: f32 = x0;\nlet t1: f32 = ct_gammainc(t0, x2);\nt1",
        ]
        .map(|text| apart(text, 3).unwrap());
        assert!(std::ptr::eq(a.text, b.text) && a.is_all && b.is_all);
        assert!(apart("\nlet t0: f32 = ct_lgamma(x0);\nt0", 1).is_none());
    }
}
