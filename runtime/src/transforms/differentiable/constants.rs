//! Values beside tensors that differentiable functions take: they do not move.

use std::marker::PhantomData;

use cotangent_kernels::{DType, bf16, f16};

use super::Differentiable;
use crate::device::Device;
use crate::emitted::calls::Tensors;
use crate::error::Result;
use crate::tensor::random::Key;
use crate::tensor::shape::Shape;
use crate::transforms::tree::{Path, Update, Visit};

macro_rules! constants {
    ($(($($generics:tt)*) $T:ty),* $(,)?) => {$(
        impl<$($generics)*> Differentiable for $T {
            type Tangent = ();
            type Form = ();
            type Lends = Tensors;
            fn form(&self) {}
            fn tensor_bytes(&self) -> usize {
                0
            }
            fn to_device(&self, _: &Device) -> Result<Self> {
                Ok(self.clone())
            }
            fn visit_tensors<V: Visit>(&self, _: &mut Path, _: &mut V) -> Result<()> {
                Ok(())
            }
            fn walk_tensors<const N: usize, const S: usize, U: Update<N, S>>(
                &mut self,
                _: [&(); N],
                _: [&mut (); S],
                _: &mut Path,
                _: &mut U,
            ) -> Result<()> {
                Ok(())
            }
        }
    )*};
}
constants! {
    () bool, () char, () f32, () f64, () f16, () bf16, () i8, () i16, () i32, () i64, () i128, () isize, () u8,
    () u16, () u32, () u64, () u128, () usize, () String, () &str, () std::path::PathBuf, () std::time::Duration,
    () DType, () Device, () Shape, () Key, (X: ?Sized) PhantomData<X>,
}
