//! Memory that kernels of one op hand to each other.

use cotangent_kernels::DType;

use super::Machine;
use crate::device::backend::Place;
use crate::error::Result;
use crate::layout::Layout;
use crate::shape::Shape;

/// A tensor that is given back when it is dropped; kernels that were recorded before still have it.
pub(super) struct Spare<'a> {
    context: &'a dyn Machine,
    pub(super) place: Place,
}

impl<'a> Spare<'a> {
    pub(super) fn new(context: &'a dyn Machine, dims: &[usize], dtype: DType) -> Result<Self> {
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
