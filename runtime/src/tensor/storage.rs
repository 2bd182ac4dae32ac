//! Memory: aligned, reference-counted blocks from a caching allocator.
//!
//! A block of another device is a header alone, with the number that the device knows its memory by.
//!
//! A block is one allocation: a header of one cache line, then the data. The last handle puts it on a free list of
//! its size class: of the thread while that is short, of the process beyond. Fresh pages cost more than most
//! elementwise work on them, and a system allocator gives large blocks back at once.
//!
//! Every block is zeroed when it comes from the system and holds old numbers later, so its bytes are always
//! initialised; only `bool` has patterns that no value may have, and those are cleared.
#![allow(unsafe_code)]

use std::alloc;
use std::marker::PhantomData;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicUsize, Ordering, fence};

use cotangent_kernels::{DType, Element};

use crate::device::{Block, Device};
use crate::error::{Error, ErrorKind, Result};

mod cache;
mod copy;
mod remote;
mod zero;

pub use cache::{cache_limit, cached_bytes, release_cached, set_cache_limit};

/// Alignment of the data, and size of the header.
pub(crate) const ALIGN: usize = 64;

#[repr(C, align(64))]
struct Header {
    refs: AtomicUsize,
    /// Bytes that may be used after the header.
    capacity: usize,
    /// Free list it belongs to, or `cache::EXACT`.
    class: usize,
    /// The address that the system allocator gave, which is less aligned. Its size follows.
    base: *mut u8,
    base_bytes: usize,
    /// The next free block, while on a list.
    next: Option<NonNull<Header>>,
    /// The device of its tensors. In the header it costs no handle a word, and views cannot lose it.
    device: Device,
    /// Its one element is the zero that structural zeros repeat.
    zero: bool,
    /// The memory of a device that keeps its own: then nothing lies behind the header.
    remote: Option<Block>,
}

const _: () = assert!(size_of::<Header>() == ALIGN);

/// A block that holds nothing, and is there without being asked for.
struct Empty(Header);

// SAFETY: of the header only the count is written, which is atomic.
unsafe impl Sync for Empty {}

// So many handles that none is ever the only one: nobody writes to it, and no list gets it.
static EMPTY: Empty = Empty(Header {
    refs: AtomicUsize::new(1 << (usize::BITS - 2)),
    capacity: 0,
    class: cache::EXACT,
    base: std::ptr::null_mut(),
    base_bytes: 0,
    next: None,
    device: Device::CPU,
    zero: false,
    remote: None,
});

/// A shared handle of a block.
pub(crate) struct Buffer(NonNull<Header>);

// SAFETY: the count is atomic; the data behind shared handles is only read, and written through `&mut` or by
// kernels that hold the only handle.
unsafe impl Send for Buffer {}
// SAFETY: as above.
unsafe impl Sync for Buffer {}

impl Buffer {
    /// A buffer for so many elements, whose bytes are values of their type.
    #[inline]
    pub(crate) fn for_elements(len: usize, dtype: DType, device: Device) -> Result<Self> {
        let bytes = len.checked_mul(dtype.size()).filter(|&b| isize::try_from(b).is_ok());
        let Some(bytes) = bytes else {
            return Err(Error::new(ErrorKind::Overflow, format!("{len} elements of {dtype} are too many")));
        };
        if device.is_remote() {
            return Self::remote(len, dtype, device);
        }
        let buffer = Self::new(bytes, device)?;
        if dtype == DType::Bool {
            // SAFETY: within the capacity; nobody else uses the block.
            unsafe { buffer.data().write_bytes(0, bytes) };
        }
        Ok(buffer)
    }

    #[inline]
    fn new(bytes: usize, device: Device) -> Result<Self> {
        match cache::take(bytes) {
            Some(mut block) => {
                // SAFETY: a block on a free list has no handle, so it is ours alone.
                let header = unsafe { block.as_mut() };
                header.refs.store(1, Ordering::Relaxed);
                header.device = device;
                Ok(Self(block))
            }
            None => Self::fresh(bytes, device),
        }
    }

    #[cold]
    fn fresh(bytes: usize, device: Device) -> Result<Self> {
        let (class, capacity) = cache::class_for(bytes);
        let out_of_memory = || {
            Error::new(
                ErrorKind::Memory,
                format!("out of memory: cannot allocate {bytes} bytes for a tensor"),
            )
        };
        // Asked for with the system's own alignment, because zeroed memory then comes straight from the kernel.
        let base_bytes = capacity.checked_add(2 * ALIGN).ok_or_else(out_of_memory)?;
        let layout = alloc::Layout::from_size_align(base_bytes, 16).map_err(|_| out_of_memory())?;
        // SAFETY: the layout has a size above 0.
        let base = unsafe { alloc::alloc_zeroed(layout) };
        if base.is_null() {
            return Err(out_of_memory());
        }
        // SAFETY: at most ALIGN - 16 bytes forward, header and capacity still fit behind; the address is aligned
        // for `Header` and the memory is ours.
        unsafe {
            #[allow(clippy::cast_ptr_alignment)] // `align_offset` has just seen to it.
            let header = base.add(base.align_offset(ALIGN)).cast::<Header>();
            let refs = AtomicUsize::new(1);
            let (next, zero, remote) = (None, false, None);
            header.write(Header { refs, capacity, class, base, base_bytes, next, device, zero, remote });
            Ok(Self(NonNull::new_unchecked(header)))
        }
    }

    /// A block of one zero that is known to be.
    fn zero(dtype: DType, device: Device) -> Result<Self> {
        // Never one that held something: bits of 0 are the number in every type.
        let made = if device.is_remote() {
            Self::remote_zero(dtype, device)?
        } else {
            Self::fresh(dtype.size(), device)?
        };
        // SAFETY: nobody else has a handle yet.
        unsafe { (*made.0.as_ptr()).zero = true };
        Ok(made)
    }

    /// A handle of the block that holds nothing.
    fn empty() -> Self {
        EMPTY.0.refs.fetch_add(1, Ordering::Relaxed);
        Self(NonNull::from(&EMPTY.0))
    }

    /// Returns a block without handles to the system.
    fn release(block: NonNull<Header>) {
        // SAFETY: called with blocks that no handle and no list knows any more; base and size are those of the
        // allocation.
        unsafe {
            let (base, bytes) = (block.as_ref().base, block.as_ref().base_bytes);
            alloc::dealloc(base, alloc::Layout::from_size_align_unchecked(bytes, 16));
        }
    }

    #[inline]
    fn header(&self) -> &Header {
        // SAFETY: a handle keeps its block alive.
        unsafe { self.0.as_ref() }
    }

    /// Address of the first data byte.
    #[inline]
    pub(crate) fn data(&self) -> *mut u8 {
        // SAFETY: the data follows the header in the same allocation.
        unsafe { self.0.as_ptr().add(1).cast() }
    }

    /// Whether this is the only handle.
    #[inline]
    pub(crate) fn is_unique(&self) -> bool {
        self.header().refs.load(Ordering::Acquire) == 1
    }
}

impl Clone for Buffer {
    #[inline]
    fn clone(&self) -> Self {
        let old = self.header().refs.fetch_add(1, Ordering::Relaxed);
        // As in `Arc`: leaking that many handles is not a program worth serving.
        if old > isize::MAX as usize {
            std::process::abort();
        }
        Self(self.0)
    }
}

impl Drop for Buffer {
    #[inline]
    fn drop(&mut self) {
        // Only a thread that holds the last handle can see 1: no other can make more of it meanwhile.
        if self.is_unique() || self.header().refs.fetch_sub(1, Ordering::Release) == 1 {
            fence(Ordering::Acquire);
            if cfg!(remote) && self.header().remote.is_some() {
                self.leave();
            }
            cache::give(self.0);
        }
    }
}

/// `len` elements of one type, shared. Every element is initialised, always: so kernels, which are safe code, may be given
/// the memory of a result before it is one.
#[derive(Clone)]
pub(crate) struct Storage<T> {
    buffer: Buffer,
    len: usize,
    element: PhantomData<T>,
}

impl<T: Element> Storage<T> {
    /// Unique storage that holds arbitrary values.
    #[inline]
    pub(crate) fn new(len: usize, device: Device) -> Result<Self> {
        Ok(Self { buffer: Buffer::for_elements(len, T::DTYPE, device)?, len, element: PhantomData })
    }

    /// Storage over a buffer that was made for as many elements, or that held others of their size and whose other
    /// handle dies with the launch that reads it for the last time.
    ///
    /// # Safety
    /// Truth values need a buffer that was made for them; every other type takes what bytes there are.
    ///
    /// # Panics
    /// If the buffer is too small.
    #[inline]
    pub(crate) unsafe fn over(buffer: Buffer, len: usize) -> Self {
        assert!(
            buffer.header().remote.is_some() || len * size_of::<T>() <= buffer.header().capacity,
            "a buffer holds what is stored in it"
        );
        Self { buffer, len, element: PhantomData }
    }

    /// One element, zero, that is known to be.
    #[inline]
    pub(crate) fn zero(device: Device) -> Result<Self> {
        Ok(Self { buffer: zero::shared(T::DTYPE, device)?, len: 1, element: PhantomData })
    }

    /// No elements, without an allocation that could fail.
    pub(crate) fn nothing() -> Self {
        Self { buffer: Buffer::empty(), len: 0, element: PhantomData }
    }

    /// Whether it is [`Self::zero`].
    #[inline]
    pub(crate) fn is_zero(&self) -> bool {
        self.buffer.header().zero
    }

    /// This storage by its own element type, which generic code may know by another name.
    pub(crate) fn retyped<B: Element>(&self) -> Storage<B> {
        assert!(T::DTYPE == B::DTYPE, "retyping changes no bits");
        Storage { buffer: self.buffer.clone(), len: self.len, element: PhantomData }
    }

    /// Number of elements.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The device of the elements.
    #[inline]
    pub(crate) fn device(&self) -> Device {
        self.buffer.header().device
    }

    #[inline]
    pub(crate) fn buffer(&self) -> &Buffer {
        &self.buffer
    }

    /// Address of the first element.
    #[inline]
    pub(crate) fn ptr(&self) -> *mut T {
        self.buffer.data().cast()
    }

    /// All elements, if the processor sees them.
    #[inline]
    pub(crate) fn as_slice(&self) -> Option<&[T]> {
        if self.is_remote() {
            return None;
        }
        // SAFETY: `len` initialised elements; kernels write only into storage that has no other user.
        Some(unsafe { std::slice::from_raw_parts(self.ptr(), self.len) })
    }

    /// All elements, for what runs on the processor alone.
    #[inline]
    pub(crate) fn host(&self) -> Result<&[T]> {
        self.as_slice().ok_or_else(|| self.device().lacks(T::DTYPE))
    }

    /// All elements, to write, if the processor sees them and no other handle does.
    #[inline]
    pub(crate) fn as_mut_slice(&mut self) -> Option<&mut [T]> {
        if self.is_remote() || !self.buffer.is_unique() {
            return None;
        }
        // SAFETY: the only handle, borrowed exclusively.
        Some(unsafe { std::slice::from_raw_parts_mut(self.ptr(), self.len) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn aligned_initialised_and_recycled() {
        for len in [0, 1, 3, 16, 17, 1000, if cfg!(miri) { 2000 } else { 100_000 }] {
            let mut s = Storage::<f32>::new(len, Device::CPU).unwrap();
            assert_eq!(s.ptr().addr() % ALIGN, 0);
            assert_eq!(s.as_slice().unwrap().len(), len);
            s.as_mut_slice().unwrap().fill(1.5);
            let other = s.clone();
            assert!(s.as_mut_slice().is_none(), "shared storage is not handed out");
            drop(other);
            assert!(s.as_mut_slice().is_some());
        }
        let first = Storage::<f64>::new(10, Device::CPU).unwrap();
        let address = first.ptr();
        drop(first);
        assert_eq!(
            Storage::<f64>::new(10, Device::CPU).unwrap().ptr(),
            address,
            "the last block of a class is the next"
        );
    }

    #[test]
    fn a_block_changes_hands_between_devices() {
        let first = Storage::<f32>::new(10, Device::cpu(1)).unwrap();
        let (address, views) = (first.ptr(), [first.clone(), first]);
        assert!(views.iter().all(|s| s.device() == Device::cpu(1)));
        drop(views);
        let next = Storage::<f32>::new(10, Device::cpu(2)).unwrap();
        assert_eq!((next.ptr(), next.device()), (address, Device::cpu(2)));
    }

    #[test]
    fn truth_values_are_valid_after_recycling() {
        Storage::<i32>::new(64, Device::CPU).unwrap().as_mut_slice().unwrap().fill(-1);
        assert!(Storage::<bool>::new(256, Device::CPU).unwrap().as_slice().unwrap().iter().all(|b| !b));
    }

    #[test]
    #[cfg_attr(miri, ignore = "Miri ends where the system's allocator refuses")]
    fn too_much_is_an_error() {
        let kind = |r: Result<Storage<f64>>| r.err().map(|e| e.kind());
        assert_eq!(kind(Storage::new(usize::MAX / 4, Device::CPU)), Some(ErrorKind::Overflow));
        assert_eq!(kind(Storage::new(1 << 58, Device::CPU)), Some(ErrorKind::Memory));
    }
}
