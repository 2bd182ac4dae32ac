//! Scans along an axis, and recurrences of vectors.

use cotangent_kernels::DType;
use cotangent_kernels::source::wgsl;

use super::super::passes::GROUP;
use super::Machine;
use super::opaque::{Parts, by_parts, by_steps};
use super::spare::{Spare, real};
use crate::device::backend::Call;
use crate::device::opaque::Scan;
use crate::error::Result;

/// Lanes that keep a device busy, so that none is parted.
const BUSY: usize = 8192;
/// Steps of a chunk at least.
const STEPS: usize = 32;

pub(super) fn run(context: &dyn Machine, call: &Call<'_>, op: Scan) -> Result<()> {
    let of_integers = call.ins[0].dtype == DType::I32;
    let fold = |axis, least, text, state| {
        let of = if of_integers { (wgsl::SCAN_INTEGER, [1, 0]) } else { (text, state) };
        along(context, call, axis, least, &[wgsl::LANES, wgsl::DOUBLE, of.0, wgsl::SCAN], of.1)
    };
    match op {
        Scan::Sum { axis } => fold(axis, false, wgsl::SCAN_SUM, [2, 0]),
        Scan::Product { axis } => fold(axis, true, wgsl::SCAN_PRODUCT, [2, 1]),
        Scan::Linear { axis } => {
            let texts = [wgsl::LANES, wgsl::DOUBLE, wgsl::SCAN_LINEAR, wgsl::SCAN];
            along(context, call, axis, false, &texts, [4, 1])
        }
        Scan::Extremum { axis, least } => {
            let order = if of_integers { wgsl::INTEGER } else { wgsl::FLOAT };
            let texts = [wgsl::LANES, order, wgsl::SCAN_EXTREMUM, wgsl::SCAN];
            along(context, call, axis, least, &texts, [1, 1])
        }
        Scan::Matrices => matrices(context, call),
        Scan::Bands => {
            let [steps, lanes, states] = call.outs[0].layout.shape[..] else { return Ok(()) };
            let texts = [wgsl::DOUBLE, wgsl::BAND_SCAN];
            by_steps(steps, 1 + 4 * states.div_ceil(GROUP), |from, to| {
                by_groups(context, call, &texts, &[from as u32, to as u32], lanes)
            })
        }
        Scan::Alignments => {
            let [steps, lanes, states] = call.ins[0].layout.shape[..] else { return Ok(()) };
            let last = Spare::new(context, &[2, lanes, 2 * states], real(call.ins[0].dtype))?;
            let outs = [call.outs, &[last.place]].concat();
            let call = Call { op: call.op, ins: call.ins, outs: &outs };
            by_steps(steps, 1 + 10 * states.div_ceil(GROUP), |from, to| {
                let texts = [wgsl::DOUBLE, wgsl::CTC_STATES];
                by_groups(context, &call, &texts, &[from as u32, to as u32], lanes)
            })
        }
    }
}

/// A kernel with a workgroup for each of so many things.
pub(super) fn by_groups(
    context: &dyn Machine,
    call: &Call<'_>,
    texts: &[&'static str],
    numbers: &[u32],
    groups: usize,
) -> Result<()> {
    let points = groups.saturating_mul(GROUP);
    by_parts(context, call, &Parts { texts, numbers, points, fails: None })
}

/// A scan by states of so many numbers and so many integers. Few long lanes go in chunks: what each makes of nothing, the states that they begin with,
/// the results.
fn along(
    context: &dyn Machine,
    call: &Call<'_>,
    axis: usize,
    flag: bool,
    texts: &[&'static str],
    [numbers, integers]: [usize; 2],
) -> Result<()> {
    let shape = call.ins[0].layout.shape;
    if shape.numel() == 0 {
        return Ok(());
    }
    let steps = shape[axis];
    let lanes = shape.numel() / steps;
    // One thread joins the chunks of a lane, so there are no more of them than steps in each.
    let chunks = (BUSY / lanes).min(steps.isqrt()).min(steps / STEPS).max(1);
    let chunk = steps.div_ceil(chunks);
    let chunks = steps.div_ceil(chunk);
    let dtype = call.ins[0].dtype;
    let of_numbers = if dtype == DType::I32 { dtype } else { real(dtype) };
    let states = Spare::new(context, &[lanes * chunks * numbers], of_numbers)?;
    let others = Spare::new(context, &[lanes * chunks * integers], DType::I32)?;
    let outs = [call.outs, &[states.place, others.place]].concat();
    let call = Call { op: call.op, ins: call.ins, outs: &outs };
    let phases = if chunks > 1 { 0..3 } else { 2..3 };
    for phase in phases {
        let numbers = [axis as u32, chunks as u32, chunk as u32, phase, u32::from(flag)];
        let points = if phase == 1 { lanes } else { lanes * chunks };
        by_parts(context, &call, &Parts { texts, numbers: &numbers, points, fails: None })?;
    }
    Ok(())
}

fn matrices(context: &dyn Machine, call: &Call<'_>) -> Result<()> {
    let shape = call.outs[0].layout.shape;
    let rank = shape.rank();
    let [rows, columns] = [shape[rank - 2], shape[rank - 1]];
    let batch: usize = shape[..rank - 3].iter().product();
    // As many columns as a workgroup has threads for, whatever the batch: they do not meet.
    let wide = (GROUP / rows.max(1)).clamp(1, columns.max(1));
    let rounds = 1 + (rows * wide).div_ceil(GROUP) * (1 + rows);
    by_steps(shape[rank - 3], rounds, |from, to| {
        let numbers = [rank, wide, batch, from, to].map(|n| n as u32);
        by_groups(context, call, &[wgsl::LANES, wgsl::MATRIX_SCAN], &numbers, batch * columns.div_ceil(wide))
    })
}
