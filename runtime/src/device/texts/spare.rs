//! Memory that kernels of one op hand to each other.

use cotangent_kernels::DType;

use super::Machine;
use crate::device::backend::Place;
use crate::error::Result;
use crate::tensor::layout::Layout;
use crate::tensor::shape::Shape;

/// A tensor that is given back when it is dropped; kernels that were recorded before still have it.
pub(in crate::device) struct Spare<'a> {
    context: &'a dyn Machine,
    pub(in crate::device) place: Place,
}

/// The type of what kernels of an op with such an operand or result hand on: f32, or f64 where that is one. A device without f64
/// stores it as f32 too.
pub(in crate::device) fn real(x: DType) -> DType {
    if x == DType::F64 { x } else { DType::F32 }
}

/// What rounding leaves of 1 in the type that elements compute in.
pub(super) fn epsilon(context: &dyn Machine, dtype: DType) -> f64 {
    if context.is_double(dtype) { f64::EPSILON } else { f32::EPSILON.into() }
}

/// A host number as `ct_number` takes it: the word of an f32, and those of 64 bits.
pub(super) fn number(x: f64) -> [u32; 3] {
    let bits = x.to_bits();
    [(x as f32).to_bits(), (bits >> 32) as u32, bits as u32]
}

impl<'a> Spare<'a> {
    pub(in crate::device) fn new(context: &'a dyn Machine, dims: &[usize], dtype: DType) -> Result<Self> {
        let layout = Layout::dense(Shape::new(dims)?);
        let block = context.alloc(layout.shape.numel(), dtype)?;
        Ok(Self { context, place: Place { block, dtype, layout } })
    }
}

impl Drop for Spare<'_> {
    fn drop(&mut self) {
        self.context.free(self.place.block);
    }
}
