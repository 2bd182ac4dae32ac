//! Which products cuBLASLt has, and how they are matrices to it.
//!
//! Axes of a product are joined where they walk as one. An operand with one axis of each kind is a matrix column by column, or the
//! transpose of one, if its elements lie side by side along one of them. Others are copied first, if each element is read often.

use std::sync::PoisonError;

use cotangent_kernels::DType;
use cotangent_kernels::kernel::{Combine, Source};

use super::blas::{Blas, Form, Matrix, workspace};
use super::context::Context;
use super::precision::{self, Precision};
use crate::device::backend::{Backend as _, Call, Launch, Operand, Place, Target};
use crate::device::texts::contract::{Axis, Contraction, joined, points};
use crate::device::texts::elements::stored;
use crate::device::texts::spare::Spare;
use crate::error::Result;
use crate::shape::MAX_RANK;

/// Products of a batch that cuBLASLt takes.
const BATCH: usize = 65_535;
/// Calls for the axes of a batch that do not walk as one.
const CALLS: usize = 16;
/// How often each element is read where a copy is worth it.
const OFTEN: usize = 32;

/// Runs a product, unless texts have to: sums without columns or rows, single products, and what is no matrix and not worth a copy.
pub(super) fn run(context: &Context, product: &Contraction, call: &Call<'_>) -> Result<bool> {
    let axes = [&product.batch, &product.rows, &product.columns, &product.depth];
    let [batch, rows, columns, depth] = axes.map(|axes| points(axes));
    let dtypes = [call.ins[0].dtype, call.outs[0].dtype].map(|dtype| computed(dtype, context.narrows));
    let fits = [batch, rows, columns, depth].iter().all(|&n| n > 0 && i32::try_from(n).is_ok());
    if precision::is_own()
        || !fits
        || batch > BATCH
        || rows * columns == 1
        || depth == 1
        || product.is_sum()
        || call.ins[0].dtype != call.ins[1].dtype
        || !takes(dtypes)
    {
        return Ok(false);
    }
    let places = [call.ins[0], call.ins[1], call.outs[0]];
    if let Some(form) = Form::of(product, &places, dtypes, context) {
        return form.run(context, &product.batch, &places);
    }
    copied(context, product, &places)
}

/// What a type is to kernels.
fn computed(dtype: DType, narrows: bool) -> DType {
    if dtype == DType::F64 && narrows { DType::F32 } else { dtype }
}

/// Types of operands and results that cuBLASLt has algorithms for, with sums of f32 for those of 16 bits.
fn takes(dtypes: [DType; 2]) -> bool {
    match dtypes {
        [DType::F32 | DType::F64, out] => out == dtypes[0],
        [DType::F16 | DType::Bf16, out] => out == dtypes[0] || out == DType::F32,
        _ => false,
    }
}

/// Axes as one axis of one operand: its length and its stride. `None` where they do not walk as one.
fn single(axes: &[Axis], k: usize) -> Option<(usize, isize)> {
    let (mut len, mut stride) = (1, 0);
    for axis in axes.iter().rev() {
        if len == 1 {
            (len, stride) = (axis.len, axis.strides[k]);
        } else if axis.strides[k] == stride * len as isize {
            len *= axis.len;
        } else {
            return None;
        }
    }
    Some((len, stride))
}

/// The matrix whose rows and columns are these axes: how far columns are apart, and whether it is its transpose that lies there.
fn matrix(rows: &[Axis], columns: &[Axis], k: usize) -> Option<(usize, bool)> {
    let (rows, columns) = (single(rows, k)?, single(columns, k)?);
    let along = |(len, stride): (usize, isize), (others, step): (usize, isize)| {
        let apart = if others == 1 { len } else { usize::try_from(step).ok()? };
        ((len == 1 || stride == 1) && apart >= len && i32::try_from(apart).is_ok()).then_some(apart)
    };
    along(rows, columns).map(|ld| (ld, false)).or_else(|| along(columns, rows).map(|ld| (ld, true)))
}

/// A product as cuBLASLt has it.
struct Ready {
    form: Form,
    /// Which of the operands is its first.
    first: usize,
    /// The axis of the batch that a call walks.
    along: Option<usize>,
}

impl Form {
    fn of(
        product: &Contraction,
        places: &[Place; 3],
        dtypes: [DType; 2],
        context: &Context,
    ) -> Option<Ready> {
        let Contraction { batch, rows, columns, depth } = product;
        // Columns of the result lie side by side, or its rows do: then it is the transposes that are multiplied.
        let (ld, swapped) = matrix(rows, columns, 2)?;
        let (first, [outer, inner]) = if swapped { (1, [columns, rows]) } else { (0, [rows, columns]) };
        let a = matrix(outer, depth, first)?;
        let b = matrix(depth, inner, 1 - first)?;
        let along = (0..batch.len()).max_by_key(|&i| batch[i].len);
        if batch.iter().any(|axis| axis.strides.iter().any(|&stride| stride < 0)) {
            return None;
        }
        let count = along.map_or(1, |i| batch[i].len);
        if points(batch) / count > CALLS {
            return None;
        }
        let state = context.state();
        let size = |k: usize| stored(places[k].dtype, context.narrows);
        let made = |k: usize, (ld, turned): (usize, bool)| {
            let address = state.memory.get(places[k].block)?.at as usize + places[k].layout.offset * size(k);
            let steps = batch.iter().fold(address, |all, axis| all | (axis.strides[k] as usize * size(k)));
            let step = along.map_or(0, |i| batch[i].strides[k] as usize);
            let alignment = 1 << (steps | 256).trailing_zeros();
            Some(Matrix { ld, turned, step, alignment })
        };
        let matrices = [made(first, a)?, made(1 - first, b)?, made(2, (ld, false))?];
        let (rows, columns, depth) = (points(outer), points(inner), points(depth));
        // Older cards have none, and other types no choice.
        let may_round = dtypes[0] == DType::F32 && context.driver.capability.0 >= 8;
        let rounds = may_round && precision::precision() == Precision::Tf32;
        let form = Self { dtypes, rounds, rows, columns, depth, count, matrices };
        Some(Ready { form, first, along })
    }
}

impl Ready {
    /// One call for each point of the batch's other axes.
    fn run(&self, context: &Context, batch: &[Axis], places: &[Place; 3]) -> Result<bool> {
        let mut blas = context.blas.lock().unwrap_or_else(PoisonError::into_inner);
        let blas = match &mut *blas {
            Some(open) => open,
            none => {
                let bytes = workspace(context.driver);
                let block = context.block(bytes)?;
                let at = context.state().memory.get(block).ok_or_else(|| context.gone())?.at;
                none.insert(Blas::open(context.driver, (at, bytes)).inspect_err(|_| context.free(block))?)
            }
        };
        let mut state = context.state();
        let blocks = [0, 1, 2].map(|k| (places[k].block, k == 2));
        let mut at = context.bound(&mut state, blocks.into_iter(), None)?;
        for (at, place) in at.iter_mut().zip(places) {
            *at += (place.layout.offset * stored(place.dtype, context.narrows)) as u64;
        }
        let others: Vec<&Axis> =
            batch.iter().enumerate().filter(|&(i, _)| Some(i) != self.along).map(|(_, axis)| axis).collect();
        for point in 0..others.iter().map(|axis| axis.len).product() {
            let (mut own, mut rest) = (at.clone(), point);
            for axis in others.iter().rev() {
                for k in 0..3 {
                    let size = stored(places[k].dtype, context.narrows);
                    own[k] += (rest % axis.len * axis.strides[k] as usize * size) as u64;
                }
                rest /= axis.len;
            }
            let own = [own[self.first], own[1 - self.first], own[2]];
            if !blas.run(context.driver, self.form, own)? {
                return Ok(false);
            }
            context.counts(&mut state);
        }
        context.driver.ran()?;
        Ok(true)
    }
}

/// The product of copies, of those that are no matrices.
fn copied(context: &Context, product: &Contraction, places: &[Place; 3]) -> Result<bool> {
    let Contraction { batch, rows, columns, depth } = product;
    let [m, n, sums] = [rows, columns, depth].map(|axes| points(axes));
    let groups = [[batch, rows, depth], [batch, depth, columns], [batch, rows, columns]];
    let all = groups.map(|axes| axes.into_iter().flatten().copied().collect::<Vec<Axis>>());
    let is_matrix = |k: usize| {
        let [batch, rows, columns] = groups[k];
        let walks = single(batch, k).is_some_and(|(_, stride)| stride >= 0);
        walks && matrix(rows, columns, k).is_some()
    };
    let wanted = [0, 1, 2].map(|k| !is_matrix(k));
    let often = [n, m, sums];
    let is_worth = (0..3).all(|k| !wanted[k] || (often[k] >= OFTEN && is_apart(&all[k], k)));
    if !is_worth || wanted == [false; 3] {
        return Ok(false);
    }
    let (mut made, mut own, mut spares) = (*places, product.clone(), Vec::new());
    for k in (0..3).filter(|&k| wanted[k]) {
        let dims: Vec<usize> = all[k].iter().map(|axis| axis.len).collect();
        let spare = Spare::new(context, &dims, places[k].dtype)?;
        made[k] = spare.place;
        let strides = spare.place.layout.strides;
        let parts = match k {
            0 => [&mut own.batch, &mut own.rows, &mut own.depth],
            1 => [&mut own.batch, &mut own.depth, &mut own.columns],
            _ => [&mut own.batch, &mut own.rows, &mut own.columns],
        };
        parts.into_iter().flatten().zip(strides).for_each(|(axis, stride)| axis.strides[k] = stride);
        if k < 2 {
            copy(context, &all[k], ((&places[k], Walk::Of(k)), (&spare.place, Walk::Dense)))?;
        }
        spares.push(spare);
    }
    for axes in [&mut own.batch, &mut own.rows, &mut own.columns, &mut own.depth] {
        joined(axes);
    }
    let dtypes = [places[0].dtype, places[2].dtype].map(|dtype| computed(dtype, context.narrows));
    let Some(ready) = Form::of(&own, &made, dtypes, context) else { return Ok(false) };
    let ran = ready.run(context, &own.batch, &made)?;
    if ran && wanted[2] {
        copy(context, &all[2], ((&made[2], Walk::Dense), (&places[2], Walk::Of(2))))?;
    }
    Ok(ran)
}

/// Whether no two points of the axes are at one place.
fn is_apart(axes: &[Axis], k: usize) -> bool {
    let mut walks: Vec<_> = axes.iter().map(|axis| (axis.strides[k].unsigned_abs(), axis.len)).collect();
    walks.sort_unstable();
    let mut reach = 0;
    walks.into_iter().all(|(stride, len)| {
        let is_beyond = stride > reach;
        reach += stride * (len - 1);
        is_beyond
    })
}

/// Copies elements over some axes.
fn copy(context: &Context, axes: &[Axis], (from, to): ((&Place, Walk), (&Place, Walk))) -> Result<()> {
    let dims: Vec<usize> = axes.iter().map(|axis| axis.len).collect();
    let operand = |(place, walk): (&Place, Walk)| {
        let mut strides = [0; MAX_RANK];
        match walk {
            Walk::Dense => strides = place.layout.strides,
            Walk::Of(k) => strides.iter_mut().zip(axes).for_each(|(stride, axis)| *stride = axis.strides[k]),
        }
        Operand { block: place.block, dtype: place.dtype, offset: place.layout.offset, strides }
    };
    context.launch(&Launch {
        source: Source::NONE.with_wgsl("\nx0").with_cuda("\nx0"),
        numbers: &[],
        dims: &dims,
        ins: &[operand(from)],
        outs: &[Target { at: operand(to), combine: Combine::Store, scale: 1.0 }],
        narrows: true,
    })
}

/// How a copy walks one of its sides.
#[derive(Clone, Copy)]
enum Walk {
    Dense,
    /// As operand number so and so of the product.
    Of(usize),
}
