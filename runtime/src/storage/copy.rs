//! Copies between layouts, safe from outside.

use cotangent_kernels::Element;
use cotangent_kernels::copy;
use cotangent_kernels::kernel::{Combine, In, Out};

use super::Storage;
use crate::layout::Layout;

impl<T: Element> Storage<T> {
    /// Writes the elements of `from` under `source` to those of this storage under `target`, in order of their
    /// indices. Does nothing but panic if somebody else sees this storage, if shapes differ, if a layout leaves its
    /// storage or if that of this storage may come to an element twice.
    pub(crate) fn write(&mut self, target: &Layout, from: &Self, source: &Layout) {
        assert!(self.buffer.is_unique(), "a copy is written to storage that nobody sees yet");
        assert!(source.shape == target.shape, "a copy keeps the shape");
        assert!(
            target.is_within(self.len) && source.is_within(from.len),
            "a layout stays within its storage"
        );
        assert!(target.visits_once(), "a copy writes each element once");
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
    }
}
