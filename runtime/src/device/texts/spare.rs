//! Memory that kernels of one op hand to each other.

use cotangent_kernels::DType;

use super::Machine;
use crate::device::backend::Place;
use crate::error::Result;
use crate::layout::Layout;
use crate::shape::Shape;

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
