//! What the memory of a result is had for.

use cotangent_kernels::Element;

use crate::device::{Device, Place, apart};
use crate::error::Result;
use crate::tensor::Tensor;
use crate::tensor::layout::Layout;

/// The sources of a result. Its memory is to be had for these alone, so that no op forgets where it runs. All of them
/// live on one device, or there is no result.
pub(crate) trait Sources {
    /// The device that the result lives on.
    fn device(&self) -> Result<Device>;
    /// The operands, for a device that keeps its own memory.
    fn places(&self, into: &mut Vec<Place>);
}

impl Sources for Device {
    #[inline]
    fn device(&self) -> Result<Device> {
        Ok(*self)
    }

    fn places(&self, _: &mut Vec<Place>) {}
}

impl<T: Element> Sources for &Tensor<T> {
    #[inline]
    fn device(&self) -> Result<Device> {
        Ok(Tensor::device(self))
    }

    fn places(&self, into: &mut Vec<Place>) {
        Under(self, self.layout()).places(into);
    }
}

/// A tensor under another layout of its storage.
pub(crate) struct Under<'a, T: Element>(pub(crate) &'a Tensor<T>, pub(crate) &'a Layout);

impl<T: Element> Sources for Under<'_, T> {
    fn device(&self) -> Result<Device> {
        Ok(self.0.device())
    }

    fn places(&self, into: &mut Vec<Place>) {
        let block = self.0.storage().buffer().block();
        into.extend(block.map(|block| Place { block, dtype: T::DTYPE, layout: *self.1 }));
    }
}

impl<A: Sources, B: Sources> Sources for (A, B) {
    #[inline]
    fn device(&self) -> Result<Device> {
        let (a, b) = (self.0.device()?, self.1.device()?);
        if a == b { Ok(a) } else { Err(apart(a, b)) }
    }

    fn places(&self, into: &mut Vec<Place>) {
        self.0.places(into);
        self.1.places(into);
    }
}

impl<T: Element> Sources for &[&Tensor<T>] {
    fn device(&self) -> Result<Device> {
        let Some((first, rest)) = self.split_first() else { return Ok(Device::CPU) };
        rest.iter().try_fold(Tensor::device(first), |a, x| (a, *x).device())
    }

    fn places(&self, into: &mut Vec<Place>) {
        self.iter().for_each(|x| x.places(into));
    }
}
