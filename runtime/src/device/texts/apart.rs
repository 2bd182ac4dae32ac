//! Long functions: a kernel of its own evaluates each, whatever it is called in.
//!
//! Drivers put the text of a function wherever it is called. A derivative calls several times one that takes a second to compile. So
//! values of long functions are had before the kernel that reads them. A function is compiled once for all layouts: beside what it
//! does at a point, finding the point is nothing.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::{Mutex, PoisonError};

use cotangent_kernels::DType;
use cotangent_kernels::kernel::{Combine, Source, Term};

use super::Machine;
use super::body::word;
use super::dialect::Dialect;
use super::opaque::{Kernel, by_layouts};
use super::printed::{address, needs};
use super::spare::Spare;
use super::stages::{first, reading};
use crate::device::backend::{Call, Launch, Operand, Place, Target};
use crate::device::opaque::Opaque;
use crate::error::Result;
use crate::tensor::layout::Layout;
use crate::tensor::shape::{MAX_RANK, Shape};

/// Rows that are.
const LONG: [&str; 4] = ["gammainc", "gammaincc", "gammainc_slope", "gamma_density"];

/// A kernel without a call of a long function.
#[derive(Debug)]
pub(super) struct Apart {
    name: &'static str,
    /// The call as a kernel over its operands.
    text: &'static str,
    /// What the operands are, as kernels over the inputs: each with the input if it is one as it is.
    operands: Vec<(&'static Source, Option<usize>)>,
    /// The host numbers of the call, and the types in which they are computed.
    numbers: Vec<(usize, &'static str)>,
    /// The kernel that reads the value behind all inputs.
    rest: &'static Source,
    /// Whether that does nothing else.
    is_all: bool,
}

/// The first call of a long function in a kernel, if there is one.
pub(super) fn apart(source: &'static Source, inputs: usize) -> Option<&'static Apart> {
    type Known = HashMap<[usize; 2], Option<&'static Apart>>;
    static KNOWN: Mutex<Option<Known>> = Mutex::new(None);
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let known = known.get_or_insert_with(HashMap::new);
    let made = || made(source, inputs).map(|apart| &*Box::leak(Box::new(apart)));
    *known.entry([address(source), inputs]).or_insert_with(made)
}

fn made(source: &'static Source, inputs: usize) -> Option<Apart> {
    let outs: Vec<usize> = (0..source.outs.len()).collect();
    let needed = needs(source, &outs, inputs).0;
    let mut all = source.statements.iter().zip(needed);
    let at = all.position(|(statement, needed)| needed && LONG.contains(&statement.op.name))?;
    let statement = &source.statements[at];
    let (mut operands, mut numbers, mut spelled) = (Vec::new(), Vec::new(), Vec::new());
    for &read in statement.reads {
        match read {
            Term::Number(k) => {
                let ty = Dialect::Wgsl.computed(source.numbers[k]);
                spelled.push(format!("bitcast<{ty}>(ct_arg({}u))", numbers.len()));
                numbers.push((k, ty));
            }
            Term::Const(..) => spelled.push(Dialect::Wgsl.operand(read)),
            Term::Input(_) | Term::Value(_) => {
                let k = operands.len();
                spelled.push(format!("ct_load{k}(ct_place({k}u, point))"));
                let input = if let Term::Input(input) = read { Some(input) } else { None };
                operands.push((first(source, at, read), input));
            }
        }
    }
    let is_all = source.outs == [Term::Value(at)];
    let text = evaluated(&Dialect::Wgsl.value_of(statement, source, &spelled), operands.len());
    Some(Apart {
        name: statement.op.name,
        text,
        operands,
        numbers,
        rest: reading(source, at, inputs),
        is_all,
    })
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
    let store = |at| [Target { at, combine: Combine::Store, scale: 1.0 }];
    // Along an axis where no operand moves, the value has length 1. So it has along an empty axis.
    let mut moves = [false; MAX_RANK];
    for (source, _) in &apart.operands {
        let read = needs(source, &[0], launch.ins.len()).1;
        for (x, _) in launch.ins.iter().zip(read).filter(|(_, read)| *read) {
            moves.iter_mut().zip(x.strides).for_each(|(moves, stride)| *moves |= stride != 0);
        }
    }
    let dims = launch.dims.iter().zip(moves).map(|(&d, moves)| if moves { d.max(1) } else { 1 });
    let dims: Vec<usize> = dims.collect();
    let is_empty = launch.dims.iter().zip(moves).any(|(d, moves)| moves && *d == 0);
    let (mut spares, mut ins) = (Vec::new(), Vec::new());
    for &(source, input) in &apart.operands {
        if let Some(x) = input {
            ins.push(placed(&launch.ins[x], &dims)?);
            continue;
        }
        let spare = Spare::new(context, &dims, DType::F32)?;
        if !is_empty {
            let outs = store(operand(&spare.place, &dims));
            context.launch(&Launch { source, dims: &dims, outs: &outs, ..*launch })?;
        }
        ins.push(spare.place);
        spares.push(spare);
    }
    let numbers = apart.numbers.iter().map(|&(k, ty)| word(launch.number(k), ty));
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
            context.launch(&Launch { source: apart.rest, ins: &ins, ..*launch })
        }
    }
}

#[cfg(test)]
mod tests {
    use DType::{F32, I32};
    use Term::{Input, Number, Value};

    use super::super::printed::tests::source;
    use super::*;
    use crate::device::spelled;

    #[test]
    fn calls_are_taken_out_in_order() {
        let all = source(
            &[F32, I32],
            &[
                (&spelled::MUL, F32, &[Input(0), Number(0)]),
                (&spelled::GAMMA_DENSITY, F32, &[Value(0), Input(1), Number(1)]),
                (&spelled::MUL, F32, &[Value(1), Input(2)]),
                (&spelled::GAMMAINC, F32, &[Input(2), Value(2)]),
            ],
            &[Value(3), Value(0)],
        );
        let one = apart(all, 3).unwrap();
        assert_eq!((one.name, one.is_all), ("gamma_density", false));
        assert_eq!((one.operands[0].0.statements.len(), one.operands[0].0.outs), (1, &[Value(0)][..]));
        assert_eq!([one.operands[0].1, one.operands[1].1], [None, Some(1)]);
        assert_eq!(one.numbers, [(1, "i32")]);
        let call = "ct_gamma_density(ct_load0(ct_place(0u, point)), ct_load1(ct_place(1u, point)), bitcast<i32>(ct_arg(0u)))";
        assert!(one.text.contains(call), "{}", one.text);
        assert_eq!(one.rest.statements[2].reads[0], Input(3));
        let two = apart(one.rest, 4).unwrap();
        assert_eq!((two.name, two.rest.outs), ("gammainc", &[Input(4), Value(0)][..]));
        assert!(apart(two.rest, 5).is_none(), "{:?}", two.rest);
    }

    #[test]
    fn alike_calls_have_one_text() {
        let a = source(&[], &[(&spelled::GAMMAINC, F32, &[Input(0), Input(1)])], &[Value(0)]);
        let of_a_value: [(_, _, &[_]); 2] =
            [(&spelled::EXP, F32, &[Input(0)]), (&spelled::GAMMAINC, F32, &[Value(0), Input(2)])];
        let b = source(&[], &of_a_value, &[Value(1)]);
        let [a, b] = [a, b].map(|source| apart(source, 3).unwrap());
        assert!(std::ptr::eq(a.text, b.text) && a.is_all && b.is_all);
        assert!(apart(source(&[], &[(&spelled::LGAMMA, F32, &[Input(0)])], &[Value(0)]), 1).is_none());
    }
}
