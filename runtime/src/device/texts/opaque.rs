//! Opaque ops: which text of `kernels` runs one, and over how many workgroups.

use cotangent_kernels::source::wgsl;

use super::super::passes::GROUP;
use super::body::{Bindings, computed, countable, from_stored, from_word, kept};
use super::checks::Fails;
use super::contract::Contraction;
use super::spare::Spare;
use super::text::Text;
use super::{Checked, Machine};
use super::{attention, draw, fourier, grouped, index, linalg, order, pad, scan, windows};
use crate::device::backend::{Call, Place};
use crate::device::opaque::Opaque;
use crate::error::{ErrorKind, Result};
use crate::tensor::shape::MAX_RANK;

/// Rounds of a thread's loops in one launch. Drivers end kernels that run too long; one that is software ends loops after 65535
/// rounds of a thread, of which it counts two for some.
pub(super) const ROUNDS: usize = 1 << 14;
/// Words of host arguments before the operands.
pub(super) const NUMBERS: usize = 16;

/// The steps of a kernel in launches of no more than [`ROUNDS`], where one takes so many.
pub(super) fn by_steps(
    steps: usize,
    rounds: usize,
    mut launch: impl FnMut(usize, usize) -> Result<()>,
) -> Result<()> {
    let each = (ROUNDS / rounds.max(1)).max(1);
    (0..steps).step_by(each).try_for_each(|from| launch(from, steps.min(from + each)))
}

/// A kernel over operands by their layouts, with a thread for each of so many points.
pub(super) struct Kernel<'a> {
    pub(super) text: &'static str,
    pub(super) numbers: &'a [u32],
    pub(super) points: usize,
    /// The message of what fails in it, of three numbers.
    pub(super) fails: Option<Fails>,
}

/// Runs an op, or says that no kernel does.
pub(in crate::device) fn run(context: &dyn Machine, call: &Call<'_>) -> Result<()> {
    match call.op {
        Opaque::Function(_) => unreachable!("launches evaluate functions"),
        Opaque::Matmul => Contraction::of_matrices(call).begin(context, call),
        Opaque::Contract { x, y, out } => Contraction::new(call, [x, y, out]).begin(context, call),
        Opaque::ContractOverlap { x, y, out, windows, slides } => {
            // Windows are made, however many.
            let made = Spare::new(context, windows, call.outs[0].dtype)?;
            let products = Call { op: Opaque::Contract { x, y, out }, ins: call.ins, outs: &[made.place] };
            Contraction::new(&products, [x, y, out]).run(context, &products)?;
            windows::add(context, &Call { ins: &[made.place], ..*call }, slides)
        }
        Opaque::Index(op, _) => index::run(context, call, op),
        Opaque::Extend { mode, before, fill } => pad::extend(context, call, (mode, before), fill),
        Opaque::ExtendCotangent { mode, before } => pad::extend_cotangent(context, call, mode, before),
        Opaque::Windows(what, slides) => windows::run(context, call, what, slides),
        Opaque::GroupedMatmul => grouped::matmul(context, call),
        Opaque::GroupedOuter => grouped::outer(context, call),
        Opaque::Minors => minors(context, call, wgsl::MINORS, 0),
        Opaque::MinorsCotangent => minors(context, call, wgsl::MINORS_COTANGENT, 1),
        Opaque::Scan(op) => scan::run(context, call, op),
        Opaque::Order(op) => order::run(context, call, op),
        Opaque::Linalg(op) => linalg::run(context, call, op),
        Opaque::Fourier(op) => fourier::run(context, call, op),
        Opaque::Draw(op) => draw::run(context, call, op),
        Opaque::Attend { scale } => attention::attend(context, call, scale),
        Opaque::AttendCotangents { scale } => attention::cotangents(context, call, scale),
    }
}

/// A thread for each element of the result. `which` operand is the matrix.
fn minors(context: &dyn Machine, call: &Call<'_>, text: &'static str, which: usize) -> Result<()> {
    let (matrix, points) = ([call.ins, call.outs][which][0], call.outs[0].layout.shape.numel());
    let numbers = &[matrix.layout.shape.rank() as u32][..];
    by_layouts(context, call, &Kernel { text, numbers, points, fails: None })
}

/// Binds operands and declares what reads and writes them: `ct_load{k}`, `ct_keep{k}`; of a host argument's word `ct_of{k}` makes an
/// element.
pub(super) fn declare(text: &mut Text, call: &Call<'_>, bindings: &Bindings, at: &[usize]) {
    bindings.declare(text);
    for (k, place) in call.ins.iter().chain(call.outs).enumerate() {
        text.on(at[k]);
        let ty = computed(place.dtype);
        let value = text.spell(|_| from_stored(&bindings.element(at[k], "at"), place.dtype));
        text.line(format_args!("fn ct_load{k}(at: u32) -> {ty} {{ return {value}; }}"));
        if k >= call.ins.len() {
            let line = text.spell(|_| kept(at[k], "at", "value", place.dtype));
            text.line(format_args!("fn ct_keep{k}(at: u32, value: {ty}) {{ {line} }}"));
            let value = text.spell(|_| from_word("word", ty));
            text.line(format_args!("fn ct_of{k}(word: u32) -> {ty} {{ return {value}; }}"));
        }
        text.line(format_args!("alias CtT{k} = {ty};"));
    }
}

/// What a call binds, operands before results.
pub(super) fn bound(call: &Call<'_>) -> (Bindings, Vec<usize>) {
    let mut bindings = Bindings::default();
    let ins = call.ins.iter().map(|x| (x, false));
    let all: Vec<_> = ins.chain(call.outs.iter().map(|y| (y, true))).collect();
    let at = all.iter().map(|(x, written)| bindings.bind(x.block, x.dtype, *written)).collect();
    (bindings, at)
}

/// A kernel of several texts, one behind the other.
pub(super) struct Parts<'a> {
    pub(super) texts: &'a [&'static str],
    pub(super) numbers: &'a [u32],
    pub(super) points: usize,
    /// The kind and the message of what fails in it.
    pub(super) fails: Option<(ErrorKind, Fails)>,
}

pub(super) fn by_layouts(context: &dyn Machine, call: &Call<'_>, kernel: &Kernel<'_>) -> Result<()> {
    let Kernel { text, numbers, points, fails } = *kernel;
    let fails = fails.map(|message| (ErrorKind::Index, message));
    by_parts(context, call, &Parts { texts: &[text], numbers, points, fails })
}

/// [`by_layouts`] of several texts.
pub(super) fn by_parts(context: &dyn Machine, call: &Call<'_>, kernel: &Parts<'_>) -> Result<()> {
    countable(kernel.points)?;
    if kernel.points == 0 {
        return Ok(());
    }
    let (mut bindings, at) = bound(call);
    let status = kernel.fails.map(|_| bindings.bind_words(context.status()));
    if let Some(at) = status {
        bindings.by_turns(at);
    }
    let write = |text: &mut Text, number: Option<u32>| {
        text.on(kernel.texts.len());
        for part in kernel.texts {
            text.on(part.as_ptr().addr());
        }
        for i in 0..NUMBERS {
            text.argument(kernel.numbers.get(i).copied().unwrap_or_default());
        }
        for place in call.ins.iter().chain(call.outs) {
            layout(text, place);
        }
        declare(text, call, &bindings, &at);
        if let (Some(status), Some(number)) = (status, number) {
            let number = text.argument(number);
            // One of the threads that find something has its say, whole.
            text.line(format_args!(
                "fn ct_fail(a: u32, b: u32, c: u32) {{\n\
                 if atomicLoad(&b{status}[0]) == 0u && atomicExchange(&b{status}[0], {number}) == 0u {{\n\
                 atomicStore(&b{status}[1], a);\natomicStore(&b{status}[2], b);\natomicStore(&b{status}[3], c);\n}}\n}}"
            ));
        }
        text.line(format_args!("{}", wgsl::VIEWS));
        for part in kernel.texts {
            text.line(format_args!("{part}"));
        }
    };
    let groups = kernel.points.div_ceil(GROUP);
    match kernel.fails {
        None => context.run(&bindings, groups, &|text| write(text, None)),
        Some(fails) => {
            let check = Checked { op: call.op.name(), fails, numbers: kernel.numbers };
            context.run_checked(check, &bindings, groups, &|text, number| write(text, Some(number)))
        }
    }
}

/// An operand's words, as `views.wgsl` finds them.
fn layout(text: &mut Text, place: &Place) {
    let (shape, layout) = (&place.layout.shape, &place.layout);
    text.length(layout.offset);
    text.length(shape.numel());
    for axis in 0..MAX_RANK {
        text.length(shape.get(axis).copied().unwrap_or(1));
    }
    for axis in 0..MAX_RANK {
        text.argument(if axis < shape.rank() { layout.strides[axis] as u32 } else { 0 });
    }
}
