//! Storage on a device that keeps its own memory.

use std::pin::Pin;
use std::task::{Context as Task, Poll};

use cotangent_kernels::{DType, Element};

use super::{Buffer, Storage};
use crate::device::backend::Arriving;
use crate::device::{Block, Device, registry};
use crate::error::Result;

impl Buffer {
    /// Memory of the device for so many elements.
    #[cold]
    pub(super) fn remote(len: usize, dtype: DType, device: Device) -> Result<Self> {
        let block = registry::of(device)?.alloc(len, dtype)?;
        let buffer = Self::new(0, device);
        match &buffer {
            // SAFETY: nobody else has a handle yet.
            Ok(buffer) => unsafe { (*buffer.0.as_ptr()).remote = Some(block) },
            Err(_) => registry::release(device, block),
        }
        buffer
    }

    /// One zero on the device. Its header is never on a list: the flag of the zero would be read again there.
    pub(super) fn remote_zero(dtype: DType, device: Device) -> Result<Self> {
        let (backend, made) = (registry::of(device)?, Self::fresh(0, device)?);
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
            registry::release(self.header().device, block);
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
        match self.read_later(start, len)? {
            Later::Here(all) => Ok(all),
            Later::There(arriving, mut landing) => {
                arriving.wait(landing.bytes())?;
                Ok(landing.elements())
            }
        }
    }

    /// [`read`](Self::read), asked for now. Whoever waits lets others run.
    pub(crate) fn read_later(&self, start: usize, len: usize) -> Result<Later<T>> {
        // Nothing may lie anywhere.
        let start = if len == 0 { 0 } else { start };
        assert!(start.checked_add(len).is_some_and(|end| end <= self.len), "elements of the storage");
        let Some(block) = self.buffer.block() else {
            return Ok(Later::Here(self.host()?[start..start + len].to_vec()));
        };
        let arriving = registry::of(self.device())?.download(block, T::DTYPE, start, len)?;
        Ok(Later::There(arriving, Landing::new(len)))
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
                registry::of(self.device())?.upload(block, T::DTYPE, bytes)
            }
        }
    }
}

/// Where elements land that come from a device.
pub(crate) enum Landing<T> {
    Numbers(Vec<T>),
    /// Bytes are no truth values before somebody looked at them.
    Truths(Vec<u8>),
}

impl<T: Element> Landing<T> {
    fn new(len: usize) -> Self {
        if T::DTYPE == DType::Bool {
            Self::Truths(vec![0; len])
        } else {
            Self::Numbers(vec![T::default(); len])
        }
    }

    fn bytes(&mut self) -> &mut [u8] {
        match self {
            Self::Truths(bytes) => bytes,
            Self::Numbers(all) => {
                let size = size_of_val(&all[..]);
                // SAFETY: the same memory, borrowed exclusively; every pattern of bits is a number.
                unsafe { std::slice::from_raw_parts_mut(all.as_mut_ptr().cast::<u8>(), size) }
            }
        }
    }

    fn elements(self) -> Vec<T> {
        match self {
            Self::Numbers(all) => all,
            Self::Truths(bytes) => bytes.into_iter().map(|b| T::from_f64(f64::from(b))).collect(),
        }
    }
}

/// Elements on their way.
pub(crate) enum Later<T> {
    Here(Vec<T>),
    There(Box<dyn Arriving>, Landing<T>),
}

// Nothing of it is pinned.
impl<T> Unpin for Later<T> {}

impl<T: Element> Future for Later<T> {
    type Output = Result<Vec<T>>;

    fn poll(mut self: Pin<&mut Self>, task: &mut Task<'_>) -> Poll<Self::Output> {
        let nothing = Self::Here(Vec::new());
        match &mut *self {
            Self::Here(all) => Poll::Ready(Ok(std::mem::take(all))),
            Self::There(arriving, landing) => arriving.poll(task, landing.bytes()).map(|came| {
                came?;
                match std::mem::replace(&mut *self, nothing) {
                    Self::Here(all) => Ok(all),
                    Self::There(_, landing) => Ok(landing.elements()),
                }
            }),
        }
    }
}
