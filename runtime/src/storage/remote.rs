//! Storage on a device that keeps its own memory.

use cotangent_kernels::{DType, Element};

use super::{Buffer, Storage};
use crate::device::{Block, Device, backend};
use crate::error::Result;

impl Buffer {
    /// Memory of the device for so many elements.
    #[cold]
    pub(super) fn remote(len: usize, dtype: DType, device: Device) -> Result<Self> {
        let block = backend::of(device)?.alloc(len, dtype)?;
        let buffer = Self::new(0, device);
        match &buffer {
            // SAFETY: nobody else has a handle yet.
            Ok(buffer) => unsafe { (*buffer.0.as_ptr()).remote = Some(block) },
            Err(_) => backend::release(device, block),
        }
        buffer
    }

    /// One zero on the device. Its header is never on a list: the flag of the zero would be read again there.
    pub(super) fn remote_zero(dtype: DType, device: Device) -> Result<Self> {
        let (backend, made) = (backend::of(device)?, Self::fresh(0, device)?);
        let block = backend.alloc(1, dtype)?;
        // SAFETY: nobody else has a handle yet.
        unsafe { (*made.0.as_ptr()).remote = Some(block) };
        backend.upload(block, dtype, &[0; 8][..dtype.size()])?;
        Ok(made)
    }

    /// The memory on the device, where it is not the processor's.
    #[inline]
    pub(crate) fn block(&self) -> Option<Block> {
        if cfg!(remote) { self.header().remote } else { None }
    }

    /// Gives the memory on the device back, with the last handle.
    #[cold]
    pub(super) fn leave(&mut self) {
        // SAFETY: the caller holds the last handle.
        let block = unsafe { (*self.0.as_ptr()).remote.take() };
        if let Some(block) = block {
            backend::release(self.header().device, block);
        }
    }
}

impl<T: Element> Storage<T> {
    /// Whether the processor cannot see the elements.
    #[inline]
    pub(crate) fn is_remote(&self) -> bool {
        self.buffer.block().is_some()
    }

    /// Some elements, wherever they are.
    ///
    /// # Panics
    /// If they are not all of this storage.
    pub(crate) fn read(&self, start: usize, len: usize) -> Result<Vec<T>> {
        // Nothing may lie anywhere.
        let start = if len == 0 { 0 } else { start };
        assert!(start.checked_add(len).is_some_and(|end| end <= self.len), "elements of the storage");
        let Some(block) = self.buffer.block() else {
            return Ok(self.host()?[start..start + len].to_vec());
        };
        let backend = backend::of(self.device())?;
        if T::DTYPE == DType::Bool {
            let mut bytes = vec![0; len];
            backend.download(block, T::DTYPE, start, &mut bytes)?;
            return Ok(bytes.into_iter().map(|b| T::from_f64(f64::from(b))).collect());
        }
        let mut elements = vec![T::default(); len];
        // SAFETY: the same memory, borrowed exclusively; every pattern of bits is a number, and truth values are none.
        let bytes = unsafe {
            std::slice::from_raw_parts_mut(elements.as_mut_ptr().cast::<u8>(), size_of_val(&elements[..]))
        };
        backend.download(block, T::DTYPE, start, bytes)?;
        Ok(elements)
    }

    /// Writes all elements to the device, from its first on.
    pub(crate) fn put(&mut self, elements: &[T]) -> Result<()> {
        assert!(elements.len() <= self.len && self.buffer.is_unique(), "storage that nobody sees yet");
        match self.buffer.block() {
            None => {
                if let Some(all) = self.as_mut_slice() {
                    all[..elements.len()].copy_from_slice(elements);
                }
                Ok(())
            }
            Some(block) => {
                // SAFETY: initialised elements without padding.
                let bytes = unsafe {
                    std::slice::from_raw_parts(elements.as_ptr().cast::<u8>(), size_of_val(elements))
                };
                backend::of(self.device())?.upload(block, T::DTYPE, bytes)
            }
        }
    }
}
