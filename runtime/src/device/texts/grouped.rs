//! Products of groups of rows. Where the groups begin, the device finds out.

use cotangent_kernels::DType;
use cotangent_kernels::source::wgsl;

use super::super::passes::GROUP;
use super::Machine;
use super::checks::Fails;
use super::opaque::{Kernel, Parts, by_layouts, by_parts};
use super::spare::Spare;
use crate::device::backend::Call;
use crate::error::{ErrorKind, Result};
use crate::ops::said;

/// Rows and columns of a tile, as the kernels have them.
const TILE: usize = 16;

pub(super) fn matmul(context: &dyn Machine, call: &Call<'_>) -> Result<()> {
    let [rows, columns] = [0, 1].map(|axis| call.outs[0].layout.shape[axis]);
    // Of each group the last tile may lack rows.
    let tiles = rows.div_ceil(TILE) + call.ins[2].layout.shape[0];
    run(context, call, wgsl::GROUPED_MATMUL, rows, tiles * columns.div_ceil(TILE))
}

pub(super) fn outer(context: &dyn Machine, call: &Call<'_>) -> Result<()> {
    let shape = &call.outs[0].layout.shape;
    let tiles = shape[1].div_ceil(TILE) * shape[2].div_ceil(TILE);
    run(context, call, wgsl::GROUPED_OUTER, call.ins[0].layout.shape[0], shape[0] * tiles)
}

fn run(
    context: &dyn Machine,
    call: &Call<'_>,
    text: &'static str,
    rows: usize,
    workgroups: usize,
) -> Result<()> {
    let &[x, y, sizes] = call.ins else { unreachable!("two operands and sizes") };
    let starts = Spare::new(context, &[2, sizes.layout.shape[0] + 1], DType::I32)?;
    let fails = Some((ErrorKind::Value, wrong as Fails));
    let kernel = Parts { texts: &[wgsl::GROUPS], numbers: &[rows as u32], points: 1, fails };
    by_parts(context, &Call { ins: &[sizes], outs: &[starts.place], ..*call }, &kernel)?;
    let kernel = Kernel { text, numbers: &[], points: workgroups * GROUP, fails: None };
    by_layouts(context, &Call { ins: &[x, y, starts.place], ..*call }, &kernel)
}

fn wrong([what, number, rows]: [u32; 3], _: &[u32]) -> String {
    match what {
        0 => said::negative(number as i32),
        _ => said::incomplete(number as usize, rows as usize),
    }
}
