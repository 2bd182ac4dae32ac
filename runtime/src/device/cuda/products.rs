//! Which products cuBLASLt has, and how they are matrices to it.
//!
//! Axes of a product are joined where they walk as one. An operand with one axis of each kind is a matrix column by column, or the
//! transpose of one, if its elements lie side by side along one of them. Others are copied first, if each element is read often.

use cotangent_kernels::DType;
use cotangent_kernels::kernel::Combine;

use super::blas::{At, Epilogue, Form, Function, Matrix, alignment};
use super::context::{Context, State};
use super::driver::Address;
use super::epilogue::Behind;
use super::mask::Mask;
use super::precision::{self, Precision};
use crate::device::backend::{Backend as _, Call, Launch, Operand, Place, SAME, Target};
use crate::device::texts::contract::{Axis, Contraction, joined, points};
use crate::device::texts::elements::stored;
use crate::device::texts::spare::Spare;
use crate::error::Result;
use crate::tensor::shape::MAX_RANK;

/// Products of a batch that cuBLASLt takes.
const BATCH: usize = 65_535;
/// Calls for the axes of a batch that do not walk as one.
const CALLS: usize = 16;
/// How often each element is read where a copy is worth it.
const OFTEN: usize = 32;

/// Runs a product, unless texts have to: sums without columns or rows, single products, and what is no matrix and not worth a copy.
pub(super) fn run(context: &Context, product: &Contraction, call: &Call<'_>) -> Result<bool> {
    let Some((places, dtypes)) = taken(context, product, call) else { return Ok(false) };
    let mut state = context.state();
    if let Some(ready) = Form::of(product, &places, dtypes, (context, &state)) {
        let ran = ready.run(context, &mut state, &places)?;
        (0..ready.calls()).filter(|_| ran).for_each(|_| context.counts(&mut state));
        return Ok(ran);
    }
    drop(state);
    copied(context, product, &places)
}

/// Places and types of a product that cuBLASLt may have.
pub(super) fn taken(
    context: &Context,
    product: &Contraction,
    call: &Call<'_>,
) -> Option<([Place; 3], [DType; 2])> {
    let axes = [&product.batch, &product.rows, &product.columns, &product.depth];
    let [batch, rows, columns, depth] = axes.map(|axes| points(axes));
    let dtypes = [call.ins[0].dtype, call.outs[0].dtype].map(|dtype| computed(dtype, context.narrows));
    let fits = [batch, rows, columns, depth].iter().all(|&n| n > 0 && i32::try_from(n).is_ok());
    let is_left = precision::is_own()
        || !fits
        || batch > BATCH
        || rows * columns == 1
        || depth == 1
        || product.is_sum()
        || call.ins[0].dtype != call.ins[1].dtype
        || !takes(dtypes);
    (!is_left).then(|| ([call.ins[0], call.ins[1], call.outs[0]], dtypes))
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

/// The matrix with these axes as rows and columns: the distance between columns, and whether memory has the transpose.
fn matrix(rows: &[Axis], columns: &[Axis], k: usize) -> Option<(usize, bool)> {
    let (rows, columns) = (single(rows, k)?, single(columns, k)?);
    let along = |(len, stride): (usize, isize), (others, step): (usize, isize)| {
        let apart = if others == 1 { len } else { usize::try_from(step).ok()? };
        ((len == 1 || stride == 1) && apart >= len && i32::try_from(apart).is_ok()).then_some(apart)
    };
    along(rows, columns).map(|ld| (ld, false)).or_else(|| along(columns, rows).map(|ld| (ld, true)))
}

/// A product as cuBLASLt has it.
#[derive(Debug)]
pub(super) struct Ready {
    pub(super) form: Form,
    /// Which of the operands is its first.
    first: usize,
    /// The axes of the batch that calls walk.
    others: Vec<Axis>,
}

/// The product with axes of the batch as rows or columns of an operand, where the other operand has the same matrix along these axes.
fn folded(product: &Contraction) -> Contraction {
    let mut own = product.clone();
    for (k, axes) in [(1, &mut own.rows), (0, &mut own.columns)] {
        let (shared, rest) =
            own.batch.drain(..).partition(|axis| axis.strides[k] == 0 && axis.strides[1 - k] != 0);
        own.batch = rest;
        *axes = [shared, std::mem::take(axes)].concat();
    }
    own
}

impl Form {
    /// The product, if its operands and its result are matrices.
    pub(super) fn of(
        product: &Contraction,
        places: &[Place; 3],
        dtypes: [DType; 2],
        (context, state): (&Context, &State),
    ) -> Option<Ready> {
        let of = |product: &Contraction| Self::of_batch(product, places, dtypes, (context, state));
        let shares = |axis: &Axis| axis.strides[..2].contains(&0);
        let whole = product.batch.iter().any(shares).then(|| of(&folded(product))).flatten();
        whole.or_else(|| of(product))
    }

    fn of_batch(
        product: &Contraction,
        places: &[Place; 3],
        dtypes: [DType; 2],
        (context, state): (&Context, &State),
    ) -> Option<Ready> {
        let Contraction { batch, rows, columns, depth } = product;
        // Columns of the result lie side by side, or its rows do: then it is the transposes that are multiplied. One row is
        // columns side by side, so that it may have a bias.
        let is_row = points(rows) == 1;
        let turned =
            || matrix(columns, rows, 2).filter(|(_, turned)| is_row && !turned).map(|(ld, _)| (ld, true));
        let (ld, swapped) = turned().or_else(|| matrix(rows, columns, 2))?;
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
        let size = |k: usize| stored(places[k].dtype, context.narrows);
        let made = |k: usize, (ld, turned): (usize, bool)| {
            let address = state.memory.get(places[k].block)?.at as usize + places[k].layout.offset * size(k);
            let steps = batch.iter().fold(address, |all, axis| all | (axis.strides[k] as usize * size(k)));
            let step = along.map_or(0, |i| batch[i].strides[k] as usize);
            Some(Matrix { ld, turned, step, alignment: alignment(steps as u64) })
        };
        let matrices = [made(first, a)?, made(1 - first, b)?, made(2, (ld, false))?];
        let (rows, columns, depth) = (points(outer), points(inner), points(depth));
        // Older cards have none, and other types no choice.
        let may_round = dtypes[0] == DType::F32 && context.driver.capability.0 >= 8;
        let rounds = may_round && precision::precision() == Precision::Tf32;
        let epilogue = Epilogue::default();
        let form = Self { dtypes, rounds, rows, columns, depth, count, matrices, epilogue };
        let others = batch.iter().enumerate().filter(|&(i, _)| Some(i) != along).map(|(_, axis)| *axis);
        Some(Ready { form, first, others: others.collect() })
    }
}

impl Ready {
    /// Calls for the points of the batch's other axes.
    pub(super) fn calls(&self) -> usize {
        points(&self.others)
    }

    /// Where the operands, the result, and what an epilogue reads and writes begin.
    fn at(
        &self,
        context: &Context,
        places: &[Place; 3],
        addresses: &[Address],
        behind: Option<&Behind>,
    ) -> At {
        let size = |k: usize| stored(places[k].dtype, context.narrows);
        let at = |address: Address, offset: usize, k: usize| address + (offset * size(k)) as u64;
        let of = |k: usize| at(addresses[k], places[k].layout.offset, k);
        let mut rest = addresses[3..].iter();
        let mut next = |x: Option<Operand>| x.and_then(|x| Some(at(*rest.next()?, x.offset, 2)));
        let result = next(behind.map(|behind| behind.result));
        At {
            matrices: [of(self.first), of(1 - self.first), result.unwrap_or_else(|| of(2))],
            bias: next(behind.and_then(|behind| behind.bias)),
            given: next(behind.and_then(|behind| behind.given)),
        }
    }

    /// Whether cuBLASLt has an algorithm for it.
    pub(super) fn has(&self, context: &Context, state: &mut State, places: &[Place; 3]) -> Result<bool> {
        let addresses = places.map(|place| state.memory.get(place.block).map(|held| held.at));
        let [Some(x), Some(y), Some(z)] = addresses else { return Err(context.gone()) };
        let at = self.at(context, places, &[x, y, z], None);
        context.blas(state)?.has(context.driver, self.form, at)
    }

    /// Runs it, behind what waits. `false` says that cuBLASLt has no algorithm.
    fn run(&self, context: &Context, state: &mut State, places: &[Place; 3]) -> Result<bool> {
        context.flush(state)?;
        self.begin(context, state, places, None)
    }

    /// Runs it as what has waited, with what stands behind it.
    pub(super) fn begin(
        &self,
        context: &Context,
        state: &mut State,
        places: &[Place; 3],
        behind: Option<&Behind>,
    ) -> Result<bool> {
        let masks = behind.filter(|behind| behind.function == Function::ReluSlope);
        let Some((behind, y)) = masks.and_then(|behind| Some((behind, behind.given?))) else {
            return self.ask(context, state, places, behind, None);
        };
        // Where there is no memory for bits two kernels need none.
        let Ok(mask) = Mask::new(context, state, &self.form, y) else { return Ok(false) };
        let own = Behind { given: Some(mask.bits), ..*behind };
        let ran = self.ask(context, state, places, Some(&own), Some(&mask));
        state.memory.free(mask.bits.block, context.driver);
        ran
    }

    /// The same, with the bits that it reads, which are made first.
    fn ask(
        &self,
        context: &Context,
        state: &mut State,
        places: &[Place; 3],
        behind: Option<&Behind>,
        mask: Option<&Mask>,
    ) -> Result<bool> {
        context.blas(state)?;
        let mut blocks: Vec<_> = [0, 1, 2].map(|k| (places[k].block, k == 2)).to_vec();
        if let Some(Behind { function, result, bias, given }) = behind {
            blocks.push((result.block, true));
            blocks.extend(bias.map(|x| (x.block, function.is_slope())));
            blocks.extend(given.map(|x| (x.block, !function.is_slope())));
        }
        // The result depends on what bits are made of.
        blocks.extend(mask.map(|mask| (mask.y.block, false)));
        let found = context.bound(state, blocks.into_iter(), None)?;
        let at = self.at(context, places, &found, behind);
        let mut form = self.form;
        if let Some(behind) = behind {
            let steps = (form.matrices[2].step * stored(places[2].dtype, context.narrows)) as u64;
            form.matrices[2].alignment = alignment(at.matrices[2] | steps);
            let Some(epilogue) = behind.epilogue(&form, at) else { return Ok(false) };
            form.epilogue = epilogue;
        }
        if let Some(mask) = mask {
            // Nothing is made for a product that is none.
            if !context.blas(state)?.has(context.driver, form, at)? {
                return Ok(false);
            }
            mask.make(context, state, &form)?;
        }
        for point in 0..self.calls() {
            let (mut own, mut rest) = (at, point);
            for axis in self.others.iter().rev() {
                for (to, k) in own.matrices.iter_mut().zip([self.first, 1 - self.first, 2]) {
                    let size = stored(places[k].dtype, context.narrows);
                    *to += (rest % axis.len * axis.strides[k] as usize * size) as u64;
                }
                rest /= axis.len;
            }
            if !context.blas(state)?.run(context.driver, form, own)? {
                return Ok(false);
            }
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
    let mut state = context.state();
    let Some(ready) = Form::of(&own, &made, dtypes, (context, &state)) else { return Ok(false) };
    let ran = ready.run(context, &mut state, &made)?;
    (0..ready.calls()).filter(|_| ran).for_each(|_| context.counts(&mut state));
    drop(state);
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
        source: &SAME,
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
