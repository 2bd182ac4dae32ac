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

/// Lanes that keep a device busy with a thread each.
const BUSY: usize = 8192;
/// Steps of a lane that a thread takes alone.
const SHORT: usize = 64;
/// Steps of a thread in a tile at most, where its neighbours have the steps behind: they share what memory gives at once.
const NEAR: usize = 8;
/// The same where they have other lanes.
const APART: usize = 32;

/// A scan by states of so many numbers and so many integers.
struct Fold<'a> {
    axis: usize,
    flag: bool,
    /// Of a lane as a whole.
    walk: &'a [&'static str],
    /// Of parts that are joined.
    parts: &'a [&'static str],
    state: [usize; 2],
}

pub(super) fn run(context: &dyn Machine, call: &Call<'_>, op: Scan) -> Result<()> {
    let of_integers = call.ins[0].dtype == DType::I32;
    let fold =
        |axis, flag, walk, parts, state| along(context, call, &Fold { axis, flag, walk, parts, state });
    let (sum, product) = if of_integers {
        ((wgsl::SCAN_INTEGER, [1, 0]), (wgsl::SCAN_INTEGER, [1, 0]))
    } else {
        ((wgsl::SCAN_SUM, [4, 0]), (wgsl::SCAN_PRODUCT, [2, 1]))
    };
    match op {
        Scan::Sum { axis } => {
            let texts = [wgsl::DOUBLE, sum.0];
            fold(axis, false, &texts, &texts, sum.1)
        }
        Scan::Product { axis } => {
            let texts = [wgsl::DOUBLE, product.0];
            fold(axis, true, &texts, &texts, product.1)
        }
        Scan::Linear { axis } => {
            let parts = [wgsl::DOUBLE, wgsl::SCAN_AFFINE];
            fold(axis, false, &[wgsl::DOUBLE, wgsl::SCAN_LINEAR], &parts, [6, 2])
        }
        Scan::Extremum { axis, least } => {
            let order = if of_integers { wgsl::INTEGER } else { wgsl::FLOAT };
            let texts = [order, wgsl::SCAN_EXTREMUM];
            fold(axis, least, &texts, &texts, [1, 1])
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

/// Many lanes, or short ones, have a thread each. Few long ones are cut into tiles of a workgroup: what each makes of nothing, the states that they
/// begin with, the results.
fn along(context: &dyn Machine, call: &Call<'_>, fold: &Fold<'_>) -> Result<()> {
    let &Fold { axis, flag, walk, parts, state: [numbers, integers] } = fold;
    let shape = call.ins[0].layout.shape;
    if shape.numel() == 0 {
        return Ok(());
    }
    let steps = shape[axis];
    let lanes = shape.numel() / steps;
    let is_long = lanes < BUSY && steps >= SHORT;
    // Lanes whose steps are neighbours in the result.
    let beside: usize = shape[axis + 1..].iter().product();
    let wide = 1 << beside.ilog2().min(5);
    let most = if wide < NEAR { NEAR } else { APART };
    let each = steps.div_ceil(GROUP / wide).min(most);
    let tiles = if is_long { steps.div_ceil(GROUP / wide * each) } else { 1 };
    let left = if tiles > 1 { lanes * tiles } else { 0 };
    let dtype = call.ins[0].dtype;
    let of_numbers = if dtype == DType::I32 { dtype } else { real(dtype) };
    let states = Spare::new(context, &[left * numbers], of_numbers)?;
    let others = Spare::new(context, &[left * integers], DType::I32)?;
    let outs = [call.outs, &[states.place, others.place]].concat();
    let call = Call { op: call.op, ins: call.ins, outs: &outs };
    if !is_long {
        let texts = [&[wgsl::LANES], walk, &[wgsl::SCAN]].concat();
        let numbers = &[axis as u32, u32::from(flag)];
        return by_parts(context, &call, &Parts { texts: &texts, numbers, points: lanes, fails: None });
    }
    let texts = [&[wgsl::LANES], parts, &[wgsl::SCAN_TILES]].concat();
    for phase in if tiles > 1 { 0..3 } else { 2..3 } {
        let numbers = [axis, usize::from(flag), phase, wide, each, tiles].map(|n| n as u32);
        let groups = if phase == 1 { lanes } else { lanes.div_ceil(wide) * tiles };
        by_groups(context, &call, &texts, &numbers, groups)?;
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
