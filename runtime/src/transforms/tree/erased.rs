//! Walkers without their types: a tree is compiled for each number of leaves that stand side by side, not for each walker.
//! The work of a walker is compiled once for each element type, where the walker is.

use std::any::Any;

use cotangent_kernels::{DType, Float, bf16, f16};

use super::{Path, Update, Visit, Walk};
use crate::error::Result;
use crate::tensor::Tensor;

/// A [`Walk`] of any type.
pub(crate) struct AnyWalk<'w, const N: usize>(pub(crate) &'w mut dyn Walker<N>);

/// A [`Visit`] of any type.
pub(crate) struct AnyVisit<'v>(pub(crate) &'v mut dyn Visitor);

/// An [`Update`] of any type.
pub(crate) struct AnyUpdate<'u, const N: usize, const S: usize>(pub(crate) &'u mut dyn Updater<N, S>);

macro_rules! erased {
    ($($T:ident $D:ident),*) => {
        pub(crate) trait Walker<const N: usize> {
            $(fn $T(&mut self, path: &Path, leaves: [&Tensor<$T>; N]) -> Result<Tensor<$T>>;)*
        }

        impl<const N: usize, W: Walk<N>> Walker<N> for W {
            $(fn $T(&mut self, path: &Path, leaves: [&Tensor<$T>; N]) -> Result<Tensor<$T>> {
                self.leaf(path, leaves)
            })*
        }

        impl<const N: usize> Walk<N> for AnyWalk<'_, N> {
            fn leaf<T: Float>(&mut self, path: &Path, leaves: [&Tensor<T>; N]) -> Result<Tensor<T>> {
                match T::DTYPE {
                    $(DType::$D => {
                        let mut made = Some(self.0.$T(path, leaves.map(shared))?);
                        let made: &mut dyn Any = &mut made;
                        Ok(made.downcast_mut().and_then(Option::take).expect(SAME))
                    })*
                    _ => unreachable!("{SAME}"),
                }
            }
        }

        pub(crate) trait Visitor {
            $(fn $T(&mut self, path: &Path, x: &Tensor<$T>) -> Result<()>;)*
        }

        impl<V: Visit> Visitor for V {
            $(fn $T(&mut self, path: &Path, x: &Tensor<$T>) -> Result<()> {
                self.leaf(path, x)
            })*
        }

        impl Visit for AnyVisit<'_> {
            fn leaf<T: Float>(&mut self, path: &Path, x: &Tensor<T>) -> Result<()> {
                match T::DTYPE {
                    $(DType::$D => self.0.$T(path, shared(x)),)*
                    _ => unreachable!("{SAME}"),
                }
            }
        }

        pub(crate) trait Updater<const N: usize, const S: usize> {
            $(fn $T(
                &mut self,
                path: &Path,
                leaf: &mut Tensor<$T>,
                tangents: [&Tensor<$T>; N],
                states: [&mut Tensor<$T>; S],
            ) -> Result<()>;)*
        }

        impl<const N: usize, const S: usize, U: Update<N, S>> Updater<N, S> for U {
            $(fn $T(
                &mut self,
                path: &Path,
                leaf: &mut Tensor<$T>,
                tangents: [&Tensor<$T>; N],
                states: [&mut Tensor<$T>; S],
            ) -> Result<()> {
                self.leaf(path, leaf, tangents, states)
            })*
        }

        impl<const N: usize, const S: usize> Update<N, S> for AnyUpdate<'_, N, S> {
            fn leaf<T: Float>(
                &mut self,
                path: &Path,
                leaf: &mut Tensor<T>,
                tangents: [&Tensor<T>; N],
                states: [&mut Tensor<T>; S],
            ) -> Result<()> {
                match T::DTYPE {
                    $(DType::$D => self.0.$T(path, changed(leaf), tangents.map(shared), states.map(changed)),)*
                    _ => unreachable!("{SAME}"),
                }
            }
        }
    };
}
erased!(f32 F32, f64 F64, f16 F16, bf16 Bf16);

const SAME: &str = "a type of floats has its number";

fn shared<T: Float, X: Float>(x: &Tensor<T>) -> &Tensor<X> {
    let x: &dyn Any = x;
    x.downcast_ref().expect(SAME)
}

fn changed<T: Float, X: Float>(x: &mut Tensor<T>) -> &mut Tensor<X> {
    let x: &mut dyn Any = x;
    x.downcast_mut().expect(SAME)
}
