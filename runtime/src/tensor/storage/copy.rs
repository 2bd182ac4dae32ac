//! Copies between layouts, safe from outside.

use cotangent_kernels::copy;
use cotangent_kernels::kernel::{Combine, In, Out, Source, Term};
use cotangent_kernels::{DType, Element};

use super::Storage;
use crate::device::backend::{self, Block, Launch, Operand, Target};
use crate::device::registry;
use crate::error::Result;
use crate::tensor::layout::Layout;
use crate::tensor::shape::MAX_RANK;

/// The body of a kernel for devices: a number of the host, of this type.
macro_rules! number {
    ($dtype:ident) => {
        &Source { numbers: &[DType::$dtype], outs: &[Term::Number(0)], ..Source::NONE }
    };
}

impl<T: Element> Storage<T> {
    /// Writes the elements of `from` under `source` to those of this storage under `target`, in order of their
    /// indices. Does nothing but panic if somebody else sees this storage, if shapes differ, if a layout leaves its
    /// storage or if that of this storage may come to an element twice.
    pub(crate) fn write(&mut self, target: &Layout, from: &Self, source: &Layout) -> Result<()> {
        assert!(self.buffer.is_unique(), "a copy is written to storage that nobody sees yet");
        assert!(source.shape == target.shape, "a copy keeps the shape");
        assert!(
            target.is_within(self.len) && source.is_within(from.len),
            "a layout stays within its storage"
        );
        assert!(target.visits_once(), "a copy writes each element once");
        if let (Some(to), Some(from)) = (self.buffer.block(), from.buffer.block()) {
            let (at, x) = (operand::<T>(to, target), operand::<T>(from, source));
            let outs = &[Target { at, combine: Combine::Store, scale: 1.0 }];
            let launch = Launch {
                source: &backend::SAME,
                numbers: &[],
                dims: &source.shape,
                ins: &[x],
                outs,
                narrows: true,
            };
            return registry::of(self.device())?.launch(&launch);
        }
        assert!(self.is_remote() == from.is_remote(), "a copy stays on its device");
        let x = In {
            ptr: from.ptr().wrapping_add(source.offset).cast(),
            strides: source.strides(),
            aliased: false,
        };
        let y = Out {
            ptr: self.ptr().wrapping_add(target.offset).cast(),
            strides: target.strides(),
            combine: Combine::Store,
            scale: 1.0,
        };
        // SAFETY: both layouts stay within storage whose elements are initialised; this storage is unique, so it is
        // not that of `from`; `target` visits no element twice.
        unsafe { copy::copy::<T>(&source.shape, x, y) }
        Ok(())
    }

    /// Writes one value to all elements of storage that nobody sees yet.
    pub(crate) fn fill(&mut self, value: T) -> Result<()> {
        let (dims, device) = ([self.len], self.device());
        if let Some(all) = self.as_mut_slice() {
            all.fill(value);
            return Ok(());
        }
        let Some(block) = self.buffer.block() else { return Ok(()) };
        let source = match T::DTYPE.on_devices() {
            DType::I32 => number!(I32),
            DType::Bool => number!(Bool),
            _ => number!(F64),
        };
        let mut at = Operand { block, dtype: T::DTYPE, offset: 0, strides: [0; MAX_RANK] };
        at.strides[0] = 1;
        let outs = &[Target { at, combine: Combine::Store, scale: 1.0 }];
        let launch =
            Launch { source, numbers: &[value.to_f64()], dims: &dims, ins: &[], outs, narrows: true };
        registry::of(device)?.launch(&launch)
    }
}

fn operand<T: Element>(block: Block, layout: &Layout) -> Operand {
    Operand { block, dtype: T::DTYPE, offset: layout.offset, strides: layout.strides }
}
