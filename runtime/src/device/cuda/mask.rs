//! Bits that a product behind the derivative of `relu` reads, made of what `relu` gave.
//!
//! Nothing of them outlives the product: they are made before it, into memory that is given back behind it. So the forward part has no
//! memory that nobody sees, and what is no number is as everywhere.

use cotangent_kernels::DType;
use cotangent_kernels::source::MASK_CUDA;

use super::blas::{Form, Function, Matrix};
use super::context::{Context, State};
use super::graph;
use crate::device::backend::Operand;
use crate::device::texts::body::Bindings;
use crate::device::texts::elements::stored;
use crate::error::Result;
use crate::tensor::shape::MAX_RANK;

/// Threads of a block, each with a byte.
const THREADS: usize = 256;
/// Bytes that a thread reads at once, if columns and their beginning are multiples of them.
const NEAR: usize = 16;
/// What the keys of other kernels do not begin with.
const KEY: u64 = u64::MAX;

pub(super) struct Mask {
    /// What `relu` gave, which lies as the product does.
    pub(super) y: Operand,
    pub(super) bits: Operand,
}

impl Mask {
    /// Memory for the bits of a product. Whoever has it gives it back.
    pub(super) fn new(context: &Context, state: &mut State, form: &Form, y: Operand) -> Result<Self> {
        let recording = graph::recording_here(context.driver);
        let block = state.memory.block(bytes(form).1, recording, context.driver)?;
        let bits = Operand { block, dtype: y.dtype, offset: 0, strides: [0; MAX_RANK] };
        Ok(Self { y, bits })
    }

    /// Makes the bits.
    pub(super) fn make(&self, context: &Context, state: &mut State, form: &Form) -> Result<()> {
        let Self { y, bits } = self;
        let size = stored(y.dtype, context.narrows);
        let at = state.memory.get(y.block).ok_or_else(|| context.gone())?.at as usize + y.offset * size;
        let Matrix { ld, step, .. } = form.matrices[2];
        let is_batch = form.count > 1;
        let steps = [Some(at), Some(ld * size), is_batch.then_some(step * size)];
        let is_near = steps.iter().flatten().all(|n| n.is_multiple_of(NEAR));
        let (column, all) = bytes(form);
        // Places of bits too.
        let is_wide = u32::try_from(all * 8 + THREADS).is_err();
        let value = match y.dtype {
            DType::F16 => "ct_f16",
            DType::Bf16 => "ct_bf16",
            _ => "float",
        };
        let kind = u64::from(is_near) | u64::from(is_wide) << 1 | u64::from(is_batch) << 2;
        let key = [KEY, y.dtype as u64, kind];
        let words = [form.rows, column, all, y.offset, ld, form.columns, step].map(|n| n as u64);
        let text = || {
            let (count, index) = (words.len(), if is_wide { "unsigned long long" } else { "unsigned" });
            format!(
                "const int CT_WORDS = {count};\nconst bool CT_NEAR = {is_near}, CT_BATCH = {is_batch};\n\
                 typedef {index} ct_index;\ntypedef {value} ct_value;\n{MASK_CUDA}"
            )
        };
        let kernel = context.kernels.own(context.driver, &key, (THREADS, 0), &text)?;
        let mut bindings = Bindings::default();
        bindings.bind(y.block, y.dtype, false);
        bindings.bind(bits.block, bits.dtype, true);
        context.record(state, (kernel, words.to_vec()), &bindings, all.div_ceil(THREADS), None)
    }
}

/// Bytes of a column, and of all.
fn bytes(form: &Form) -> (usize, usize) {
    let [ld, step] = form.given(Function::ReluSlope);
    (ld / 8, step / 8 * form.count)
}
