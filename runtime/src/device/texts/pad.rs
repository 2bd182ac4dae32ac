//! Axes that are continued.

use cotangent_kernels::DType;
use cotangent_kernels::pad::Mode;
use cotangent_kernels::source::wgsl;

use super::Machine;
use super::body::{computed, word};
use super::opaque::{Kernel, by_layouts};
use crate::device::backend::Call;
use crate::error::Result;
use crate::tensor::shape::MAX_RANK;

pub(super) fn extend(
    context: &dyn Machine,
    call: &Call<'_>,
    (mode, before): (Mode, &[isize]),
    fill: f64,
) -> Result<()> {
    run(context, call, wgsl::EXTEND, (mode, before), fill)
}

pub(super) fn extend_cotangent(
    context: &dyn Machine,
    call: &Call<'_>,
    mode: Mode,
    before: &[isize],
) -> Result<()> {
    let is_int = usize::from(call.outs[0].dtype == DType::I32);
    run(context, call, wgsl::EXTEND_COTANGENT[is_int], (mode, before), 0.0)
}

fn run(
    context: &dyn Machine,
    call: &Call<'_>,
    text: &'static str,
    (mode, before): (Mode, &[isize]),
    fill: f64,
) -> Result<()> {
    let mode = match mode {
        Mode::Constant => 0,
        Mode::Reflect => 1,
        Mode::Replicate => 2,
        Mode::Circular => 3,
    };
    let mut numbers = vec![mode, word(fill, computed(call.outs[0].dtype))];
    numbers.extend(before.iter().map(|&b| b as u32));
    // Behind as many axes as there may be.
    numbers.resize(2 + MAX_RANK, 0);
    let bits = fill.to_bits();
    numbers.extend([(bits >> 32) as u32, bits as u32]);
    let points = call.outs[0].layout.shape.numel();
    by_layouts(context, call, &Kernel { text, numbers: &numbers, points, fails: None })
}
