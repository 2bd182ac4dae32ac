//! Fused groups on a device: passes over their space, in parts where a kernel binds less than they have.

use cotangent_kernels::DType;
use cotangent_kernels::kernel::Combine;

use super::super::passes::{Pass, passes};
use super::apart::{self, apart};
use super::body::{countable, too_many};
use super::dialect::Dialect;
use super::launch::Kernel;
use super::plans::{Form, Plan};
use super::printed::{Body, needs};
use super::spare::Spare;
use super::stages::{Cut, cut};
use super::text::Text;
use super::{Machine, Waits};
use crate::device::backend::{Launch, Operand, Place, Target};
use crate::error::{Error, ErrorKind, Result};

/// Runs a group.
pub(in crate::device) fn launch(on: &dyn Machine, group: &Launch<'_>) -> Result<()> {
    if on.waits().is_none_or(Waits::is_idle)
        && let Some(ran) = Form::of(on.home(), group).run(on, group)
    {
        return ran;
    }
    for x in group.operands() {
        on.takes(x.dtype, group.narrows)?;
    }
    let dialect = on.dialect();
    let source = group.source;
    if source.is_none() {
        let message = format!("a kernel has no text for {}", on.home());
        return Err(Error::new(ErrorKind::Device, message));
    }
    if dialect != Dialect::Wgsl {
        return all(on, group);
    }
    if Body::of(dialect, source).is_wide {
        on.takes(DType::F64, group.narrows)?;
    }
    if let Some(apart) = apart(source, group.ins.len()) {
        return apart::run(on, group, apart);
    }
    // Beside an output, and the parts of a fold.
    let folds = group.outs.iter().any(|y| !matches!(y.combine, Combine::Store | Combine::Pick));
    let most = on.most() - 1 - usize::from(folds);
    if let Some(cut) = cut(source, group.ins.len(), most) {
        return stages(on, group, &cut);
    }
    all(on, group)
}

/// All passes. One alone may become part of a product that waits.
fn all(on: &dyn Machine, group: &Launch<'_>) -> Result<()> {
    let passes = passes(group);
    if let Some(on) = on.waits()
        && on.rows(group, &passes)?
    {
        return Ok(());
    }
    if let [part] = &passes[..] {
        let kernel = Kernel::new(on.dialect(), group, part);
        if on.waits().is_some_and(|on| on.joined(&kernel)) { Ok(()) } else { alone(on, kernel, part) }
    } else {
        passes.iter().try_for_each(|part| pass(on, Kernel::new(on.dialect(), group, part), part))
    }
}

/// The only pass of a launch, by its plan.
fn alone(on: &dyn Machine, kernel: Kernel<'_>, part: &Pass) -> Result<()> {
    let form = Form::of(on.home(), kernel.launch);
    // Something waited that has nothing to do with it.
    if let Some(ran) = form.run(on, kernel.launch) {
        return ran;
    }
    let plan = (!part.is_parted() && kernel.bindings().0.len() <= on.most()).then(|| Plan::of(&kernel));
    pass(on, kernel, part)?;
    if let Some(plan) = plan {
        form.keep(plan);
    }
    Ok(())
}

/// A pass, in parts if it has more buffers than a kernel binds.
fn pass(on: &dyn Machine, kernel: Kernel<'_>, part: &Pass) -> Result<()> {
    let (most, group) = (on.most(), kernel.launch);
    let operands = kernel.bindings().0.len() + usize::from(part.is_parted());
    if operands <= most {
        return whole(on, kernel, part);
    }
    let at = |out: usize| group.outs[out].at.block;
    let [first, second] = part.halves(|out| group.ins.iter().any(|x| x.block == at(out)));
    let rest = Kernel::new(on.dialect(), group, &second);
    let mut firsts = first.stored.iter().chain(&first.reduced);
    if first.walks.len() == group.ins.len() || firsts.any(|&out| rest.reads(at(out))) {
        return Err(too_many(operands, most));
    }
    pass(on, Kernel::new(on.dialect(), group, &first), &first)?;
    pass(on, rest, &second)
}

/// A launch in two, with memory between them.
fn stages(on: &dyn Machine, group: &Launch<'_>, cut: &Cut) -> Result<()> {
    let (_, read) = needs(cut.first, &[0], group.ins.len());
    let ins = || group.ins.iter().zip(&read).filter(|(_, read)| **read);
    // Along an axis where no operand moves, the value has length 1. If another axis is empty, the value has no point, and nothing
    // with elements is made of it: one element will do, which nobody writes.
    let moves = |axis: usize| ins().any(|(x, _)| x.strides[axis] != 0);
    let dims = group.dims.iter().enumerate().map(|(axis, &d)| if moves(axis) { d } else { 1 });
    let mut dims: Vec<usize> = dims.collect();
    let is_empty = dims.contains(&0);
    if is_empty {
        dims.fill(1);
    }
    let spare = Spare::new(on, &dims, cut.stored)?;
    let Place { block, dtype, layout } = spare.place;
    let mut strides = layout.strides;
    strides.iter_mut().zip(&dims).filter(|(_, d)| **d == 1).for_each(|(stride, _)| *stride = 0);
    let between = Operand { block, dtype, offset: 0, strides };
    let outs = [Target { at: between, combine: Combine::Store, scale: 1.0 }];
    if !is_empty {
        launch(on, &Launch { source: cut.first, dims: &dims, outs: &outs, ..*group })?;
    }
    let ins: Vec<_> = group.ins.iter().copied().chain([between]).collect();
    launch(on, &Launch { source: cut.rest, ins: &ins, ..*group })
}

fn whole(on: &dyn Machine, mut kernel: Kernel<'_>, pass: &Pass) -> Result<()> {
    let (outer, inner) = (pass.outer_points(), pass.inner_points());
    if kernel.dialect == Dialect::Wgsl {
        countable(outer)?;
        countable(inner)?;
    }
    let spare = |dims: [usize; 4]| Spare::new(on, &dims, DType::I32);
    let words = kernel.dialect.part_words();
    let parts = pass.is_parted().then(|| spare([pass.reduced.len(), outer, pass.shared.chunks, words]));
    let parts = parts.transpose()?;
    kernel.parts = parts.as_ref().map(|parts| parts.place.block);
    let (bindings, at) = kernel.bindings();
    if kernel.groups() > 0 {
        let write = |text: &mut Text| kernel.write(text, &bindings, &at);
        on.run_group(&bindings, kernel.groups(), &write)?;
    }
    if pass.is_parted() {
        let groups = pass.joining_groups();
        on.run_group(&bindings, groups, &|text| kernel.write_join(text, &bindings, &at))?;
    }
    Ok(())
}
