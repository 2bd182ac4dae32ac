//! Sorting, and where extrema stand.

use cotangent_kernels::DType;
use cotangent_kernels::source::wgsl;

use super::super::passes::GROUP;
use super::Machine;
use super::opaque::{Parts, by_parts};
use super::scan::by_groups;
use super::spare::Spare;
use crate::device::backend::{Call, Place};
use crate::device::opaque::Order;
use crate::error::Result;

/// Elements that a workgroup sorts.
const TILE: usize = 1024;
/// Threads that keep a device busy.
const BUSY: usize = 16_384;
/// Elements of a thread, of which another would not share some.
const WORTH: usize = 16;

pub(super) fn run(context: &dyn Machine, call: &Call<'_>, op: Order) -> Result<()> {
    match op {
        Order::Sort { axis, descending } => sort(context, call, axis, descending),
        Order::Arg { axis, least } => arg(context, call, axis, least),
    }
}

/// The text of the order of elements.
pub(super) fn keys(of: &Place) -> &'static str {
    if of.dtype == DType::I32 { wgsl::INTEGER } else { wgsl::FLOAT }
}

/// Lanes in order, as far as they are wanted.
#[derive(Clone, Copy)]
struct Runs {
    /// Elements of a lane.
    steps: usize,
    /// Elements of a run.
    width: usize,
}

impl Runs {
    /// Of each run the first `most`, and fewer of the last.
    fn kept(self, most: usize) -> Self {
        let Self { steps, width } = self;
        Self { steps: steps / width * most + (steps % width).min(most), width: most }
    }
}

/// Long lanes in runs that are merged, two and two, between two tensors of keys and positions. Of each run as many elements are
/// kept as are wanted of the whole: a few of many take little more than one look at each.
fn sort(context: &dyn Machine, call: &Call<'_>, axis: usize, descending: bool) -> Result<()> {
    let shape = call.ins[0].layout.shape;
    let all = shape.numel();
    let wanted = call.outs[0].layout.shape[axis];
    if all == 0 || call.outs[0].layout.shape.numel() == 0 {
        return Ok(());
    }
    let (steps, lanes) = (shape[axis], all / shape[axis]);
    let width = steps.next_power_of_two().min(TILE);
    let count = steps.div_ceil(width);
    let mut runs = Runs { steps, width }.kept(width.min(wanted));
    // Words of a key, and a position.
    let words = if context.is_double(call.ins[0].dtype) { 3 } else { 2 };
    let size = if count > 1 { words * lanes * runs.steps } else { 0 };
    let (first, second) =
        (Spare::new(context, &[size], DType::I32)?, Spare::new(context, &[size], DType::I32)?);
    let (mut from, mut to) = (first.place, second.place);
    let order = keys(&call.ins[0]);
    let numbers = [axis, width, usize::from(descending), runs.width, runs.steps].map(|n| n as u32);
    let groups = (lanes * count).div_ceil(TILE / width);
    let with = |places: &[Place]| [call.outs, places].concat();
    let outs = with(&[from]);
    let own = Call { op: call.op, ins: call.ins, outs: &outs };
    by_groups(context, &own, &[wgsl::LANES, order, wgsl::SORT], &numbers, groups)?;
    if count == 1 {
        return Ok(());
    }
    while runs.width < runs.steps {
        let outs = with(&[from, to]);
        let own = Call { op: call.op, ins: call.ins, outs: &outs };
        let pairs = Runs { width: 2 * runs.width, ..runs };
        let (points, merged) = (lanes * runs.steps, pairs.kept(pairs.width.min(wanted)));
        let numbers = [runs.steps, runs.width, merged.width, merged.steps, points].map(|n| n as u32);
        by_parts(
            context,
            &own,
            &Parts { texts: &[order, wgsl::MERGE], numbers: &numbers, points, fails: None },
        )?;
        (from, to) = (to, from);
        runs = merged;
    }
    let outs = with(&[from]);
    let own = Call { op: call.op, ins: call.ins, outs: &outs };
    let points = call.outs[0].layout.shape.numel();
    let numbers = &[axis, runs.steps].map(|n| n as u32);
    by_parts(context, &own, &Parts { texts: &[wgsl::LANES, wgsl::SORTED], numbers, points, fails: None })
}

/// Long lanes in parts, the positions of which are compared again.
fn arg(context: &dyn Machine, call: &Call<'_>, axis: usize, least: bool) -> Result<()> {
    let shape = call.ins[0].layout.shape;
    if shape.numel() == 0 {
        return Ok(());
    }
    let steps = shape[axis];
    let lanes = shape.numel() / steps;
    let threads = (BUSY / lanes).clamp(1, steps.div_ceil(WORTH));
    let wide = threads.min(GROUP).next_power_of_two();
    let parts = (threads / wide).max(1);
    let chunk = steps.div_ceil(parts);
    let parts = steps.div_ceil(chunk);
    let kept = if parts > 1 { lanes * parts } else { 0 };
    let left = Spare::new(context, &[kept], DType::I32)?;
    let outs = [call.outs, &[left.place]].concat();
    let call = Call { op: call.op, ins: call.ins, outs: &outs };
    let pass = |wide: usize, chunk: usize, parts: usize, left: usize| {
        let numbers = [axis, usize::from(least), wide, chunk, parts, left].map(|n| n as u32);
        let texts = [wgsl::LANES, keys(&call.ins[0]), wgsl::ARG];
        by_groups(context, &call, &texts, &numbers, (lanes * parts).div_ceil(GROUP / wide))
    };
    pass(wide, chunk, parts, 0)?;
    if parts > 1 { pass(parts.next_power_of_two().min(GROUP), parts, 1, parts) } else { Ok(()) }
}
